//! Watched searches: what their events add up to is what the search itself says, and textbook trees show textbook cuts.

use crate::common::{Hashed, random_position};
use quadrille_core::{Evaluation, Game, KeyHistory, Playout, Rng, Score, Tactics, Uniform};
use quadrille_search::alphabeta::{self, Event, Reason, Step};
use quadrille_search::toy::{Margin, Toy};
use quadrille_search::{Limits, Log, Report, Request, Settings, Stop, mcts};

/// Longer than any trace here.
const ENOUGH: usize = 5_000_000;

fn history_of<G: Game>(position: &G) -> KeyHistory {
    std::iter::once(position.history_key()).collect()
}

/// Alpha-beta watched and unwatched, and the sum of its events.
fn check_alphabeta<G: Tactics, E: Evaluation<G>>(
    (position, history): (&G, &KeyHistory),
    evaluation: &E,
    options: &str,
    limits: Limits,
) {
    let stop = Stop::new();
    let request = Request::new(position, history, limits, &stop);
    let searcher = || {
        let mut chosen = if let Some(rest) = options.strip_prefix("bare") {
            (alphabeta::Options::bare(), rest)
        } else {
            (alphabeta::Options::default(), options)
        };
        chosen.0.set_all(chosen.1.trim_start_matches(',')).unwrap();
        alphabeta::Searcher::new(chosen.0, 1).unwrap()
    };
    let plain = searcher().search(&request, evaluation, &mut |_| {});
    let (watched, log) = searcher().trace(&request, evaluation, Log::new(ENOUGH));
    let context = format!("{} {options:?} {limits:?} {position:?}", G::NAME);
    assert_eq!(log.missed(), 0, "{context}");
    assert_eq!(plain.signature(position), watched.signature(position), "{context}");
    let sum = alphabeta::replay(log.events()).unwrap_or_else(|wrong| panic!("{context}: {wrong}"));
    same_counts(&plain, &sum, &context);
}

fn same_counts<G: Game>(report: &Report<G>, sum: &alphabeta::Replayed<G::Move>, context: &str) {
    assert_eq!(
        (report.nodes, report.cuts, report.first_move_cuts),
        (sum.nodes, sum.cuts, sum.first_move_cuts),
        "{context}"
    );
    assert_eq!((report.table.probes, report.table.hits, report.depth), (sum.probes, sum.hits, sum.depth), "{context}");
    if let Some((best, score)) = sum.best {
        assert_eq!((report.best, report.score), (Some(best), Some(score)), "{context}");
        assert_eq!(report.pv, sum.pv, "{context}");
    }
}

const OPTIONS: [&str; 7] = [
    "",
    "bare",
    "bare,table=true,killers=true",
    "scout=false,deepening=false",
    "strict=true,aspiration=false",
    "history_pruning=true,hanging_pruning=true,spare_exact=true,table_evaluation=true,continuations=true",
    "singular_steps=true,noisy_reductions=true,cut_counts=true,hindsight=true,reduced_margins=true,quiescence_answers=true",
];

fn check_game<G: Tactics, E: Evaluation<G>>(rules: &str, evaluation: &E, depth: u32) {
    for (seed, options) in (0..).zip(OPTIONS) {
        let (position, history) = random_position::<G>(rules, seed, 6 + 5 * seed as u32);
        check_alphabeta((&position, &history), evaluation, options, Limits::depth(depth));
        check_alphabeta((&position, &history), evaluation, options, Limits::nodes(700 + 311 * seed));
    }
}

#[test]
fn the_events_of_alpha_beta_add_up_to_its_report() {
    check_game::<quadrille_breakthrough::Position, _>("6x6", &quadrille_breakthrough::evaluation::Advancement, 5);
    check_game::<quadrille_chess::Position, _>("", &quadrille_chess::evaluation::Tapered, 3);
    check_game::<quadrille_othello::Position, _>("", &quadrille_othello::evaluation::SixTerm, 4);
    check_game::<quadrille_go::Small, _>("5 tromp-taylor", &Hashed, 2);
    let mut rng = Rng::new(19);
    for _ in 0..60 {
        let toy: Toy = Toy::random_text(&mut rng, 6, 4, 9).parse().unwrap();
        for options in OPTIONS {
            check_alphabeta((&toy, &history_of(&toy)), &Margin, options, Limits::depth(7));
        }
    }
}

#[test]
fn deep_searches_with_every_rule_add_up() {
    // Deep enough for null moves, razoring, reductions, singular extensions and multi-cut.
    let (position, history) = random_position::<quadrille_chess::Position>("", 3, 24);
    let steps = "singular_steps=true,noisy_reductions=true,cut_counts=true,hindsight=true,reduced_margins=true";
    for (options, depth) in [("", 9), (steps, 10)] {
        let options = format!("continuations=true,long_continuations=true,evaluation_history=true,{options}");
        check_alphabeta(
            (&position, &history),
            &quadrille_chess::evaluation::Tapered,
            options.trim_end_matches(','),
            Limits::depth(depth),
        );
    }
    let (position, history) = random_position::<quadrille_othello::Position>("", 5, 30);
    check_alphabeta((&position, &history), &quadrille_othello::evaluation::SixTerm, "", Limits::depth(8));
}

#[test]
fn minimax_looks_at_everything_and_finds_the_same() {
    let toy: Toy = "((+3+12+8)(+2+4+6)(+14+5+2))".parse().unwrap();
    let mut log = Log::new(ENOUGH);
    let found = alphabeta::trace_minimax(&toy, &history_of(&toy), &Margin, 3, &mut log);
    assert_eq!(found, alphabeta::minimax(&toy, &history_of(&toy), &Margin, 3));
    let sum = alphabeta::replay(log.events()).unwrap();
    assert_eq!((sum.nodes, sum.cuts, sum.best), (13, 0, Some((0, Score::heuristic(300)))));
}

/// The nodes that alpha-beta visits in a tree drawn as text, by the moves that lead there, and those where it cuts.
fn visited(tree: &str) -> (Vec<String>, Vec<String>) {
    let toy: Toy = tree.parse().unwrap();
    let options = alphabeta::Options { deepening: false, ..alphabeta::Options::bare() };
    let stop = Stop::new();
    let history = history_of(&toy);
    let request = Request::new(&toy, &history, Limits::depth(9), &stop);
    let (_, log) = alphabeta::Searcher::new(options, 1).unwrap().trace(&request, &Margin, Log::new(ENOUGH));
    let (mut path, mut entered, mut cuts) = (String::new(), Vec::new(), Vec::new());
    for event in log.events() {
        match event {
            Event::Enter { step: Step::Move(m), .. } => {
                path.push(char::from(b'a' + *m as u8));
                entered.push(path.clone());
            }
            Event::Leave { reason, .. } => {
                if matches!(reason, Reason::Cut { .. }) {
                    cuts.push(path.clone());
                }
                path.pop();
            }
            _ => {}
        }
    }
    (entered, cuts)
}

#[test]
fn textbook_trees_show_the_textbook_cuts() {
    // Russell and Norvig, "Artificial Intelligence": after 3, 12, 8 and 2, the leaves 4 and 6 are never looked at; 14 and
    // 5 are too good to refute, 2 refutes.
    let (entered, cuts) = visited("((+3+12+8)(+2+4+6)(+14+5+2))");
    assert_eq!(entered, ["a", "aa", "ab", "ac", "b", "ba", "c", "ca", "cb", "cc"]);
    assert_eq!(cuts, ["b", "c"]);
    // A shallow cut: the root has 5 from its first move; the second offers the opponent 4.
    let (entered, cuts) = visited("(+5(+4+9))");
    assert_eq!((entered.join(" "), cuts.join(" ")), ("a b ba".into(), "b".into()));
    // A deep cut (Knuth and Moore 1975): the bound of the root cuts three plies below it.
    let (entered, cuts) = visited("(+5(((+4+9)+8)+7))");
    assert_eq!(entered, ["a", "b", "ba", "baa", "baaa", "bab", "bb"]);
    assert_eq!(cuts, ["baa"]);
    // The minimal tree of three plies and three moves, best moves first: 3^2 + 3^1 - 1 = 11 of 27 leaves.
    let best_first = "(((+3+2+1)(+4+4+4)(+4+4+4))((+2+2+2)(+9+9+9)(+9+9+9))((+2+2+2)(+9+9+9)(+9+9+9)))";
    let (entered, _) = visited(best_first);
    assert_eq!(entered.iter().filter(|path| path.len() == 3).count(), 11);
}

/// Tree search watched and unwatched, and the sum of its events.
fn check_tree<G: Game, P: Playout<G>>((position, history): (&G, &KeyHistory), playout: &P, options: &str, seed: u64) {
    let stop = Stop::new();
    let request = Request { seed, ..Request::new(position, history, Limits::playouts(300), &stop) };
    let knowledge = mcts::Knowledge::playout(playout);
    let searcher = || {
        let (name, rest) = options.split_once(',').unwrap_or((options, ""));
        let mut chosen = mcts::Options::preset(name).unwrap();
        chosen.set_all(rest).unwrap();
        mcts::Searcher::new(chosen)
    };
    let context = format!("{} {options} {seed} {position:?}", G::NAME);
    let plain = searcher().search(&request, &knowledge, &mut |_| {});
    let (watched, log) = searcher().trace(&request, &knowledge, Log::new(ENOUGH));
    assert_eq!(plain.signature(position), watched.signature(position), "{context}");
    let sum = mcts::replay(log.events()).unwrap_or_else(|wrong| panic!("{context}: {wrong}"));
    assert_eq!((plain.playouts, plain.nodes), (sum.playouts, sum.nodes), "{context}");
    assert_eq!(plain.pv, sum.pv, "{context}");
    assert_eq!(plain.best, sum.pv.first().copied(), "{context}");
    same_moves(&plain, &sum, &context);
}

fn same_moves<G: Game>(report: &Report<G>, sum: &mcts::Replayed<G::Move>, context: &str) {
    for row in report.moves.iter().filter(|row| row.visits > 0) {
        let found = sum.moves.iter().find(|(m, ..)| *m == row.m);
        assert_eq!(found.map(|(_, visits, _)| u64::from(*visits)), Some(row.visits), "{context}");
        if row.score.is_none() {
            assert_eq!(found.map(|(_, _, mean)| *mean), row.value, "{context}");
        }
    }
}

const TREES: [&str; 9] = [
    "mc",
    "mc,rule=halving",
    "uct",
    "uct,solver=false,expand_after=1",
    "uct-tt",
    "puct",
    "rave",
    "grave,grave_reference=20",
    "uct,scheme=steps",
];

#[test]
fn the_events_of_tree_search_add_up_to_its_report() {
    fn check<G: Game, P: Playout<G>>(rules: &str, playout: &P) {
        for (seed, options) in (0..).zip(TREES) {
            let (position, history) = random_position::<G>(rules, seed, 3 * seed as u32);
            check_tree((&position, &history), playout, options, seed + 1);
        }
    }
    check::<quadrille_breakthrough::Position, _>("5x5", &quadrille_breakthrough::playout::Random);
    check::<quadrille_chess::Position, _>("", &quadrille_chess::playout::Random);
    check::<quadrille_othello::Position, _>("", &quadrille_othello::playout::Random);
    check::<quadrille_go::Small, _>("5 tromp-taylor", &quadrille_go::Random);
    let mut rng = Rng::new(20);
    for _ in 0..20 {
        let toy: Toy = Toy::random_text(&mut rng, 5, 4, 9).parse().unwrap();
        if toy.outcome().is_none() {
            TREES.iter().for_each(|options| check_tree((&toy, &history_of(&toy)), &Uniform, options, 7));
        }
    }
}

#[test]
fn several_threads_leave_no_virtual_loss_behind() {
    let (position, history) = random_position::<quadrille_othello::Position>("", 1, 8);
    let stop = Stop::new();
    let request = Request { threads: 2, ..Request::new(&position, &history, Limits::playouts(400), &stop) };
    let playout = quadrille_othello::playout::Random;
    let mut searcher = mcts::Searcher::new(mcts::Options::default());
    let (report, log) = searcher.trace(&request, &mcts::Knowledge::playout(&playout), Log::new(ENOUGH));
    let sum = mcts::replay(log.events()).unwrap();
    same_moves(&report, &sum, "two threads");
    let losses = |noted: &mcts::Noted<_>| matches!(noted.event, mcts::Event::Down { losses, .. } if losses > 0);
    assert!(log.events().iter().any(losses));
}

#[test]
fn the_threads_of_a_watched_search_share_it() {
    let (position, history) = random_position::<quadrille_othello::Position>("", 1, 8);
    let stop = Stop::new();
    let playout = quadrille_othello::playout::Random;
    for (threads, playouts) in [(2, 60), (3, 61), (4, 3)] {
        let request = Request { threads, ..Request::new(&position, &history, Limits::playouts(playouts), &stop) };
        let mut searcher = mcts::Searcher::new(mcts::Options::default());
        let (report, log) = searcher.trace(&request, &mcts::Knowledge::playout(&playout), Log::new(ENOUGH));
        assert_eq!(report.playouts, playouts);
        let begun = |thread| {
            let by = |noted: &&mcts::Noted<_>| noted.thread == thread && noted.event == mcts::Event::Simulation;
            log.events().iter().filter(by).count() as u64
        };
        if playouts > 8 * threads as u64 {
            (0..threads).for_each(|thread| assert!(begun(thread) >= 8, "thread {thread} of {threads}"));
        }
    }
}

#[test]
fn a_full_log_says_how_much_is_missing() {
    let toy: Toy = "((+3+12+8)(+2+4+6)(+14+5+2))".parse().unwrap();
    let mut log = Log::new(5);
    alphabeta::trace_minimax(&toy, &history_of(&toy), &Margin, 3, &mut log);
    let mut whole = Log::new(ENOUGH);
    alphabeta::trace_minimax(&toy, &history_of(&toy), &Margin, 3, &mut whole);
    assert_eq!(log.events(), &whole.events()[..5]);
    assert_eq!(log.missed() as usize, whole.events().len() - 5);
}

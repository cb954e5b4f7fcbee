//! How searches behave: reproducible, robust, stoppable, and aware of the past.

use crate::common::{Hashed, random_position};
use quadrille_core::{Evaluation, Game, KeyHistory, Notation, Playout, Tactics, UniformPrior, contract};
use quadrille_search::{Limits, Report, Request, Stop, alphabeta, mcts};
use std::time::{Duration, Instant};

type Breakthrough = quadrille_breakthrough::Position;
type Chess = quadrille_chess::Position;
type Othello = quadrille_othello::Position;
type Go = quadrille_go::Small;

fn alphabeta_report<G: Tactics>(
    position: &G,
    history: &KeyHistory,
    evaluation: &dyn Evaluation<G>,
    limits: Limits,
) -> Report<G> {
    let stop = Stop::new();
    let request = Request::new(position, history, limits, &stop);
    alphabeta::Searcher::new(alphabeta::Options::default(), 1).unwrap().search(&request, evaluation, &mut |_| {})
}

fn mcts_report<G: Game, P: Playout<G>>(
    position: &G,
    history: &KeyHistory,
    playout: &P,
    name: &str,
    limits: Limits,
    seed: u64,
) -> Report<G> {
    let stop = Stop::new();
    let request = Request { seed, ..Request::new(position, history, limits, &stop) };
    let knowledge = mcts::Knowledge { playout, prior: Some(&UniformPrior), evaluation: None, judge: None };
    mcts::Searcher::new(mcts::Options::preset(name).unwrap()).search(&request, &knowledge, &mut |_| {})
}

/// Twenty budgets, each twice, must give the same signature; another seed must not.
fn repeats_itself<G: Tactics, P: Playout<G>>(rules: &str, playout: &P) {
    let (position, history) = random_position::<G>(rules, 3, 6);
    for budget in 1..=20_u64 {
        let nodes = || alphabeta_report(&position, &history, &Hashed, Limits::nodes(budget * 150)).signature(&position);
        assert_eq!(nodes(), nodes(), "{} with {budget} x 150 nodes", G::NAME);
        let name = mcts::NAMES[budget as usize % mcts::NAMES.len()];
        let playouts = |seed| {
            let limits = Limits::playouts(budget * 20);
            mcts_report(&position, &history, playout, name, limits, seed).signature(&position)
        };
        assert_eq!(playouts(1), playouts(1), "{} {name} with {budget} x 20 playouts", G::NAME);
        assert_ne!(playouts(1), playouts(2), "{} {name} must depend on the seed", G::NAME);
    }
}

#[test]
fn one_thread_and_one_seed_give_one_result() {
    repeats_itself::<Breakthrough, _>("6x6", &quadrille_breakthrough::playout::Random);
    repeats_itself::<Othello, _>("", &quadrille_othello::playout::Random);
    repeats_itself::<Chess, _>("", &quadrille_chess::playout::Random);
    repeats_itself::<Go, _>("9 tromp-taylor", &quadrille_go::Random);
}

/// Plays a game with a damaged table; every move must be legal.
fn game_with_faults<G: Tactics + Notation>(rules: &str, seed: u64, longest: usize) -> u64 {
    let rules = rules.parse().unwrap_or_else(|error| panic!("{error}"));
    let mut position = G::start(&rules);
    let mut history = KeyHistory::new();
    history.push(position.history_key());
    let mut searcher = alphabeta::Searcher::new(alphabeta::Options::default(), 1).unwrap();
    searcher.table().inject_faults(seed, 100);
    let stop = Stop::new();
    let mut hits = 0;
    for ply in 0..longest {
        if position.outcome().is_some() || position.adjudicate(&history).is_some() {
            break;
        }
        let limits = Limits { depth: Some(6), ..Limits::nodes(600 + 50 * (seed + ply as u64) % 300) };
        let request = Request::new(&position, &history, limits, &stop);
        let report = searcher.search(&request, &Hashed, &mut |_| {});
        hits += report.table.hits;
        let Some(m) = report.best else { break };
        assert!(position.is_legal(m), "illegal {m:?} in {}", position.format_position());
        position.play(m);
        history.push(position.history_key());
    }
    hits
}

#[test]
fn two_hundred_games_with_a_damaged_table_stay_legal() {
    let games = contract::reference_games("DAMAGED_GAMES", 200);
    let mut hits = 0;
    for seed in 0..games.div_ceil(4) {
        hits += game_with_faults::<Breakthrough>("5x5", seed, 100);
        hits += game_with_faults::<Othello>("", seed, 60);
        hits += game_with_faults::<Chess>("", seed, 30);
        hits += game_with_faults::<Go>("5 tromp-taylor", seed, 25);
    }
    assert!(hits > 100_000, "only {hits} probes found anything to damage");
}

#[test]
fn a_stop_request_is_honoured() {
    let (position, history) = random_position::<Chess>("", 1, 10);
    for algorithm in ["alphabeta", "uct", "rave"] {
        let stop = Stop::new();
        let other = stop.clone();
        let asker = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(60));
            other.request();
            Instant::now()
        });
        let request = Request { threads: 2, ..Request::new(&position, &history, Limits::infinite(), &stop) };
        let report = if algorithm == "alphabeta" {
            let mut searcher = alphabeta::Searcher::new(alphabeta::Options::default(), 1).unwrap();
            searcher.search(&request, &Hashed, &mut |_| {})
        } else {
            let knowledge = mcts::Knowledge::playout(&quadrille_chess::playout::Random);
            mcts::Searcher::new(mcts::Options::preset(algorithm).unwrap()).search(&request, &knowledge, &mut |_| {})
        };
        assert!(report.best.is_some());
        asker.join().unwrap();
    }
}

/// Wherever a search of several lines is cut off, they are told in the order of their values.
#[test]
fn the_best_line_comes_first() {
    let (position, history) = random_position::<Chess>("", 1, 10);
    for nodes in (200..6_000).step_by(200) {
        let stop = Stop::new();
        let request = Request { multipv: 4, ..Request::new(&position, &history, Limits::nodes(nodes), &stop) };
        let mut searcher = alphabeta::Searcher::new(alphabeta::Options::default(), 1).unwrap();
        let report = searcher.search(&request, &Hashed, &mut |_| {});
        let scores: Vec<_> = report.moves[..4].iter().map(|row| row.score).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{nodes} nodes: {scores:?}");
        assert_eq!((report.best, report.score), (Some(report.moves[0].m), scores[0]));
    }
}

#[test]
fn without_time_there_is_still_a_legal_move() {
    for seed in 0..20 {
        let (position, history) = random_position::<Chess>("", seed, seed as u32 * 5);
        if position.outcome().is_some() {
            continue;
        }
        let limits = Limits::time(Duration::ZERO);
        let best = alphabeta_report(&position, &history, &Hashed, limits).best;
        assert!(best.is_some_and(|m| position.is_legal(m)));
        let best = mcts_report(&position, &history, &quadrille_chess::playout::Random, "uct", limits, 1).best;
        assert!(best.is_some_and(|m| position.is_legal(m)));
    }
}

/// Expects the move with the largest number.
struct Expecting;

impl mcts::Judge<Chess> for Expecting {
    fn judge(
        &self,
        _: &Chess,
        _: &[quadrille_chess::Move],
        moves: &[quadrille_chess::Move],
        priors: &mut [f32],
    ) -> f32 {
        let largest = moves.iter().map(|m| m.bits()).max();
        for (prior, m) in priors.iter_mut().zip(moves) {
            *prior = if Some(m.bits()) == largest { 0.9 } else { 0.1 / moves.len() as f32 };
        }
        0.5
    }
}

#[test]
fn without_time_the_likeliest_move_is_played() {
    let (position, history) = random_position::<Chess>("", 3, 12);
    let stop = Stop::new();
    let request = Request::new(&position, &history, Limits::time(Duration::ZERO), &stop);
    let mut searcher = mcts::Searcher::new(mcts::Options::preset("puct").unwrap());
    let playout = quadrille_chess::playout::Random;
    let knowledge = mcts::Knowledge { judge: Some(&Expecting), ..mcts::Knowledge::playout(&playout) };
    let report = searcher.search(&request, &knowledge, &mut |_| {});
    let mut moves = quadrille_chess::Moves::new();
    position.legal_moves(&mut moves);
    assert_eq!((report.playouts, report.best), (0, moves.iter().copied().max_by_key(|m| m.bits())));
}

#[test]
fn the_played_moves_keep_their_subtree() {
    let (mut position, mut history) = random_position::<Breakthrough>("6x6", 5, 4);
    let stop = Stop::new();
    for name in ["uct", "uct-tt", "rave"] {
        let knowledge = mcts::Knowledge::playout(&quadrille_breakthrough::playout::Random);
        let mut searcher = mcts::Searcher::new(mcts::Options::preset(name).unwrap());
        let limits = Limits::playouts(3_000);
        let first = searcher.search(&Request::new(&position, &history, limits, &stop), &knowledge, &mut |_| {});
        for &m in &first.pv[..2] {
            position.play(m);
            history.push(position.history_key());
        }
        let request = Request::new(&position, &history, Limits::playouts(100), &stop);
        let second = searcher.search(&request, &knowledge, &mut |_| {});
        let visits: u64 = second.moves.iter().map(|line| line.visits).sum();
        assert!(visits > 110, "{name} kept nothing: {visits} visits");
        assert_eq!(second.playouts, 100);
        let unknown = searcher.search(
            &Request::new(&Breakthrough::start(&position.rules()), &history, Limits::playouts(100), &stop),
            &knowledge,
            &mut |_| {},
        );
        let visits: u64 = unknown.moves.iter().map(|line| line.visits).sum();
        assert!(visits == 100 || name == "uct-tt", "{name} must start anew: {visits} visits");
    }
}

#[test]
fn the_paper_s_steps_find_the_same_kind_of_answer() {
    let (position, history) = random_position::<Breakthrough>("4x3", 1, 8);
    let stop = Stop::new();
    for threads in [1, 3] {
        let request = Request { threads, ..Request::new(&position, &history, Limits::playouts(600), &stop) };
        let options = mcts::Options { scheme: mcts::Scheme::Steps, ..mcts::Options::preset("prior").unwrap() };
        let knowledge = mcts::Knowledge {
            playout: &quadrille_breakthrough::playout::Random,
            prior: Some(&UniformPrior),
            evaluation: None,
            judge: None,
        };
        let report = mcts::Searcher::new(options).search(&request, &knowledge, &mut |_| {});
        assert!(report.score.is_some() || report.playouts == 600);
        assert!(report.score.is_some() || report.nodes > 10, "one expansion a step: {} records", report.nodes);
        let most = report.moves.iter().map(|line| line.visits).max();
        assert!(
            report.score.is_some() || report.moves[0].visits == most.unwrap(),
            "the most visited move is the answer"
        );
    }
}

/// The game without Black's queen, in which both sides move their knights out and back.
fn shuffled_game(plies: usize) -> (Chess, KeyHistory) {
    let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut position = Chess::parse_position(&Default::default(), fen).unwrap();
    let mut history = KeyHistory::new();
    history.push(position.history_key());
    for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"].into_iter().take(plies) {
        position.play(position.parse_move(text).unwrap());
        history.push(position.history_key());
    }
    (position, history)
}

#[test]
fn the_loser_repeats_and_the_winner_does_not() {
    use quadrille_chess::evaluation::Tapered;
    for depth in 2..=6 {
        let (position, history) = shuffled_game(7);
        let report = alphabeta_report(&position, &history, &Tapered, Limits::depth(depth));
        assert_eq!(position.format_move(report.best.unwrap()), "f6g8", "a queen down, depth {depth}");
        assert_eq!(report.score.unwrap().raw(), 0);
        let (position, history) = shuffled_game(6);
        let report = alphabeta_report(&position, &history, &Tapered, Limits::depth(depth));
        assert_ne!(position.format_move(report.best.unwrap()), "f3g1", "a queen up, depth {depth}");
        assert!(report.score.unwrap().raw() > 300);
    }
    let (position, history) = shuffled_game(7);
    let report = mcts_report(&position, &history, &quadrille_chess::playout::Random, "uct", Limits::playouts(2_000), 1);
    let repeat = report.moves.iter().find(|line| position.format_move(line.m) == "f6g8").unwrap();
    assert_eq!(repeat.value, Some(0.5), "a repetition is worth exactly a draw to tree search too");
}

#[test]
fn mate_on_the_hundredth_half_move_is_mate() {
    use quadrille_chess::evaluation::Tapered;
    let read = |fen| Chess::parse_position(&Default::default(), fen).unwrap();
    let mate = read("7k/5Q2/6K1/8/8/8/8/8 w - - 99 80");
    let history = std::iter::once(mate.history_key()).collect();
    for depth in 1..=5 {
        let report = alphabeta_report(&mate, &history, &Tapered, Limits::depth(depth));
        assert_eq!(report.score.unwrap().plies_to_end(), Some(1), "depth {depth}");
    }
    // A queen up, but every move is the hundredth: drawn, and still a move is given.
    let drawn = read("7k/8/8/8/8/8/2Q5/K7 w - - 99 80");
    let history = std::iter::once(drawn.history_key()).collect();
    for depth in 1..=5 {
        let report = alphabeta_report(&drawn, &history, &Tapered, Limits::depth(depth));
        assert_eq!(report.score.unwrap().raw(), 0, "depth {depth}");
        assert!(report.best.is_some());
    }
}

#[test]
fn absurd_requests_are_clamped_and_said_so() {
    let (position, history) = random_position::<Breakthrough>("4x3", 1, 8);
    let stop = Stop::new();
    let request = Request { threads: 0, ..Request::new(&position, &history, Limits::depth(100_000), &stop) };
    let mut searcher = alphabeta::Searcher::new(alphabeta::Options::default(), 1).unwrap();
    let report = searcher.search(&request, &Hashed, &mut |_| {});
    assert_eq!(report.notes.len(), 2, "{:?}", report.notes);
    let knowledge = mcts::Knowledge::playout(&quadrille_breakthrough::playout::Random);
    let mut options = mcts::Options::preset("uct").unwrap();
    options.solver = false;
    let report = mcts::Searcher::new(options).search(&request, &knowledge, &mut |_| {});
    assert_eq!((report.playouts, report.notes.len()), (20_000, 2), "{:?}", report.notes);
}

#[test]
fn a_finished_game_gets_a_sentence_and_no_move() {
    let mate = Chess::parse_position(&Default::default(), "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    let history = std::iter::once(mate.history_key()).collect();
    let report = alphabeta_report(&mate, &history, &Hashed, Limits::depth(3));
    assert!(report.best.is_none() && report.notes[0].is(&quadrille_search::words::GAME_OVER));
    let report = mcts_report(&mate, &history, &quadrille_chess::playout::Random, "uct", Limits::playouts(10), 1);
    assert!(report.best.is_none() && report.notes[0].is(&quadrille_search::words::GAME_OVER));
}

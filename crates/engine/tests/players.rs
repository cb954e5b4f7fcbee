//! Every algorithm answers in every game with a legal move, whatever the limits.

use quadrille_core::Value;
use quadrille_engine::{ALGORITHMS, Limits, PlayerSpec, Question, Session, Stop, bench, registry, words};
use std::time::{Duration, Instant};

/// Rules that make searches quick; every other game is played under its usual ones.
const RULES: [(&str, &str); 2] = [("breakthrough", "6x5"), ("go", "7")];

fn open(game: &str, rules: &str) -> Box<dyn Session> {
    registry::open(game, rules, None).expect("a good game")
}

#[test]
fn every_algorithm_plays_every_game() {
    for game in registry::names() {
        let rules = RULES.iter().find(|(name, _)| *name == game).map_or("", |(_, rules)| *rules);
        for (algorithm, _) in ALGORITHMS.into_iter().filter(|(name, _)| *name != "exact") {
            let mut session = open(game, rules);
            let mut thinker = session.thinker(&PlayerSpec::new(algorithm).with("hash", 1)).expect("a player");
            let limits = Limits { nodes: Some(300), playouts: Some(40), ..Limits::default() };
            while session.ply() < 6 && session.end().is_none() {
                let stop = Stop::new();
                let report =
                    thinker.think(session.as_ref(), &Question::new(limits, &stop), &mut |_| {}).expect("an answer");
                let best = report.best.expect("a move");
                session.play(&best.text).unwrap_or_else(|error| panic!("{algorithm} at {game}: {error}"));
            }
        }
    }
}

#[test]
fn specialists_play_whole_games() {
    for (game, rules) in [("breakthrough", "5x5"), ("othello", "")] {
        let mut session = open(game, rules);
        let mut thinker = session.thinker(&PlayerSpec::new("specialist").with("hash", 8)).expect("a player");
        while session.end().is_none() {
            let stop = Stop::new();
            // Without a clock the table is waited for.
            let time = (game == "othello").then_some(Duration::from_millis(100));
            let question = Question::new(Limits { depth: Some(4), time, ..Limits::default() }, &stop);
            let report = thinker.think(session.as_ref(), &question, &mut |_| {}).expect("an answer");
            session.play(&report.best.expect("a move").text).expect("a legal move");
        }
        if game == "breakthrough" {
            assert_eq!(session.ply(), 26, "perfect play on 5x5 ends after 26 plies");
        }
    }
}

#[test]
fn the_course_presets_play_othello_and_solve_its_endgames() {
    // FFO number 20: six squares are empty, and h5 wins by 6 discs.
    let text = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
    let endgame = registry::open("othello", "", Some(text)).expect("a position");
    for name in ["course", "course-ai"] {
        let stop = Stop::new();
        let spec = PlayerSpec::new(name).with("hash", 1);
        let mut thinker = endgame.thinker(&spec).expect("a player");
        let question = Question::new(Limits { depth: Some(1), ..Limits::default() }, &stop);
        let report = thinker.think(endgame.as_ref(), &question, &mut |_| {}).expect("an answer");
        assert_eq!(report.best.map(|best| best.text).as_deref(), Some("h5"), "{name}");
        assert_eq!(report.verdict.map(|verdict| verdict.value), Some(Value::Margin(6.0)), "{name}");
        let start = open("othello", "");
        let report = thinker.think(start.as_ref(), &Question::new(Limits::depth(3), &stop), &mut |_| {});
        let report = report.expect("an answer");
        assert!(report.best.is_some() && report.depth == Some(3) && report.algorithm == name, "{report:?}");
        assert!(open("chess", "").thinker(&PlayerSpec::new(name)).is_err());
        assert!(start.thinker(&spec.with("evaluation", "discs")).is_err());
    }
}

#[test]
fn several_lines_are_given_when_asked_for() {
    for (game, algorithm) in [("chess", "alphabeta"), ("othello", "specialist"), ("breakthrough", "specialist")] {
        let session = open(game, "");
        let mut thinker = session.thinker(&PlayerSpec::new(algorithm)).expect("a player");
        let stop = Stop::new();
        let question = Question { multipv: 3, ..Question::new(Limits::depth(5), &stop) };
        let report = thinker.think(session.as_ref(), &question, &mut |_| {}).expect("an answer");
        let scored: Vec<f64> =
            report.moves.iter().take(3).filter_map(|line| line.verdict.map(|verdict| verdict.number())).collect();
        assert_eq!(scored.len(), 3, "{game}");
        assert!(scored.is_sorted_by(|better, worse| better >= worse), "{game}: {scored:?}");
    }
}

#[test]
fn root_moves_limit_the_choice() {
    let session = open("chess", "");
    let mut thinker = session.thinker(&PlayerSpec::new("alphabeta")).expect("a player");
    let stop = Stop::new();
    let question = Question { root_moves: Some(vec!["a2a3".to_owned()]), ..Question::new(Limits::depth(4), &stop) };
    let report = thinker.think(session.as_ref(), &question, &mut |_| {}).expect("an answer");
    assert_eq!(report.best.map(|best| best.text).as_deref(), Some("a2a3"));
}

#[test]
fn a_stop_request_ends_the_thinking() {
    for (game, algorithm) in [("chess", "alphabeta"), ("go", "rave"), ("othello", "specialist")] {
        let session = open(game, "");
        let mut thinker = session.thinker(&PlayerSpec::new(algorithm)).expect("a player");
        let stop = Stop::new();
        let other = stop.clone();
        let waiting = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            other.request();
        });
        let start = Instant::now();
        let question = Question::new(Limits { time: Some(Duration::from_secs(60)), ..Limits::default() }, &stop);
        assert!(thinker.think(session.as_ref(), &question, &mut |_| {}).expect("an answer").best.is_some());
        assert!(start.elapsed() < Duration::from_secs(30), "{game} did not listen");
        waiting.join().expect("the stopper ends");
    }
}

#[test]
fn the_exact_player_says_that_it_could_not_solve() {
    let session = open("chess", "");
    let mut thinker = session.thinker(&PlayerSpec::new("exact").with("hash", 1)).expect("a player");
    let refusal = thinker.think(session.as_ref(), &Question::new(Limits::nodes(1_000), &Stop::new()), &mut |_| {});
    assert!(refusal.is_err_and(|refusal| refusal.is(&words::NOT_SOLVED)));
    let solved = registry::open("go", "2 komi=0", None).expect("a board");
    let mut thinker = solved.thinker(&PlayerSpec::new("exact").with("hash", 8)).expect("a player");
    let report = thinker.think(solved.as_ref(), &Question::new(Limits::default(), &Stop::new()), &mut |_| {});
    assert_eq!(report.expect("a value").verdict.map(|verdict| verdict.value), Some(Value::Margin(1.0)));
}

/// The table's size once had the name of the table's switch.
#[test]
fn the_older_spelling_of_the_size_of_the_table_is_read() {
    let spec: PlayerSpec = "alphabeta,table=false,table=64".parse().expect("a player");
    assert_eq!(spec.to_string(), "alphabeta,table=false,hash=64");
}

#[test]
fn a_player_refuses_another_game_and_bad_options() {
    let (chess, go) = (open("chess", ""), open("go", "9"));
    let mut thinker = chess.thinker(&PlayerSpec::new("uct")).expect("a player");
    let stop = Stop::new();
    assert!(thinker.think(go.as_ref(), &Question::new(Limits::playouts(1), &stop), &mut |_| {}).is_err());
    for text in
        ["minimax", "uct,threads=0", "uct,speed=9", "alphabeta,evaluation=nnue", "random,depth=3", "alphabeta,table=0"]
    {
        let spec: PlayerSpec = text.parse().expect("the form is right");
        assert!(chess.thinker(&spec).is_err(), "{text}");
    }
    assert!(go.thinker(&PlayerSpec::new("specialist")).is_err());
}

#[test]
fn the_signature_is_reproducible_and_known() {
    let first = bench::signature().expect("a number");
    assert_eq!(first, bench::signature().expect("a number"), "searches with one thread and a seed must repeat");
    let known = include_str!("../../../testdata/bench-signature.txt").trim();
    assert_eq!(format!("{first:016x}"), known, "a change of search behaviour: say so and write the new signature down");
}

#[test]
fn a_tree_is_shown_branch_by_branch_when_asked_for() {
    for (game, rules, algorithm) in [("go", "5", "uct"), ("othello", "", "uct-tt"), ("breakthrough", "5x5", "rave")] {
        let session = open(game, rules);
        let mut thinker = session.thinker(&PlayerSpec::new(algorithm)).expect("a player");
        let stop = Stop::new();
        let question = Question { branches: 40, ..Question::new(Limits::playouts(800), &stop) };
        let tree = thinker.think(session.as_ref(), &question, &mut |_| {}).expect("an answer").tree;
        assert_eq!(tree.len(), 40, "{game}");
        for (index, branch) in tree.iter().enumerate() {
            assert!(branch.parent.is_none_or(|parent| parent < index), "{game}: a move comes after the one it answers");
            // Replayed by the rules, every branch is a line of the game.
            let parents = std::iter::successors(Some(index), |&at| tree[at].parent);
            let mut line: Vec<&str> = parents.map(|at| tree[at].name.text.as_str()).collect();
            line.reverse();
            let mut copy = session.duplicate();
            for text in line {
                copy.play(text).unwrap_or_else(|error| panic!("{game}: {error}"));
            }
        }
        assert!(tree.iter().any(|branch| branch.parent.is_some()), "{game}: the tree has more than its root");
    }
}

/// Learned patterns speak of Go, on boards of any size, and of no other game.
#[test]
fn insight_is_about_go() {
    let library = quadrille_engine::Library::built_in();
    for rules in ["19", "9"] {
        let mut session = open("go", rules);
        session.play("C3").expect("a free point");
        session.play("pass").expect("always allowed");
        let insight = session.insight(&library, 3).expect("Go has patterns");
        let points: usize = rules.parse().expect("a number");
        assert_eq!((insight.points.len(), insight.neighbours.len()), (points * points - 1, 0));
        assert!(insight.points[0].probability > insight.points[points].probability);
    }
    assert!(open("othello", "").insight(&library, 3).is_none());
}

//! Levels and the names of players.

use quadrille_engine::{ALGORITHMS, LEVELS, Level, Limits, PlayerSpec, Question, Stop, registry, words};
use quadrille_search::mcts;

#[test]
fn reads_what_it_writes() {
    for text in ["uct", "alphabeta,evaluation=six-term,threads=2"] {
        assert_eq!(text.parse::<PlayerSpec>().map(|spec| spec.to_string()), Ok(text.to_owned()));
    }
}

#[test]
fn refuses_nonsense_with_a_sentence() {
    for text in ["", ",", "uct,", "uct,threads", "uct,=3"] {
        assert!(text.parse::<PlayerSpec>().is_err(), "{text:?}");
    }
}

#[test]
fn every_tree_search_is_listed() {
    for name in mcts::NAMES {
        assert!(ALGORITHMS.iter().any(|(listed, _)| *listed == name), "{name}");
    }
}

#[test]
fn levels_are_found_by_number_and_name_and_can_play() {
    assert_eq!(Level::parse("3").map(|level| level.name.en), Ok("casual"));
    assert_eq!(Level::parse("Full strength").map(|level| level.number), Ok(8));
    for text in ["0", "9", "", "god"] {
        let sentence = Level::parse(text).expect_err("no such level").to_string();
        assert!(sentence.contains(&format!("{text:?}")) && sentence.contains("8 (full strength)"), "{sentence}");
    }
    for game in registry::names() {
        let session = registry::open(game, "", None).expect("a game");
        assert!(session.thinker(&PlayerSpec::new("level-9")).is_err());
        for (index, level) in LEVELS.iter().enumerate() {
            assert_eq!(usize::from(level.number), index + 1);
            let player = PlayerSpec::new(level.player_name()).with("hash", 1);
            assert!(session.thinker(&player).is_ok(), "{game}, level {}: {player}", level.name.en);
        }
    }
}

/// The strongest level opens from the book, where there is one: differently from game to game, and with a judgement.
#[test]
fn strong_levels_open_from_the_book() {
    let session = registry::open("chess", "", None).expect("a game");
    let stop = Stop::new();
    let mut first_moves = std::collections::BTreeSet::new();
    for seed in 0..12 {
        let player = PlayerSpec::new("level-8").with("hash", 1).with("seed", seed);
        let mut thinker = session.thinker(&player).expect("a level");
        let question = Question::new(Limits::nodes(300), &stop);
        let report = thinker.think(session.as_ref(), &question, &mut |_| {}).expect("a move");
        assert!(report.verdict.is_some());
        first_moves.insert(report.best.expect("the game is not over").text);
    }
    assert!(first_moves.len() > 1, "{first_moves:?}");
}

/// The weakest level plays many different first moves, each legal, the same ones from the same seed.
#[test]
fn weak_levels_differ_from_game_to_game_by_their_seed() {
    for game in registry::names() {
        let session = registry::open(game, "", None).expect("a game");
        let stop = Stop::new();
        let first_move = |seed: u64| {
            let player = PlayerSpec::new("level-1").with("hash", 1).with("seed", seed);
            let mut thinker = session.thinker(&player).expect("a level");
            let question = Question::new(Limits::default(), &stop);
            let report = thinker.think(session.as_ref(), &question, &mut |_| {}).expect("a move");
            let text = report.best.expect("the game is not over").text;
            session.duplicate().play(&text).expect("legal");
            text
        };
        let moves: std::collections::BTreeSet<_> = (0..12).map(first_move).collect();
        assert!(moves.len() >= 3 || session.legal_moves().len() < 3, "{game}: {moves:?}");
        assert_eq!(first_move(5), first_move(5));
    }
}

#[test]
fn limits_of_the_question_hold_too() {
    let session = registry::open("chess", "", None).expect("a game");
    let stop = Stop::new();
    let depth = |asked: u32| {
        let mut thinker = session.thinker(&PlayerSpec::new("level-3").with("hash", 1)).expect("a level");
        let question = Question::new(Limits::depth(asked), &stop);
        thinker.think(session.as_ref(), &question, &mut |_| {}).expect("a move").depth
    };
    let own = LEVELS[2].limits().depth;
    assert_eq!((depth(1), depth(9)), (Some(1), own));
}

#[test]
fn every_message_is_translated() {
    quadrille_core::words::check(words::ALL);
    for entry in registry::GAMES {
        quadrille_core::words::check(entry.descriptor.words);
    }
}

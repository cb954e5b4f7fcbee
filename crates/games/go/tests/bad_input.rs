//! Bad input is refused with a sentence that quotes it and says what was expected; nothing panics.

use quadrille_core::{Game, KeyHistory, Notation};
use quadrille_go::{Goban, Rules, Setup, Small, general};

fn rules_error(text: &str) -> String {
    text.parse::<Rules>().expect_err(text).to_string()
}

fn position_error(text: &str) -> String {
    let fast = Small::parse_position(&Rules::default(), text).expect_err(text).to_string();
    let slow = general::Position::parse_position(&Rules::default(), text).expect_err(text).to_string();
    assert_eq!(fast, slow);
    fast
}

#[test]
fn rules_are_refused_with_a_reason() {
    for (name, text, reason) in [
        ("unknown word", "ing", "\"ing\" is not a rule of Go"),
        ("no lines", "0", "invalid board size \"0\""),
        ("too many lines", "1000", "invalid board size \"1000\""),
        ("overflowing size", "99999999999999999999", "invalid board size"),
        ("one side missing", "9x", "invalid board size \"9x\""),
        ("three sides", "9x9x9", "invalid board size \"9x9x9\""),
        ("two sizes", "9 19", "\"19\" repeats or contradicts"),
        ("two rule sets", "chinese simplified", "\"simplified\" repeats or contradicts"),
        ("komi is not a number", "komi=seven", "\"seven\" is not a multiple of 0.5"),
        ("komi of a quarter", "komi=7.25", "\"7.25\" is not a multiple of 0.5"),
        ("endless komi", "komi=inf", "\"inf\" is not a multiple of 0.5"),
        ("undefined komi", "komi=NaN", "\"NaN\" is not a multiple of 0.5"),
        ("enormous komi", "komi=1e9", "\"1e9\" is not a multiple of 0.5"),
        ("komi where there is none", "simplified komi=7.5", "has no komi"),
        ("handicap of one", "19 handicap=1", "expected 2 to 9 stones"),
        ("handicap of ten", "19 handicap=10", "expected 2 to 9 stones"),
        ("handicap on a tiny board", "5 handicap=2", "expected no handicap"),
        ("handicap of five on an even board", "10 handicap=5", "expected 2 to 4 stones"),
        ("handicap is not a number", "handicap=some", "\"some\" is not a number of stones"),
        ("handicap where there is none", "simplified handicap=2", "has no handicap"),
    ] {
        let error = rules_error(text);
        assert!(error.contains(reason), "{name}: {error}");
    }
}

#[test]
fn positions_are_refused_with_a_reason() {
    let long_row = "X".repeat(1_500);
    let many_rows = "3/".repeat(5_000) + "3 X";
    for (name, text, reason) in [
        ("nothing", "", "the position is empty"),
        ("only blanks", "   ", "the position is empty"),
        ("no side", "3/3/3", "the side to move is missing"),
        ("wrong side", "3/3/3 B", "the side to move is \"B\""),
        ("wrong letter", "3/1Q1/3 X", "row 2 (\"1Q1\") contains 'Q'"),
        ("letter outside ASCII", "3/1é1/3 X", "contains 'é'"),
        ("short row", "3/2/3 X", "row 2 has 2 points, but the first row has 3"),
        ("long row", "3/3/4 X", "row 3 has 4 points, but the first row has 3"),
        ("empty rows", "// X", "a board of 3 rows and 0 columns is not possible"),
        ("run of zero", "3/0X2/3 X", "row 2 has a run of 0 empty points"),
        ("overflowing run", "99999999999999999999999 X", "a run of 99999999999999999999999 empty points"),
        ("endless row", &long_row, "has more than 999 points"),
        ("endless column", &many_rows, "a board of 5001 rows"),
        ("no liberty", "OX1/X2/3 X", "the chain at A3 has no liberties"),
        ("full board", "XO/OX X", "has no liberties"),
        ("unknown word at the end", "3/3/3 X komi", "\"komi\" after the side to move"),
        ("ko off the board", "3/3/3 X ko=T19", "\"T19\" is not on this board"),
        ("ko that is none", "3/3/3 X ko=A1", "ko=A1 is not a ko for Black"),
        ("too many passes", "3/3/3 X passes=3", "passes=3 is not possible"),
        ("passes is not a number", "3/3/3 X passes=-1", "passes=-1 is not a number"),
    ] {
        let error = position_error(text);
        assert!(error.contains(reason), "{name}: {error}");
    }
}

#[test]
fn a_board_too_large_for_its_class_is_refused() {
    let text = "10/".repeat(9) + "10 X";
    let error = Small::parse_position(&Rules::default(), &text).expect_err("ten lines");
    assert!(error.to_string().contains("10x10 does not fit"), "{error}");
}

#[test]
fn moves_are_refused_with_a_reason_and_change_nothing() {
    let rules = Rules::default();
    let board = Small::parse_position(&rules, "1O7/O8/9/9/9/9/9/9/9 X").expect("a position");
    let finished = Small::parse_position(&rules, "9/9/9/9/9/9/9/9/9 X passes=2").expect("a position");
    let ko = Small::parse_position(&rules, "1XO6/XO1O5/1XO6/9/9/9/9/9/9 X").expect("a position");
    let mut ko_taken = ko.clone();
    ko_taken.play(ko.parse_move("C8").expect("takes the ko"));
    for (name, board, text, reason) in [
        ("nothing", &board, "", "\"\" is not a point"),
        ("only a letter", &board, "D", "\"D\" is not a point"),
        ("only a number", &board, "4", "\"4\" is not a point"),
        ("a word", &board, "resign", "\"resign\" is not a point"),
        ("column I", &board, "I5", "J follows H"),
        ("column off the board", &board, "K5", "expected a point from A1 to J9"),
        ("row zero", &board, "A0", "expected a point from A1 to J9"),
        ("row off the board", &board, "A10", "expected a point from A1 to J9"),
        ("overflowing row", &board, "A99999999999999999999999", "expected a point from A1 to J9"),
        ("negative row", &board, "A-1", "\"A-1\" is not a point"),
        ("other script", &board, "Д4", "is not a point"),
        ("occupied", &board, "B9", "occupied by a white stone"),
        ("suicide", &board, "A9", "is suicide"),
        ("ko", &ko_taken, "B8", "retakes the ko"),
        ("after the end", &finished, "A1", "the game is over"),
        ("pass after the end", &finished, "pass", "the game is over"),
    ] {
        let before = board.format_position();
        let error = board.parse_move(text).expect_err(name).to_string();
        assert!(error.contains(reason), "{name}: {error}");
        assert_eq!(board.format_position(), before);
    }
}

#[test]
fn a_pass_while_a_move_is_legal_is_refused_by_the_history_under_simplified_rules() {
    let rules: Rules = "3 simplified".parse().expect("rules");
    let board = Small::start(&rules);
    let seen: KeyHistory = [board.history_key()].into_iter().collect();
    assert!(!board.allowed_by_history(quadrille_go::Move::Pass, &seen));
}

#[test]
fn any_bytes_are_refused_or_read_but_never_panic() {
    let mut rng = quadrille_core::Rng::new(5);
    let alphabet: Vec<char> = "XOxo0123456789/ =koApasse.,-:é\u{0}".chars().collect();
    for _ in 0..20_000 {
        let length = rng.below(40);
        let text: String = (0..length).filter_map(|_| rng.pick(&alphabet)).collect();
        if let Ok(setup) = Setup::parse(&Rules::default(), &text) {
            assert_eq!(setup.validate(), Ok(()));
            assert!(general::Position::from_setup(&setup).is_ok());
        }
        let read = (text.parse::<Rules>(), Small::start(&Rules::default()).parse_move(&text));
        std::hint::black_box(read).0.ok();
    }
}

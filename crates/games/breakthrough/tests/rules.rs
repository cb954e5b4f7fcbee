//! The rules against worked examples, published counts, and the slow reference implementation.

use quadrille_breakthrough::twin::{Board, Cell, Step};
use quadrille_breakthrough::{Move, Moves, Position, Rules, zobrist};
use quadrille_core::contract::{self, Checked, Effort};
use quadrille_core::{Game, Notation, Outcome, Player, Rng, perft};

fn rules(text: &str) -> Rules {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn start(text: &str) -> Position {
    Position::start(&rules(text))
}

fn parse(text: &str) -> Position {
    Position::parse_position(&Rules::default(), text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn keeps_the_contract() {
    let rule_sets = [
        "",
        "3x3",
        "3x8",
        "4x2",
        "8x3",
        "6x5",
        "8x8",
        "5x5 one-row",
        "8x8 misere",
        "6x6 knightthrough",
        "8x2 knightthrough",
        "7x4 one-row misere knightthrough",
    ];
    contract::check::<Position>(&rule_sets, Effort::Quick);
}

/// Rows x columns here; `data` lists of published counts say columns x rows.
const PERFT: &[(&str, &[u64])] = &[
    ("5x5", &[13, 156, 1924, 23084, 289_828, 3_538_840]),
    ("5x5 one-row", &[13, 169, 1911, 21514, 232_478, 2_467_006]),
    ("6x6", &[16, 256, 4308, 71478, 1_248_290]),
    ("8x8", &[22, 484, 11132, 256_036, 6_182_818]),
    ("6x5", &[13, 169, 2331, 31545, 453_608, 6_401_274]),
    ("5x6", &[16, 240, 3666, 54448, 839_494]),
    ("5x4", &[10, 90, 848, 7794, 75378, 705_244, 6_571_132]),
    ("6x4", &[10, 100, 1074, 11232, 126_368, 1_387_814]),
    ("5x3", &[7, 42, 276, 1776, 11860, 75966, 471_314, 2_865_312]),
    ("4x3", &[4, 20, 112, 500, 2422, 9526, 40172, 136_348]),
    ("4x4 one-row", &[10, 100, 814, 6324, 46350, 303_122, 1_868_262]),
];

#[test]
fn perft_equals_the_published_counts() {
    for (text, counts) in PERFT {
        for (&expected, depth) in counts.iter().zip(1..) {
            assert_eq!(perft::count(&start(text), depth), expected, "{text} at depth {depth}");
            assert_eq!(perft::count_bulk(&start(text), depth), expected, "{text} at depth {depth}, bulk");
        }
    }
}

#[test]
fn codes_worked_out_by_hand() {
    let position = parse("bbbbb/bbbbb/5/wwwww/wwwww w");
    assert_eq!(position.codes(), 250);
    assert_eq!(position.code(position.parse_move("c2c3").unwrap()), 35);
    let capture = parse("bbbbb/bbbbb/w4/1wwww/wwwww b");
    assert_eq!(capture.code(capture.parse_move("b4xa3").unwrap()), 209);
}

#[test]
fn the_start_key_is_the_sum_of_its_parts() {
    let mut expected = zobrist::turn(25);
    for square in 0..10 {
        expected ^= zobrist::pawn(Player::White, square, 25);
    }
    for square in 15..25 {
        expected ^= zobrist::pawn(Player::Black, square, 25);
    }
    assert_eq!(start("").key(), expected);
    let sum = start("").key_parts().iter().fold(0, |key, (_, part)| key ^ part);
    assert_eq!((start("").key_parts().len(), sum), (21, expected));
    // The worked example: a lone white pawn steps from (1,2) to (2,2); the turn key goes out with the move.
    let mut lone = parse("5/4b/5/2w2/5 w");
    let before = lone.key();
    lone.play(lone.parse_move("c2c3").unwrap());
    let pawn = |square| zobrist::pawn(Player::White, square, 25);
    assert_eq!(lone.key(), before ^ pawn(7) ^ pawn(12) ^ zobrist::turn(25));
    assert_eq!(lone.key(), pawn(12) ^ zobrist::pawn(Player::Black, 19, 25));
}

#[test]
fn keys_are_frozen() {
    assert_eq!(format!("{:016x}", start("").key()), KEY_5X5);
    assert_eq!(format!("{:016x}", start("8x8").key()), KEY_8X8);
}
const KEY_5X5: &str = "edc9a037e627b379";
const KEY_8X8: &str = "d5b79de4b4891a32";

fn twin_of(position: &Position) -> Board {
    let (rows, columns) = (usize::from(position.rows()), usize::from(position.columns()));
    let cell = |x: usize, y: usize| {
        let bit = 1_u64 << (columns * x + y);
        match (position.pawns(Player::White) & bit != 0, position.pawns(Player::Black) & bit != 0) {
            (true, _) => Cell::White,
            (_, true) => Cell::Black,
            _ => Cell::Empty,
        }
    };
    let cells: Vec<Vec<Cell>> = (0..rows).map(|x| (0..columns).map(|y| cell(x, y)).collect()).collect();
    Board::from_cells(&cells, colour(position.to_move())).unwrap()
}

fn colour(player: Player) -> Cell {
    if player == Player::White { Cell::White } else { Cell::Black }
}

fn step_of(position: &Position, m: Move) -> Step {
    let columns = position.columns();
    let of = |square: u8| (i32::from(square / columns), i32::from(square % columns));
    let ((x1, y1), (x2, y2)) = (of(m.from), of(m.to));
    Step { color: colour(position.to_move()), x1, y1, x2, y2 }
}

/// Random games on every board size: moves, codes, `valid` on a grid larger than the board, results.
#[test]
fn agrees_with_the_slow_twin_on_every_board() {
    let mut rng = Rng::new(11);
    let sizes: Vec<(u8, u8)> = (3..=8).flat_map(|rows| (2..=8).map(move |columns| (rows, columns))).collect();
    let games = contract::reference_games("REFERENCE_GAMES", sizes.len() as u64) as usize;
    for &(rows, columns) in sizes.iter().cycle().take(games) {
        let mut position = Position::start(&Rules::new(rows, columns).unwrap());
        assert_eq!(twin_of(&position), Board::start(rows.into(), columns.into(), position.rules().home_rows().into()));
        loop {
            let twin = twin_of(&position);
            let mut moves = Moves::new();
            position.legal_moves(&mut moves);
            let slow = twin.legal_moves();
            assert_eq!(moves.len(), slow.len(), "{position:?}");
            for &m in &moves {
                let step = step_of(&position, m);
                assert!(slow.contains(&step), "{position:?} {m:?}");
                assert_eq!(position.code(m), twin.code(step));
            }
            let winner = position.outcome().and_then(Outcome::winner).map(colour);
            assert_eq!(winner, twin.winner(), "{position:?}");
            let Some(&m) = rng.pick(&moves) else { break };
            position.play(m);
        }
    }
}

#[test]
fn valid_refuses_everything_else() {
    let mut position = parse("bb1bb/b1b1b/1w1b1/w1www/ww1ww w");
    for m in ["b3xc4", "b5xc4"] {
        let twin = twin_of(&position);
        for player in Player::BOTH {
            for n in 0..9_i32.pow(4) {
                let [x1, y1, x2, y2] = [n / 729 - 2, n / 81 % 9 - 2, n / 9 % 9 - 2, n % 9 - 2];
                let step = Step { color: colour(player), x1, y1, x2, y2 };
                let valid = position.is_valid(player, (x1, y1), (x2, y2));
                assert_eq!(valid, twin.valid(step), "{position:?} {step:?}");
            }
        }
        position.play(position.parse_move(m).unwrap());
    }
    assert!(!position.is_valid(Player::White, (i32::MAX, i32::MIN), (i32::MIN, i32::MAX)));
}

#[test]
fn games_end_as_the_variants_say() {
    let winner_after = |rule: &str, text: &str, m: &str| {
        let mut position = Position::parse_position(&rules(rule), text).unwrap();
        position.play(position.parse_move(m).unwrap());
        position.outcome().and_then(Outcome::winner)
    };
    assert_eq!(winner_after("", "5/w4/4b/5/5 w", "a4a5"), Some(Player::White));
    assert_eq!(winner_after("misere", "5/w4/4b/5/5 w", "a4a5"), Some(Player::Black));
    assert_eq!(winner_after("", "5/1b3/w4/5/5 w", "a3xb4"), Some(Player::White));
    assert_eq!(winner_after("knightthrough", "5/4b/w4/5/5 w", "a3b5"), Some(Player::White));
    assert_eq!(start("8x8 knightthrough").count_legal_moves(), 8 + 6 + 14 + 12 + 8 - 8);
    // A knight before the last row of a two-column board has nowhere to go.
    let stuck = Position::parse_position(&rules("knightthrough"), "2/w1/2/b1/2 w").unwrap();
    assert_eq!(stuck.outcome(), Some(Outcome::Win(Player::Black)));
}

#[test]
fn bad_positions_are_refused_with_the_culprit() {
    for (text, expected) in [
        ("", "is not a position"),
        ("bbbbb/bbbbb/5/wwwww/wwwww", "whose turn"),
        ("bbbbb/bbbbb/5/wwwww/wwwww x", "\"x\": expected w or b"),
        ("bbbbb/bbbbb/5/wwwww/wwwww w w", "is not a position"),
        ("bbbbb/bbbbb w", "2 rows"),
        ("5/5/5/5/5/5/5/5/5 w", "9 rows"),
        ("bbbbb/bbbb/5/wwwww/wwwww w", "row 4 (\"bbbb\")"),
        ("bbbbbb/bbbbb/5/wwwww/wwwww w", "row 4 (\"bbbbb\")"),
        ("bbbbb/bbqbb/5/wwwww/wwwww w", "\"q\" in row 4"),
        ("bbbbb/bbbbb/9/wwwww/wwwww w", "\"9\" in row 3"),
        ("bbbbb/bbbbb/0/wwwww/wwwww w", "\"0\" in row 3"),
        ("88888888888888888888888888888888888/8/8 w", "squares: expected 2 to 8"),
        ("5/5/5/5/5 w", "the board is empty"),
        ("w4/5/5/5/4b w", "cannot be White's turn"),
        ("4w/5/5/5/b4 b", "cannot be Black's turn"),
        ("w3w/5/2b2/5/5 b", "more than one pawn"),
        ("b/b/b w", "1 squares"),
        ("bbbbb//5/wwwww/wwwww w", "row 4 (\"\") has 0"),
        ("b\u{1F600}bbb/5/5/5/5 w", "in row 5"),
    ] {
        let error = Position::parse_position(&Rules::default(), text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let error = Position::parse_position(&rules("6x6"), "bbbbb/bbbbb/5/wwwww/wwwww w").unwrap_err().to_string();
    assert!(error.contains("5x5") && error.contains("6x6"), "{error}");
}

#[test]
fn bad_moves_are_refused_with_the_reason() {
    let position = parse("bb1bb/b1b1b/1w1b1/w1www/ww1ww w");
    for (text, expected) in [
        ("", "is not a move"),
        ("b2", "is not a move"),
        ("b3b4b5", "is not a move"),
        ("z9z9", "\"z9\" is not a square"),
        ("a1a6", "\"a6\" is not a square"),
        ("f1f2", "\"f1\" is not a square"),
        ("a4a3", "belongs to Black, but it is White's turn"),
        ("c1c2", "White has no pawn on c1"),
        ("a1a2", "a2 is occupied by White's own pawn"),
        ("d2d3", "can only play d2e3, d2c3"),
        ("d2xe3", "captures nothing"),
        ("b3-a4", "is a capture: write it b3xa4"),
        ("b3+c4", "is not a move"),
        ("e1a3", "cannot move"),
        ("b2b3\u{e9}", "is not a move"),
    ] {
        let error = position.parse_move(text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let over = parse("w4/5/4b/5/5 b");
    assert!(over.parse_move("e3e2").unwrap_err().to_string().contains("the game is over (White wins)"));
}

#[test]
fn moves_are_read_in_every_spelling() {
    let position = parse("bb1bb/b1b1b/1w1b1/w1www/ww1ww w");
    let m = position.parse_move("b3xc4").unwrap();
    for text in ["b3c4", "B3xC4", " b3Xc4 "] {
        assert_eq!(position.parse_move(text), Ok(m));
    }
    assert_eq!(position.parse_move("d2-e3"), position.parse_move("d2e3"));
    assert_eq!(position.format_move(m), "b3xc4");
}

/// A smaller run of `examples/collisions`.
#[test]
fn no_two_positions_share_a_key() {
    let mut seen = std::collections::HashMap::new();
    let mut rng = Rng::new(5);
    while seen.len() < 100_000 {
        let mut position = start("");
        loop {
            let board = (position.pawns(Player::White), position.pawns(Player::Black), position.to_move());
            assert_eq!(*seen.entry(position.key()).or_insert(board), board);
            let mut moves = Moves::new();
            position.legal_moves(&mut moves);
            let Some(&m) = rng.pick(&moves) else { break };
            position.play(m);
        }
    }
}

#[test]
fn the_universe_of_moves_is_every_pair_of_squares() {
    assert_eq!(start("").every_move().len(), 64 * 64);
}

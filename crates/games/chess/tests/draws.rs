//! Repetition, move counters and dead positions.

use quadrille_chess::draws::{self, DrawReason, DrawStatus};
use quadrille_chess::{Position, Rules};
use quadrille_core::{Game, KeyHistory, Notation, Outcome, Player};

/// Plays a game and returns its last position with the keys of all.
fn played(fen: &str, moves: &str) -> (Position, KeyHistory) {
    let mut position = Position::from_fen(Rules::Standard, fen).expect("valid");
    let mut seen: KeyHistory = [position.history_key()].into_iter().collect();
    for text in moves.split_whitespace() {
        position.play(position.parse_move(text).unwrap_or_else(|error| panic!("{error}")));
        seen.push(position.history_key());
    }
    (position, seen)
}

fn status(fen: &str, moves: &str) -> DrawStatus {
    let (position, seen) = played(fen, moves);
    draws::status(&position, &seen)
}

const START: &str = "startpos";

#[test]
fn the_knight_shuffle_is_a_draw_at_its_ninth_position() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    let moves: Vec<&str> = shuffle.split(' ').collect();
    for plies in 0..moves.len() {
        let status = status(START, &moves[..plies].join(" "));
        assert_eq!(status.draw, None, "after {plies} plies");
    }
    let third = status(START, shuffle);
    let expected =
        DrawStatus { occurrences: 3, halfmove_clock: 8, plies_to_fifty: 92, draw: Some(DrawReason::Repetition) };
    assert_eq!(third, expected);
    let (position, seen) = played(START, shuffle);
    assert_eq!(position.adjudicate(&seen), Some(Outcome::Draw));
    assert_eq!(position.outcome(), None, "the board alone does not know it");
    let fifth = status(START, &[shuffle, shuffle].join(" "));
    assert_eq!((fifth.occurrences, fifth.draw), (5, Some(DrawReason::Fivefold)));
}

#[test]
fn an_irreversible_move_ends_the_search_for_repetitions() {
    let again = status(START, "Nf3 Nf6 Ng1 Ng8 e4 e5 Nf3 Nf6 Ng1 Ng8");
    assert_eq!((again.occurrences, again.halfmove_clock), (2, 4), "the second time since the pawns moved");
    // Only keys within the half-move clock are compared.
    let (position, mut seen) = played(START, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4");
    for _ in 0..8 {
        seen.push(position.history_key());
    }
    assert_eq!(draws::occurrences(&position, &seen), 1);
}

/// A double push beside a pinned pawn gives no right, so the position after it counts.
#[test]
fn a_pinned_pawn_gives_no_en_passant_right() {
    let fen = "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1";
    let third = status(fen, "h7h5 e6h6 g7h7 h6e6 h7g7 e6h6 g7h7 h6e6 h7g7");
    assert_eq!((third.occurrences, third.draw), (3, Some(DrawReason::Repetition)));
}

#[test]
fn an_illegal_en_passant_square_in_the_text_is_no_right_either() {
    let fen = "5kbq/3Q2n1/6p1/r3PpKn/2n5/8/8/q7 w - f6 7 4";
    assert_eq!(status(fen, "d7c8 f8f7 c8d7 f7f8 d7d8 f8f7 d8d7 f7f8").draw, Some(DrawReason::Repetition));
}

#[test]
fn a_legal_en_passant_capture_makes_another_position() {
    let moves = "d7d5 e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8";
    let status = status("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", moves);
    assert_eq!((status.occurrences, status.draw), (2, None));
}

#[test]
fn a_lost_castling_right_makes_another_position() {
    let moves = "h1g1 h8g8 g1h1 g8h8 h1g1 h8g8 g1h1 g8h8";
    let status = status("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", moves);
    assert_eq!((status.occurrences, status.draw), (2, None));
}

#[test]
fn mate_comes_before_the_fifty_moves() {
    let (position, seen) = played("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8");
    assert_eq!(position.halfmove_clock(), 100);
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::White)));
    assert_eq!(position.adjudicate(&seen), Some(Outcome::Win(Player::White)));
    assert_eq!(draws::status(&position, &seen).draw, None);
}

#[test]
fn fifty_and_seventy_five_moves() {
    assert_eq!(status("7k/8/5K2/8/8/8/8/R7 w - - 98 80", "a1b1").draw, None);
    let fifty = status("7k/8/5K2/8/8/8/8/R7 w - - 99 80", "a1b1");
    assert_eq!((fifty.draw, fifty.plies_to_fifty), (Some(DrawReason::FiftyMoves), 0));
    assert_eq!(status("7k/8/5K2/8/8/8/8/R7 w - - 148 80", "a1b1").draw, Some(DrawReason::FiftyMoves));
    assert_eq!(status("7k/8/5K2/8/8/8/8/R7 w - - 149 80", "a1b1").draw, Some(DrawReason::SeventyFiveMoves));
    let pawn = status("7k/8/5K2/8/8/8/P7/R7 w - - 99 80", "a2a3");
    assert_eq!((pawn.halfmove_clock, pawn.draw), (0, None));
    let capture = status("7k/8/5K2/8/8/8/r7/R7 w - - 99 80", "a1a2");
    assert_eq!((capture.halfmove_clock, capture.draw), (0, None));
}

#[test]
fn a_clock_at_its_limit_does_not_overflow() {
    let status = status("7k/8/5K2/8/8/8/8/R7 w - - 65535 65535", "a1b1 h8g8 b1a1");
    assert_eq!((status.halfmove_clock, status.draw), (65_535, Some(DrawReason::SeventyFiveMoves)));
}

/// Double pushes whose en-passant capture is not legal for three different reasons.
#[test]
fn en_passant_rights_are_really_legal_captures() {
    let pushes = [
        ("rr6/2q2p1k/2P1b1pp/bB2P1n1/R2B2PN/p4P1P/P1Q4K/1R6 b - - 2 38", "f7f5"),
        ("8/p2r1pK1/6p1/1kp1P1P1/2p5/2P5/8/4R3 b - - 0 43", "f7f5"),
        ("4k3/4p3/2b3b1/3P1P2/4K3/8/8/8 b - - 0 1", "e7e5"),
    ];
    for (fen, push) in pushes {
        let (position, _) = played(fen, push);
        assert_eq!(position.en_passant(), None, "{fen}");
    }
    let (position, _) = played("4k3/4p3/8/3P1P2/4K3/8/8/8 b - - 0 1", "e7e5");
    assert_eq!(position.en_passant().map(|square| square.to_string()).as_deref(), Some("e6"));
}

#[test]
fn stalemate_is_a_draw_on_the_board() {
    let (position, seen) = played("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "g5g6");
    assert_eq!(position.outcome(), Some(Outcome::Draw));
    assert_eq!(draws::status(&position, &seen).draw, Some(DrawReason::Stalemate));
}

#[test]
fn dead_positions_by_material() {
    let dead = |board: &str| {
        let position = Position::from_fen(Rules::Standard, &format!("{board} w - - 0 1")).expect("valid");
        draws::has_insufficient_material(&position)
    };
    for board in [
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4KN2",
        "4kb2/8/8/8/8/8/8/4K3",
        "4kb2/8/8/8/8/8/8/2B1K3",
        "4k3/8/8/8/8/2B5/1B6/B3K3",
    ] {
        assert!(dead(board), "{board}");
    }
    for board in [
        "4k3/8/8/8/8/8/8/3NKN2",
        "4kb2/8/8/8/8/8/8/4KB2",
        "4kn2/8/8/8/8/8/8/4KN2",
        "4kb2/8/8/8/8/8/8/4KN2",
        "4k3/8/8/8/8/8/P7/4K3",
        "4k3/8/8/8/8/8/8/4KR2",
        "4k3/8/8/8/8/8/8/3QK3",
    ] {
        assert!(!dead(board), "{board}");
    }
    let (position, seen) = played("4k3/8/8/8/8/8/4n3/4K3 w - - 0 1", "e1e2");
    assert_eq!(draws::status(&position, &seen).draw, Some(DrawReason::InsufficientMaterial));
    assert_eq!(position.adjudicate(&seen), Some(Outcome::Draw));
}

#[test]
fn reasons_are_named_as_on_the_command_line() {
    let reasons = [
        (DrawReason::Repetition, "repetition"),
        (DrawReason::FiftyMoves, "fifty-moves"),
        (DrawReason::Fivefold, "fivefold"),
        (DrawReason::SeventyFiveMoves, "seventy-five-moves"),
        (DrawReason::InsufficientMaterial, "insufficient-material"),
        (DrawReason::Stalemate, "stalemate"),
    ];
    for (reason, name) in reasons {
        assert_eq!(reason.to_string(), name);
    }
}

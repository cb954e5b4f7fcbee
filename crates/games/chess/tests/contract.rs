//! The contract of every game, also from positions that random games seldom reach.

use quadrille_chess::{Move, Moves, Position, Rules, Setup};
use quadrille_core::contract::{self, Effort};
use quadrille_core::{Game, Notation, Rng};

#[test]
fn keeps_the_contract() {
    contract::check::<Position>(&["standard", "chess960"], Effort::Quick);
}

/// Castling, promotions, en passant and pins in abundance.
const BUSY: [&str; 8] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/8/3p4/1Pp4r/1K3p1k/8/4P1P1/1R6 w - c6 0 3",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
];

#[test]
fn keeps_the_contract_where_special_moves_abound() {
    for (index, fen) in (0..).zip(BUSY) {
        let start = Position::from_fen(Rules::Standard, fen).expect("a valid position");
        walk(start, Rng::stream(7, index), 60);
    }
}

#[test]
fn keeps_the_contract_from_every_chess960_start() {
    for number in 0..960 {
        let setup = Setup::chess960_start(number).expect("960 numbers");
        let start = setup.position(Rules::Chess960).expect("every arrangement is valid");
        walk(start, Rng::stream(960, u64::from(number)), 12);
    }
}

fn walk(start: Position, mut rng: Rng, plies: usize) {
    let mut position = start;
    for ply in 0..plies {
        contract::check_position(&position, ply % 16 == 0);
        let mut moves = Moves::new();
        position.legal_moves(&mut moves);
        let Some(&m) = rng.pick(&moves) else { break };
        let shredder = Position::from_fen(position.rules(), &position.shredder_fen()).expect("what it wrote itself");
        assert_eq!(shredder, Position::from_fen(position.rules(), &position.fen()).expect("what it wrote itself"));
        let san = quadrille_chess::san(&position, m);
        assert_eq!(position.parse_move(&san), Ok(m), "{san} in {}", position.fen());
        position.play(m);
    }
}

#[test]
fn there_are_960_different_starts_and_518_is_the_usual_one() {
    let starts: std::collections::HashSet<String> =
        (0..960).map(|n| format!("{:?}", Setup::chess960_start(n).expect("960 numbers").board)).collect();
    assert_eq!(starts.len(), 960);
    assert_eq!(Setup::chess960_start(960), None);
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(Position::start(&Rules::Standard).fen(), usual);
    assert_eq!(
        Setup::chess960_start(0).map(|s| s.position(Rules::Chess960).expect("valid").fen()).as_deref(),
        Some("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1")
    );
}

/// Undo is restoring the copy: the hash is the previous one.
#[test]
fn make_and_undo_restore_the_hash() {
    let position = Position::from_fen(Rules::Standard, BUSY[0]).expect("valid");
    let before = position.key();
    let mut moves = Moves::new();
    position.legal_moves(&mut moves);
    for &m in &moves {
        let mut copy = position;
        copy.play(m);
        assert_ne!(copy.key(), before);
        assert_eq!(position.key(), before);
    }
    assert_eq!(Move::from_bits(moves[0].bits()), moves[0]);
}

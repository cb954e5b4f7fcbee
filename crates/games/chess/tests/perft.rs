//! Leaf counts: published values, our own data file, and the crate `cozy-chess` as an independent oracle.

use quadrille_chess::{Moves, Position, Rules, Setup};
use quadrille_core::{Game, Notation, Rng, contract, perft};

/// Counts above this are left to `cargo run --release --example long_perft`.
const NODE_LIMIT: u64 = 300_000;

#[test]
fn our_data_file_is_right() {
    let text = include_str!("../../../../testdata/chess/positions.perft");
    let mut checked = 0;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let mut fields = line.split(';');
        let rules: Rules = fields.next().expect("rules").trim().parse().expect("rules");
        let fen = fields.next().expect("a FEN").trim();
        let position = Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("line {number}: {error}"));
        for (depth, expected) in (1..).zip(fields.map(|count| count.trim().parse::<u64>().expect("a count"))) {
            if expected <= NODE_LIMIT {
                assert_eq!(perft::count_bulk(&position, depth), expected, "line {number}, depth {depth}, bulk");
                assert_eq!(perft::count(&position, depth), expected, "line {number}, depth {depth}");
                checked += 1;
            }
        }
    }
    assert!(checked > 150, "only {checked} counts were checked");
}

#[test]
fn published_values_of_the_start_and_of_kiwipete() {
    let start = Position::start(&Rules::Standard);
    for (depth, leaves) in (1..).zip([20, 400, 8_902, 197_281, 4_865_609]) {
        assert_eq!(perft::count_bulk(&start, depth), leaves);
    }
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let kiwipete = Position::from_fen(Rules::Standard, kiwipete).expect("valid");
    for (depth, leaves) in (1..).zip([48, 2_039, 97_862, 4_085_603]) {
        assert_eq!(perft::count_bulk(&kiwipete, depth), leaves);
    }
}

/// Random games of both rule sets: the same moves, the same text of every position, as the oracle's.
#[test]
fn agrees_with_the_oracle_in_random_games() {
    for seed in 0..contract::reference_games("REFERENCE_GAMES", 400) {
        let (rules, number) =
            if seed % 2 == 0 { (Rules::Standard, 518) } else { (Rules::Chess960, (seed * 2 % 960) as u16) };
        let start = Setup::chess960_start(number).expect("a number below 960");
        let mut position = start.position(rules).expect("valid");
        let shredder = rules == Rules::Chess960;
        let fen = if shredder { position.shredder_fen() } else { position.fen() };
        let mut oracle = cozy_chess::Board::from_fen(&fen, shredder).expect("the oracle reads our FEN");
        let mut rng = Rng::stream(0x0AC1E, seed);
        for _ in 0..150 {
            let mut moves = Moves::new();
            position.legal_moves(&mut moves);
            let mut ours: Vec<String> = moves.iter().map(|&m| uci_960(&position, m)).collect();
            let mut theirs = Vec::new();
            oracle.generate_moves(|set| {
                theirs.extend(set.into_iter().map(|m| m.to_string()));
                false
            });
            ours.sort_unstable();
            theirs.sort_unstable();
            assert_eq!(ours, theirs, "{}", position.fen());
            assert_eq!(position.is_check(), !oracle.checkers().is_empty(), "{}", position.fen());
            let Some(&m) = rng.pick(&moves) else { break };
            oracle.play(uci_960(&position, m).parse().expect("a move"));
            position.play(m);
        }
    }
}

/// The oracle always writes castling as king takes rook.
fn uci_960(position: &Position, m: quadrille_chess::Move) -> String {
    if m.is_castling() { format!("{}{}", m.from(), m.to()) } else { position.format_move(m) }
}

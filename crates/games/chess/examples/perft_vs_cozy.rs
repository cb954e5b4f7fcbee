//! Perft side by side with the crate `cozy-chess`, in one process and in turns, so that a noisy machine is noisy for both.
//!
//! Prints million leaves per second of CPU time, the best of several rounds, and the ratio.
//! Run with `cargo run --release -p quadrille-chess --example perft_vs_cozy -- [ROUNDS]`.

mod clock;
mod oracle;

use clock::cpu_seconds;
use cozy_chess::Board;
use quadrille_chess::{Position, Rules};
use quadrille_core::perft;
use std::hint::black_box;

const POSITIONS: [(&str, &str, u32); 2] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
];

fn main() {
    let rounds = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(5);
    for (name, fen, depth) in POSITIONS {
        let ours = Position::from_fen(Rules::Standard, fen).expect("a known position");
        let theirs: Board = fen.parse().expect("a known position");
        for bulk in [false, true] {
            let (mut best_ours, mut best_theirs, mut leaves) = (f64::MAX, f64::MAX, 0);
            for _ in 0..rounds {
                let start = cpu_seconds();
                leaves = if bulk { perft::count_bulk(&ours, depth) } else { perft::count(&ours, depth) };
                let middle = cpu_seconds();
                let check = if bulk { oracle::bulk(&theirs, depth) } else { cozy_played(&theirs, depth) };
                best_ours = best_ours.min(middle - start);
                best_theirs = best_theirs.min(cpu_seconds() - middle);
                assert_eq!(leaves, check, "{name}");
            }
            let rate = |seconds: f64| leaves as f64 / seconds / 1e6;
            let kind = if bulk { "bulk" } else { "every leaf played" };
            println!(
                "{name} {depth}, {kind}: {leaves} leaves, ours {:.1} M/s, cozy-chess {:.1} M/s, ratio {:.2}",
                rate(best_ours),
                rate(best_theirs),
                best_theirs / best_ours
            );
        }
    }
}

/// Leaves are counted where they are played, as ours are.
fn cozy_played(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for m in moves {
            let mut child = board.clone();
            child.play_unchecked(m);
            leaves += if depth == 1 {
                black_box(black_box(&child).hash());
                1
            } else {
                cozy_played(&child, depth - 1)
            };
        }
        false
    });
    leaves
}

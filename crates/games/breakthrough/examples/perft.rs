//! Perft against the published counts, with the time a leaf takes.
//!
//! `cargo run --release -p quadrille-breakthrough --example perft`

use quadrille_breakthrough::{Position, Rules};
use quadrille_core::{Game, perft};
use std::time::Instant;

/// Rows x columns, depth, count.
const COUNTS: &[(&str, u32, u64)] = &[
    ("5x5", 8, 527_270_518),
    ("5x5 one-row", 8, 260_009_144),
    ("6x6", 7, 381_006_806),
    ("8x8", 6, 149_264_638),
    ("6x5", 7, 92_931_876),
    ("5x6", 7, 193_407_966),
    ("5x4", 8, 59_717_330),
    ("6x4", 7, 15_530_246),
    ("4x4 one-row", 8, 9_815_640),
];

fn main() {
    for &(rules, depth, published) in COUNTS {
        let start = Position::start(&rules.parse::<Rules>().unwrap_or_default());
        let begin = Instant::now();
        let leaves = perft::count(&start, depth);
        let seconds = begin.elapsed().as_secs_f64();
        let verdict = if leaves == published { "as published" } else { "WRONG" };
        println!("{rules} depth {depth}: {leaves} ({verdict}), {:.1} ns a leaf", seconds * 1e9 / leaves as f64);
    }
}

//! The speed of the rules: perft and random games, in CPU-bound wall time on one thread.
//!
//! `cargo run --release -p quadrille-othello --example rules_speed`

use quadrille_core::{Game, Rng, perft};
use quadrille_othello::playout::Random;
use quadrille_othello::{Position, Rules};
use std::time::Instant;

fn main() {
    let start = Position::start(&Rules::Standard);
    for _ in 0..3 {
        let clock = Instant::now();
        let leaves = perft::count_bulk(&start, 11);
        report("perft 11, bulk", leaves, clock);
        assert_eq!(leaves, 212_258_800);
        let clock = Instant::now();
        report("perft 10, every leaf played and hashed", perft::count(&start, 10), clock);
        let clock = Instant::now();
        let mut rng = Rng::new(1);
        let games = 300_000;
        let margin: i64 = (0..games).map(|_| i64::from(Random::margin(start.board(), &mut rng))).sum();
        report("random games", games, clock);
        println!("  mean margin of the first player {:+.2}", margin as f64 / games as f64);
    }
}

fn report(name: &str, count: u64, clock: Instant) {
    let seconds = clock.elapsed().as_secs_f64();
    println!("{name}: {count} in {seconds:.3} s, {:.1} thousand a second", count as f64 / seconds / 1e3);
}

//! Solves the FFO endgame suite and prints nodes and time of each position.
//!
//! `cargo run --release -p quadrille-othello --example ffo -- 40 59 [threads] [table MiB] [--verbose] [--weights=FILE]`

use quadrille_core::Notation;
use quadrille_othello::patterns::Weights;
use quadrille_othello::solver::{Solver, SolverOptions};
use quadrille_othello::{Position, Rules};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

const SUITE: &str = include_str!("../../../testdata/othello/ffo.txt");

fn main() {
    let arguments: Vec<usize> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let argument = |index: usize, default| arguments.get(index).copied().unwrap_or(default);
    let (first, last) = (argument(0, 40), argument(1, 59));
    let options = SolverOptions { threads: argument(2, 1), table_mib: argument(3, 256), ..SolverOptions::default() };
    let verbose = std::env::args().any(|text| text == "--verbose");
    let weights = std::env::args().find_map(|text| text.strip_prefix("--weights=").map(str::to_owned));
    let mut solver = match weights {
        Some(path) => {
            let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
            let weights = Weights::from_bytes(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
            Solver::with_weights(&options, Arc::new(weights))
        }
        None => Solver::new(&options),
    };
    let (mut nodes, clock) = (0, Instant::now());
    for line in SUITE.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(' ').collect();
        let number: usize = fields[0].parse().unwrap_or(0);
        if !(first..=last).contains(&number) {
            continue;
        }
        let position = Position::parse_position(&Rules::Standard, &format!("{} {}", fields[1], fields[2]))
            .unwrap_or_else(|error| panic!("FFO {number}: {error}"));
        let one = Instant::now();
        solver.forget();
        let solution = solver
            .solve(position.board(), &AtomicBool::new(false), |stage| {
                if verbose {
                    println!("      {:.3} s {stage:?}", one.elapsed().as_secs_f64());
                }
            })
            .unwrap_or_else(|| panic!("nobody stops this search"));
        let seconds = one.elapsed().as_secs_f64();
        let best = solution.best.map_or_else(|| "-".to_owned(), |m| m.to_string());
        let right = fields[4].parse() == Ok(solution.score) && fields[5].split(',').any(|m| m == best);
        println!(
            "{number:3} {:2} empties {:+3} {best} {:>13} nodes {seconds:8.2} s {}",
            position.empties(),
            solution.score,
            solution.nodes,
            if right { "" } else { "WRONG" }
        );
        nodes += solution.nodes;
    }
    let seconds = clock.elapsed().as_secs_f64();
    println!(
        "{first}-{last}: {nodes} nodes, {seconds:.2} s, {:.1} million nodes a second",
        nodes as f64 / seconds / 1e6
    );
}

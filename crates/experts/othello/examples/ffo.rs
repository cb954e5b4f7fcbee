//! Solves endgames and prints nodes and CPU time of each: the FFO suite, or the positions of a file.
//!
//! `cargo run --release -p quadrille-othello-expert --example ffo -- 40 59 [threads] [table MiB] [--verbose] [--weights=FILE]
//! [--positions=FILE]`; a file of positions has a board of 64 characters and the side to move on each line (what follows a
//! semicolon is not read), and the numbers are those of its lines.

use quadrille_core::Notation;
use quadrille_othello::evaluation::patterns::Weights;
use quadrille_othello::{Position, Rules};
use quadrille_othello_expert::solver::{Solver, SolverOptions};
use quadrille_search::{Limits, Stop};
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

const SUITE: &str = include_str!("../../../../testdata/othello/ffo.txt");

/// A position with what is known about it.
struct Problem {
    number: usize,
    position: Position,
    /// The score and the moves that reach it.
    answer: Option<(i32, String)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let number = |index: usize, default| numbers.get(index).copied().unwrap_or(default);
    let flag = |name: &str| std::env::args().find_map(|text| text.strip_prefix(name).map(str::to_owned));
    let options = SolverOptions { threads: number(2, 1), table_mib: number(3, 256), ..SolverOptions::default() };
    let mut solver = match flag("--weights=") {
        Some(path) => Solver::with_weights(&options, Arc::new(Weights::from_bytes(&std::fs::read(path)?)?)),
        None => Solver::new(&options),
    };
    let problems = match flag("--positions=") {
        Some(path) => listed(&std::fs::read_to_string(path)?)?,
        None => suite()?,
    };
    let verbose = flag("--verbose").is_some();
    let (mut nodes, mut seconds, clock) = (0, 0.0, Instant::now());
    for problem in problems.iter().filter(|problem| (number(0, 40)..=number(1, 59)).contains(&problem.number)) {
        let (one, before) = (Instant::now(), cpu_seconds());
        solver.forget();
        let solution = solver.solve(problem.position.board(), &Limits::default(), &Stop::new(), |stage| {
            if verbose {
                println!("      {:.3} s {stage:?}", one.elapsed().as_secs_f64());
            }
        });
        let solution = solution.ok_or("nobody stops this search")?;
        let used = cpu_seconds() - before;
        let best = solution.best.map_or_else(|| "-".to_owned(), |m| m.to_string());
        let right = problem
            .answer
            .as_ref()
            .is_none_or(|(score, moves)| *score == solution.score && moves.split(',').any(|m| m == best));
        println!(
            "{:3} {:2} empties {:+3} {best} {:>13} nodes {used:8.2} s CPU {:8.2} s {}",
            problem.number,
            problem.position.empties(),
            solution.score,
            solution.nodes,
            one.elapsed().as_secs_f64(),
            if right { "" } else { "WRONG" }
        );
        nodes += solution.nodes;
        seconds += used;
    }
    println!(
        "all: {nodes} nodes, {seconds:.2} s CPU, {:.2} s, {:.1} million nodes a CPU second",
        clock.elapsed().as_secs_f64(),
        nodes as f64 / seconds / 1e6
    );
    Ok(())
}

/// What this process has used of the processors, in seconds; 0 where the system does not tell (it is Linux that does).
fn cpu_seconds() -> f64 {
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = stat.rsplit(')').next().into_iter().flat_map(|fields| fields.split_whitespace().skip(11).take(2));
    ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / TICKS_A_SECOND
}

fn suite() -> Result<Vec<Problem>, Box<dyn Error>> {
    let problem = |line: &str| -> Result<Problem, Box<dyn Error>> {
        let fields: Vec<&str> = line.split(' ').collect();
        let position = Position::parse_position(&Rules::Standard, &format!("{} {}", fields[1], fields[2]))?;
        let answer = Some((fields[4].parse()?, fields[5].to_owned()));
        Ok(Problem { number: fields[0].parse()?, position, answer })
    };
    SUITE.lines().filter(|line| !line.starts_with('#')).map(problem).collect()
}

fn listed(text: &str) -> Result<Vec<Problem>, Box<dyn Error>> {
    let problem = |(index, line): (usize, &str)| -> Result<Problem, Box<dyn Error>> {
        let board = line.split(';').next().unwrap_or_default().trim();
        let position = Position::parse_position(&Rules::Standard, board)?;
        Ok(Problem { number: index + 1, position, answer: None })
    };
    text.lines().filter(|line| !line.trim().is_empty()).enumerate().map(problem).collect()
}

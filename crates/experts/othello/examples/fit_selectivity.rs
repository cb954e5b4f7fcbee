//! Measures how far shallow searches are off, and fits the line that `solver/selectivity.rs` uses.
//!
//! `cargo run --release -p quadrille-othello-expert --example fit_selectivity -- WTHOR_FILE [positions] [threads] [WEIGHTS_FILE]`: positions of the
//! file's games are searched to depths 0 to 8 without selectivity; printed are the standard deviations of the differences
//! and the least-squares fit `a + b empties + c depth + d shallow`.

use quadrille_core::{Game, Rng};
use quadrille_othello::evaluation::patterns::Weights;
use quadrille_othello::{Board, Move, Position, Rules};
use quadrille_othello_expert::solver::{Cutoffs, Solver, SolverOptions};
use quadrille_records::wthor;
use quadrille_search::Stop;
use std::error::Error;
use std::sync::Arc;

const DEEPEST: u32 = 8;
/// Nothing is cut on probability.
const EXACT_LEVEL: u8 = 5;
const GROUP: u32 = 6;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = arguments.first().ok_or("expected a .wtb file")?;
    let wanted: usize = arguments.get(1).map_or(Ok(600), |text| text.parse())?;
    let threads: usize = arguments.get(2).map_or(Ok(1), |text| text.parse())?;
    let weights = match arguments.get(3) {
        Some(path) => Arc::new(Weights::from_bytes(&std::fs::read(path)?)?),
        None => Weights::built_in(),
    };
    let weights = &weights;
    let boards = sample(&std::fs::read(file)?, wanted)?;
    let share = boards.len().div_ceil(threads.max(1)).max(1);
    let values: Vec<(u32, Vec<i32>)> = std::thread::scope(|scope| {
        let parts: Vec<_> = boards
            .chunks(share)
            .map(|part| scope.spawn(move || part.iter().map(|&board| search(board, weights)).collect::<Vec<_>>()))
            .collect();
        parts.into_iter().flat_map(|part| part.join().unwrap_or_default()).collect()
    });
    let mut rows = Vec::new();
    for empties in (12..=54).step_by(GROUP as usize) {
        let group: Vec<&Vec<i32>> =
            values.iter().filter(|(e, _)| (empties..empties + GROUP).contains(e)).map(|(_, values)| values).collect();
        for deep in 3..=DEEPEST as usize {
            for shallow in (0..deep).filter(|shallow| (deep - shallow) % 2 == 0 || *shallow == 0) {
                let differences: Vec<f64> =
                    group.iter().map(|values| f64::from(values[deep] - values[shallow])).collect();
                if differences.len() > 20 {
                    let spread = (differences.iter().map(|d| d * d).sum::<f64>() / differences.len() as f64).sqrt();
                    rows.push(([1.0, f64::from(empties + GROUP / 2), deep as f64, shallow as f64], spread));
                    println!(
                        "empties {empties:2}+ deep {deep:2} shallow {shallow:2}: {spread:.2} ({})",
                        differences.len()
                    );
                }
            }
        }
    }
    let [a, b, c, d] = least_squares(&rows);
    println!("fit: ({a:.4}, {b:.4}, {c:.4}, {d:.4})");
    let off = rows.iter().map(|(x, y)| (a + b * x[1] + c * x[2] + d * x[3] - y).abs()).sum::<f64>() / rows.len() as f64;
    println!("mean distance of the fit from the table: {off:.2} discs");
    Ok(())
}

/// One random position of each game, with 12 to 59 empty squares.
fn sample(bytes: &[u8], wanted: usize) -> Result<Vec<Board>, Box<dyn Error>> {
    let mut rng = Rng::new(77);
    let mut boards = Vec::new();
    for game in wthor::games(bytes)?.1.take(wanted) {
        let game = game?;
        let mut position = Position::start(&Rules::Standard);
        for square in game.moves.iter().take(1 + rng.below(48) as usize) {
            if position.is_legal(Move::PASS) {
                position.play(Move::PASS);
            }
            let m = Move::on(u32::from(square.row) * 8 + u32::from(square.column));
            if !position.is_legal(m) {
                break;
            }
            position.play(m);
        }
        if position.board().moves() != 0 && position.empties() >= 12 {
            boards.push(position.board());
        }
    }
    Ok(boards)
}

fn search(board: Board, weights: &Arc<Weights>) -> (u32, Vec<i32>) {
    let cutoffs = Cutoffs { presearch: false, ..Cutoffs::default() };
    let mut solver = Solver::with_weights(&SolverOptions { threads: 1, table_mib: 16, cutoffs }, Arc::clone(weights));
    let mut guess = 0;
    let never = Stop::new();
    let values = (0..=DEEPEST)
        .map(|depth| {
            guess = solver.evaluate(board, depth, EXACT_LEVEL, guess, &never).unwrap_or(guess);
            guess
        })
        .collect();
    (board.empties(), values)
}

/// Normal equations and Gaussian elimination.
fn least_squares(rows: &[([f64; 4], f64)]) -> [f64; 4] {
    let mut m = [[0.0; 5]; 4];
    for (x, y) in rows {
        for i in 0..4 {
            for j in 0..4 {
                m[i][j] += x[i] * x[j];
            }
            m[i][4] += x[i] * y;
        }
    }
    for pivot in 0..4 {
        for row in 0..4 {
            if row != pivot {
                let factor = m[row][pivot] / m[pivot][pivot];
                let subtracted = m[pivot].map(|value| factor * value);
                m[row].iter_mut().zip(subtracted).for_each(|(value, other)| *value -= other);
            }
        }
    }
    [0, 1, 2, 3].map(|i| m[i][4] / m[i][i])
}

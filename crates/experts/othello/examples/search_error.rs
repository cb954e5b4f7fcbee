//! How far searches of each depth are off the exact scores of positions of WTHOR games.
//!
//! `cargo run --release -p quadrille-othello-expert --example search_error -- WTHOR_FILE [positions] [deepest] [empties] [WEIGHTS_FILE]`:
//! for each depth the mean, the mean absolute and the mean squared error in discs and the time of a search, without cuts on
//! probability and with those of the level that training's labels have. With 24 empty squares the file's perfect-play scores are
//! taken, with fewer the positions are solved.

use quadrille_core::{Game, Player};
use quadrille_othello::evaluation::patterns::Weights;
use quadrille_othello::{Board, Move, Position, Rules};
use quadrille_othello_expert::solver::{Cutoffs, Solver, SolverOptions};
use quadrille_records::wthor;
use quadrille_search::Stop;
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

/// Nothing is cut on probability at the first level, about 87 percent are right at the second.
const LEVELS: [u8; 2] = [5, 1];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = arguments.first().ok_or("expected a .wtb file")?;
    let wanted: usize = arguments.get(1).map_or(Ok(500), |text| text.parse())?;
    let deepest: u32 = arguments.get(2).map_or(Ok(6), |text| text.parse())?;
    let empties: u32 = arguments.get(3).map_or(Ok(24), |text| text.parse())?;
    let weights = match arguments.get(4) {
        Some(path) => Arc::new(Weights::from_bytes(&std::fs::read(path)?)?),
        None => Weights::built_in(),
    };
    let positions = scored(&std::fs::read(file)?, wanted, empties)?;
    let cutoffs = Cutoffs { presearch: false, ..Cutoffs::default() };
    let options = SolverOptions { threads: 1, table_mib: 1, cutoffs };
    for level in LEVELS {
        let mut solver = Solver::with_weights(&options, Arc::clone(&weights));
        for depth in 0..=deepest {
            let start = Instant::now();
            let errors: Vec<f64> = positions
                .iter()
                .filter_map(|&(board, score)| {
                    solver.forget();
                    Some(f64::from(solver.evaluate(board, depth, level, 0, &Stop::new())? - score))
                })
                .collect();
            let count = errors.len() as f64;
            let milliseconds = start.elapsed().as_secs_f64() * 1e3 / count;
            let mean = |of: fn(f64) -> f64| errors.iter().map(|&error| of(error)).sum::<f64>() / count;
            println!(
                "level {level} depth {depth}: mean {:+.2}, absolute {:.2}, squared {:.1}, {milliseconds:.2} ms",
                mean(|e| e),
                mean(f64::abs),
                mean(|e| e * e)
            );
        }
    }
    Ok(())
}

/// The positions with this many empty squares, one of each game, and the score for the side to move.
fn scored(bytes: &[u8], wanted: usize, empties: u32) -> Result<Vec<(Board, i32)>, Box<dyn Error>> {
    let (header, games) = wthor::games(bytes)?;
    let mut solver = Solver::new(&SolverOptions::default());
    let mut positions = Vec::new();
    for game in games.take(wanted) {
        let game = game?;
        let mut position = Position::start(&Rules::Standard);
        for square in &game.moves {
            if position.is_legal(Move::PASS) {
                position.play(Move::PASS);
            }
            let m = Move::on(u32::from(square.row) * 8 + u32::from(square.column));
            if position.empties() <= empties || !position.is_legal(m) {
                break;
            }
            position.play(m);
        }
        let board = position.board();
        if position.empties() != empties || board.moves() == 0 {
            continue;
        }
        let black = 2 * i32::from(game.theoretical_black_discs) - 64;
        let score = match position.to_move() {
            _ if empties != u32::from(header.depth) => solver.score(board, 0, &Stop::new()).unwrap_or(0),
            Player::Black => black,
            Player::White => -black,
        };
        positions.push((board, score));
    }
    Ok(positions)
}

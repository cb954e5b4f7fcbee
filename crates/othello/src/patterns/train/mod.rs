//! Where the weights come from: games, labels, least squares.
//!
//! Training runs backwards through the game. The positions of the last phases are labelled with their exact scores; those of
//! an earlier phase with a search that ends in the phases trained before it; positions whose perfect-play score the
//! game record tells, with that. Then the phase's weights are fitted to the labels, starting from the later phase's, which also
//! holds the rarely seen contents in place. Read [`train`] first, then `labels.rs` and `fit.rs`.

mod fit;
mod labels;

use super::weights::{PHASES, Weights, first_discs};
use crate::board::Board;
use crate::patterns::{Node, UNIT};
use labels::{Labels, Sample};
use quadrille_core::{Game, Player};
use std::sync::Arc;

/// A game to learn from: the squares played from the standard start, passes left out.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The squares, below 64.
    pub squares: Vec<u8>,
    /// The score under perfect play from the position with so many empty squares: Black's margin.
    pub perfect: Option<Perfect>,
}

/// What the record says about perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perfect {
    /// Empty squares of the position.
    pub empties: u32,
    /// Black's final margin.
    pub black_margin: i32,
}

/// How to train.
#[derive(Clone, Debug)]
pub struct TrainOptions {
    /// Threads for labels and fitting.
    pub threads: usize,
    /// Positions with at most so many empty squares are solved exactly.
    pub exact_empties: u32,
    /// Other positions are searched so deep at least.
    pub search_depth: u32,
    /// Steps of the conjugate gradient method for each phase.
    pub iterations: usize,
    /// How strongly a weight is held to that of the next phase: so many samples' worth.
    pub ridge: f32,
    /// For what share of the positions one is added that another move would have led to.
    pub variants: f64,
    /// What share of the positions is searched, where that is costly. A few positions of every game teach more than all
    /// positions of a few games, which are much alike.
    pub share: f64,
    /// Every so-many-th game is kept aside to measure the error.
    pub holdout: usize,
}

impl Default for TrainOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            exact_empties: 12,
            search_depth: 1,
            iterations: 25,
            ridge: 30.0,
            variants: 0.5,
            share: 1.0,
            holdout: 50,
        }
    }
}

/// How well the weights describe games they have not seen.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainReport {
    /// Games read, of which some were held out.
    pub games: usize,
    /// Labelled positions.
    pub samples: usize,
    /// Held-out positions with a known perfect-play score.
    pub held_out: usize,
    /// Mean absolute difference to those scores, in discs.
    pub mean_error: f64,
}

/// Discs beyond its own that a phase also learns from.
const OVERLAP: u32 = 3;

/// Trains the weights of all phases.
pub fn train(records: &[Record], options: &TrainOptions, progress: &dyn Fn(&str)) -> (Weights, TrainReport) {
    let is_held_out = |index: usize| options.holdout > 0 && index.is_multiple_of(options.holdout);
    let training: Vec<&Record> =
        records.iter().enumerate().filter(|&(index, _)| !is_held_out(index)).map(|(_, record)| record).collect();
    let mut labels = Labels::new(&training, options);
    let mut weights = Weights::zero();
    let mut samples = 0;
    for phase in (0..PHASES).rev() {
        let first = first_discs(phase);
        let own = first..first + 4;
        for discs in own.clone().rev() {
            let made = labels.make(discs, own.end, &Arc::new(weights.clone()), options);
            samples += made;
            progress(&format!("labelled {made} positions of {discs} discs"));
        }
        let chosen: Vec<Sample> =
            (first..(own.end + OVERLAP).min(64)).flat_map(|discs| labels.of(discs)).copied().collect();
        let error = fit::fit(&mut weights, phase, &chosen, options);
        progress(&format!("phase {phase}: {} samples, error {error:.2} discs", chosen.len()));
    }
    let held_out: Vec<&Record> =
        records.iter().enumerate().filter(|&(index, _)| is_held_out(index)).map(|(_, record)| record).collect();
    let (held_out, mean_error) = mean_error(&weights, &held_out);
    (weights, TrainReport { games: records.len(), samples, held_out, mean_error })
}

/// How many positions of the records have a known score, and how far the evaluation is off on average.
#[must_use]
pub fn mean_error(weights: &Weights, records: &[&Record]) -> (usize, f64) {
    let (mut count, mut sum) = (0_usize, 0.0);
    for record in records {
        let Some(perfect) = record.perfect else { continue };
        let wanted = 64 - perfect.empties;
        if let Some((board, turn)) = boards(record).find(|(board, _)| 64 - board.empties() == wanted) {
            let label = if turn == Player::Black { perfect.black_margin } else { -perfect.black_margin };
            let value =
                f64::from(weights.raw(board, board.moves(), &Node::new(weights, board).features)) / f64::from(UNIT);
            count += 1;
            sum += (value - f64::from(label)).abs();
        }
    }
    (count, if count == 0 { 0.0 } else { sum / count as f64 })
}

/// The positions of a game that have a move, with the side to move; it ends where a move is illegal.
fn boards(record: &Record) -> impl Iterator<Item = (Board, Player)> {
    let mut position = crate::Position::start(&crate::Rules::Standard);
    let mut squares = record.squares.iter();
    let mut ended = false;
    std::iter::from_fn(move || {
        if ended {
            return None;
        }
        if position.is_legal(crate::Move::PASS) {
            position.play(crate::Move::PASS);
        }
        let seen = (position.board(), position.to_move());
        match squares.next() {
            Some(&square) if square < 64 && position.is_legal(crate::Move::on(u32::from(square))) => {
                position.play(crate::Move::on(u32::from(square)));
            }
            _ => ended = true,
        }
        (seen.0.moves() != 0).then_some(seen)
    })
}

//! Training the weights: games, labels, least squares.
//!
//! Training runs backwards through the game. Late positions are labelled with their exact scores; those of earlier phases with
//! what the game's proved scores and a search that ends in the phases trained before it say together.
//! Each phase's weights are fitted to the labels, starting from the later phase's, which also
//! holds the rarely seen contents in place. Read [`train`] first, then `labels.rs` (with `variation.rs`) and `fit.rs` (with `parts.rs`).

mod fit;
mod labels;
mod parts;
mod store;
mod variation;

use crate::words;
use labels::{Labels, Sample};
use quadrille_core::{Game, Player, Refusal, Sentence};
use quadrille_othello::evaluation::patterns::{Node, UNIT};
use quadrille_othello::evaluation::patterns::{PHASE_DISCS, PHASES, Weights, first_discs};
use quadrille_othello::{Board, Move, Position, Rules};
use std::path::PathBuf;
use std::sync::Arc;
use store::Store;

/// A game to learn from: the squares played from the standard start, passes left out.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The squares, below 64.
    pub squares: Vec<u8>,
    /// The score under perfect play from the position with this many empty squares: Black's margin.
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
    /// Positions with at most this many empty squares are solved exactly.
    pub exact_empties: u32,
    /// Other positions are searched this many plies deep, those far from the end half as deep.
    pub search_depth: u32,
    /// Steps of the conjugate gradient method for each phase.
    pub iterations: usize,
    /// How strongly a weight is held to that of the next phase: this many samples' worth.
    pub ridge: f32,
    /// How many positions that other moves would have led to are added for each game and number of discs, more where they help.
    pub variants: f64,
    /// What share of the games' positions is taken; those a ply away from a proved score are all taken.
    pub share: f64,
    /// Every n-th game is held out to measure the error.
    pub holdout: usize,
    /// The folder of cached scores, so that an interrupted training resumes.
    pub folder: Option<PathBuf>,
}

impl Default for TrainOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            exact_empties: 12,
            search_depth: 6,
            iterations: 40,
            ridge: 60.0,
            variants: 0.5,
            share: 0.5,
            holdout: 50,
            folder: None,
        }
    }
}

/// The error on held-out games.
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

/// Discs before and beyond its own that a phase also learns from.
const OVERLAP: u32 = 1;

/// Trains the weights of all phases.
///
/// # Errors
///
/// If the folder for scores cannot be written to.
///
/// ```no_run
/// use quadrille_othello_expert::training::{Record, TrainOptions, train};
///
/// # fn main() -> Result<(), quadrille_core::Refusal> {
/// let games = [Record { squares: vec![44, 29, 20], perfect: None }];
/// let (weights, report) = train(&games, &TrainOptions::default(), &|sentence| println!("{sentence}"))?;
/// println!("off by {:.2} discs", report.mean_error);
/// # drop(weights);
/// # Ok(())
/// # }
/// ```
pub fn train(
    records: &[Record],
    options: &TrainOptions,
    progress: &dyn Fn(&Sentence),
) -> Result<(Weights, TrainReport), Refusal> {
    let is_held_out = |index: usize| options.holdout > 0 && index.is_multiple_of(options.holdout);
    let part = |held_out: bool| -> Vec<&Record> {
        let chosen = records.iter().enumerate().filter(|&(index, _)| is_held_out(index) == held_out);
        chosen.map(|(_, record)| record).collect()
    };
    let store = Store::new(options.folder.as_deref())?;
    let (learned, kept_aside) = (part(false), part(true));
    let mut labels = Labels::new(&learned);
    let mut weights = Weights::zero();
    for phase in (0..PHASES).rev() {
        let first = first_discs(phase);
        let known = Arc::new(weights.clone());
        let fingerprint = known.fingerprint();
        let discs = first - OVERLAP..(first + PHASE_DISCS + OVERLAP).min(64);
        for discs in discs.clone().rev() {
            if labels.of(discs).is_empty() {
                labels.add(discs, (&known, fingerprint), options, &store)?;
                progress(&words::SCORED.say().with("count", labels.of(discs).len()).with("discs", discs));
            }
        }
        let chosen: Vec<Sample> = discs.flat_map(|discs| labels.of(discs)).copied().collect();
        let error = fit::fit(&mut weights, phase, &chosen, options);
        // Until its own turn comes, an earlier phase counts like the one behind it.
        let (earlier, fitted) = weights.phases.split_at_mut(phase);
        earlier.iter_mut().for_each(|weights| weights.clone_from(&fitted[0]));
        let fitted = words::FITTED.say().with("phase", phase).with("count", chosen.len());
        progress(&fitted.with("error", format!("{error:.2}")));
    }
    let samples = (0..64).map(|discs| labels.of(discs).len()).sum();
    let (held_out, mean_error) = mean_error(&weights, &kept_aside);
    Ok((weights, TrainReport { games: records.len(), samples, held_out, mean_error }))
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
    let mut position = Position::start(&Rules::Standard);
    let mut squares = record.squares.iter();
    let mut ended = false;
    std::iter::from_fn(move || {
        if ended {
            return None;
        }
        if position.is_legal(Move::PASS) {
            position.play(Move::PASS);
        }
        let seen = (position.board(), position.to_move());
        match squares.next() {
            Some(&square) if square < 64 && position.is_legal(Move::on(u32::from(square))) => {
                position.play(Move::on(u32::from(square)));
            }
            _ => ended = true,
        }
        (seen.0.moves() != 0).then_some(seen)
    })
}

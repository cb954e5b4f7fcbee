//! A predictor by votes of the nearest neighbours.

use super::{Asked, Neighbour, Positions, Weighing};
use crate::board::{Board, SIDE};
use crate::corpus::{Corpus, Record};
use crate::evaluation::{Accuracy, Predictor};
use quadrille_core::{Player, Refusal};
use quadrille_support::clock::Instant;
use std::time::Duration;

/// The probability shared by moves that no neighbour played.
const UNHEARD: f32 = 0.05;

/// Turns neighbours into probabilities of all legal moves: nearer ones have more of a vote.
fn vote(board: &Board, player: Player, neighbours: &[Neighbour], moves: &mut Vec<(u16, f32)>) {
    moves.clear();
    moves.extend(board.spots().filter(|&spot| board.is_legal(spot, player)).map(|spot| (spot, 0.0)));
    let share = UNHEARD / moves.len().max(1) as f32;
    for (_, probability) in moves.iter_mut() {
        *probability = share;
    }
    let vote = |neighbour: &Neighbour| 1.0 / (1.0 + neighbour.distance as f32);
    let total: f32 = neighbours.iter().map(vote).sum();
    for neighbour in neighbours {
        if let Ok(at) = moves.binary_search_by_key(&neighbour.spot, |m| m.0) {
            moves[at].1 += (1.0 - UNHEARD) * vote(neighbour) / total;
        }
    }
}

/// The accuracy for every k from 1 to `most`, over every `step`-th position of the wanted games, and the time all searches took.
pub fn sweep(
    corpus: &Corpus,
    positions: &Positions,
    weighing: Weighing,
    most: usize,
    step: usize,
    wanted: impl FnMut(u64) -> bool,
) -> Result<(Vec<Accuracy>, Duration), Refusal> {
    let (mut all, mut moves, mut spent) = (vec![Accuracy::default(); most], Vec::new(), Duration::ZERO);
    let mut position = 0;
    corpus.for_each_wanted(wanted, |_, game| {
        if game.shape() != (SIDE as u8, SIDE as u8) {
            return;
        }
        let mut last = None;
        game.replay(|board, player, played| {
            position += 1;
            if position % step.max(1) == 0 {
                let start = Instant::now();
                let neighbours = positions.nearest(Asked { board, player, last }, weighing, most);
                spent += start.elapsed();
                for (k, accuracy) in (1..).zip(&mut all) {
                    vote(board, player, &neighbours[..neighbours.len().min(k)], &mut moves);
                    accuracy.add(&moves, played);
                }
            }
            last = Some(played);
        });
    })?;
    Ok((all, spent))
}

/// Predicts by the votes of the k nearest positions; nearer ones count more.
#[derive(Debug)]
pub struct ByNeighbours<'a> {
    positions: &'a Positions,
    weighing: Weighing,
    k: usize,
    board: Board,
    last: Option<u16>,
}

impl<'a> ByNeighbours<'a> {
    /// Predicts from these positions.
    #[must_use]
    pub fn new(positions: &'a Positions, weighing: Weighing, k: usize) -> Self {
        Self { positions, weighing, k, board: Board::new(SIDE as u8, SIDE as u8), last: None }
    }
}

impl Predictor for ByNeighbours<'_> {
    fn begin(&mut self, game: &Record) {
        (self.board, self.last) = (game.board(), None);
    }

    fn play(&mut self, player: Player, spot: Option<u16>) {
        match spot {
            None => self.board.pass(),
            Some(spot) => {
                self.board.play(spot, player);
                self.last = Some(spot);
            }
        }
    }

    fn predict(&mut self, player: Player, moves: &mut Vec<(u16, f32)>) {
        let asked = Asked { board: &self.board, player, last: self.last };
        vote(&self.board, player, &self.positions.nearest(asked, self.weighing, self.k), moves);
    }
}

//! A network as the evaluator of a tree search.

use crate::inference::{Evaluator, Network};
use crate::planes::{Encoder, Planes};
use crate::symmetry::Symmetry;
use crate::weights::Weights;
use quadrille_core::Game;
use quadrille_go::{Goban, Grid, Move, Position};
use quadrille_search::mcts::Judge;
use quadrille_support::bundled;
use quadrille_support::shared::{Bundled, Shared};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The probability of a pass while there are other moves: master games are recorded without passes.
const PASS: f32 = 2e-3;
/// The same after a pass by the opponent: a second pass ends the game, so it should be searched.
const SECOND_PASS: f32 = 0.1;

static LARGE: LazyLock<Arc<Network>> = LazyLock::new(|| built_in(&large_file()));
static SMALL: LazyLock<Arc<Network>> = LazyLock::new(|| built_in(&small_file()));

fn large_file() -> Bundled {
    bundled!("../weights/10x96.weights")
}

fn small_file() -> Bundled {
    bundled!("../weights/6x64.weights")
}

/// The built-in networks, with the names of their files.
#[must_use]
pub fn files() -> [(&'static str, Bundled); 2] {
    [("10x96.weights", large_file()), ("6x64.weights", small_file())]
}

fn built_in(bytes: &[u8]) -> Arc<Network> {
    let weights = Weights::read(bytes).unwrap_or_else(|refusal| unreachable!("tests read these weights: {refusal}"));
    Arc::new(Network::new(&weights))
}

/// The larger of the networks in the program, which predicts better.
#[must_use]
pub fn large() -> Shared<Network> {
    Shared::Later(&LARGE)
}

/// The smaller one, which is three times as fast.
#[must_use]
pub fn small() -> Shared<Network> {
    Shared::Later(&SMALL)
}

/// Evaluates positions by a network. Thread-safe: each thread gets its own desk (buffers).
pub struct ByNetwork {
    network: Shared<Network>,
    desks: Mutex<Vec<Desk>>,
}

/// The buffers of one thread for one board size.
pub struct Desk {
    encoder: Encoder,
    planes: Planes,
    evaluator: Evaluator,
}

impl Desk {
    /// A desk for boards of this size.
    #[must_use]
    pub fn new(network: Arc<Network>, grid: Grid) -> Self {
        let evaluator = Evaluator::new(network, grid);
        Self { encoder: Encoder::new(grid), planes: Planes::new(grid), evaluator }
    }

    /// Encodes a position; `recent` are the moves that led to it, the latest first.
    pub fn take_up(&mut self, position: &impl Goban, recent: impl IntoIterator<Item = Move>) {
        self.encoder.encode(position, recent, &mut self.planes);
    }

    #[cfg(test)]
    pub(crate) const fn planes(&self) -> &Planes {
        &self.planes
    }

    /// The network's output for the encoded position, under a symmetry.
    pub fn judge(&mut self, symmetry: Symmetry) -> &crate::inference::Judgement {
        self.evaluator.evaluate(&self.planes, symmetry)
    }
}

impl ByNetwork {
    /// By any network.
    #[must_use]
    pub fn new(network: impl Into<Shared<Network>>) -> Self {
        Self { network: network.into(), desks: Mutex::default() }
    }

    fn with_desk<T>(&self, grid: Grid, work: impl FnOnce(&mut Desk) -> T) -> T {
        let desks = || self.desks.lock().unwrap_or_else(PoisonError::into_inner);
        let found = desks().pop().filter(|desk| desk.evaluator.grid() == grid);
        let mut desk = found.unwrap_or_else(|| Desk::new(Arc::clone(self.network.arc()), grid));
        let result = work(&mut desk);
        desks().push(desk);
        result
    }
}

impl<const CAP: usize> Judge<Position<CAP>> for ByNetwork {
    /// Own eyes are not filled. The network sees the board under a symmetry that depends on the position.
    fn judge(&self, position: &Position<CAP>, recent: &[Move], moves: &[Move], priors: &mut [f32]) -> f32 {
        let grid = position.grid();
        let mover = position.to_move();
        self.with_desk(grid, |desk| {
            desk.take_up(position, recent.iter().copied());
            let symmetry = Symmetry::numbered(position.key() >> 32, grid.rows() == grid.columns());
            let judgement = desk.judge(symmetry);
            for (prior, m) in priors.iter_mut().zip(moves) {
                let point = m.point().filter(|&point| !position.is_eye(point, mover));
                let place = point.and_then(|point| grid.row_column(point));
                *prior =
                    place.map_or(f32::NEG_INFINITY, |(row, column)| judgement.policy[row * grid.columns() + column]);
            }
            let pass = moves.iter().position(|&m| m == Move::Pass);
            share_out(priors, pass, if position.passes() > 0 { SECOND_PASS } else { PASS });
            judgement.chance()
        })
    }
}

/// Logits as probabilities, of which the pass gets its share, or all of it if there is no other move.
fn share_out(priors: &mut [f32], pass: Option<usize>, of_pass: f32) {
    let highest = priors.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let alone = highest == f32::NEG_INFINITY;
    let of_pass = if alone { 1.0 } else { of_pass };
    let rest = if pass.is_some() { 1.0 - of_pass } else { 1.0 };
    let mut sum = 0.0;
    for prior in &mut *priors {
        *prior = if alone { 0.0 } else { (*prior - highest).exp() };
        sum += *prior;
    }
    let scale = if sum > 0.0 { rest / sum } else { 0.0 };
    priors.iter_mut().for_each(|prior| *prior *= scale);
    match pass {
        Some(pass) => priors[pass] = of_pass,
        // Only own eyes to fill and no pass: all equal.
        None if alone => priors.fill(1.0 / priors.len().max(1) as f32),
        None => {}
    }
}

#[cfg(test)]
#[path = "judge_tests.rs"]
mod tests;

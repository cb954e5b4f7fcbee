//! The trained evaluation: a small network whose first layer is kept up to date from position to position.
//!
//! Each side looks at the board from its own end, mirrored so that its king stands on files a to d ([`features`]). Every piece
//! adds one row of weights to that side's sums; the sums, clipped and squared, are multiplied with the weights of one of
//! eight outputs, chosen by the number of pieces. Everything is in whole numbers, so every machine gets the same value.
//!
//! Positions are copied and know nothing about networks, so the accumulators are kept per thread:
//! [`views::Views`] caches those of recent positions and updates them by the few pieces that differ. `kernels.rs` holds
//! the hot loops, [`weights`] the file.
//!
//! Against a bare king the hand-made evaluation is used: it drives the king to the edge, which the training data does
//! not teach, since such games are adjudicated.

mod features;
mod kernels;
mod views;
mod weights;

pub use weights::Weights;

use super::Tapered;
use crate::position::Position;
use quadrille_core::{Evaluation, Player, Score};
use quadrille_support::bundled;
use quadrille_support::shared::{Bundled, Shared};
use std::cell::RefCell;
use std::sync::{Arc, LazyLock};
use views::Views;

/// The evaluation named `network`.
#[derive(Clone, Debug)]
pub struct Network {
    weights: Shared<Weights>,
}

/// The built-in weights, with the name of their file.
#[must_use]
pub fn file() -> (&'static str, Bundled) {
    ("network.bin", embedded())
}

fn embedded() -> Bundled {
    bundled!("network.bin")
}

thread_local! {
    /// The sums of recent positions of this thread.
    static VIEWS: RefCell<Option<Box<Views>>> = const { RefCell::new(None) };
}

impl Default for Network {
    fn default() -> Self {
        static WEIGHTS: LazyLock<Arc<Weights>> =
            LazyLock::new(|| Arc::new(Weights::read(&embedded()).expect("a test reads the embedded weights")));
        Self { weights: Shared::Later(&WEIGHTS) }
    }
}

impl Network {
    /// A network of one's own.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        Self { weights: Arc::new(weights).into() }
    }

    /// The network's value for the mover, in centipawns.
    fn ask(&self, position: &Position) -> i32 {
        VIEWS.with_borrow_mut(|views| {
            let views = match views {
                Some(views) if views.weights_id() == self.weights.id() => views,
                _ => views.insert(Box::new(Views::new(&self.weights))),
            };
            views.value(&self.weights, position)
        })
    }
}

impl Evaluation<Position> for Network {
    fn name(&self) -> &'static str {
        "network"
    }

    fn evaluate(&self, position: &Position) -> Score {
        let alone = |player: Player| position.of(player).count_ones() == 1;
        if alone(Player::White) || alone(Player::Black) {
            return Tapered.evaluate(position);
        }
        Score::heuristic(self.ask(position))
    }
}

#[cfg(test)]
mod tests;

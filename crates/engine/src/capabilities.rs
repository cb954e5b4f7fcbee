//! What a game offers beyond what every game has: its own players, its solver, what it learned from records.
//!
//! The rules of a game know no search, so these meet the game here, in `games/`. A game without any has the default, and
//! then every general algorithm still plays it.

use crate::matches::Match;
use crate::solve::{self, SolveOrder, Solved};
use quadrille_core::{KeyHistory, Message, Playable, Prior, Refusal, Rng, Sentence};
use quadrille_patterns::insight::{Insight, Library};
use quadrille_search::alphabeta;
use quadrille_search::mcts::{self, Judge};
use quadrille_search::{Oracle, Specialist, Stop};
use serde::Serialize;
use std::sync::Arc;

/// A game that the engine plays.
pub trait Registered: Playable {
    /// What it offers beyond what every game has.
    #[must_use]
    fn capabilities() -> Capabilities<Self> {
        Capabilities::default()
    }
}

/// How near a game is to a draw; the record that the `draws` command prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DrawReport {
    /// How often the current position has occurred.
    pub occurrences: u32,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// Occurrences still missing to a claim.
    pub missing_repetitions: u32,
    /// Half-moves still missing to the fifty-move rule.
    pub missing_halfmoves: u32,
    /// Why the game is drawn, if it is.
    pub draw: Option<String>,
}

/// Makes a player from a number of threads and MiB for its table.
pub type Maker<G> = fn(usize, usize) -> Result<Box<dyn Specialist<G>>, Refusal>;

/// Makes what masters are expected to play.
pub type MakePrior<G> = fn() -> Arc<dyn Prior<G>>;

/// Finds who knows exact values of positions, if anybody does.
pub type MakeOracle<G> = fn() -> Result<Option<Arc<dyn Oracle<G>>>, Refusal>;

/// A book's move in a position, if it has one.
pub type FromBook<G> = fn(&G, &mut Rng) -> Option<<G as quadrille_core::Game>::Move>;

/// Looks a position up among learned patterns, with a number of recorded neighbours.
pub type Look<G> = fn(&Match<G>, &Library, usize) -> Option<Insight>;

/// A player that only one game has.
pub struct OwnPlayer<G: Playable> {
    /// The name it is chosen by.
    pub name: &'static str,
    /// What it is.
    pub help: &'static Message,
    /// Whether it plays perfectly whatever bounds it: no opponent for a beginner.
    pub perfect: bool,
    /// Makes it with the given threads and MiB of table.
    pub make: Maker<G>,
}

/// Makes who judges the positions of a tree search.
pub type MakeJudge<G> = fn() -> Arc<dyn Judge<G>>;

/// A tree search with knowledge that only one game has.
pub struct OwnTree<G: Playable> {
    /// The name it is chosen by.
    pub name: &'static str,
    /// What it is.
    pub help: &'static Message,
    /// What it does unless options say otherwise.
    pub options: fn() -> mcts::Options,
    /// Its playouts, by name.
    pub playout: &'static str,
    /// Who judges its positions.
    pub judge: Option<MakeJudge<G>>,
}

/// Solves a position; hears of its progress through the last argument.
pub type Solver<G> = fn(
    &Match<G>,
    &SolveOrder,
    &Stop,
    &mut dyn FnMut(&Sentence),
) -> Result<Solved<<G as quadrille_core::Game>::Move>, Refusal>;

/// What one game offers.
pub struct Capabilities<G: Playable> {
    /// The algorithm that plays best under given rules.
    pub best: fn(&G::Rules) -> &'static str,
    /// How alpha-beta is set for this game.
    pub alphabeta: fn() -> alphabeta::Options,
    /// Who plays instead at gentle levels, where the best is too strong.
    pub gentle: &'static str,
    /// What the first levels are worth as Elo ratings, where that was measured (docs/levels.md).
    pub ratings: &'static [u16],
    /// The game's own players.
    pub players: Vec<OwnPlayer<G>>,
    /// The game's own tree searches.
    pub trees: Vec<OwnTree<G>>,
    /// The exact value of a position.
    pub solver: Solver<G>,
    /// Who knows exact values, so that alpha-beta need not search them.
    pub oracle: MakeOracle<G>,
    /// A move from an opening book, another one each time.
    pub opening: Option<FromBook<G>>,
    /// What masters are expected to play.
    pub prior: Option<MakePrior<G>>,
    /// What learned patterns say about the moves, with the given number of recorded neighbours.
    pub insight: Option<Look<G>>,
    /// How near the game is to a draw.
    pub draws: Option<fn(&G, &KeyHistory) -> DrawReport>,
    /// Perft in which a forced pass costs no ply.
    pub pass_free_perft: Option<fn(&G, u32) -> u64>,
}

impl<G: Playable> Default for Capabilities<G> {
    fn default() -> Self {
        Self {
            best: |_| "uct",
            alphabeta: alphabeta::Options::default,
            gentle: "alphabeta",
            ratings: &[],
            players: Vec::new(),
            trees: Vec::new(),
            solver: |game, order, stop, _| solve::by_proof(game, order, stop),
            oracle: || Ok(None),
            opening: None,
            prior: None,
            insight: None,
            draws: None,
            pass_free_perft: None,
        }
    }
}

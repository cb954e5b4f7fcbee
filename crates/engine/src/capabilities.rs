//! What a game offers beyond the common interface: its own players, its solver, knowledge learned from records.
//!
//! The rules of a game know nothing about search, so the two are joined here, in `games/`. A game without capabilities
//! has the default, and every general algorithm still plays it.

use crate::matches::Match;
use crate::solve::{self, SolveOrder, Solved};
use crate::think::{Chosen, GamePlayer, PlayerSpec};
use quadrille_core::{KeyHistory, Message, Playable, Prior, Refusal, Rng, Sentence};
use quadrille_patterns::insight::{Insight, Library};
use quadrille_search::alphabeta;
use quadrille_search::mcts::{self, Judge};
use quadrille_search::{Oracle, Specialist, Stop};
use serde::Serialize;
use std::sync::Arc;

/// A game that the engine plays.
pub trait Registered: Playable {
    /// Its capabilities beyond the common interface.
    #[must_use]
    fn capabilities() -> Capabilities<Self> {
        Capabilities::default()
    }
}

/// The draw counters, as the `draws` command prints them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DrawReport {
    /// How often the current position has occurred.
    pub occurrences: u32,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// Occurrences still needed for a claim.
    pub missing_repetitions: u32,
    /// Half-moves still needed for the fifty-move rule.
    pub missing_halfmoves: u32,
    /// Why the game is drawn, if it is.
    pub draw: Option<String>,
}

/// Makes a player from a number of threads and MiB for its table.
pub type Maker<G> = fn(usize, usize) -> Result<Box<dyn Specialist<G>>, Refusal>;

/// Makes move priors learned from master games.
pub type MakePrior<G> = fn() -> Arc<dyn Prior<G>>;

/// Opens the source of exact values (endgame tables), if there is one.
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
    /// Whether it plays perfectly at any limit, and so is no opponent for a beginner.
    pub perfect: bool,
    /// Makes it with the given threads and MiB of table.
    pub make: Maker<G>,
}

/// Makes the judge of a tree search.
pub type MakeJudge<G> = fn() -> Arc<dyn Judge<G>>;

/// A tree search with knowledge that only one game has.
pub struct OwnTree<G: Playable> {
    /// The name it is chosen by.
    pub name: &'static str,
    /// What it is.
    pub help: &'static Message,
    /// Its default options.
    pub options: fn() -> mcts::Options,
    /// Its playouts, by name.
    pub playout: &'static str,
    /// Who judges its positions.
    pub judge: Option<MakeJudge<G>>,
}

/// Solves a position; reports progress through the last argument.
pub type Solver<G> = fn(
    &Match<G>,
    &SolveOrder,
    &Stop,
    &mut dyn FnMut(&Sentence),
) -> Result<Solved<<G as quadrille_core::Game>::Move>, Refusal>;

/// What each level scores against the level below, in matches between them (docs/levels.md).
#[derive(Clone, Copy, Debug, Default)]
pub struct Ladder {
    /// The size of the board in these matches; empty if there is only one.
    pub size: &'static str,
    /// Percent, from the second level on.
    pub scores: &'static [u8],
}

/// Opens a player by name.
pub type OpenPlayer<G> = fn(&PlayerSpec, &Capabilities<G>) -> Result<Box<dyn GamePlayer<G>>, Refusal>;

/// What one game offers.
pub struct Capabilities<G: Playable> {
    /// The algorithm that plays best under given rules.
    pub best: fn(&G::Rules) -> &'static str,
    /// The alpha-beta options of this game.
    pub alphabeta: fn() -> alphabeta::Options,
    /// Opens its players ([`Capabilities::player`]).
    pub open: OpenPlayer<G>,
    /// The player for the low levels, if the best one is too strong.
    pub gentle: &'static str,
    /// Measured Elo ratings of the levels (docs/levels.md).
    pub ratings: &'static [u16],
    /// Where there are none: how the levels fared against each other.
    pub ladder: Ladder,
    /// The game's own players.
    pub players: Vec<OwnPlayer<G>>,
    /// The game's own tree searches.
    pub trees: Vec<OwnTree<G>>,
    /// The exact value of a position.
    pub solver: Solver<G>,
    /// The source of exact values for alpha-beta.
    pub oracle: MakeOracle<G>,
    /// A random move from an opening book.
    pub opening: Option<FromBook<G>>,
    /// Move priors learned from master games.
    pub prior: Option<MakePrior<G>>,
    /// Pattern predictions for the moves, with the given number of nearest recorded positions.
    pub insight: Option<Look<G>>,
    /// The draw counters.
    pub draws: Option<fn(&G, &KeyHistory) -> DrawReport>,
    /// Perft in which a forced pass costs no ply.
    pub pass_free_perft: Option<fn(&G, u32) -> u64>,
}

impl<G: Playable> Capabilities<G> {
    /// The player for a description.
    pub fn player(&self, player: &PlayerSpec) -> Result<Box<dyn GamePlayer<G>>, Refusal> {
        (self.open)(player, self)
    }
}

impl<G: Playable> Default for Capabilities<G> {
    fn default() -> Self {
        Self {
            best: |_| "uct",
            alphabeta: alphabeta::Options::default,
            open: |player, own| Ok(Box::new(Chosen::open(player, own)?)),
            gentle: "alphabeta",
            ratings: &[],
            ladder: Ladder::default(),
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

//! What the engine asks of a game beyond its rules.

use crate::matches::Match;
use crate::picture::{Picture, Touch};
use crate::solve::{self, SolveOrder, Solved};
use crate::think::Specialist;
use quadrille_core::{Evaluation, Game, KeyHistory, Notation, Outcome, Playout, Prior, Refusal, Score, Tactics};
use quadrille_patterns::insight::{Insight, Library};
use quadrille_search::Stop;
use serde::Serialize;
use std::sync::Arc;

/// How a game ended: the result and the rule that gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Who won.
    pub outcome: Outcome,
    /// The rule, as a short name: `checkmate`, `repetition`, `two-passes`.
    pub reason: String,
}

/// How near a chess game is to a draw; the record that the `draws` command prints.
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

/// A game the engine can offer. Everything but the playout policy has a default, so that a new game needs one short
/// `impl` and one line in the registry.
pub trait Playable: Game + Notation + Tactics {
    /// The policy of Monte-Carlo searches.
    type Rollout: Playout<Self> + Default + Clone + 'static;

    /// The playout policies by name; the first is the default.
    fn rollouts() -> Vec<(&'static str, Self::Rollout)> {
        vec![("random", Self::Rollout::default())]
    }

    /// The evaluations by name; the first is the default.
    fn evaluations() -> Vec<Arc<dyn Evaluation<Self>>> {
        vec![Arc::new(NoKnowledge)]
    }

    /// What masters are expected to play, for searches that start from prior probabilities.
    fn prior() -> Option<Arc<dyn Prior<Self>>> {
        None
    }

    /// What learned patterns say about the moves of the current position, with at most `k` recorded neighbours.
    fn insight(_game: &Match<Self>, _library: &Library, _k: usize) -> Option<Insight> {
        None
    }

    /// The algorithm that plays best under these rules.
    fn best_algorithm(_rules: &Self::Rules) -> &'static str {
        "uct"
    }

    /// The game's own player, if it has one.
    fn specialist(_threads: usize, _table_mib: usize) -> Option<Box<dyn Specialist<Self>>> {
        None
    }

    /// A player with fixed bounds that the game offers under a name of its own.
    fn preset(_name: &str, _threads: usize, _table_mib: usize) -> Option<Result<Box<dyn Specialist<Self>>, Refusal>> {
        None
    }

    /// Named parts whose XOR is the key.
    fn key_parts(&self) -> Vec<(String, u64)> {
        vec![("position".to_owned(), self.key())]
    }

    /// The board as data.
    fn picture(&self) -> Option<Picture> {
        None
    }

    /// The cells a move touches.
    fn touch(&self, _m: Self::Move) -> Touch {
        Touch::default()
    }

    /// The move as people write it in a game record (SAN in chess); by default the standard spelling.
    fn record_move(&self, m: Self::Move) -> String {
        self.format_move(m)
    }

    /// The points or discs of (Black, White), in games that count them.
    fn points(&self) -> Option<(f32, f32)> {
        None
    }

    /// The rule that ended the game.
    fn end_reason(&self, _seen: &KeyHistory) -> String {
        "by the rules".to_owned()
    }

    /// Perft in which a forced pass costs no ply, in games with forced passes.
    fn perft_pass_free(&self, _depth: u32) -> Option<u64> {
        None
    }

    /// The exact value of the game's current position. `tell` hears of the progress in words.
    fn solve(
        game: &Match<Self>,
        order: &SolveOrder,
        stop: &Stop,
        _tell: &mut dyn FnMut(&str),
    ) -> Result<Solved<Self::Move>, Refusal> {
        solve::by_proof(game, order, stop)
    }

    /// How near the game is to a draw, in chess.
    fn draw_report(&self, _seen: &KeyHistory) -> Option<DrawReport> {
        None
    }
}

/// The evaluation of a game nobody knows anything about: every unfinished position is even.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoKnowledge;

impl<G: Game> Evaluation<G> for NoKnowledge {
    fn name(&self) -> &'static str {
        "none"
    }

    fn evaluate(&self, _: &G) -> Score {
        Score::DRAW
    }
}

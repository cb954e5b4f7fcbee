//! Players: an algorithm with its options, thinking about a game.
//!
//! [`GamePlayer`] is the typed player of one game; `player.rs` is the one place where algorithms are listed by name and
//! joined to a game's evaluations and playouts. A [`Thinker`] is the same behind the interface of a session; [`Report`] is
//! what comes out.

mod player;
mod report;
mod spec;

pub use player::{ALGORITHMS, AlgorithmName, GamePlayer};
pub use report::{BranchRow, DepthRow, Line, MoveName, MoveReport, Notes, Report, Verdict};
pub use spec::PlayerSpec;

use crate::matches::Match;
use crate::session::{GameSession, Session};
use crate::words;
use quadrille_core::{Playable, Refusal};
use quadrille_search::{Limits, Setting, Stop};

/// What a player is asked, beside the game itself.
#[derive(Clone, Debug)]
pub struct Question<'a, M = String> {
    /// When to stop thinking.
    pub limits: Limits,
    /// How many best moves get a line of their own.
    pub multipv: usize,
    /// How many moves of a search tree are reported one by one.
    pub branches: usize,
    /// Consider these moves only.
    pub root_moves: Option<Vec<M>>,
    /// How others end the thinking.
    pub stop: &'a Stop,
}

impl<'a, M> Question<'a, M> {
    /// The usual question: one best move.
    pub fn new(limits: Limits, stop: &'a Stop) -> Self {
        Self { limits, multipv: 1, branches: 0, root_moves: None, stop }
    }
}

/// A player with its memory (table or tree), which it keeps from move to move.
pub trait Thinker: Send {
    /// Thinks until a limit is reached or it is stopped. `on_report` hears of the progress at most ten times a second.
    fn think(
        &mut self,
        session: &dyn Session,
        question: &Question<'_>,
        on_report: &mut dyn FnMut(&Report),
    ) -> Result<Report, Refusal>;

    /// Forgets everything, as for a new game.
    fn clear(&mut self);

    /// The options with their present values.
    fn options(&self) -> Vec<Setting>;
}

impl<G: Playable> Thinker for GamePlayer<G> {
    fn think(
        &mut self,
        session: &dyn Session,
        question: &Question<'_>,
        on_report: &mut dyn FnMut(&Report),
    ) -> Result<Report, Refusal> {
        let Some(session) = session.as_any().downcast_ref::<GameSession<G>>() else {
            let given = session.descriptor().name;
            return Err(words::OTHER_GAME.refuse().with("made", G::NAME).with("given", given));
        };
        let game: &Match<G> = session.game();
        let position = game.position();
        let root_moves = match &question.root_moves {
            Some(texts) => Some(texts.iter().map(|text| position.parse_move(text)).collect::<Result<Vec<_>, _>>()?),
            None => None,
        };
        let question = Question {
            limits: question.limits,
            multipv: question.multipv,
            branches: question.branches,
            root_moves,
            stop: question.stop,
        };
        let report = self.think(game, &question, &mut |report| on_report(&Report::of(report, position)))?;
        Ok(Report::of(&report, position))
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn options(&self) -> Vec<Setting> {
        self.options()
    }
}

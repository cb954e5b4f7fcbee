//! Players: an algorithm with its options, thinking about a session.
//!
//! [`open`] makes a [`Thinker`] from a [`PlayerSpec`]; `mind.rs` is the one place where algorithms are listed by name and
//! joined to a game's evaluations and playouts; `report.rs` is what comes out, in text.

mod convert;
mod mind;
mod report;
mod spec;
mod specialist;

pub(crate) use convert::line;
pub use report::{BranchRow, DepthRow, MoveReport, TextReport};
pub use spec::PlayerSpec;
pub use specialist::{ByHeart, Specialist};

use crate::playable::Playable;
use crate::session::{GameSession, Session};
use mind::Mind;
use quadrille_core::Refusal;
use quadrille_search::{Limits, Request, Setting, Stop};

/// What a player is asked, beside the game itself.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// When to stop thinking.
    pub limits: Limits,
    /// How many best moves get a line of their own.
    pub multipv: usize,
    /// How many moves of a search tree are reported one by one.
    pub branches: usize,
    /// Consider these moves only.
    pub root_moves: Option<Vec<String>>,
    /// How others end the thinking.
    pub stop: &'a Stop,
}

impl<'a> Question<'a> {
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
        on_report: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, Refusal>;

    /// Forgets everything, as for a new game.
    fn clear(&mut self);

    /// The options with their present values.
    fn options(&self) -> Vec<Setting>;
}

/// Makes a player for the game `G`.
pub fn open<G: Playable>(player: &PlayerSpec) -> Result<Box<dyn Thinker>, Refusal> {
    Ok(Box::new(GameThinker::<G> { mind: Mind::open(player)? }))
}

struct GameThinker<G: Playable> {
    mind: Mind<G>,
}

impl<G: Playable> Thinker for GameThinker<G> {
    fn think(
        &mut self,
        session: &dyn Session,
        question: &Question<'_>,
        on_report: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, Refusal> {
        let Some(session) = session.as_any().downcast_ref::<GameSession<G>>() else {
            return Err(Refusal::plain(format!(
                "this player was made for {}, not for this {}",
                G::NAME,
                session.game()
            )));
        };
        let game = session.game();
        if let Some(outcome) = game.outcome() {
            return Err(Refusal::plain(format!("the game is over ({outcome}): there is nothing to think about")));
        }
        let position = game.position();
        let root_moves = match &question.root_moves {
            Some(texts) => Some(texts.iter().map(|text| position.parse_move(text)).collect::<Result<Vec<_>, _>>()?),
            None => None,
        };
        let request = Request {
            threads: self.mind.threads(),
            seed: self.mind.seed(),
            multipv: question.multipv.max(1),
            branches: question.branches,
            root_moves: root_moves.as_deref(),
            ..Request::new(position, game.history(), question.limits, question.stop)
        };
        let report = self.mind.think(&request, &mut |report| on_report(&convert::to_text(report, position)));
        Ok(convert::to_text(&report, position))
    }

    fn clear(&mut self) {
        self.mind.clear();
    }

    fn options(&self) -> Vec<Setting> {
        self.mind.options()
    }
}

//! Commands about stones: where they are, where they may be placed, captures.

use super::board::{Board, is_pass};
use super::command::Request;
use crate::words;
use quadrille_core::{Player, Refusal};

impl Board {
    /// `list_stones COLOUR`: the points with a stone of this colour.
    pub(super) fn list_stones(&self, request: &Request) -> Result<String, Refusal> {
        let player = request.colour(0)?;
        let picture = self.session().picture();
        let points = picture.names.iter().zip(&picture.pieces);
        let own = points.filter(|(_, piece)| piece.is_some_and(|piece| piece.owner == player));
        Ok(own.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" "))
    }

    /// `is_legal COLOUR MOVE`: 1 or 0.
    pub(super) fn is_legal(&self, request: &Request) -> Result<String, Refusal> {
        let (player, text) = (request.colour(0)?, request.argument(1, &words::A_MOVE)?);
        let legal = self.turned_to(player)?.legal_moves();
        Ok(u8::from(legal.iter().any(|m| m.text.eq_ignore_ascii_case(text))).to_string())
    }

    /// `all_legal COLOUR`: where this side may play.
    pub(super) fn all_legal(&self, request: &Request) -> Result<String, Refusal> {
        let legal = self.turned_to(request.colour(0)?)?.legal_moves();
        Ok(legal.into_iter().filter(|m| !is_pass(m)).map(|m| m.text).collect::<Vec<_>>().join(" "))
    }

    /// `captures COLOUR`: how many stones this side has captured.
    pub(super) fn captures(&self, player: Player) -> usize {
        self.moves().iter().filter(|m| m.mover == player).map(|m| m.effect.captured.len()).sum()
    }
}

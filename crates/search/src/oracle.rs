//! Positions whose value is known without a search: endgame tables, say.

use quadrille_core::{Game, MoveBuf, Score};

/// A win that is certain, though nobody said in how many plies: more than any evaluation, less than any counted win.
pub const CERTAIN_WIN: Score = Score::heuristic(20_000);

/// Knows the exact value of some positions.
pub trait Oracle<G: Game>: Send + Sync {
    /// The exact value for the side to move, its plies counted from this position, or [`CERTAIN_WIN`] or its negative where
    /// only the winner is known; none where nothing is known, or nothing certain in this game.
    fn value(&self, position: &G) -> Option<Score>;

    /// The moves that lose nothing in the position that was asked about, if that is known.
    fn choices(&self, _position: &G) -> Option<Vec<G::Move>> {
        None
    }

    /// The moves to the end of a decided game, both sides at their best; none if nobody can force an end.
    fn line(&self, position: &G) -> Vec<G::Move> {
        let (mut position, mut line) = (position.clone(), Vec::new());
        while self.value(&position).and_then(Score::plies_to_end).is_some_and(|plies| plies > 0) {
            let mut moves = G::Moves::default();
            position.legal_moves(&mut moves);
            let valued = moves.as_slice().iter().filter_map(|&m| {
                let mut next = position.clone();
                next.play(m);
                Some(((-self.value(&next)?).shifted(1), m))
            });
            let Some((_, m)) = valued.reduce(|best, other| if other.0 > best.0 { other } else { best }) else { break };
            line.push(m);
            position.play(m);
        }
        line
    }
}

//! Positions whose value is known without a search: endgame tables, say.

use quadrille_core::{Game, MoveBuf, Score};

/// A certain win at an unknown distance: above any evaluation, below any win with a known distance.
pub const CERTAIN_WIN: Score = Score::heuristic(20_000);

/// Knows the exact value of some positions.
pub trait Oracle<G: Game>: Send + Sync {
    /// The exact value for the side to move, with plies counted from this position, or ±[`CERTAIN_WIN`] if only the
    /// winner is known; none if the position is not known, or its value is not certain in this game (history).
    fn value(&self, position: &G) -> Option<Score>;

    /// The moves that keep the value of the given position, if it is known.
    fn choices(&self, _position: &G) -> Option<Vec<G::Move>> {
        None
    }

    /// Best play by both sides to the end of a decided game; none if neither side can force an end.
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

//! Positions whose value is known without a search: endgame tables, say.

use quadrille_core::{Game, MoveBuf, Score};

/// Knows the exact value of some positions.
pub trait Oracle<G: Game>: Send + Sync {
    /// The exact value for the side to move, its plies counted from this position; none where it is not known, or not
    /// certain in this game.
    fn value(&self, position: &G) -> Option<Score>;

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

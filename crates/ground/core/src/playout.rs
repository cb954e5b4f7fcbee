//! Playouts: playing a game to its end by a simple policy.

use crate::{Game, MoveBuf, Outcome, Player, Rng};

/// A playout policy. [`Uniform`] works for every game.
pub trait Playout<G: Game>: Send + Sync {
    /// Plays `position` to the end and returns the outcome; `trace` receives every move.
    fn run<T: Trace>(&self, position: &mut G, rng: &mut Rng, trace: &mut T) -> Outcome;
}

/// An observer of the moves of a playout. The unit type ignores them at no cost.
pub trait Trace {
    /// `mover` played the move with this code.
    fn record(&mut self, mover: Player, code: usize);
}

impl Trace for () {
    #[inline]
    fn record(&mut self, _: Player, _: usize) {}
}

/// Collects the move codes played by each player, each once, for AMAF.
#[derive(Clone, Debug)]
pub struct FirstCodes {
    /// `stamps[player][code] == round` means: played in this round.
    stamps: [Vec<u32>; 2],
    round: u32,
    played: [Vec<u32>; 2],
}

impl FirstCodes {
    /// A memory for codes below `codes`.
    #[must_use]
    pub fn new(codes: usize) -> Self {
        Self { stamps: [vec![0; codes], vec![0; codes]], round: 1, played: [Vec::new(), Vec::new()] }
    }

    /// Forgets everything, in O(1).
    pub fn clear(&mut self) {
        self.played[0].clear();
        self.played[1].clear();
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.stamps.iter_mut().for_each(|stamps| stamps.fill(0));
            self.round = 1;
        }
    }

    /// Whether `player` played this code.
    #[inline]
    #[must_use]
    pub fn contains(&self, player: Player, code: usize) -> bool {
        self.stamps[player.index()][code] == self.round
    }

    /// The codes `player` played, in the order of their first occurrence.
    #[must_use]
    pub fn of(&self, player: Player) -> &[u32] {
        &self.played[player.index()]
    }
}

impl Trace for FirstCodes {
    #[inline]
    fn record(&mut self, mover: Player, code: usize) {
        let stamp = &mut self.stamps[mover.index()][code];
        if *stamp != self.round {
            *stamp = self.round;
            self.played[mover.index()].push(code as u32);
        }
    }
}

/// Uniformly random legal moves. Games without a guaranteed end are stopped after [`Uniform::LONGEST`] moves and count
/// as drawn; games with faster code have their own policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl Uniform {
    /// The maximum length of an endless game.
    pub const LONGEST: u32 = 4_000;
}

impl<G: Game> Playout<G> for Uniform {
    fn run<T: Trace>(&self, position: &mut G, rng: &mut Rng, trace: &mut T) -> Outcome {
        let mut moves = G::Moves::default();
        for _ in 0..Self::LONGEST {
            moves.clear();
            position.legal_moves(&mut moves);
            let Some(&m) = rng.pick(moves.as_slice()) else {
                return position.outcome().unwrap_or(Outcome::Draw);
            };
            trace.record(position.to_move(), position.code(m));
            position.play(m);
        }
        Outcome::Draw
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_counts_once_per_round_and_player() {
        let mut codes = FirstCodes::new(10);
        codes.record(Player::Black, 3);
        codes.record(Player::White, 4);
        codes.record(Player::Black, 3);
        assert_eq!(codes.of(Player::Black), [3]);
        assert!(codes.contains(Player::White, 4) && !codes.contains(Player::Black, 4));
        codes.clear();
        assert!(!codes.contains(Player::Black, 3) && codes.of(Player::Black).is_empty());
    }
}

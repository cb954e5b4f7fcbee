//! Game clocks: how much of the remaining time one move may take.
//!
//! Two bounds come out. After the *soft* one no new iteration is begun; at the *hard* one the search is broken off. The
//! overhead (what the interface and the operating system lose between two programs) is set aside first, so the hard
//! bound never oversteps the clock.

use std::time::Duration;

/// What the mover's clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until more time is added; `None` when the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// What is lost on every move outside the search.
    pub overhead: Duration,
}

/// How long one move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// After this, begin nothing new.
    pub soft: Duration,
    /// At this, stop.
    pub hard: Duration,
}

impl GameClock {
    /// What is set aside for each move unless told otherwise.
    pub const USUAL_OVERHEAD: Duration = Duration::from_millis(10);
    /// How many more moves a game is assumed to last when the clock does not say.
    const USUAL_MOVES_LEFT: u32 = 30;
    /// Even when a move is worth more than its share, it gets no more than this many shares…
    const GENEROSITY: u32 = 5;
    /// …and never more than this part of what is left, in hundredths, unless it is the last before the time control.
    const LARGEST_PART: u32 = 70;

    /// A clock without increment that must last for the rest of the game.
    #[must_use]
    pub const fn sudden_death(remaining: Duration) -> Self {
        Self { remaining, increment: Duration::ZERO, moves_to_go: None, overhead: Self::USUAL_OVERHEAD }
    }

    /// The bounds for the next move. `hard` is never more than what is left after the overhead.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let usable = self.remaining.saturating_sub(self.overhead);
        let moves = self.moves_to_go.unwrap_or(Self::USUAL_MOVES_LEFT).clamp(1, 200);
        // Overheads of the moves to come are not ours to spend either.
        let spendable = usable.saturating_sub(self.overhead.saturating_mul(moves - 1));
        let share = spendable / moves + self.increment * 3 / 4;
        let largest = if moves == 1 { usable } else { usable / 100 * Self::LARGEST_PART };
        let hard = share.saturating_mul(Self::GENEROSITY).min(largest);
        Budget { soft: (share * 6 / 10).min(hard), hard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    #[test]
    fn a_move_never_gets_more_than_the_clock_shows() {
        let mut rng = Rng::new(4);
        for _ in 0..20_000 {
            let clock = GameClock {
                remaining: Duration::from_millis(u64::from(rng.below(100_000))),
                increment: Duration::from_millis(u64::from(rng.below(5_000))),
                moves_to_go: (rng.below(2) == 0).then(|| rng.below(50)),
                overhead: Duration::from_millis(u64::from(rng.below(200))),
            };
            let budget = clock.budget();
            assert!(budget.soft <= budget.hard, "{clock:?} {budget:?}");
            assert!(budget.hard <= clock.remaining.saturating_sub(clock.overhead), "{clock:?} {budget:?}");
        }
    }

    #[test]
    fn a_game_of_hard_bounds_never_runs_out() {
        let mut clock = GameClock::sudden_death(Duration::from_secs(60));
        for _ in 0..300 {
            let spent = clock.budget().hard + clock.overhead;
            assert!(spent <= clock.remaining.max(clock.overhead), "{clock:?}");
            clock.remaining = clock.remaining.saturating_sub(spent);
        }
    }

    #[test]
    fn the_last_move_before_the_control_may_use_nearly_all() {
        let clock = GameClock { moves_to_go: Some(1), ..GameClock::sudden_death(Duration::from_secs(10)) };
        assert_eq!(clock.budget().hard, Duration::from_millis(9_990));
    }
}

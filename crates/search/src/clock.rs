//! Game clocks: how much of the remaining time one move may take.
//!
//! There are two bounds. Past the *soft* bound no new iteration starts; at the *hard* bound the search is aborted. The
//! overhead (time lost in the interface and the operating system) is deducted first, so the hard bound never exceeds
//! the clock. A busy machine sometimes loses more than that, so the overheads of a few later moves are reserved too.
//! When the clock no longer covers them, moves get faster and faster until the increments have refilled it.

use std::time::Duration;

/// What the mover's clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` in sudden death.
    pub moves_to_go: Option<u32>,
    /// Time lost outside the search on every move.
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
    /// The default overhead per move.
    pub const USUAL_OVERHEAD: Duration = Duration::from_millis(10);
    /// How many more moves a game is assumed to last in sudden death.
    const USUAL_MOVES_LEFT: u32 = 30;
    /// The hard bound exceeds a move's share by at most this many shares…
    const GENEROSITY: f64 = 4.0;
    /// …and, unless the share alone is more, is at most the remaining time divided by this.
    const LARGEST_PART: u32 = 4;

    /// Reserve this many overheads of later moves: most moves lose much less than one…
    const HELD_BACK: u32 = 16;
    /// …but at most this fraction of the clock (one eighth).
    const LARGEST_RESERVE: u32 = 8;

    /// Longer times are clamped to this.
    const LONGEST: Duration = Duration::from_secs(366 * 24 * 3_600);

    /// A sudden-death clock without increment.
    #[must_use]
    pub const fn sudden_death(remaining: Duration) -> Self {
        Self { remaining, increment: Duration::ZERO, moves_to_go: None, overhead: Self::USUAL_OVERHEAD }
    }

    /// The bounds for the next move. `hard` is never more than the time left after the overhead, and never more than
    /// half of it unless this is the last move before the time control.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let usable = self.remaining.min(Self::LONGEST).saturating_sub(self.overhead);
        let increment = self.increment.min(Self::LONGEST);
        let moves = self.moves_to_go.unwrap_or(Self::USUAL_MOVES_LEFT).clamp(1, 200);
        if moves == 1 {
            return Budget { soft: usable * 6 / 10, hard: usable };
        }
        let overheads = self.overhead.saturating_mul(Self::HELD_BACK.min(moves - 1));
        let spendable = usable.saturating_sub(overheads.min(usable / Self::LARGEST_RESERVE));
        let covered = if usable >= overheads { 1.0 } else { usable.as_secs_f64() / overheads.as_secs_f64() };
        let share = (spendable / moves).saturating_add(increment * 3 / 4).mul_f64(covered * covered);
        let most = share.mul_f64(1.0 + Self::GENEROSITY * covered).min((usable / Self::LARGEST_PART).max(share));
        let hard = most.min(usable / 2);
        Budget { soft: (share * 9 / 10).min(hard), hard }
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

    /// Every move loses up to a fifth of the overhead; one in fifty loses three overheads.
    #[test]
    fn a_busy_machine_does_not_run_a_fast_clock_out() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let mut clock = GameClock {
                increment: Duration::from_millis(10),
                overhead: Duration::from_millis(20),
                ..GameClock::sudden_death(Duration::from_secs(1))
            };
            for ply in 0..200 {
                let Budget { soft, hard } = clock.budget();
                let thought = soft + (hard - soft) * rng.below(100) / 100;
                let lost = if rng.below(50) == 0 { clock.overhead * 3 } else { clock.overhead * rng.below(20) / 100 };
                assert!(
                    thought + lost < clock.remaining,
                    "seed {seed}, ply {ply}: {clock:?}, {thought:?} and {lost:?}"
                );
                clock.remaining = clock.remaining - thought - lost + clock.increment;
            }
        }
    }

    #[test]
    fn a_slow_game_thinks_about_a_share_of_its_clock() {
        let clock =
            GameClock { increment: Duration::from_millis(600), ..GameClock::sudden_death(Duration::from_secs(60)) };
        let Budget { soft, hard } = clock.budget();
        assert!((2_100..2_300).contains(&soft.as_millis()) && (7_000..13_000).contains(&hard.as_millis()), "{soft:?}");
    }

    #[test]
    fn absurd_clocks_are_no_trouble() {
        let most = Duration::MAX;
        for moves_to_go in [None, Some(0), Some(1), Some(u32::MAX)] {
            let clock = GameClock { remaining: most, increment: most, moves_to_go, overhead: Duration::ZERO };
            assert!(clock.budget().hard <= GameClock::LONGEST);
            assert_eq!(GameClock { overhead: most, ..clock }.budget().hard, Duration::ZERO);
        }
    }

    #[test]
    fn the_last_move_before_the_control_may_use_nearly_all() {
        let clock = GameClock { moves_to_go: Some(1), ..GameClock::sudden_death(Duration::from_secs(10)) };
        assert_eq!(clock.budget().hard, Duration::from_millis(9_990));
    }
}

//! GTP time settings: main time, then periods of a number of stones each (Canadian byo-yomi).

use quadrille_core::{PerPlayer, Player};
use quadrille_engine::{GameClock, Limits};
use std::time::Duration;

/// The settings and each side's remaining time.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    period: Duration,
    stones: u32,
    left: PerPlayer<Left>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Left {
    time: Duration,
    /// Stones to play in the period; none during main time.
    stones: u32,
}

/// The overhead of the controller and the pipes per move.
const OVERHEAD: Duration = Duration::from_millis(50);

impl Clock {
    /// The clock of `time_settings`; a period without stones means no limit at all.
    pub(super) fn new(main: Duration, period: Duration, stones: u32) -> Option<Self> {
        if !period.is_zero() && stones == 0 {
            return None;
        }
        let start = if main.is_zero() { Left { time: period, stones } } else { Left { time: main, stones: 0 } };
        Some(Self { period, stones, left: PerPlayer([start; 2]) })
    }

    /// `time_left`: what the controller's clock shows.
    pub(super) fn show(&mut self, player: Player, time: Duration, stones: u32) {
        self.left[player] = Left { time, stones };
    }

    /// What the next move may take.
    pub(super) fn limits(&self, player: Player) -> Limits {
        let left = self.left[player];
        let clock = GameClock {
            remaining: left.time,
            increment: Duration::ZERO,
            moves_to_go: (left.stones > 0).then_some(left.stones),
            overhead: OVERHEAD,
        };
        Limits { clock: Some(clock), ..Limits::default() }
    }

    /// Deducts a move's time, since controllers need not send `time_left`.
    pub(super) fn spend(&mut self, player: Player, spent: Duration) {
        let left = &mut self.left[player];
        if left.stones == 0 {
            let over = spent.saturating_sub(left.time);
            left.time = left.time.saturating_sub(spent);
            if left.time.is_zero() && self.stones > 0 {
                *left = Left { time: self.period.saturating_sub(over), stones: self.stones };
            }
            return;
        }
        left.time = left.time.saturating_sub(spent);
        left.stones -= 1;
        if left.stones == 0 {
            *left = Left { time: self.period, stones: self.stones };
        }
    }
}

/// The limits of a move after some of its time is spent.
pub(super) fn after(limits: Limits, spent: Duration) -> Limits {
    let clock = limits.clock.map(|clock| GameClock { remaining: clock.remaining.saturating_sub(spent), ..clock });
    Limits { time: limits.time.map(|time| time.saturating_sub(spent)), clock, ..limits }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn main_time_runs_out_into_periods() {
        let mut clock = Clock::new(seconds(10), seconds(30), 5).unwrap();
        clock.spend(Player::Black, seconds(4));
        assert_eq!(clock.left[Player::Black], Left { time: seconds(6), stones: 0 });
        clock.spend(Player::Black, seconds(8));
        assert_eq!(clock.left[Player::Black], Left { time: seconds(28), stones: 5 });
        for _ in 0..5 {
            clock.spend(Player::Black, seconds(1));
        }
        assert_eq!(clock.left[Player::Black], Left { time: seconds(30), stones: 5 });
        assert_eq!(clock.left[Player::White], Left { time: seconds(10), stones: 0 });
    }

    #[test]
    fn no_time_and_no_limit() {
        assert!(Clock::new(seconds(1), seconds(1), 0).is_none());
        let clock = Clock::new(Duration::ZERO, Duration::ZERO, 0).unwrap();
        assert_eq!(clock.limits(Player::Black).budget().unwrap().hard, Duration::ZERO);
    }

    #[test]
    fn time_spent_before_the_search_is_taken_off() {
        let second = seconds(1);
        assert_eq!(after(Limits::time(3 * second), second).time, Some(2 * second));
        assert_eq!(after(Limits::time(second), 3 * second).time, Some(Duration::ZERO));
        let clock = Clock::new(60 * second, Duration::ZERO, 0).unwrap();
        let left = after(clock.limits(Player::Black), second).clock.unwrap();
        assert_eq!(left.remaining, 59 * second);
    }
}

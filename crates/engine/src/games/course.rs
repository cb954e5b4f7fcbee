//! The course document's Othello player, with its limits: `course` and `course-ai`.
//!
//! Alpha-beta with the six-term evaluation to a depth and a time, whichever comes first; with 14 empty squares and fewer
//! the result is exact. Bounds asked for beside these hold where they are tighter.

use quadrille_core::Refusal;
use quadrille_othello::Position;
use quadrille_othello::evaluation::SixTerm;
use quadrille_search::{Limits, Report, Request, Specialist, alphabeta};
use std::time::Duration;

/// What a preset bounds its player to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    name: &'static str,
    depth: u32,
    seconds: u64,
}

/// The bounds against people.
pub(super) const AGAINST_PEOPLE: Bounds = Bounds { name: "course", depth: 10, seconds: 5 };
/// The bounds between two programs.
pub(super) const BETWEEN_PROGRAMS: Bounds = Bounds { name: "course-ai", depth: 8, seconds: 3 };

/// With so few empty squares the player solves the game.
const EXACT_EMPTIES: u32 = 14;

/// The player; its endgames are another's.
pub(super) struct Course<E> {
    bounds: Bounds,
    searcher: alphabeta::Searcher<Position>,
    endgame: E,
}

impl<E> Course<E> {
    pub(super) fn new(bounds: Bounds, table_mib: usize, endgame: E) -> Result<Self, Refusal> {
        let searcher = alphabeta::Searcher::new(alphabeta::Options::default(), table_mib)?;
        Ok(Self { bounds, searcher, endgame })
    }
}

impl Bounds {
    fn tighten(self, limits: &Limits) -> Limits {
        let time = Duration::from_secs(self.seconds);
        Limits {
            depth: Some(limits.depth.map_or(self.depth, |depth| depth.min(self.depth))),
            time: Some(limits.time.map_or(time, |asked| asked.min(time))),
            ..*limits
        }
    }
}

impl<E: Specialist<Position>> Specialist<Position> for Course<E> {
    fn search(
        &mut self,
        request: &Request<'_, Position>,
        on_report: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        let algorithm = self.bounds.name;
        let mut named = |report: &Report<Position>| on_report(&Report { algorithm, ..report.clone() });
        let limits = self.bounds.tighten(&request.limits);
        let report = if request.position.empties() <= EXACT_EMPTIES {
            self.endgame.search(&Request { limits: Limits { depth: None, ..limits }, ..request.clone() }, &mut named)
        } else {
            self.searcher.search(&Request { limits, ..request.clone() }, &SixTerm, &mut named)
        };
        Report { algorithm, ..report }
    }

    fn clear(&mut self) {
        self.searcher.clear();
        self.endgame.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tighter_bound_holds() {
        let (course, ai) = (AGAINST_PEOPLE, BETWEEN_PROGRAMS);
        let free = course.tighten(&Limits::default());
        assert_eq!((free.depth, free.time), (Some(10), Some(Duration::from_secs(5))));
        let free = ai.tighten(&Limits { depth: Some(60), ..Limits::time(Duration::from_secs(60)) });
        assert_eq!((free.depth, free.time), (Some(8), Some(Duration::from_secs(3))));
        let tight = ai.tighten(&Limits { depth: Some(2), ..Limits::time(Duration::from_millis(10)) });
        assert_eq!((tight.depth, tight.time), (Some(2), Some(Duration::from_millis(10))));
    }
}

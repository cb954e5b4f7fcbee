//! A player with fixed limits on depth and time: alpha-beta with the six-term evaluation, and an exact endgame.
//!
//! The first limit reached ends a search; limits of the request apply if they are tighter.

use crate::midgame::{EXACT_EMPTIES, Searcher};
use crate::solver::SolverOptions;
use quadrille_core::Refusal;
use quadrille_othello::Position;
use quadrille_othello::evaluation::SixTerm;
use quadrille_search::{Limits, Report, Request, Specialist, alphabeta};
use std::time::Duration;

/// The limits of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The name in reports.
    pub name: &'static str,
    /// The most plies.
    pub depth: u32,
    /// The most seconds.
    pub seconds: u64,
}

impl Bounds {
    /// The bounds against people.
    pub const AGAINST_PEOPLE: Self = Self { name: "course", depth: 10, seconds: 5 };
    /// The bounds between two programs.
    pub const BETWEEN_PROGRAMS: Self = Self { name: "course-ai", depth: 8, seconds: 3 };

    fn tighten(self, limits: &Limits) -> Limits {
        let time = Duration::from_secs(self.seconds);
        Limits {
            depth: Some(limits.depth.map_or(self.depth, |depth| depth.min(self.depth))),
            time: Some(limits.time.map_or(time, |asked| asked.min(time))),
            ..*limits
        }
    }
}

/// The player.
///
/// ```
/// use quadrille_core::{Game, KeyHistory};
/// use quadrille_othello::{Position, Rules};
/// use quadrille_othello_expert::bounded::{BoundedPlayer, Bounds};
/// use quadrille_othello_expert::solver::SolverOptions;
/// use quadrille_search::{Limits, Request, Specialist, Stop};
///
/// let options = SolverOptions { table_mib: 1, ..SolverOptions::default() };
/// let mut player = BoundedPlayer::new(Bounds { name: "quick", depth: 2, seconds: 1 }, &options)?;
/// let position = Position::start(&Rules::Standard);
/// let (history, stop) = (KeyHistory::new(), Stop::new());
/// let report = player.search(&Request::new(&position, &history, Limits::depth(40), &stop), &mut |_| ());
/// assert_eq!((report.algorithm, report.depth), ("quick", 2));
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
pub struct BoundedPlayer {
    bounds: Bounds,
    middle: alphabeta::Searcher<Position>,
    endgame: Searcher,
}

impl BoundedPlayer {
    /// A player with these limits; both its searches have a table of the size in the options.
    pub fn new(bounds: Bounds, options: &SolverOptions) -> Result<Self, Refusal> {
        let middle = alphabeta::Searcher::new(alphabeta::Options::default(), options.table_mib)?;
        Ok(Self { bounds, middle, endgame: Searcher::new(options) })
    }
}

impl Specialist<Position> for BoundedPlayer {
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
            self.middle.search(&Request { limits, ..request.clone() }, &SixTerm, &mut named)
        };
        Report { algorithm, ..report }
    }

    fn clear(&mut self) {
        self.middle.clear();
        self.endgame.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tighter_bound_holds() {
        let (people, programs) = (Bounds::AGAINST_PEOPLE, Bounds::BETWEEN_PROGRAMS);
        let free = people.tighten(&Limits::default());
        assert_eq!((free.depth, free.time), (Some(10), Some(Duration::from_secs(5))));
        let free = programs.tighten(&Limits { depth: Some(60), ..Limits::time(Duration::from_secs(60)) });
        assert_eq!((free.depth, free.time), (Some(8), Some(Duration::from_secs(3))));
        let tight = programs.tighten(&Limits { depth: Some(2), ..Limits::time(Duration::from_millis(10)) });
        assert_eq!((tight.depth, tight.time), (Some(2), Some(Duration::from_millis(10))));
    }
}

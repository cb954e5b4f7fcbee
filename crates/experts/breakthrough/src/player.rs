//! A player that never loses a won 5x5 position once its table is there, and keeps its clock until then.

use crate::perfect::{self, Known};
use quadrille_breakthrough::Position;
use quadrille_breakthrough::evaluation::Advancement;
use quadrille_core::{Refusal, Score};
use quadrille_search::{ByHeart, Limits, Report, Request, Specialist, alphabeta};
use std::time::Instant;

/// Plays by heart where the table is known, and searches other boards and variants.
///
/// ```
/// use quadrille_breakthrough::{Position, Rules};
/// use quadrille_breakthrough_expert::player::PerfectPlayer;
/// use quadrille_core::{Game, KeyHistory, Notation};
/// use quadrille_search::{Limits, Request, Specialist, Stop};
///
/// let position = Position::parse_position(&Rules::default(), "5/2w2/5/2b2/5 w")?;
/// let (history, stop) = (KeyHistory::new(), Stop::new());
/// let request = Request::new(&position, &history, Limits::depth(3), &stop);
/// let report = PerfectPlayer::new(1)?.search(&request, &mut |_| ());
/// assert_eq!(report.best.map(|m| position.format_move(m)[2..].contains('5')), Some(true));
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
pub struct PerfectPlayer {
    by_distance: ByHeart<fn(&Position) -> Option<Score>>,
    by_winner: ByHeart<fn(&Position) -> Option<Score>>,
    search: alphabeta::Searcher<Position>,
}

impl PerfectPlayer {
    /// A player whose searches have a table of this size.
    pub fn new(table_mib: usize) -> Result<Self, Refusal> {
        let search = alphabeta::Searcher::new(alphabeta::Options::default(), table_mib)?;
        Ok(Self { by_distance: ByHeart(perfect::score), by_winner: ByHeart(perfect::score_by_winner), search })
    }
}

impl Specialist<Position> for PerfectPlayer {
    fn search(
        &mut self,
        request: &Request<'_, Position>,
        on_report: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        let start = Instant::now();
        let patience = request.limits.budget().map(|budget| budget.soft / 2);
        let is_late = || patience.is_some_and(|patience| start.elapsed() >= patience) || request.stop.is_requested();
        let known = if perfect::knows(request.position) { perfect::known_before(is_late) } else { Known::Nothing };
        match known {
            Known::Plies => self.by_distance.search(request, on_report),
            Known::Wins => self.by_winner.search(request, on_report),
            Known::Nothing => {
                let time = request.limits.time.map(|time| time.saturating_sub(start.elapsed()));
                let rest = Request { limits: Limits { time, ..request.limits }, ..request.clone() };
                self.search.search(&rest, &Advancement, on_report)
            }
        }
    }

    fn clear(&mut self) {
        self.search.clear();
    }
}

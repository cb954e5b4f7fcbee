//! A player that never loses a won 5x5 position.

use crate::perfect;
use quadrille_breakthrough::Position;
use quadrille_breakthrough::evaluation::Advancement;
use quadrille_core::{Refusal, Score};
use quadrille_search::{ByHeart, Report, Request, Specialist, alphabeta};

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
    table: ByHeart<fn(&Position) -> Option<Score>>,
    search: alphabeta::Searcher<Position>,
}

impl PerfectPlayer {
    /// A player whose searches have a table of this size.
    pub fn new(table_mib: usize) -> Result<Self, Refusal> {
        let search = alphabeta::Searcher::new(alphabeta::Options::default(), table_mib)?;
        Ok(Self { table: ByHeart(perfect::score), search })
    }
}

impl Specialist<Position> for PerfectPlayer {
    fn search(
        &mut self,
        request: &Request<'_, Position>,
        on_report: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        if perfect::knows(request.position) {
            self.table.search(request, on_report)
        } else {
            self.search.search(request, &Advancement, on_report)
        }
    }

    fn clear(&mut self) {
        self.search.clear();
    }
}

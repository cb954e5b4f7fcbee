//! A player that never loses a won 5x5 position once its table is computed, and until then keeps to its clock.
//!
//! On 6x6 the winning side plays by the strategy ([`crate::opening`]), then by proof-number search if it finds a proof,
//! otherwise by alpha-beta.

use crate::opening;
use crate::perfect::{self, Known};
use crate::solver::proven;
use crate::solver::strategy::Strategy;
use quadrille_breakthrough::evaluation::Matched;
use quadrille_breakthrough::{Move, Position};
use quadrille_core::{Evaluation, Refusal, Score};
use quadrille_search::{ByHeart, Limits, MoveReport, Report, Request, Specialist, alphabeta};
use quadrille_support::clock::Instant;
use std::sync::Arc;

/// Plays from the table where there is one, and searches other boards and variants.
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
    table_mib: usize,
    /// A strategy other than the built-in one.
    strategy: Option<Arc<Strategy>>,
    evaluation: Option<Arc<dyn Evaluation<Position>>>,
}

/// Beyond the strategy, proof-number search first gets the nodes or the time divided by this: far
/// from the end it finds nothing, near the end it needs little.
const PROOF_PART: u32 = 32;
/// Nodes of proof-number search where neither nodes nor time are limited.
const PROOF_NODES: u64 = 20_000;

/// Alpha-beta for this game: the defaults were chosen in chess and score 39.5 % against these settings here
/// (docs/log/chess.md).
#[must_use]
pub fn alphabeta_options() -> alphabeta::Options {
    alphabeta::Options {
        history_bonus: 16,
        cut_reduction: 0,
        spare_exact: false,
        extensions: true,
        ..alphabeta::Options::default()
    }
}

impl PerfectPlayer {
    /// A player with a transposition table of this size.
    pub fn new(table_mib: usize) -> Result<Self, Refusal> {
        let search = alphabeta::Searcher::new(alphabeta_options(), table_mib)?;
        Ok(Self {
            by_distance: ByHeart(perfect::score),
            by_winner: ByHeart(perfect::score_by_winner),
            search,
            table_mib,
            strategy: None,
            evaluation: None,
        })
    }

    /// The same with a strategy for a larger board, and an evaluation for positions beyond it.
    #[must_use]
    pub fn with(self, strategy: Arc<Strategy>, evaluation: Arc<dyn Evaluation<Position>>) -> Self {
        Self { strategy: Some(strategy), evaluation: Some(evaluation), ..self }
    }

    /// The strategy for the board of a position.
    fn strategy(&self, position: &Position) -> Option<Arc<Strategy>> {
        match &self.strategy {
            Some(strategy) => Some(Arc::clone(strategy)).filter(|strategy| strategy.is_of(position)),
            None => opening::strategy(position, false),
        }
    }

    /// The strategy's move, or a winning move found by proof-number search within its share of the limits.
    fn known_move(&self, strategy: &Strategy, request: &Request<'_, Position>, start: Instant) -> Option<Move> {
        if let Some(m) = strategy.advice_after(request.recent, request.position) {
            return Some(m);
        }
        let time = request.limits.budget().map(|budget| budget.soft / PROOF_PART);
        let nodes = match (request.limits.nodes, time) {
            (Some(nodes), _) => nodes / u64::from(PROOF_PART),
            (None, Some(_)) => u64::MAX,
            (None, None) => PROOF_NODES,
        };
        let halt = || request.stop.is_due() || time.is_some_and(|time| start.elapsed() >= time);
        proven(request.position, nodes, (self.table_mib as u64) << 20, &halt)?.1
    }

    /// Alpha-beta with what is left of the limits.
    fn searched(
        &mut self,
        request: &Request<'_, Position>,
        start: Instant,
        on_report: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        // The clock does not know about the time already spent.
        let time = request.limits.budget().map(|budget| budget.soft.saturating_sub(start.elapsed()));
        let rest = Request { limits: Limits { time, ..request.limits }, ..request.clone() };
        match &self.evaluation {
            Some(evaluation) => self.search.search(&rest, &**evaluation, on_report),
            None => self.search.search(&rest, &Matched, on_report),
        }
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
        let is_late = || patience.is_some_and(|patience| start.elapsed() >= patience) || request.stop.is_due();
        let known = if perfect::knows(request.position) { perfect::known_before(is_late) } else { Known::Nothing };
        match known {
            Known::Plies => return self.by_distance.search(request, on_report),
            Known::Wins => return self.by_winner.search(request, on_report),
            Known::Nothing => (),
        }
        let Some(strategy) = self.strategy(request.position) else {
            return self.searched(request, start, on_report);
        };
        let known = self.known_move(&strategy, request, start).filter(|m| request.choices().contains(m));
        let Some(m) = known else { return self.searched(request, start, on_report) };
        // A certain win at unknown distance: reported as a chance, since a win score needs a distance.
        let moves = vec![MoveReport { value: Some(1.0), pv: vec![m], ..MoveReport::new(m) }];
        Report { best: Some(m), pv: vec![m], moves, elapsed: start.elapsed(), ..Report::new("specialist") }
    }

    fn clear(&mut self) {
        self.search.clear();
    }
}

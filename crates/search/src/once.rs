//! A search in one call, for callers that do not keep a searcher.

use crate::{Limits, Report, Request, Stop, alphabeta};
use quadrille_core::{Evaluation, KeyHistory, Refusal, Tactics};

/// The size of the table of a single search, in MiB.
const HASH_MIB: usize = 16;

/// Searches a position with alpha-beta and default options, with an empty game history.
///
/// ```
/// use quadrille_search::{Limits, best_move, toy::{Margin, Toy}};
///
/// let position: Toy = "(+3(-1+5)=)".parse()?;
/// let report = best_move(&position, &Margin, Limits::depth(4))?;
/// assert_eq!(report.best, Some(0));
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
pub fn best_move<G: Tactics>(
    position: &G,
    evaluation: &dyn Evaluation<G>,
    limits: Limits,
) -> Result<Report<G>, Refusal> {
    let seen: KeyHistory = [position.history_key()].into_iter().collect();
    let stop = Stop::new();
    let request = Request::new(position, &seen, limits, &stop);
    let mut searcher = alphabeta::Searcher::new(alphabeta::Options::default(), HASH_MIB)?;
    Ok(searcher.search(&request, evaluation, &mut |_| {}))
}

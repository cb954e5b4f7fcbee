//! A SAT solver: the reference answer that every compiled board is compared with.
//!
//! Davis, Putnam, Logemann, Loveland (1962): assign what unit clauses force, then branch. Written to be obviously
//! correct; the formulas here have tens of variables.

use crate::formula::Formula;
use quadrille_support::patience;

/// A valuation that makes the formula true, if there is one.
///
/// ```
/// use quadrille_reduction::{Formula, satisfy};
/// assert_eq!(satisfy(&Formula::parse("x1 x2; -x1")?), Some(vec![false, true]));
/// assert_eq!(satisfy(&Formula::parse("x1; -x1")?), None);
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
#[must_use]
pub fn satisfy(formula: &Formula) -> Option<Vec<bool>> {
    let valuation = branch(formula, vec![None; formula.names().len()])?;
    let valuation: Vec<bool> = valuation.into_iter().map(|value| value.unwrap_or(false)).collect();
    debug_assert!(formula.satisfied_by(&valuation));
    Some(valuation)
}

fn branch(formula: &Formula, mut partial: Vec<Option<bool>>) -> Option<Vec<Option<bool>>> {
    // There may be as many branches as valuations.
    patience::check();
    let open = loop {
        match propagate(formula, &mut partial)? {
            Progress::Forced => {}
            Progress::Open(variable, wish) => break (variable, wish),
            Progress::Done => return Some(partial),
        }
    };
    [open.1, !open.1].into_iter().find_map(|value| {
        let mut next = partial.clone();
        next[open.0] = Some(value);
        branch(formula, next)
    })
}

enum Progress {
    /// A unit clause was made true.
    Forced,
    /// Nothing is forced; a variable of a clause that is still open, and the value that would make it true.
    Open(usize, bool),
    /// Every clause is true.
    Done,
}

/// One pass over the clauses; `None` when a clause is false.
fn propagate(formula: &Formula, partial: &mut [Option<bool>]) -> Option<Progress> {
    let mut progress = Progress::Done;
    for clause in formula.clauses() {
        if clause.legs.iter().any(|leg| partial[leg.variable] == Some(clause.positive)) {
            continue;
        }
        let mut free = clause.legs.iter().map(|leg| leg.variable).filter(|&variable| partial[variable].is_none());
        let first = free.next()?;
        if free.all(|variable| variable == first) {
            partial[first] = Some(clause.positive);
            progress = Progress::Forced;
        } else if !matches!(progress, Progress::Forced) {
            progress = Progress::Open(first, clause.positive);
        }
    }
    Some(progress)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    /// The obvious reference: all valuations.
    fn satisfiable_by_trying(formula: &Formula) -> bool {
        let variables = formula.names().len();
        (0..1_u32 << variables).any(|bits| {
            let valuation: Vec<bool> = (0..variables).map(|variable| bits >> variable & 1 == 1).collect();
            formula.satisfied_by(&valuation)
        })
    }

    #[test]
    fn agrees_with_trying_every_valuation() {
        let mut rng = Rng::new(7);
        let mut answers = [0, 0];
        for _ in 0..2_000 {
            let text: Vec<String> = (0..3 + rng.below(14))
                .map(|_| {
                    let sign = if rng.below(2) == 0 { "" } else { "-" };
                    (0..=rng.below(3)).map(|_| format!("{sign}x{} ", rng.below(6))).collect()
                })
                .collect();
            let formula = Formula::parse_text(&text.join("\n")).unwrap();
            let found = satisfy(&formula);
            assert_eq!(found.is_some(), satisfiable_by_trying(&formula), "{formula}");
            assert!(found.is_none_or(|valuation| formula.satisfied_by(&valuation)));
            answers[usize::from(satisfiable_by_trying(&formula))] += 1;
        }
        assert!(answers[0] > 200 && answers[1] > 200, "both answers must occur: {answers:?}");
    }

    #[test]
    fn nobody_s_search_ends() {
        let patience = patience::Patience::default();
        patience.end();
        // Unsatisfiable, but only by trying every valuation of the other variables, which would never end.
        let others = (0..60).map(|at| format!("y{at} z{at}")).collect::<Vec<_>>().join("; ");
        // Three doves in two holes.
        let doves = "a b; c d; e f; -a -c; -a -e; -c -e; -b -d; -b -f; -d -f";
        let formula = Formula::parse_text(&format!("{others}; {doves}").replace("; ", "\n"));
        let formula = formula.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(patience.within(|| satisfy(&formula)), None);
    }
}

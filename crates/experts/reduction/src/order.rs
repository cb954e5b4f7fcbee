//! In which order must the variables stand on the line so that no two clauses cross?
//!
//! Two clauses on one side of the line cross exactly when four different variables alternate between them (a < b < a' < b'), or when
//! both have their middle leg at the same variable. The variables are placed from left to right by backtracking; an alternation is seen
//! as soon as its third leg is placed, because the fourth is still to come. Parts of the formula that share no variable are ordered
//! one after the other: a drawing of the whole restricted to a part is a drawing of the part, so nothing is lost.

use crate::formula::Formula;
use crate::words;
use quadrille_core::Refusal;
use quadrille_support::patience;

/// How many variables may be placed, over all trials, before the search gives up.
const TRIAL_LIMIT: usize = 300_000;

/// An order of all variables in which the given clauses can be drawn without crossing.
pub(crate) fn search(formula: &Formula, clauses: &[usize]) -> Result<Vec<usize>, Refusal> {
    let mut search = Search::new(formula, clauses);
    let natural: Vec<usize> = (0..formula.names().len()).collect();
    if search.place_all(&natural) {
        return Ok(natural);
    }
    let mut order = Vec::new();
    for part in search.parts() {
        search.reset();
        if !search.extend(&part) {
            return Err(if search.trials >= TRIAL_LIMIT {
                words::NO_DRAWING_FOUND.refuse().with("trials", TRIAL_LIMIT)
            } else {
                words::NO_DRAWING.refuse()
            });
        }
        order.append(&mut search.placed);
    }
    Ok(order)
}

struct Search {
    /// The variables of each clause and its side.
    clauses: Vec<(bool, Vec<usize>)>,
    /// The clauses of each variable.
    of_variable: Vec<Vec<usize>>,
    /// The place of each variable that has one.
    place: Vec<Option<usize>>,
    placed: Vec<usize>,
    trials: usize,
}

impl Search {
    fn new(formula: &Formula, clauses: &[usize]) -> Self {
        let clauses: Vec<_> =
            clauses.iter().map(|&index| (formula.clauses()[index].positive, formula.variables_of(index))).collect();
        let mut of_variable = vec![Vec::new(); formula.names().len()];
        for (index, (_, variables)) in clauses.iter().enumerate() {
            for &variable in variables {
                of_variable[variable].push(index);
            }
        }
        let place = vec![None; of_variable.len()];
        Self { clauses, of_variable, place, placed: Vec::new(), trials: 0 }
    }

    fn reset(&mut self) {
        self.place.fill(None);
        self.placed.clear();
    }

    fn place_all(&mut self, order: &[usize]) -> bool {
        order.iter().all(|&variable| self.put(variable))
    }

    /// Places the remaining variables of a part in some order, by backtracking.
    fn extend(&mut self, part: &[usize]) -> bool {
        if part.iter().all(|&variable| self.place[variable].is_some()) {
            return true;
        }
        for &variable in part {
            patience::check();
            if self.place[variable].is_none() && self.trials < TRIAL_LIMIT {
                self.trials += 1;
                if self.put(variable) {
                    if self.extend(part) {
                        return true;
                    }
                    self.take_back();
                }
            }
        }
        false
    }

    /// Puts a variable at the next place unless that makes two clauses cross.
    fn put(&mut self, variable: usize) -> bool {
        let here = self.placed.len();
        self.place[variable] = Some(here);
        self.placed.push(variable);
        let legs = &self.of_variable[variable];
        let crossing = legs.iter().any(|&clause| self.crosses_an_open_clause(clause, here));
        let two_middles = [true, false].iter().any(|&side| {
            legs.iter().filter(|&&c| self.clauses[c].0 == side && self.is_middle(c, variable)).count() > 1
        });
        if crossing || two_middles {
            self.take_back();
            return false;
        }
        true
    }

    fn take_back(&mut self) {
        if let Some(variable) = self.placed.pop() {
            self.place[variable] = None;
        }
    }

    fn is_open(&self, clause: usize) -> bool {
        self.clauses[clause].1.iter().any(|&variable| self.place[variable].is_none())
    }

    fn is_middle(&self, clause: usize, variable: usize) -> bool {
        self.is_open(clause) && self.clauses[clause].1.iter().any(|&v| v != variable && self.place[v].is_some())
    }

    /// Whether a clause that has a leg at `here` holds a leg of a clause that is still to be continued further right.
    fn crosses_an_open_clause(&self, clause: usize, here: usize) -> bool {
        let (side, variables) = &self.clauses[clause];
        let Some(first) = variables.iter().filter_map(|&v| self.place[v]).min() else { return false };
        let inside = |place: usize| first < place && place < here;
        self.clauses.iter().enumerate().any(|(other, (other_side, legs))| {
            other != clause
                && other_side == side
                && legs.iter().filter_map(|&v| self.place[v]).any(inside)
                && self.is_open(other)
        })
    }

    /// The variables grouped by connection, each group in natural order.
    fn parts(&self) -> Vec<Vec<usize>> {
        let mut group: Vec<usize> = (0..self.of_variable.len()).collect();
        // Short lists: spreading the smallest number until nothing changes is fast enough and plain.
        let mut changed = true;
        while changed {
            changed = false;
            for (_, variables) in &self.clauses {
                let least = variables.iter().map(|&v| group[v]).min().unwrap_or_default();
                for &variable in variables {
                    changed |= group[variable] != least;
                    group[variable] = least;
                }
            }
        }
        let mut parts = vec![Vec::new(); group.len()];
        for (variable, &name) in group.iter().enumerate() {
            parts[name].push(variable);
        }
        parts.retain(|part| !part.is_empty());
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::layout;
    use quadrille_core::Rng;

    /// The obvious reference: tries every order and asks the drawing whether legs cross.
    fn drawable(formula: &Formula) -> bool {
        let mut orders = vec![Vec::new()];
        for _ in 0..formula.names().len() {
            orders = orders
                .into_iter()
                .flat_map(|order: Vec<usize>| {
                    let free = (0..formula.names().len()).filter(|v| !order.contains(v)).collect::<Vec<_>>();
                    free.into_iter().map(move |v| [order.clone(), vec![v]].concat())
                })
                .collect();
        }
        orders.into_iter().any(|order| {
            let mut clauses = formula.clauses().to_vec();
            for leg in clauses.iter_mut().flat_map(|clause| &mut clause.legs) {
                leg.x = order.iter().position(|&v| v == leg.variable).map(|place| place as f64);
            }
            layout(&Formula::new(formula.names().to_vec(), clauses).unwrap()).is_ok()
        })
    }

    #[test]
    fn finds_an_order_exactly_when_one_of_all_orders_works() {
        let mut rng = Rng::new(11);
        let mut answers = [0, 0];
        for _ in 0..400 {
            let mut clauses: Vec<String> = Vec::new();
            for _ in 0..4 + rng.below(5) {
                let sign = if rng.below(2) == 0 { "" } else { "-" };
                let mut variables = [0, 1, 2, 3, 4];
                rng.shuffle(&mut variables);
                let width = 2 + rng.below(2) as usize;
                variables[..width].sort_unstable();
                let clause: String = variables[..width].iter().map(|v| format!("{sign}x{v} ")).collect();
                if !clauses.contains(&clause) {
                    clauses.push(clause);
                }
            }
            let formula = Formula::parse_text(&clauses.join(";")).unwrap();
            let found = layout(&formula);
            assert_eq!(found.is_ok(), drawable(&formula), "{formula}");
            answers[usize::from(found.is_ok())] += 1;
        }
        assert!(answers[0] > 40 && answers[1] > 40, "both answers must occur: {answers:?}");
    }
}

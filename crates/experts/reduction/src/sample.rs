//! Formulas to try: all small ones, and random ones that can be drawn.

use crate::formula::{Clause, Formula, Leg};
use quadrille_core::Rng;

/// The 66 formulas whose clauses are distinct non-empty sets of the positive, or of the negated, variables x1 or x1 and x2.
#[must_use]
pub fn all_formulas_on_two_variables() -> Vec<Formula> {
    let one = ["x1", "-x1"];
    let two = ["x1", "x2", "x1 x2", "-x1", "-x2", "-x1 -x2"];
    [&one[..], &two[..]]
        .into_iter()
        .flat_map(|clauses| {
            (1..1_u32 << clauses.len()).map(move |set| {
                let chosen = clauses.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
                chosen.map(|(_, clause)| *clause).collect::<Vec<_>>().join("; ")
            })
        })
        .filter_map(|text| Formula::parse_text(&text).ok())
        .collect()
}

/// A random formula that can be drawn with its variables in natural order.
///
/// On each side of the line an interval of variables gets a clause on its ends and on a variable between them, and then each of its two
/// parts is treated in the same way: clauses made so never cross, and many straddle others. Density and the share of clauses of one
/// literal are drawn first, so that satisfiable and unsatisfiable formulas are both common.
///
/// ```
/// use quadrille_reduction::{layout, sample::random_formula};
/// let formula = random_formula(&mut quadrille_core::Rng::new(1), 5);
/// assert!(layout(&formula).is_ok());
/// ```
#[must_use]
pub fn random_formula(rng: &mut Rng, variables: usize) -> Formula {
    let names = (1..=variables.max(1)).map(|number| format!("x{number}")).collect();
    let mut sample = Sample { density: 30 + rng.below(70), units: rng.below(30), clauses: Vec::new() };
    for positive in [true, false] {
        sample.fill(rng, positive, 0, variables.max(1) - 1);
    }
    if sample.clauses.is_empty() {
        sample.add(true, &[0]);
    }
    Formula::new(names, sample.clauses).unwrap_or_else(|why| unreachable!("a random formula: {why}"))
}

struct Sample {
    /// Chance of a clause on an interval, in percent.
    density: u32,
    /// Chance of a clause on a variable alone, in percent.
    units: u32,
    clauses: Vec<Clause>,
}

impl Sample {
    fn add(&mut self, positive: bool, variables: &[usize]) {
        let legs = variables.iter().map(|&variable| Leg { variable, x: None }).collect();
        self.clauses.push(Clause { positive, legs });
    }

    fn fill(&mut self, rng: &mut Rng, positive: bool, first: usize, last: usize) {
        if first == last {
            if rng.below(100) < self.units {
                self.add(positive, &[first]);
            }
            return;
        }
        let middle = first + rng.below((last - first + 1) as u32) as usize;
        if rng.below(100) < self.density {
            match (middle == first || middle == last, rng.below(2) == 0) {
                (true, true) => self.add(positive, &[first, last]),
                _ => self.add(positive, &[first, middle, last]),
            }
        }
        let middle = middle.clamp(first, last - 1);
        if middle > first {
            self.fill(rng, positive, first, middle);
        } else {
            self.fill(rng, positive, first, first);
        }
        self.fill(rng, positive, middle + usize::from(middle == first), last);
    }
}

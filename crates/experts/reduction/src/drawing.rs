//! Planar rectilinear drawings: variables on a line, positive clauses above, negative ones below, no crossing.
//!
//! Start at
//! [`layout`]. If the formula gives the positions of its legs, they are checked; otherwise an order of the variables is searched (`order.rs`),
//! and the legs that meet at one variable are put in the only possible order ([`leg_key`]). The result is a forest for
//! each side of the line: a clause, its legs from left to right, and the clauses it straddles, gap by gap.

use crate::formula::Formula;
use crate::{order, words};
use quadrille_core::Refusal;

/// One leg of a drawn clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnLeg {
    /// Which literal of the clause, as written in the formula.
    pub literal: usize,
    /// The variable it goes to.
    pub variable: usize,
}

/// A drawn clause with everything inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nest {
    /// The clause, counted from 0 in the formula.
    pub clause: usize,
    /// One to three legs, left to right.
    pub legs: Vec<DrawnLeg>,
    /// The straddled clauses between each leg and the next, left to right.
    pub gaps: Vec<Vec<Nest>>,
}

impl Nest {
    /// The drawn clause with this number, here or inside.
    #[must_use]
    pub fn find(&self, clause: usize) -> Option<&Self> {
        if self.clause == clause {
            return Some(self);
        }
        self.gaps.iter().flatten().find_map(|nest| nest.find(clause))
    }
}

/// A formula with a planar rectilinear drawing of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The formula.
    pub formula: Formula,
    /// The variables from left to right.
    pub order: Vec<usize>,
    /// The positive clauses that no other clause straddles.
    pub upper: Vec<Nest>,
    /// The negative clauses that no other clause straddles.
    pub lower: Vec<Nest>,
}

/// Finds or checks the planar rectilinear drawing of a formula; refuses clauses or legs that stand in its way.
///
/// A clause that repeats an earlier one (the same variables and sign) is drawn once when the drawing is ours to choose.
///
/// ```
/// use quadrille_reduction::{Formula, layout};
/// let drawing = layout(&Formula::parse("x1 x3; x2; -x1 -x2")?)?;
/// assert_eq!(drawing.upper[0].gaps[0][0].clause, 1, "the first clause straddles the second");
/// assert!(layout(&Formula::parse("a b c; b c d; c d a; d a b; a c d; a b d")?).is_err());
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
pub fn layout(formula: &Formula) -> Result<Drawing, Refusal> {
    let given = formula.clauses().iter().any(|clause| clause.legs.iter().any(|leg| leg.x.is_some()));
    let clauses: Vec<usize> =
        (0..formula.clauses().len()).filter(|&clause| given || formula.first_of_its_kind(clause) == clause).collect();
    let order = if given { order_of_places(formula)? } else { order::search(formula, &clauses)? };
    let upper = draw_side(formula, &order, clauses.iter().copied().filter(|&c| formula.clauses()[c].positive))?;
    let lower = draw_side(formula, &order, clauses.iter().copied().filter(|&c| !formula.clauses()[c].positive))?;
    Ok(Drawing { formula: formula.clone(), order, upper, lower })
}

/// The order of the variables that the given places imply.
fn order_of_places(formula: &Formula) -> Result<Vec<usize>, Refusal> {
    let natural: Vec<usize> = (0..formula.names().len()).collect();
    let mut by_place = natural.clone();
    let legs = || formula.clauses().iter().flat_map(|clause| &clause.legs);
    let leftmost = |variable: usize| {
        legs().filter(|leg| leg.variable == variable).filter_map(|leg| leg.x).fold(f64::INFINITY, f64::min)
    };
    by_place.sort_by(|&a, &b| leftmost(a).total_cmp(&leftmost(b)));
    match check_legs(formula, &natural) {
        Ok(()) => Ok(natural),
        Err(refusal) => check_legs(formula, &by_place).map(|()| by_place).map_err(|_| refusal),
    }
}

/// Refuses a leg that stands left of a leg of an earlier variable on the same side.
fn check_legs(formula: &Formula, order: &[usize]) -> Result<(), Refusal> {
    let rank = ranks(order);
    for positive in [true, false] {
        let side = formula.clauses().iter().filter(|clause| clause.positive == positive);
        let mut legs: Vec<_> = side.flat_map(|clause| &clause.legs).collect();
        let place = |x: Option<f64>| x.unwrap_or_default();
        legs.sort_by(|a, b| place(a.x).total_cmp(&place(b.x)).then(rank[a.variable].cmp(&rank[b.variable])));
        if let Some(pair) = legs.windows(2).find(|pair| rank[pair[0].variable] > rank[pair[1].variable]) {
            let [name, other] = [0, 1].map(|leg| formula.names()[pair[leg].variable].clone());
            let refusal = words::SCATTERED_LEGS.refuse().with("variable", name).with("x", place(pair[0].x));
            return Err(refusal.with("other", other).with("y", place(pair[1].x)));
        }
    }
    Ok(())
}

/// The place of each variable in an order.
fn ranks(order: &[usize]) -> Vec<usize> {
    let mut rank = vec![0; order.len()];
    for (place, &variable) in order.iter().enumerate() {
        rank[variable] = place;
    }
    rank
}

/// How legs that meet at one variable are ordered, left to right.
///
/// Clauses that end here come first, the shortest first (it lies inside the others); then clauses of this variable alone; then the one
/// clause that may have its middle leg here; then clauses that start here, the longest first. Of two clauses with the same ends the one
/// with a middle leg lies inside.
fn leg_key(rank: &[usize], variables: &[usize], variable: usize, clause: usize) -> (u8, i64, i64, i64) {
    let here = rank[variable];
    let places = || variables.iter().map(|&v| rank[v]);
    let (first, last) = (places().min().unwrap_or(here) as i64, places().max().unwrap_or(here) as i64);
    let (here, clause) = (here as i64, clause as i64);
    let middle = i64::from(variables.len() > 2);
    if first == last {
        (1, 0, 0, clause)
    } else if here == last {
        (0, -first, -middle, -clause)
    } else if here == first {
        (3, -last, middle, clause)
    } else {
        (2, 0, 0, clause)
    }
}

/// The forest of the clauses on one side of the line.
fn draw_side(formula: &Formula, order: &[usize], clauses: impl Iterator<Item = usize>) -> Result<Vec<Nest>, Refusal> {
    let rank = ranks(order);
    let mut legs = Vec::new();
    for clause in clauses {
        let variables = formula.variables_of(clause);
        for (literal, leg) in formula.clauses()[clause].legs.iter().enumerate() {
            let place = leg.x.unwrap_or(rank[leg.variable] as f64);
            let key = leg_key(&rank, &variables, leg.variable, clause);
            legs.push((place, rank[leg.variable], key, clause, DrawnLeg { literal, variable: leg.variable }));
        }
    }
    legs.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| (a.1, a.2).cmp(&(b.1, b.2))));
    nest(formula, legs.into_iter().map(|(_, _, _, clause, leg)| (clause, leg)))
}

/// Reads the legs from left to right with a stack of the clauses that are open.
fn nest(formula: &Formula, legs: impl Iterator<Item = (usize, DrawnLeg)>) -> Result<Vec<Nest>, Refusal> {
    let mut roots = Vec::new();
    let mut open: Vec<Nest> = Vec::new();
    for (clause, leg) in legs {
        if let Some(inner) = open.iter().position(|nest| nest.clause == clause) {
            if let Some(top) = open.last().filter(|_| inner + 1 != open.len()) {
                let (text, theirs) = (formula.clause_text(clause), formula.clause_text(top.clause));
                let refusal = words::CLAUSES_CROSS.refuse().with("clause", clause + 1).quote("text", text);
                return Err(refusal.with("other", top.clause + 1).quote("theirs", theirs));
            }
            open[inner].legs.push(leg);
        } else {
            open.push(Nest { clause, legs: vec![leg], gaps: Vec::new() });
        }
        let width = formula.clauses()[clause].legs.len();
        if let Some(nest) = open.pop_if(|nest| nest.legs.len() == width) {
            open.last_mut().map_or(&mut roots, |parent| &mut parent.gaps[parent.legs.len() - 1]).push(nest);
        } else if let Some(nest) = open.last_mut() {
            nest.gaps.push(Vec::new());
        }
    }
    Ok(roots)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> Result<Drawing, Refusal> {
        layout(&Formula::parse(text).unwrap())
    }

    #[test]
    fn straddled_clauses_are_found_in_their_gaps() {
        let drawing = drawn("x1 x3 x5; x2; x4; x3 x5; -x1").unwrap();
        let outer = &drawing.upper[0];
        assert_eq!((outer.clause, outer.gaps[0][0].clause), (0, 1));
        assert_eq!(outer.gaps[1][0].clause, 3, "x3 x5 lies in the right gap");
        assert_eq!(outer.gaps[1][0].gaps[0][0].clause, 2, "and x4 inside it");
        assert_eq!(drawing.lower.len(), 1);
    }

    #[test]
    fn a_repeated_clause_is_drawn_once() {
        let drawing = drawn("x1 x2 x3; x3 x2 x1; x1 x2 x3").unwrap();
        assert_eq!(drawing.upper.len(), 1);
        assert_eq!(drawing.formula.first_of_its_kind(2), 0);
    }

    #[test]
    fn another_order_of_the_variables_is_found_when_needed() {
        let drawing = drawn("x1 x3; x2 x4; -x1 -x2").unwrap();
        assert_ne!(drawing.order, [0, 1, 2, 3]);
    }

    #[test]
    fn given_places_are_respected() {
        let json = |x: [f64; 4]| {
            format!(
                r#"{{"vars":2,"clauses":[{{"sign":"+","legs":[{{"var":0,"x":{}}},{{"var":1,"x":{}}}]}},{{"sign":"+","legs":[{{"var":0,"x":{}}},{{"var":1,"x":{}}}]}}]}}"#,
                x[0], x[1], x[2], x[3]
            )
        };
        assert_eq!(drawn(&json([1.0, 4.0, 2.0, 3.0])).unwrap().upper[0].clause, 0);
        assert_eq!(drawn(&json([2.0, 3.0, 1.0, 4.0])).unwrap().upper[0].clause, 1);
        assert!(drawn(&json([1.0, 3.0, 2.0, 4.0])).unwrap_err().to_string().contains("crosses"));
        assert!(drawn(&json([1.0, 3.0, 3.5, 4.0])).unwrap_err().to_string().contains("side by side"));
        let swapped = json([4.0, 1.0, 3.0, 2.0]);
        assert_eq!(drawn(&swapped).unwrap().order, [1, 0], "the places decide the order of the variables");
        let tied = json([0.0, 1.0, 0.0, 1.0]);
        assert_eq!(drawn(&tied).unwrap().upper.len(), 1, "legs at one place may be put side by side");
    }
}

//! From a drawing to a circuit: which tile stands where.
//!
//! The middle row is the valuation: for each variable White's choice, an upper pipe (the variable is true) and a lower pipe (it is false),
//! and a merge. After the last variable Black chooses a side of the line; the wire runs up the outer column to the top row and into the
//! *region* of all clauses that nothing straddles. The lower half is planned as an upper half and mirrored.
//!
//! * Region: Black chooses between the last clause and the ones left of it, and so on.
//! * Clause: White chooses the leg; a leg ends in a test of its literal's pipe.
//! * Straddled clauses: before White's choice Black may *dive* into a gap. The dive has to cross the first (or last) leg of the clause. The
//!   crossing merges dive and leg, then lets Black choose between gap and leg. Black could cheat only by leaving the dive along the leg;
//!   there a guard lets White test the pipe of the dive itself, which has then been used.
//!
//! Columns are numbered in two steps: first each half lists the columns it needs from left to right (`Columns`), then
//! [`assign`] gives them numbers so that the legs of a variable stand between its choice and its merge in both halves.
//! Start reading at [`plan`]; [`Half::clause`] is the heart.

use crate::circuit::{Circuit, Gap, Place, Role};
use crate::drawing::{Drawing, Nest};
use crate::tile::{Fault, Side, Tile};
use quadrille_core::Refusal;

use Side::{East, North, South, West};

/// The circuit of a drawing.
pub fn plan(drawing: &Drawing, fault: Option<Fault>) -> Result<Circuit, Refusal> {
    let mut rank = vec![0; drawing.order.len()];
    for (place, &variable) in drawing.order.iter().enumerate() {
        rank[variable] = place;
    }
    let mut columns = [Columns::default(), Columns::default()];
    let regions = [columns[0].region(&drawing.upper, &rank), columns[1].region(&drawing.lower, &rank)];
    let spans = assign(&mut columns, drawing.order.len());
    let last_merge = spans.last().map_or(0, |span| span.1);
    let outer = columns.iter().flat_map(|side| &side.numbers).copied().max().unwrap_or(0).max(last_merge) + 1;

    let mut circuit = Circuit::new(fault);
    for (side, (columns, region)) in columns.iter().zip(&regions).enumerate() {
        let mut half = Half { circuit: Circuit::new(fault), numbers: &columns.numbers, legs: Vec::new(), deepest: 0 };
        if !region.clauses.is_empty() {
            half.enter(region, outer)?;
        }
        half.finish(&spans, if region.clauses.is_empty() { None } else { Some(outer) })?;
        let height = half.deepest;
        circuit.absorb(&half.circuit, if side == 0 { -height - 1 } else { height + 1 }, side == 1)?;
    }
    middle_row(&mut circuit, drawing, &spans, outer)?;
    Ok(circuit)
}

/// The reserve, the choices and merges of the variables, and Black's choice of a side, on row 0.
fn middle_row(circuit: &mut Circuit, drawing: &Drawing, spans: &[(i32, i32)], outer: i32) -> Result<(), Refusal> {
    circuit.put((0, 0), Tile::Reserve, Role::Reserve, [(East, East), (North, North)])?;
    for (&variable, &(first, last)) in drawing.order.iter().zip(spans) {
        circuit.put((0, first), Tile::WhiteChoice, Role::Variable(variable), [(North, West), (West, North)])?;
        circuit.put((0, last), Tile::Merge, Role::Rejoin(variable), [(North, East), (West, North)])?;
    }
    let last = spans.last().map_or(0, |span| span.1);
    circuit.run((0, last), (0, outer))?;
    match (drawing.upper.is_empty(), drawing.lower.is_empty()) {
        (false, false) => circuit.put((0, outer), Tile::BlackChoice, Role::Sides, [(North, West), (West, North)]),
        (false, true) => circuit.bend((0, outer), West, North),
        _ => circuit.bend((0, outer), West, South),
    }
}

/// The columns of one half: for each, the variable (by rank) whose leg comes down in it; then their numbers.
#[derive(Default)]
struct Columns {
    legs: Vec<Option<usize>>,
    numbers: Vec<i32>,
}

/// An index into [`Columns`].
type Column = usize;

/// Sibling clauses and the spacer columns between them.
struct Region<'a> {
    clauses: Vec<ClausePlan<'a>>,
    spacers: Vec<Column>,
}

/// The columns of a clause.
struct ClausePlan<'a> {
    nest: &'a Nest,
    legs: Vec<Column>,
    /// Where the wire comes in.
    entry: Column,
    /// The column right of the entry, if one is needed.
    beside: Column,
    /// Left and right gap, where something is straddled.
    gaps: [Option<GapPlan<'a>>; 2],
}

/// The columns of a crossing and what lies behind it.
struct GapPlan<'a> {
    /// Where the dive comes down.
    dive: Column,
    /// Where dive and leg merge.
    merge: Column,
    /// Where the wire enters the gap.
    entry: Column,
    region: Region<'a>,
}

impl Columns {
    fn add(&mut self, leg: Option<usize>) -> Column {
        self.legs.push(leg);
        self.legs.len() - 1
    }

    fn region<'a>(&mut self, clauses: &'a [Nest], rank: &[usize]) -> Region<'a> {
        let mut region = Region { clauses: Vec::new(), spacers: Vec::new() };
        for nest in clauses {
            if !region.clauses.is_empty() {
                region.spacers.push(self.add(None));
            }
            region.clauses.push(self.clause(nest, rank));
        }
        region
    }

    /// From left to right: [dive] leg [merge, entry, left gap] entry of the clause, beside [right gap, entry, merge] leg [dive].
    /// The middle one of three legs comes down in the entry column; two legs have at most one gap, taken as the left one.
    fn clause<'a>(&mut self, nest: &'a Nest, rank: &[usize]) -> ClausePlan<'a> {
        let leg = |index: usize| Some(rank[nest.legs[index].variable]);
        if nest.legs.len() == 1 {
            let column = self.add(leg(0));
            return ClausePlan { nest, legs: vec![column], entry: column, beside: column, gaps: [None, None] };
        }
        let straddles = |gap: usize| nest.gaps.get(gap).is_some_and(|inside| !inside.is_empty());
        let left_dive = straddles(0).then(|| self.add(None));
        let mut legs = vec![self.add(leg(0))];
        let left = left_dive.map(|dive| {
            let (merge, entry) = (self.add(None), self.add(None));
            GapPlan { dive, merge, entry, region: self.region(&nest.gaps[0], rank) }
        });
        let three = nest.legs.len() == 3;
        let entry = self.add(if three { leg(1) } else { None });
        let beside = if three || left.is_some() { self.add(None) } else { entry };
        if three {
            legs.push(entry);
        }
        let mut right = straddles(1).then(|| {
            let region = self.region(&nest.gaps[1], rank);
            let (entry, merge) = (self.add(None), self.add(None));
            GapPlan { dive: 0, merge, entry, region }
        });
        legs.push(self.add(leg(nest.legs.len() - 1)));
        if let Some(gap) = &mut right {
            gap.dive = self.add(None);
        }
        ClausePlan { nest, legs, entry, beside, gaps: [left, right] }
    }
}

/// Numbers the columns of both halves and returns, for each variable from left to right, the columns of its choice and of its merge.
fn assign(halves: &mut [Columns; 2], variables: usize) -> Vec<(i32, i32)> {
    let mut spans = Vec::with_capacity(variables);
    let mut first = 1;
    for rank in 0..variables {
        let mut last = first;
        for half in halves.iter_mut() {
            let done = half.legs.iter().rposition(|&leg| leg == Some(rank)).map_or(0, |index| index + 1);
            while half.numbers.len() < done {
                let next = half.numbers.last().map_or(1, |number| number + 1);
                let is_leg = half.legs[half.numbers.len()].is_some();
                half.numbers.push(if is_leg { next.max(first + 1) } else { next });
                last = if is_leg { last.max(half.numbers[half.numbers.len() - 1]) } else { last };
            }
        }
        spans.push((first, last + 1));
        first = last + 2;
    }
    for half in halves {
        while half.numbers.len() < half.legs.len() {
            half.numbers.push(half.numbers.last().map_or(1, |number| number + 1));
        }
    }
    spans
}

/// One half under construction: row 0 is the outermost, rows grow towards the line of variables.
struct Half<'a> {
    circuit: Circuit,
    numbers: &'a [i32],
    /// Legs to be drawn down to the line: the first free place, and the test at the end.
    legs: Vec<(Place, Role)>,
    deepest: i32,
}

impl Half<'_> {
    /// From the outer column along row 0 into the region of all clauses.
    fn enter(&mut self, region: &Region, outer: i32) -> Result<(), Refusal> {
        let target = self.target(region.clauses.as_slice(), &region.spacers);
        self.circuit.bend((0, outer), South, West)?;
        self.circuit.run((0, outer), (0, target))?;
        self.circuit.bend((0, target), East, South)?;
        self.region((1, target), &region.clauses, &region.spacers)
    }

    /// The column where the wire into these siblings comes down.
    fn target(&self, clauses: &[ClausePlan], spacers: &[Column]) -> i32 {
        match spacers.last() {
            Some(&spacer) => self.numbers[spacer],
            None => clauses.first().map_or(0, |clause| self.numbers[clause.entry]),
        }
    }

    /// Siblings; the wire comes from above into `place`.
    fn region(&mut self, place: Place, clauses: &[ClausePlan], spacers: &[Column]) -> Result<(), Refusal> {
        let target = self.target(clauses, spacers);
        let place = self.shift(place, target)?;
        let Some((last, others)) = clauses.split_last() else { return Ok(()) };
        if others.is_empty() {
            return self.clause(place, last);
        }
        let role = Role::Siblings(last.nest.clause);
        self.put(place, Tile::BlackChoice, role, [(North, North), (West, West)])?;
        let right = self.turn_down(place, self.numbers[last.entry])?;
        self.clause(right, last)?;
        let spacers = &spacers[..spacers.len() - 1];
        let left = self.turn_down(place, self.target(others, spacers))?;
        self.region(left, others, spacers)
    }

    /// A clause; the wire comes from above into `place`, which is in the entry column.
    fn clause(&mut self, place: Place, plan: &ClausePlan) -> Result<(), Refusal> {
        let clause = plan.nest.clause;
        if plan.legs.len() == 1 {
            self.leg(place, plan, 0);
            return Ok(());
        }
        let place = self.dives(place, plan)?;
        self.put(place, Tile::WhiteChoice, Role::FirstLiteral(clause), [(North, North), (West, West)])?;
        self.outer_leg(place, plan, 0)?;
        if plan.legs.len() == 2 {
            return self.outer_leg(place, plan, 1);
        }
        let second = self.turn_down(place, self.numbers[plan.beside])?;
        self.put(second, Tile::WhiteChoice, Role::SecondLiteral(clause), [(North, North), (West, West)])?;
        let middle = self.turn_down(second, self.numbers[plan.entry])?;
        self.leg(middle, plan, 1);
        self.outer_leg(second, plan, 2)
    }

    /// Black's chances to dive, before White's choice. Returns where the wire goes on, again in the entry column.
    fn dives(&mut self, place: Place, plan: &ClausePlan) -> Result<Place, Refusal> {
        if plan.gaps.iter().all(Option::is_none) {
            return Ok(place);
        }
        let (entry, beside) = (self.numbers[plan.entry], self.numbers[plan.beside]);
        self.dive(place, plan, 0)?;
        let second = self.turn_down(place, beside)?;
        self.dive(second, plan, 1)?;
        self.turn_down(second, entry)
    }

    /// Black's choice between a gap and the clause, or just a bend where the gap is empty.
    fn dive(&mut self, place: Place, plan: &ClausePlan, gap: usize) -> Result<(), Refusal> {
        let inward = if gap == 0 { East } else { West };
        match &plan.gaps[gap] {
            None => self.bend(place, North, inward),
            Some(crossing) => {
                let role = Role::Dive(Gap { clause: plan.nest.clause, side: gap });
                self.put(place, Tile::BlackChoice, role, [(North, North), (West, West)])?;
                // The pipe of the dive goes on in `outer_leg`, which knows how far down it comes.
                self.turn_down(place, self.numbers[crossing.dive]).map(|_| ())
            }
        }
    }

    /// The first or last leg of a clause, from White's choice at `choice` to the line, with its crossing if there is one.
    fn outer_leg(&mut self, choice: Place, plan: &ClausePlan, leg: usize) -> Result<(), Refusal> {
        let gap = usize::from(leg > 0 && plan.legs.len() == 3);
        let crossed = if leg == 0 || plan.legs.len() == 3 { plan.gaps[gap].as_ref() } else { None };
        let column = self.numbers[plan.legs[leg]];
        let Some(crossing) = crossed else {
            let place = self.turn_down(choice, column)?;
            self.leg(place, plan, leg);
            return Ok(());
        };
        // Away from the clause and towards it, as seen from the crossing.
        let (out, inn) = if gap == 0 { (West, East) } else { (East, West) };
        let at = Gap { clause: plan.nest.clause, side: gap };
        let (dive, merge) = (self.numbers[crossing.dive], self.numbers[crossing.merge]);
        let row = choice.0;
        let fault = self.circuit.fault();

        let dive_top = (1..row).rev().find(|&above| self.circuit.tile((above, dive)).is_some()).unwrap_or(row);
        self.circuit.run((dive_top, dive), (row, dive))?;
        self.bend((row, dive), North, inn)?;
        self.circuit.run((row, dive), (row, column))?;
        self.circuit.run((row, column), (row, merge))?;
        let tile = if fault == Some(Fault::CrossingWithTwoRepeaters) { Tile::Merge } else { Tile::MixedMerge };
        self.put((row, merge), tile, Role::Crossing(at), [(West, out), (North, South)])?;
        self.circuit.run((row, merge), choice)?;

        self.put((row + 1, merge), Tile::BlackChoice, Role::Divert(at), [(North, North), (West, out)])?;
        self.circuit.run((row + 1, merge), (row + 1, column))?;
        if fault == Some(Fault::CrossingWithoutGuard) {
            self.circuit.run((row, column - 1), (row, column + 1))?;
            self.bend((row + 1, column), inn, South)?;
        } else {
            self.put((row, column), Tile::Test, Role::GuardTest(at), [(South, South), (West, inn)])?;
            self.put((row + 1, column), Tile::WhiteChoice, Role::Guard(at), [(North, inn), (West, North)])?;
        }
        self.leg((row + 2, column), plan, leg);
        let inside = self.turn_down((row + 1, merge), self.numbers[crossing.entry])?;
        self.region(inside, &crossing.region.clauses, &crossing.region.spacers)
    }

    /// Remembers a leg that goes straight down from `place`.
    fn leg(&mut self, place: Place, plan: &ClausePlan, leg: usize) {
        let role = Role::Literal { clause: plan.nest.clause, literal: plan.nest.legs[leg].literal };
        self.legs.push((place, role));
        self.deepest = self.deepest.max(place.0);
    }

    /// Moves a wire that comes from above to another column, if needed, and returns where it goes on.
    fn shift(&mut self, place: Place, column: i32) -> Result<Place, Refusal> {
        if place.1 == column {
            return Ok(place);
        }
        self.bend(place, North, if column < place.1 { West } else { East })?;
        self.turn_down(place, column)
    }

    /// Leads a wire out of the tile at `from` along its row to a column and down; returns where it goes on.
    fn turn_down(&mut self, from: Place, column: i32) -> Result<Place, Refusal> {
        let corner = (from.0, column);
        self.circuit.run(from, corner)?;
        self.bend(corner, if column < from.1 { East } else { West }, South)?;
        Ok((from.0 + 1, column))
    }

    fn put(&mut self, place: Place, tile: Tile, role: Role, turn: [(Side, Side); 2]) -> Result<(), Refusal> {
        self.deepest = self.deepest.max(place.0 + 1);
        self.circuit.put(place, tile, role, turn)
    }

    fn bend(&mut self, place: Place, one: Side, other: Side) -> Result<(), Refusal> {
        self.deepest = self.deepest.max(place.0 + 1);
        self.circuit.bend(place, one, other)
    }

    /// Legs and outer column down to the line, and the pipes of the literals with their tests on the deepest row.
    fn finish(&mut self, spans: &[(i32, i32)], outer: Option<i32>) -> Result<(), Refusal> {
        let line = self.deepest;
        for ((row, column), role) in std::mem::take(&mut self.legs) {
            self.circuit.run((row - 1, column), (line, column))?;
            self.circuit.put((line, column), Tile::Test, role, [(South, North), (West, West)])?;
        }
        if let Some(outer) = outer {
            self.circuit.run((0, outer), (line + 1, outer))?;
        }
        for &(first, last) in spans {
            self.circuit.bend((line, first), South, East)?;
            self.circuit.bend((line, last), West, South)?;
            for column in first + 1..last {
                if self.circuit.tile((line, column)).is_none() {
                    self.circuit.run((line, column - 1), (line, column + 1))?;
                }
            }
        }
        Ok(())
    }
}

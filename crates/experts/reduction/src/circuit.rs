//! A circuit: tiles on a grid of places, each with the role it plays for the formula.
//!
//! The plan (`plan.rs`) and the gadget checks put tiles here with [`Circuit::put`] and lay pipes with [`Circuit::run`]; the netlist and the
//! board are made from it. Nothing may be put twice on one place, and [`Circuit::check_ports`] is invariant I1: a port is open on both
//! tiles or on neither.

use crate::formula::Formula;
use crate::tile::{Fault, Orientation, Side, Tile};
use crate::words::{self, defect};
use quadrille_core::{Lang, Message, Refusal};
use std::collections::BTreeMap;

/// A row and a column of tiles; both may be negative while the circuit is being built.
pub type Place = (i32, i32);

/// A gap of a clause that straddles others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gap {
    /// The straddling clause.
    pub clause: usize,
    /// 0 left, 1 right.
    pub side: usize,
}

/// What a tile is for. Clauses and variables are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A piece of pipe.
    Wire,
    /// The stones at stake.
    Reserve,
    /// White chooses the value of a variable.
    Variable(usize),
    /// The two pipes of a variable come together again.
    Rejoin(usize),
    /// Black chooses between positive and negative clauses.
    Sides,
    /// Black chooses between a clause and its left siblings.
    Siblings(usize),
    /// Black chooses between a clause and what it straddles in a gap.
    Dive(Gap),
    /// White chooses the first literal of a clause or one of the others.
    FirstLiteral(usize),
    /// White chooses between the second and the third literal of a clause.
    SecondLiteral(usize),
    /// A dive and a leg of the straddling clause come together in order to cross.
    Crossing(Gap),
    /// After a crossing Black sends the chase on to the gap or to the leg.
    Divert(Gap),
    /// White may prove that Black left the dive by the leg.
    Guard(Gap),
    /// The test of the dive pipe that the guard leads to.
    GuardTest(Gap),
    /// The test of a literal: clause and literal as written in the formula.
    Literal {
        /// The clause.
        clause: usize,
        /// The literal of the clause.
        literal: usize,
    },
}

impl Role {
    /// A short label for pictures and lists, with numbers as people count.
    #[must_use]
    pub fn label(self, formula: &Formula, lang: Lang) -> String {
        let name = |message: &Message, variable: usize| {
            message.fill(lang, &[("name", formula.names()[variable].as_str().into())])
        };
        let clause = |message: &Message, clause: usize| message.fill(lang, &[("clause", (clause + 1).into())]);
        let gap = |messages: [&Message; 2], gap: Gap| clause(messages[gap.side], gap.clause);
        match self {
            Self::Wire => String::new(),
            Self::Reserve => words::RESERVE.template(lang).to_owned(),
            Self::Variable(variable) => name(&words::VARIABLE, variable),
            Self::Rejoin(variable) => name(&words::REJOIN, variable),
            Self::Sides => words::SIDES.template(lang).to_owned(),
            Self::Siblings(last) => clause(&words::SIBLINGS, last),
            Self::Dive(at) => gap([&words::LEFT_DIVE, &words::RIGHT_DIVE], at),
            Self::FirstLiteral(index) => clause(&words::FIRST_LITERAL, index),
            Self::SecondLiteral(index) => clause(&words::SECOND_LITERAL, index),
            Self::Crossing(at) => gap([&words::LEFT_CROSSING, &words::RIGHT_CROSSING], at),
            Self::Divert(at) => gap([&words::LEFT_DIVERT, &words::RIGHT_DIVERT], at),
            Self::Guard(at) => gap([&words::LEFT_GUARD, &words::RIGHT_GUARD], at),
            Self::GuardTest(at) => gap([&words::LEFT_GUARD_TEST, &words::RIGHT_GUARD_TEST], at),
            Self::Literal { clause, literal } => {
                let literal = formula.literal_text(clause, literal);
                words::TESTED_LITERAL.fill(lang, &[("literal", literal.into()), ("clause", (clause + 1).into())])
            }
        }
    }
}

/// A tile with its orientation and role.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// The kind of tile.
    pub tile: Tile,
    /// How it is turned.
    pub orientation: Orientation,
    /// What it is for.
    pub role: Role,
}

impl Placed {
    /// Whether a side of the turned tile is open.
    #[must_use]
    pub fn is_open(&self, side: Side) -> bool {
        self.tile.ports().iter().any(|&port| self.orientation.side(port) == side)
    }

    /// The side of the unturned picture that a side of the turned tile shows.
    #[must_use]
    pub fn original_side(&self, turned: Side) -> Side {
        Side::ALL.into_iter().find(|&side| self.orientation.side(side) == turned).unwrap_or(turned)
    }
}

/// Tiles on a grid.
#[derive(Clone, Debug, Default)]
pub struct Circuit {
    tiles: BTreeMap<Place, Placed>,
    fault: Option<Fault>,
}

impl Circuit {
    /// An empty circuit whose tiles carry a fault, if any.
    #[must_use]
    pub fn new(fault: Option<Fault>) -> Self {
        Self { tiles: BTreeMap::new(), fault }
    }

    /// The fault of this circuit.
    #[must_use]
    pub const fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// The tiles, row by row.
    pub fn tiles(&self) -> impl Iterator<Item = (Place, &Placed)> {
        self.tiles.iter().map(|(&place, placed)| (place, placed))
    }

    /// The tile on a place.
    #[must_use]
    pub fn tile(&self, place: Place) -> Option<&Placed> {
        self.tiles.get(&place)
    }

    /// Puts a tile, turned so that two sides of its picture show where asked.
    pub fn put(&mut self, place: Place, tile: Tile, role: Role, turn: [(Side, Side); 2]) -> Result<(), Refusal> {
        self.put_oriented(place, Placed { tile, orientation: Orientation::taking(turn[0], turn[1]), role })
    }

    /// Lays straight pipes on the places strictly between two places of one row or column.
    pub fn run(&mut self, from: Place, to: Place) -> Result<(), Refusal> {
        let axis = if from.0 == to.0 { (Side::West, Side::West) } else { (Side::West, Side::North) };
        let across = if from.0 == to.0 { (Side::North, Side::North) } else { (Side::North, Side::West) };
        let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let mut place = (from.0 + step.0, from.1 + step.1);
        while place != to && from != to {
            self.put(place, Tile::Pipe, Role::Wire, [axis, across])?;
            place = (place.0 + step.0, place.1 + step.1);
        }
        Ok(())
    }

    /// Puts a bend that joins two sides.
    pub fn bend(&mut self, place: Place, one: Side, other: Side) -> Result<(), Refusal> {
        self.put(place, Tile::Corner, Role::Wire, [(Side::North, one), (Side::East, other)])
    }

    /// Adds another circuit, its rows counted from `row` upwards or, mirrored, downwards.
    pub fn absorb(&mut self, other: &Self, row: i32, mirrored: bool) -> Result<(), Refusal> {
        let flip = Orientation::taking((Side::North, Side::South), (Side::East, Side::East));
        for ((r, column), placed) in other.tiles() {
            let mut placed = *placed;
            let r = if mirrored {
                placed.orientation = placed.orientation.then(flip);
                row - r
            } else {
                row + r
            };
            self.put_oriented((r, column), placed)?;
        }
        Ok(())
    }

    /// The whole circuit turned or mirrored.
    #[must_use]
    pub fn turned(&self, way: Orientation) -> Self {
        let turn = |(&place, placed): (&Place, &Placed)| {
            (way.turn(place), Placed { orientation: placed.orientation.then(way), ..*placed })
        };
        Self { tiles: self.tiles.iter().map(turn).collect(), fault: self.fault }
    }

    /// Invariant I1: a port is open on both tiles or on neither.
    pub fn check_ports(&self) -> Result<(), Refusal> {
        for (place, placed) in self.tiles() {
            for side in Side::ALL.into_iter().filter(|&side| placed.is_open(side)) {
                let step = side.step();
                let next = (place.0 + step.0, place.1 + step.1);
                if !self.tile(next).is_some_and(|tile| tile.is_open(side.opposite())) {
                    let (row, column) = place;
                    return Err(defect(format!(
                        "the {side:?} port of the {:?} at tile row {row}, column {column} leads nowhere (invariant I1)",
                        placed.tile
                    )));
                }
            }
        }
        Ok(())
    }

    fn put_oriented(&mut self, place: Place, placed: Placed) -> Result<(), Refusal> {
        match self.tiles.insert(place, placed) {
            None => Ok(()),
            Some(old) => Err(defect(format!("two tiles, {old:?} and {placed:?}, meet at {place:?}"))),
        }
    }
}

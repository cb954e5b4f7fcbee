//! A circuit: tiles on a grid of places, each with the role it plays for the formula.
//!
//! The plan (`plan.rs`) and the gadget checks put tiles here with [`Circuit::put`] and lay pipes with [`Circuit::run`]; the netlist and the
//! board are made from it. Nothing may be put twice on one place, and [`Circuit::check_ports`] is invariant I1: a port is open on both
//! tiles or on neither.

use std::collections::BTreeMap;

use crate::formula::{Formula, Sentence};
use crate::tile::{Fault, Orientation, Side, Tile};

/// A row and a column of tiles; both may be negative while the circuit is being built.
pub type Place = (i32, i32);

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
    Siblings {
        /// The clause on the right.
        last: usize,
    },
    /// Black chooses between a clause and what it straddles in a gap (0 left, 1 right).
    Dive {
        /// The straddling clause.
        clause: usize,
        /// Which gap.
        gap: usize,
    },
    /// White chooses the first literal of a clause or one of the others.
    FirstLiteral {
        /// The clause.
        clause: usize,
    },
    /// White chooses between the second and the third literal of a clause.
    SecondLiteral {
        /// The clause.
        clause: usize,
    },
    /// A dive and a leg of the straddling clause come together in order to cross.
    Crossing {
        /// The straddling clause.
        clause: usize,
        /// Which gap.
        gap: usize,
    },
    /// After a crossing Black sends the chase on to the gap or to the leg.
    Divert {
        /// The straddling clause.
        clause: usize,
        /// Which gap.
        gap: usize,
    },
    /// White may prove that Black left the dive by the leg.
    Guard {
        /// The straddling clause.
        clause: usize,
        /// Which gap.
        gap: usize,
    },
    /// The test of the dive pipe that the guard leads to.
    GuardTest {
        /// The straddling clause.
        clause: usize,
        /// Which gap.
        gap: usize,
    },
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
    pub fn label(self, formula: Option<&Formula>) -> String {
        let name = |variable: usize| {
            formula
                .and_then(|formula| formula.names().get(variable).cloned())
                .unwrap_or_else(|| format!("x{}", variable + 1))
        };
        let literal_name = |clause: usize, literal: usize| {
            formula.map_or_else(|| format!("literal {}", literal + 1), |formula| formula.literal_text(clause, literal))
        };
        let side = |gap: usize| if gap == 0 { "left" } else { "right" };
        match self {
            Self::Wire => String::new(),
            Self::Reserve => "reserve".into(),
            Self::Variable(variable) => format!("{} ?", name(variable)),
            Self::Rejoin(variable) => format!("{} end", name(variable)),
            Self::Sides => "+ or -".into(),
            Self::Siblings { last } => format!("clause {} or left", last + 1),
            Self::Dive { clause, gap } => format!("{} dive {}", side(gap), clause + 1),
            Self::FirstLiteral { clause } => format!("clause {}", clause + 1),
            Self::SecondLiteral { clause } => format!("clause {} cont.", clause + 1),
            Self::Crossing { clause, gap } => format!("{} crossing {}", side(gap), clause + 1),
            Self::Divert { clause, gap } => format!("{} divert {}", side(gap), clause + 1),
            Self::Guard { clause, gap } => format!("{} guard {}", side(gap), clause + 1),
            Self::GuardTest { clause, gap } => format!("{} dive {} used ?", side(gap), clause + 1),
            Self::Literal { clause, literal } => format!("{} of {}", literal_name(clause, literal), clause + 1),
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
    ///
    /// # Errors
    /// If the place is taken: a mistake of the plan.
    pub fn put(&mut self, place: Place, tile: Tile, role: Role, turn: [(Side, Side); 2]) -> Result<(), Sentence> {
        self.put_oriented(place, Placed { tile, orientation: Orientation::taking(turn[0], turn[1]), role })
    }

    /// Lays straight pipes on the places strictly between two places of one row or column.
    ///
    /// # Errors
    /// As [`Circuit::put`].
    pub fn run(&mut self, from: Place, to: Place) -> Result<(), Sentence> {
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
    ///
    /// # Errors
    /// As [`Circuit::put`].
    pub fn bend(&mut self, place: Place, one: Side, other: Side) -> Result<(), Sentence> {
        self.put(place, Tile::Corner, Role::Wire, [(Side::North, one), (Side::East, other)])
    }

    /// Adds another circuit, its rows counted from `row` upwards or, mirrored, downwards.
    ///
    /// # Errors
    /// As [`Circuit::put`].
    pub fn absorb(&mut self, other: &Self, row: i32, mirrored: bool) -> Result<(), Sentence> {
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
    ///
    /// # Errors
    /// Names the first port that leads nowhere.
    pub fn check_ports(&self) -> Result<(), Sentence> {
        for (place, placed) in self.tiles() {
            for side in Side::ALL.into_iter().filter(|&side| placed.is_open(side)) {
                let step = side.step();
                let next = (place.0 + step.0, place.1 + step.1);
                if !self.tile(next).is_some_and(|tile| tile.is_open(side.opposite())) {
                    return Err(Sentence::new(format!(
                        "the {side:?} port of the {:?} at tile row {}, column {} leads nowhere (invariant I1)",
                        placed.tile, place.0, place.1
                    )));
                }
            }
        }
        Ok(())
    }

    fn put_oriented(&mut self, place: Place, placed: Placed) -> Result<(), Sentence> {
        match self.tiles.insert(place, placed) {
            None => Ok(()),
            Some(old) => Err(Sentence::new(format!(
                "two tiles, {:?} for {:?} and {:?} for {:?}, meet at tile row {}, column {}",
                old.tile, old.role, placed.tile, placed.role, place.0, place.1
            ))),
        }
    }
}

//! The circuit as a graph: gadgets and the wires between them, and the game that the gadgets stand for.
//!
//! [`Netlist::trace`] follows every wire through its pipes and asserts the invariants that need the graph:
//! * I3: a pipe that is tested has at most one liberty while it is unused, so that Black can capture it;
//! * I4: every way into a merge keeps a liberty besides the merge point while it is unused;
//! * I6: every wire leads from an output to an input, and no input has two wires.
//!
//! [`Netlist::white_wins`] plays the game on the graph: White's choice is "or", Black's choice is "and", a test asks whether its pipe was
//! used on the way. This is the bridge of the proof: formula = graph is checked on thousands of formulas, graph = Go board by the solver.

use crate::circuit::{Circuit, Place, Role};
use crate::tile::{Side, Tile};
use crate::words::defect;
use quadrille_core::Refusal;

/// Index of a gadget in [`Netlist::gadgets`].
pub type GadgetId = usize;
/// Index of a wire in [`Netlist::wires`].
pub type WireId = usize;

/// A tile where something is decided.
#[derive(Clone, Copy, Debug)]
pub struct Gadget {
    /// Its place in the circuit.
    pub place: Place,
    /// Its kind.
    pub tile: Tile,
    /// What it is for.
    pub role: Role,
}

/// A pipe from one gadget to another. Sides are those of the unturned pictures.
#[derive(Clone, Debug)]
pub struct Wire {
    /// Where it comes from.
    pub from: (GadgetId, Side),
    /// Where it leads.
    pub to: (GadgetId, Side),
    /// The tests it passes, first to last.
    pub tests: Vec<GadgetId>,
    /// Its places, first to last.
    pub places: Vec<Place>,
}

/// Gadgets and wires.
#[derive(Clone, Debug, Default)]
pub struct Netlist {
    /// The gadgets, row by row.
    pub gadgets: Vec<Gadget>,
    /// The wires.
    pub wires: Vec<Wire>,
}

/// What is known about the use of a pipe.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    No,
    Yes,
    /// Not decided yet.
    Maybe,
}

impl Netlist {
    /// Reads the graph off the tiles.
    pub fn trace(circuit: &Circuit) -> Result<Self, Refusal> {
        let is_gadget = |tile: Tile| !matches!(tile, Tile::Pipe | Tile::Corner);
        let gadgets: Vec<Gadget> = circuit
            .tiles()
            .filter(|(_, placed)| is_gadget(placed.tile))
            .map(|(place, placed)| Gadget { place, tile: placed.tile, role: placed.role })
            .collect();
        let mut netlist = Self { gadgets, wires: Vec::new() };
        for gadget in 0..netlist.gadgets.len() {
            for &side in outputs(netlist.gadgets[gadget].tile) {
                let wire = netlist.follow(circuit, gadget, side)?;
                netlist.wires.push(wire);
            }
        }
        netlist.check_directions()?;
        if circuit.fault().is_none() {
            netlist.check_liberties()?;
        }
        Ok(netlist)
    }

    /// The wire that leaves a gadget by a side of its picture.
    #[must_use]
    pub fn wire_from(&self, gadget: GadgetId, side: Side) -> Option<WireId> {
        self.wires.iter().position(|wire| wire.from == (gadget, side))
    }

    /// The wire that leaves the reserve.
    #[must_use]
    pub fn start(&self) -> Option<WireId> {
        self.wires.iter().position(|wire| self.gadgets[wire.from.0].tile == Tile::Reserve)
    }

    /// Whether White wins the game on the graph.
    #[must_use]
    pub fn white_wins(&self) -> bool {
        let mut game = GraphGame::new(self);
        self.start().is_some_and(|start| game.value(start) == Some(true))
    }

    fn id_at(&self, place: Place) -> Option<GadgetId> {
        self.gadgets.binary_search_by_key(&place, |gadget| gadget.place).ok()
    }

    fn follow(&self, circuit: &Circuit, gadget: GadgetId, side: Side) -> Result<Wire, Refusal> {
        let mut place = self.gadgets[gadget].place;
        let lost = |place: Place| {
            defect(format!("a wire leads nowhere at tile row {}, column {} (invariant I6)", place.0, place.1))
        };
        let mut heading = circuit.tile(place).ok_or_else(|| lost(place))?.orientation.side(side);
        let mut wire = Wire { from: (gadget, side), to: (gadget, side), tests: Vec::new(), places: Vec::new() };
        loop {
            let step = heading.step();
            place = (place.0 + step.0, place.1 + step.1);
            let placed = circuit.tile(place).ok_or_else(|| lost(place))?;
            let entered = placed.original_side(heading.opposite());
            let leaves = match (placed.tile, entered) {
                (Tile::Pipe, Side::West) | (Tile::Test, Side::West) | (Tile::Corner, Side::North) => Side::East,
                (Tile::Pipe, Side::East) | (Tile::Test, Side::East) => Side::West,
                (Tile::Corner, Side::East) => Side::North,
                _ => {
                    wire.to = (self.id_at(place).ok_or_else(|| lost(place))?, entered);
                    return Ok(wire);
                }
            };
            wire.places.push(place);
            if placed.tile == Tile::Test {
                wire.tests.push(self.id_at(place).ok_or_else(|| lost(place))?);
            }
            heading = placed.orientation.side(leaves);
        }
    }

    /// Invariant I6.
    fn check_directions(&self) -> Result<(), Refusal> {
        let mut taken = Vec::new();
        for wire in &self.wires {
            let (gadget, side) = wire.to;
            let place = self.gadgets[gadget].place;
            if !inputs(self.gadgets[gadget].tile).contains(&side) || taken.contains(&wire.to) {
                return Err(defect(format!(
                    "the {:?} at tile row {}, column {} is entered by the wrong port (invariant I6)",
                    self.gadgets[gadget].tile, place.0, place.1
                )));
            }
            taken.push(wire.to);
        }
        Ok(())
    }

    /// Invariants I3 and I4.
    fn check_liberties(&self) -> Result<(), Refusal> {
        for wire in &self.wires {
            let source = self.gadgets[wire.from.0].tile;
            let plain = wire.to.1 == Side::West && self.gadgets[wire.to.0].tile == Tile::MixedMerge;
            let repeated = !plain && matches!(self.gadgets[wire.to.0].tile, Tile::Merge | Tile::MixedMerge);
            let capturable = source == Tile::WhiteChoice && repeated || source == Tile::BlackChoice && plain;
            let place = self.gadgets[wire.from.0].place;
            if !wire.tests.is_empty() && !capturable {
                return Err(defect(format!(
                    "the tested wire from tile row {}, column {} has more than one liberty (invariant I3)",
                    place.0, place.1
                )));
            }
            if plain && source != Tile::BlackChoice {
                return Err(defect(format!(
                    "the wire from tile row {}, column {} has no spare liberty at its merge (invariant I4)",
                    place.0, place.1
                )));
            }
        }
        Ok(())
    }
}

/// The ports by which the chase leaves a tile.
const fn outputs(tile: Tile) -> &'static [Side] {
    match tile {
        Tile::Reserve => &[Side::East],
        Tile::WhiteChoice | Tile::BlackChoice => &[Side::West, Side::East],
        Tile::Merge | Tile::MixedMerge => &[Side::North],
        _ => &[],
    }
}

/// The ports by which the chase enters a tile.
const fn inputs(tile: Tile) -> &'static [Side] {
    match tile {
        Tile::WhiteChoice | Tile::BlackChoice => &[Side::North],
        Tile::Merge | Tile::MixedMerge => &[Side::West, Side::East],
        Tile::Test => &[Side::South],
        _ => &[],
    }
}

/// The game on the graph, with everything looked up once.
struct GraphGame<'a> {
    netlist: &'a Netlist,
    /// The wires that leave each gadget, in the order of `outputs`.
    leaving: Vec<Vec<WireId>>,
    /// The wire that passes through each test.
    tested: Vec<Option<WireId>>,
    /// Which wires have been used on the way.
    used: Vec<Use>,
    /// The value of each wire into a gap, found since a variable changed: a gap is reached by its dive and by the leg it lies behind, and
    /// what is tested inside it is the same on both ways.
    gaps: Vec<Option<Option<bool>>>,
}

impl<'a> GraphGame<'a> {
    fn new(netlist: &'a Netlist) -> Self {
        let mut leaving = vec![Vec::new(); netlist.gadgets.len()];
        let mut tested = vec![None; netlist.gadgets.len()];
        for (id, wire) in netlist.wires.iter().enumerate() {
            leaving[wire.from.0].push(id);
            for &test in &wire.tests {
                tested[test] = Some(id);
            }
        }
        let (used, gaps) = (vec![Use::No; netlist.wires.len()], vec![None; netlist.wires.len()]);
        Self { netlist, leaving, tested, used, gaps }
    }

    /// Whether White wins when the chase enters this wire; `None` if that hangs on a pipe that is undecided.
    fn value(&mut self, wire: WireId) -> Option<bool> {
        let source = self.netlist.gadgets[self.netlist.wires[wire].from.0];
        let into_gap = matches!(source.role, Role::Divert(_)) && self.netlist.wires[wire].from.1 == Side::East;
        if let Some(known) = self.gaps[wire].filter(|_| into_gap) {
            return known;
        }
        if matches!(source.role, Role::Rejoin(_)) {
            self.gaps.fill(None);
        }
        let before = std::mem::replace(&mut self.used[wire], Use::Yes);
        let value = self.value_at(self.netlist.wires[wire].to.0);
        self.used[wire] = before;
        if into_gap {
            self.gaps[wire] = Some(value);
        }
        value
    }

    /// Where both outputs of White's choice come together in one merge the choice is a variable. Before trying both values, the rest of
    /// the game is valued with both pipes undecided: that is what keeps thirty variables cheap.
    fn value_at(&mut self, gadget: GadgetId) -> Option<bool> {
        match self.netlist.gadgets[gadget].tile {
            Tile::WhiteChoice if self.is_variable(gadget) => match self.value_if_undecided(gadget) {
                None => self.either(gadget, true),
                known => known,
            },
            Tile::WhiteChoice => self.either(gadget, true),
            Tile::BlackChoice => self.either(gadget, false),
            Tile::Test => match self.tested[gadget].map_or(Use::No, |wire| self.used[wire]) {
                Use::Yes => Some(true),
                Use::No => Some(false),
                Use::Maybe => None,
            },
            _ => self.leaving[gadget].first().copied().and_then(|next| self.value(next)),
        }
    }

    fn is_variable(&self, gadget: GadgetId) -> bool {
        let [one, other] = self.leaving[gadget][..] else { return false };
        self.netlist.gadgets[gadget].tile == Tile::WhiteChoice
            && self.netlist.wires[one].to.0 == self.netlist.wires[other].to.0
    }

    /// The choice of the player who wants `wish`.
    fn either(&mut self, gadget: GadgetId, wish: bool) -> Option<bool> {
        let mut all = Some(!wish);
        for output in 0..self.leaving[gadget].len() {
            match self.value(self.leaving[gadget][output]) {
                Some(value) if value == wish => return Some(wish),
                None => all = None,
                Some(_) => {}
            }
        }
        all
    }

    /// The value behind the variables from here on, all of them undecided.
    fn value_if_undecided(&mut self, gadget: GadgetId) -> Option<bool> {
        let [one, other] = self.leaving[gadget][..] else { return None };
        let before = [one, other].map(|wire| std::mem::replace(&mut self.used[wire], Use::Maybe));
        let next = *self.leaving[self.netlist.wires[one].to.0].first()?;
        let head = self.netlist.wires[next].to.0;
        let value = if self.is_variable(head) { self.value_if_undecided(head) } else { self.value(next) };
        (self.used[one], self.used[other]) = (before[0], before[1]);
        value
    }
}

//! Exhaustive checks of every gadget by itself, in every orientation.
//!
//! A gadget is put between a reserve and *ends* whose value is known: a haven (White reaches eyes) or a dead end (White is caught), at once
//! or after one forced exchange. Two ends with the same value differ in the liberties they lend to a pipe that is not used, which is
//! exactly what may disturb a gadget from outside. The expected value is the gadget's meaning: "or" for White's choice, "and"
//! for Black's, the value of the exit for pipes and merges, and for the test whether the pipe was used.

use crate::circuit::{Circuit, Place, Role};
use crate::compile::{Options, assemble};
use crate::grid::{Grid, Point};
use crate::position::Position;
use crate::solver::{Limits, Value, solve};
use crate::tile::{Fault, Orientation, Side, TILE, Tile};
use quadrille_core::Refusal;

use Side::{East, North, South, West};

/// One gadget, in one surrounding and one orientation.
#[derive(Clone, Debug)]
pub struct GadgetCheck {
    /// Which gadget and which surrounding.
    pub name: String,
    /// Which of the eight orientations.
    pub orientation: usize,
    /// What the gadget is meant to do.
    pub expected: Value,
    /// What the search found.
    pub found: Value,
    /// Positions visited.
    pub nodes: u64,
}

/// How an output ends.
#[derive(Clone, Copy, Debug)]
enum End {
    Haven,
    HavenLater,
    Dead,
    DeadLater,
}

const ENDS: [End; 4] = [End::Haven, End::HavenLater, End::Dead, End::DeadLater];

impl End {
    const fn white_wins(self) -> bool {
        matches!(self, Self::Haven | Self::HavenLater)
    }
}

/// A gadget in a surrounding, before turning.
struct Bench {
    name: String,
    circuit: Circuit,
    white_wins: bool,
    /// The pipe through the test at the origin is taken off the board first.
    empty_pipe: bool,
}

/// Checks every gadget in every surrounding and orientation. A fault spoils the tiles first, to see whether the checks notice.
pub fn check_gadgets(fault: Option<Fault>, limits: Limits) -> Result<Vec<GadgetCheck>, Refusal> {
    let mut checks = Vec::new();
    for bench in benches(fault)? {
        for (orientation, way) in Orientation::all().into_iter().enumerate() {
            let circuit = bench.circuit.turned(way);
            circuit.check_ports()?;
            let (mut grid, map) = assemble(&circuit, Options { compress: false, fault, ..Options::default() })?;
            if bench.empty_pipe {
                take_off_pipe(&mut grid, map.point(way.turn((0, 0)), (TILE / 2, TILE / 2)));
            }
            let answer = solve(&Position::new(grid)?, limits);
            let expected = if bench.white_wins { Value::White } else { Value::Black };
            let name = bench.name.clone();
            checks.push(GadgetCheck { name, orientation, expected, found: answer.value, nodes: answer.nodes });
        }
    }
    Ok(checks)
}

fn take_off_pipe(grid: &mut Grid, on_pipe: Point) {
    for point in grid.region(on_pipe) {
        grid.set(point, b'.');
    }
}

fn benches(fault: Option<Fault>) -> Result<Vec<Bench>, Refusal> {
    let mut benches = Vec::new();
    for end in ENDS {
        for tile in [Tile::Pipe, Tile::Corner, Tile::Repeater] {
            benches.push(passage(fault, tile, end)?);
        }
        for other in ENDS {
            benches.push(choice(fault, Tile::WhiteChoice, [end, other])?);
            benches.push(choice(fault, Tile::BlackChoice, [end, other])?);
        }
        for side in [West, East] {
            for stub in [Tile::Stub0, Tile::DeadEnd, Tile::Stub2] {
                benches.push(merge(fault, Tile::Merge, side, stub, end)?);
                // The plain input needs a pipe that keeps a liberty of its own while it is unused (invariant I4).
                if side == West || stub != Tile::Stub0 {
                    benches.push(merge(fault, Tile::MixedMerge, side, stub, end)?);
                }
            }
        }
    }
    benches.push(used_test(fault)?);
    benches.push(unused_test(fault, Tile::DeadEnd, false)?);
    benches.push(unused_test(fault, Tile::DeadEnd, true)?);
    // Two liberties: White wins although the pipe is unused. The compiler must not let this happen (invariant I3).
    benches.push(Bench { white_wins: true, ..unused_test(fault, Tile::Stub2, false)? });
    Ok(benches)
}

/// Puts an end that is entered from one of its sides.
fn put_end(circuit: &mut Circuit, place: Place, entered: Side, end: End) -> Result<(), Refusal> {
    let across = if matches!(entered, North | South) { West } else { North };
    let turn = [(West, entered), (North, across)];
    let (later, tile) = match end {
        End::Haven => (false, Tile::Haven),
        End::HavenLater => (true, Tile::Haven),
        End::Dead => (false, Tile::DeadEnd),
        End::DeadLater => (true, Tile::DeadEnd),
    };
    if !later {
        return circuit.put(place, tile, Role::Wire, turn);
    }
    circuit.put(place, Tile::Repeater, Role::Wire, turn)?;
    let step = entered.opposite().step();
    circuit.put((place.0 + step.0, place.1 + step.1), tile, Role::Wire, turn)
}

fn put_reserve(circuit: &mut Circuit, place: Place, out: Side) -> Result<(), Refusal> {
    circuit.put(place, Tile::Reserve, Role::Reserve, [(East, out), (North, North)])
}

fn passage(fault: Option<Fault>, tile: Tile, end: End) -> Result<Bench, Refusal> {
    let mut circuit = Circuit::new(fault);
    put_reserve(&mut circuit, (0, -1), East)?;
    if tile == Tile::Corner {
        circuit.bend((0, 0), West, South)?;
        put_end(&mut circuit, (1, 0), North, end)?;
    } else {
        circuit.put((0, 0), tile, Role::Wire, [(West, West), (North, North)])?;
        put_end(&mut circuit, (0, 1), West, end)?;
    }
    let name = format!("{tile:?} to {end:?}");
    Ok(Bench { name, circuit, white_wins: end.white_wins(), empty_pipe: false })
}

fn choice(fault: Option<Fault>, tile: Tile, ends: [End; 2]) -> Result<Bench, Refusal> {
    let mut circuit = Circuit::new(fault);
    put_reserve(&mut circuit, (-1, -1), East)?;
    circuit.bend((-1, 0), West, South)?;
    circuit.put((0, 0), tile, Role::Wire, [(North, North), (West, West)])?;
    put_end(&mut circuit, (0, -1), East, ends[0])?;
    put_end(&mut circuit, (0, 1), West, ends[1])?;
    let wins = ends.map(End::white_wins);
    let white_wins = if tile == Tile::WhiteChoice { wins[0] || wins[1] } else { wins[0] && wins[1] };
    Ok(Bench {
        name: format!("{tile:?} between {:?} and {:?}", ends[0], ends[1]),
        circuit,
        white_wins,
        empty_pipe: false,
    })
}

fn merge(fault: Option<Fault>, tile: Tile, from: Side, other: Tile, end: End) -> Result<Bench, Refusal> {
    let mut circuit = Circuit::new(fault);
    let (come, idle) = if from == West { (-1, 1) } else { (1, -1) };
    put_reserve(&mut circuit, (0, come), from.opposite())?;
    circuit.put((0, 0), tile, Role::Wire, [(North, North), (West, West)])?;
    circuit.put((0, idle), other, Role::Wire, [(West, from), (North, North)])?;
    put_end(&mut circuit, (-1, 0), South, end)?;
    let name = format!("{tile:?} from {from:?} to {end:?}, other input {other:?}");
    Ok(Bench { name, circuit, white_wins: end.white_wins(), empty_pipe: false })
}

fn used_test(fault: Option<Fault>) -> Result<Bench, Refusal> {
    let mut circuit = Circuit::new(fault);
    put_reserve(&mut circuit, (0, -2), East)?;
    circuit.put((0, -1), Tile::Fork, Role::Wire, [(North, South), (West, West)])?;
    circuit.bend((1, -1), North, East)?;
    put_tester(&mut circuit)?;
    Ok(Bench { name: "Test of a used pipe".into(), circuit, white_wins: true, empty_pipe: false })
}

fn unused_test(fault: Option<Fault>, stub: Tile, empty_pipe: bool) -> Result<Bench, Refusal> {
    let mut circuit = Circuit::new(fault);
    circuit.put((0, -1), stub, Role::Wire, [(West, East), (North, North)])?;
    put_reserve(&mut circuit, (1, -1), East)?;
    put_tester(&mut circuit)?;
    let name =
        format!("Test of a pipe {}", if empty_pipe { "already captured".into() } else { format!("with {stub:?}") });
    Ok(Bench { name, circuit, white_wins: false, empty_pipe })
}

/// The test at the origin, the way to it from the left below, and the far end of its pipe.
fn put_tester(circuit: &mut Circuit) -> Result<(), Refusal> {
    circuit.put((0, 0), Tile::Test, Role::Wire, [(South, South), (West, West)])?;
    circuit.put((0, 1), Tile::Stub0, Role::Wire, [(West, West), (North, North)])?;
    circuit.bend((1, 0), West, North)
}

//! From a drawing to stones.
//!
//! [`compile`] plans the circuit, stamps its tiles on a grid, takes out repeated rows and columns, adds the reserve, gives every black
//! wall two eyes, and asserts the invariants I1 to I6 on the way. [`assemble`] does the same for any circuit, so that the gadget checks
//! go through the same code.

use crate::circuit::{Circuit, Place, Role};
use crate::drawing::Drawing;
use crate::grid::{Grid, Point};
use crate::netlist::{Gadget, GadgetId, Netlist};
use crate::plan::plan;
use crate::position::Position;
use crate::tile::{Fault, TILE, Tile};
use crate::{reserve, words};
use quadrille_core::{Lang, Refusal};

/// The most points of a board before compression; a formula that needs more is refused.
const MAX_POINTS: usize = 60_000_000;

/// How the white stones at stake are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reserve {
    /// A small block that stands for a large one: the fight in full, the smallest board.
    #[default]
    Small,
    /// A comb that holds more than half of a square board, so that its fate decides the score.
    Comb,
}

/// How to compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Take out rows and columns that repeat the next one.
    pub compress: bool,
    /// The kind of reserve.
    pub reserve: Reserve,
    /// A deliberate fault, for testing the tests.
    pub fault: Option<Fault>,
    /// The language of labels and comments.
    pub lang: Lang,
}

impl Default for Options {
    fn default() -> Self {
        Self { compress: true, reserve: Reserve::Small, fault: None, lang: Lang::English }
    }
}

/// A point that the sequences of moves speak about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPoint {
    /// Its gadget in the netlist.
    pub gadget: GadgetId,
    /// Its name in the gadget's picture.
    pub name: &'static str,
    /// Where it is on the board.
    pub point: Point,
}

/// Where a gadget is on the board: its first and last row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The top left point.
    pub first: Point,
    /// The bottom right point.
    pub last: Point,
}

/// A compiled formula.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The formula with its drawing.
    pub drawing: Drawing,
    /// How it was compiled.
    pub options: Options,
    /// The stones, White to move.
    pub position: Position,
    /// Gadgets and wires.
    pub netlist: Netlist,
    /// The named points of all gadgets.
    pub names: Vec<NamedPoint>,
    /// Where each gadget of the netlist is.
    pub frames: Vec<Frame>,
}

impl Compiled {
    /// The board as text: `#` black, `O` white, `E` white stone of an eye block, `G` marked stone of the reserve, `.` empty.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.position.grid.to_string()
    }

    /// What a gadget is for.
    #[must_use]
    pub fn label(&self, gadget: &Gadget) -> String {
        gadget.role.label(&self.drawing.formula, self.options.lang)
    }

    /// What kind of gadget it is.
    #[must_use]
    pub fn title(&self, gadget: &Gadget) -> &'static str {
        gadget.tile.title().template(self.options.lang)
    }

    /// The point of a gadget with this name.
    pub(crate) fn point(&self, gadget: GadgetId, name: &str) -> Option<Point> {
        self.names.iter().find(|named| named.gadget == gadget && named.name == name).map(|named| named.point)
    }
}

/// Compiles a drawing to a Go position in which White, to move, wins if and only if the formula is satisfiable. Refuses
/// formulas whose board would be too large.
///
/// ```
/// use quadrille_reduction::{Formula, Options, compile, layout};
/// let compiled = compile(&layout(&Formula::parse("x1; -x1")?)?, Options::default())?;
/// assert!(compiled.to_text().contains('G') && !compiled.netlist.white_wins());
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
pub fn compile(drawing: &Drawing, options: Options) -> Result<Compiled, Refusal> {
    let (circuit, netlist) = planned(drawing, options.fault)?;
    let (grid, map) = assemble(&circuit, options)?;
    let position = Position::new(grid)?;
    if options.fault.is_none() {
        position.validate()?;
    }
    let mut names = Vec::new();
    let mut frames = Vec::new();
    for (id, gadget) in netlist.gadgets.iter().enumerate() {
        frames.push(Frame {
            first: map.point(gadget.place, (0, 0)),
            last: map.point(gadget.place, (TILE - 1, TILE - 1)),
        });
        if let Some(placed) = circuit.tile(gadget.place) {
            for &(name, at) in gadget.tile.names() {
                names.push(NamedPoint {
                    gadget: id,
                    name,
                    point: map.point(gadget.place, placed.orientation.point(at)),
                });
            }
        }
    }
    Ok(Compiled { drawing: drawing.clone(), options, position, netlist, names, frames })
}

/// The graph of gadgets and wires alone, without a board.
///
/// ```
/// use quadrille_reduction::{Formula, graph, layout};
/// assert!(graph(&layout(&Formula::parse("x1 x2; -x1")?)?)?.white_wins());
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
pub fn graph(drawing: &Drawing) -> Result<Netlist, Refusal> {
    Ok(planned(drawing, None)?.1)
}

fn planned(drawing: &Drawing, fault: Option<Fault>) -> Result<(Circuit, Netlist), Refusal> {
    let circuit = plan(drawing, fault)?;
    circuit.check_ports()?;
    let netlist = Netlist::trace(&circuit)?;
    Ok((circuit, netlist))
}

/// Where the points of the tiles have gone.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    corner: Place,
    rows: Vec<usize>,
    columns: Vec<usize>,
}

impl Map {
    /// The point on the board of a point of a tile.
    pub(crate) fn point(&self, place: Place, (row, column): (usize, usize)) -> Point {
        Point {
            row: self.rows[(place.0 - self.corner.0) as usize * TILE + row],
            column: self.columns[(place.1 - self.corner.1) as usize * TILE + column],
        }
    }
}

/// Turns a circuit into stones.
pub(crate) fn assemble(circuit: &Circuit, options: Options) -> Result<(Grid, Map), Refusal> {
    let mut low = (i32::MAX, i32::MAX);
    let mut high = (i32::MIN, i32::MIN);
    for (place, _) in circuit.tiles() {
        low = (low.0.min(place.0), low.1.min(place.1));
        high = (high.0.max(place.0), high.1.max(place.1));
    }
    let side = |low: i32, high: i32| (high - low + 1).max(0) as usize * TILE;
    let (rows, columns) = (side(low.0, high.0), side(low.1, high.1));
    if rows * columns > MAX_POINTS {
        let refusal = words::BOARD_TOO_LARGE.refuse().with("rows", rows).with("columns", columns);
        return Err(refusal.with("most", MAX_POINTS));
    }
    let mut grid = Grid::black(rows, columns);
    let mut map = Map { corner: low, rows: (0..rows).collect(), columns: (0..columns).collect() };
    let comb = options.reserve == Reserve::Comb;
    for (place, placed) in circuit.tiles() {
        // The comb replaces the reserve tile: there the pipe runs on to the edge of the circuit.
        let tile = if comb && placed.role == Role::Reserve { Tile::Pipe } else { placed.tile };
        for (row, line) in tile.picture(circuit.fault()).iter().enumerate() {
            for (column, &stone) in line.iter().enumerate() {
                grid.set(map.point(place, placed.orientation.point((row, column))), stone);
            }
        }
    }
    if options.compress {
        (map.rows, map.columns) = grid.compress();
    }
    if comb {
        let shift = reserve::add_comb(&mut grid)?;
        for row in &mut map.rows {
            *row += shift.row;
        }
        for column in &mut map.columns {
            *column += shift.column;
        }
    }
    grid.punch_eyes()?;
    Ok((grid, map))
}

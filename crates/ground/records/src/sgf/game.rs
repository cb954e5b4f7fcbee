//! The meaning of the common properties: size, komi, handicap, result, moves and setup stones.
//!
//! Each accessor says what is wrong with a value it cannot read, with line and column; a missing property is no error.

use super::tree::{GameTree, MainLine, NodeRef, PropertyRef};
use super::value::Point;
use crate::Side;
use crate::error::{RecordError, quote};
use std::fmt;

/// `GM` of Go, the game of files that do not say.
const GAME_GO: i64 = 1;
/// The largest board on which `tt` is a pass rather than a point.
const LARGEST_WITH_TT_PASS: u8 = 19;
/// The letters of the old pass move: the 20th column and row.
const OLD_PASS: Point = Point { column: LARGEST_WITH_TT_PASS, row: LARGEST_WITH_TT_PASS };

/// The size of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    /// How many columns.
    pub columns: u8,
    /// How many rows.
    pub rows: u8,
}

impl Size {
    /// Whether the point is on the board.
    #[must_use]
    pub fn contains(self, point: Point) -> bool {
        point.column < self.columns && point.row < self.rows
    }
}

impl fmt::Display for Size {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}x{}", self.columns, self.rows)
    }
}

/// A move: who plays, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Play {
    /// Who plays.
    pub side: Side,
    /// The point; none for a pass.
    pub point: Option<Point>,
}

impl fmt::Display for Play {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.side {
            Side::Black => 'B',
            Side::White => 'W',
        };
        match self.point {
            Some(point) => write!(formatter, "{name}[{point}]"),
            None => write!(formatter, "{name}[]"),
        }
    }
}

impl GameTree {
    /// The number of the game (`GM`): 1 Go, 2 Othello, 3 chess; 1 when it is not said.
    ///
    /// # Errors
    /// When `GM` is not a number.
    pub fn game_number(&self) -> Result<i64, RecordError> {
        let Some(property) = self.root().property("GM") else { return Ok(GAME_GO) };
        let value = property.values().next();
        value.and_then(super::Value::number).ok_or_else(|| unreadable(property, "a number such as '1'"))
    }

    /// The size of the board (`SZ[19]`, `SZ[9:13]`); 19x19 for Go and 8x8 for other games when it is not said.
    ///
    /// # Errors
    /// When `SZ` is not a size from 1 to 52.
    pub fn size(&self) -> Result<Size, RecordError> {
        let Some(property) = self.root().property("SZ") else {
            let side = if self.game_number()? == GAME_GO { LARGEST_WITH_TT_PASS } else { 8 };
            return Ok(Size { columns: side, rows: side });
        };
        let expected = "a size from 1 to 52 such as '19' or '9:13'";
        let side = |value: super::Value<'_>| {
            value
                .number()
                .and_then(|side| u8::try_from(side).ok())
                .filter(|side| (1..=Point::LARGEST_BOARD).contains(side))
        };
        let value = property.values().next().ok_or_else(|| unreadable(property, expected))?;
        let (columns, rows) = value.halves().unwrap_or((value, value));
        match (side(columns), side(rows)) {
            (Some(columns), Some(rows)) => Ok(Size { columns, rows }),
            _ => Err(unreadable(property, expected)),
        }
    }

    /// The komi (`KM`).
    ///
    /// # Errors
    /// When `KM` is not a number.
    pub fn komi(&self) -> Result<Option<f64>, RecordError> {
        let Some(property) = self.root().property("KM") else { return Ok(None) };
        let value = property.values().next().and_then(super::Value::real);
        value.map(Some).ok_or_else(|| unreadable(property, "a number such as '6.5'"))
    }

    /// The number of handicap stones (`HA`); 0 when it is not said.
    ///
    /// # Errors
    /// When `HA` is not a number from 0 up.
    pub fn handicap(&self) -> Result<u32, RecordError> {
        let Some(property) = self.root().property("HA") else { return Ok(0) };
        let value = property.values().next().and_then(super::Value::number);
        value.and_then(|stones| u32::try_from(stones).ok()).ok_or_else(|| unreadable(property, "a number such as '2'"))
    }

    /// The result as written (`RE`), such as `B+3.5` or `W+Resign`.
    #[must_use]
    pub fn result(&self) -> Option<String> {
        self.root().text("RE")
    }

    /// The moves of the main line.
    ///
    /// The first item is an error, and the only one, when the size cannot be read.
    #[must_use]
    pub fn moves(&self) -> Moves<'_> {
        Moves { line: self.main_line(), node: None, size: Some(self.size()) }
    }
}

impl NodeRef<'_> {
    /// The move of this node, or none.
    ///
    /// # Errors
    /// When `B` or `W` is not a point of the board or a pass.
    pub fn play(self, size: Size) -> Result<Option<Play>, RecordError> {
        self.properties().find_map(|property| play_of(property, size).transpose()).transpose()
    }

    /// The side that is said to move next (`PL`).
    ///
    /// # Errors
    /// When `PL` is neither black nor white.
    pub fn to_move(self) -> Result<Option<Side>, RecordError> {
        let Some(property) = self.property("PL") else { return Ok(None) };
        let value = property.values().next().map(super::Value::trimmed);
        match value.and_then(|text| text.first()) {
            Some(b'B' | b'b' | b'1') => Ok(Some(Side::Black)),
            Some(b'W' | b'w' | b'2') => Ok(Some(Side::White)),
            _ => Err(unreadable(property, "'B' or 'W'")),
        }
    }

    /// The points of a setup or markup property (`AB`, `AW`, `AE`, `TB`…), rectangles expanded, in order.
    pub fn points(self, name: &str, size: Size) -> impl Iterator<Item = Result<Point, RecordError>> {
        let properties = self.properties().filter(move |property| property.is(name));
        let values = properties.flat_map(|property| property.values().map(move |value| (property, value)));
        // Some programs write `AW[]` for an empty list.
        let values = values.filter(|(_, value)| !value.trimmed().is_empty());
        values.flat_map(move |(property, value)| {
            let (points, problem) = match value.points() {
                Some(points) => (Some(points), None),
                None => (None, Some(Err(unreadable_value(property, value.raw(), "a point such as 'dp' or 'aa:cc'")))),
            };
            let on_board = points
                .into_iter()
                .flatten()
                .map(move |point| if size.contains(point) { Ok(point) } else { Err(off_board(property, point, size)) });
            on_board.chain(problem)
        })
    }
}

/// The move a property is, or none when it is another property.
fn play_of(property: PropertyRef<'_>, size: Size) -> Result<Option<Play>, RecordError> {
    let side = if property.is("B") {
        Side::Black
    } else if property.is("W") {
        Side::White
    } else {
        return Ok(None);
    };
    let Some(value) = property.values().next() else { return Ok(None) };
    if value.trimmed().is_empty() {
        return Ok(Some(Play { side, point: None }));
    }
    let point = value.point().ok_or_else(|| unreadable(property, "a point such as 'dp' or nothing for a pass"))?;
    let small = size.columns <= LARGEST_WITH_TT_PASS && size.rows <= LARGEST_WITH_TT_PASS;
    if small && point == OLD_PASS {
        return Ok(Some(Play { side, point: None }));
    }
    if size.contains(point) {
        Ok(Some(Play { side, point: Some(point) }))
    } else {
        Err(off_board(property, point, size))
    }
}

fn unreadable(property: PropertyRef<'_>, expected: &str) -> RecordError {
    let raw = property.values().next().map(super::Value::raw).unwrap_or_default();
    unreadable_value(property, raw, expected)
}

fn unreadable_value(property: PropertyRef<'_>, raw: &[u8], expected: &str) -> RecordError {
    property.error(format!("property {} has the value {}, expected {expected}", property.name(), quote(raw)))
}

fn off_board(property: PropertyRef<'_>, point: Point, size: Size) -> RecordError {
    property.error(format!("point '{point}' of property {} is off the {size} board", property.name()))
}

/// The moves of a line; see [`GameTree::moves`].
#[derive(Debug, Clone)]
pub struct Moves<'a> {
    line: MainLine<'a>,
    node: Option<(super::Properties<'a>, Size)>,
    size: Option<Result<Size, RecordError>>,
}

impl Iterator for Moves<'_> {
    type Item = Result<Play, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let size = match self.size.clone()? {
            Ok(size) => size,
            Err(error) => {
                self.size = None;
                return Some(Err(error));
            }
        };
        loop {
            if let Some((properties, size)) = &mut self.node {
                for property in properties.by_ref() {
                    if let Some(play) = play_of(property, *size).transpose() {
                        return Some(play);
                    }
                }
            }
            self.node = Some((self.line.next()?.properties(), size));
        }
    }
}

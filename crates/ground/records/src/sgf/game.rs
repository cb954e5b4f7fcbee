//! The meaning of the common properties: size, komi, handicap, result, moves and setup stones.
//!
//! Each accessor reports an invalid value with line and column; a missing property is not an error.

use super::tree::{GameTree, NodeRef, PropertyRef};
use super::value::{Point, Value};
use crate::Side;
use crate::error::{RecordError, about};
use crate::words::sgf as words;
use quadrille_words::{Arg, Sentence};
use std::fmt;

/// `GM` of Go, the default.
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
        value.and_then(Value::number).ok_or_else(|| unreadable(property, number("1")))
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
        let side = |value: Value<'_>| {
            let side = value.number().and_then(|side| u8::try_from(side).ok());
            side.filter(|side| (1..=Point::LARGEST_BOARD).contains(side))
        };
        let sides = property.values().next().map(|value| value.halves().unwrap_or((value, value)));
        match sides.map(|(columns, rows)| (side(columns), side(rows))) {
            Some((Some(columns), Some(rows))) => Ok(Size { columns, rows }),
            _ => Err(unreadable(property, &words::SIZE)),
        }
    }

    /// The komi (`KM`).
    ///
    /// # Errors
    /// When `KM` is not a number.
    pub fn komi(&self) -> Result<Option<f64>, RecordError> {
        let Some(property) = self.root().property("KM") else { return Ok(None) };
        let value = property.values().next().and_then(Value::real);
        value.map(Some).ok_or_else(|| unreadable(property, number("6.5")))
    }

    /// The number of handicap stones, if the record has one that can be read.
    #[must_use]
    pub fn handicap(&self) -> Option<u8> {
        let value = self.root().property("HA")?.values().next()?.real()?;
        (value.fract() == 0.0 && (0.0..=255.0).contains(&value)).then_some(value as u8)
    }

    /// The moves of the main line.
    ///
    /// The first item is an error, and the only one, when the size cannot be read.
    pub fn moves(&self) -> impl Iterator<Item = Result<Play, RecordError>> {
        let (size, problem) = match self.size() {
            Ok(size) => (Some(size), None),
            Err(error) => (None, Some(Err(error))),
        };
        let properties = self.main_line().flat_map(NodeRef::properties);
        problem.into_iter().chain(properties.filter_map(move |property| play_of(property, size?).transpose()))
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

    /// The side to move (`PL`).
    ///
    /// # Errors
    /// When `PL` is neither black nor white.
    pub fn to_move(self) -> Result<Option<Side>, RecordError> {
        let Some(property) = self.property("PL") else { return Ok(None) };
        let value = property.values().next().map(Value::trimmed);
        match value.and_then(|text| text.first()) {
            Some(b'B' | b'b' | b'1') => Ok(Some(Side::Black)),
            Some(b'W' | b'w' | b'2') => Ok(Some(Side::White)),
            _ => Err(unreadable(property, &words::SIDE)),
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
                None => (None, Some(Err(unreadable_value(property, value.raw(), &words::POINT)))),
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
    let point = value.point().ok_or_else(|| unreadable(property, &words::PLAY))?;
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

fn number(example: &str) -> Sentence {
    words::NUMBER.say().with("example", example)
}

fn unreadable(property: PropertyRef<'_>, expected: impl Into<Arg>) -> RecordError {
    let raw = property.values().next().map(Value::raw).unwrap_or_default();
    unreadable_value(property, raw, expected)
}

fn unreadable_value(property: PropertyRef<'_>, raw: &[u8], expected: impl Into<Arg>) -> RecordError {
    let problem = about(&words::VALUE, raw).with("name", property.name().into_owned());
    property.error(problem.with("expected", expected))
}

fn off_board(property: PropertyRef<'_>, point: Point, size: Size) -> RecordError {
    let problem = words::OFF_BOARD.say().with("point", point.to_string());
    property.error(problem.with("name", property.name().into_owned()).with("size", size.to_string()))
}

//! Shapes of three by three points around an empty one.
//!
//! The shapes worth answering with are those of the first strong playouts (Gelly, Wang, Munos and Teytaud, *Modification
//! of UCT with patterns in Monte-Carlo Go*, 2006): hane, cut, and the edge. Each is a picture; a table with one bit for
//! each of the 2^16 surroundings says at once whether any of them, turned, mirrored or with colours exchanged, is there.

use crate::board::{Board, EMPTY, OFF, of};
use crate::vertex::Vertex;
use quadrille_core::Player;
use std::sync::LazyLock;

/// Three rows around the point in question. `X` and `O` are the two colours, either way round; `x` anything but X, `o`
/// anything but O, `.` empty, `-` the border, `?` anything on the board, ` ` anything at all.
const SHAPES: [&str; 11] = [
    // A hane around a stone with another stone of ours on its far side.
    "XOX ... ???",
    // A hane that cuts nothing.
    "XO. ... ?.?",
    // Turning round the head of a stone.
    "XO? X.. ?.?",
    // A crosscut, unless the cut is already answered on either side.
    "XO? O.x ?x?",
    // Splitting two stones that stand beside each other.
    "?X? O.O xxx",
    "?X? O.O ooo",
    // At the edge: chasing along it, blocking, connecting below, and the two hane.
    "X.? O.? ---",
    "?X? X.O ---",
    "?XO ?.? ---",
    "?OX X.O ---",
    "?X? ?.O ---",
];

/// The bit for each surroundings: 2^16 bits.
pub(crate) struct Shapes(Box<[u64; 1024]>);

/// The table, made on first use.
pub(crate) static SHAPE_TABLE: LazyLock<Shapes> = LazyLock::new(Shapes::new);

impl Shapes {
    fn new() -> Self {
        let mut table = Self(Box::new([0; 1024]));
        for shape in SHAPES {
            let cells: Vec<u8> = shape.bytes().filter(|&b| b != b' ').collect();
            let mut cells: [u8; 9] = cells.try_into().expect("a shape has nine cells");
            for _ in 0..2 {
                for _ in 0..4 {
                    table.add(&cells, 0, 0);
                    table.add(&cells.map(exchanged), 0, 0);
                    cells = turned(cells);
                }
                cells = mirrored(cells);
            }
        }
        table
    }

    /// Adds all surroundings that fit the shape from cell `i` on, the ones before being in `code`.
    fn add(&mut self, cells: &[u8; 9], i: usize, code: usize) {
        if i == 9 {
            self.0[code / 64] |= 1 << (code % 64);
        } else if i == 4 {
            self.add(cells, i + 1, code);
        } else {
            for colour in 0..4 {
                if fits(cells[i], colour) {
                    self.add(cells, i + 1, code << 2 | usize::from(colour));
                }
            }
        }
    }

    /// Whether any shape surrounds the point.
    #[inline]
    pub(crate) fn around<const CAP: usize>(&self, board: &Board<CAP>, v: Vertex<CAP>) -> bool {
        let [above, left, right, below] = board.around(v);
        let [above_left, above_right, below_left, below_right] = board.corners(v);
        let ring = [above_left, above, above_right, left, right, below_left, below, below_right];
        let code = ring.iter().fold(0, |code, &cell| code << 2 | usize::from(board.colour[cell]));
        self.0[code / 64] >> (code % 64) & 1 == 1
    }
}

fn fits(cell: u8, colour: u8) -> bool {
    match cell {
        b'X' => colour == of(Player::Black),
        b'O' => colour == of(Player::White),
        b'x' => colour == of(Player::White) || colour == EMPTY,
        b'o' => colour == of(Player::Black) || colour == EMPTY,
        b'.' => colour == EMPTY,
        b'-' => colour == OFF,
        _ => colour != OFF,
    }
}

fn exchanged(cell: u8) -> u8 {
    match cell {
        b'X' => b'O',
        b'O' => b'X',
        b'x' => b'o',
        b'o' => b'x',
        other => other,
    }
}

/// A quarter turn.
fn turned(cells: [u8; 9]) -> [u8; 9] {
    [6, 3, 0, 7, 4, 1, 8, 5, 2].map(|i| cells[i])
}

fn mirrored(cells: [u8; 9]) -> [u8; 9] {
    [2, 1, 0, 5, 4, 3, 8, 7, 6].map(|i| cells[i])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goban, Position, Rules, parse_point};
    use quadrille_core::Notation;

    fn is_shape(text: &str, name: &str) -> bool {
        let board: Position<128> = Position::parse_position(&Rules::default(), text).expect("a position");
        let point = parse_point(board.grid(), name).expect("a point");
        SHAPE_TABLE.around(&board.board, Vertex::new(point.index()))
    }

    #[test]
    fn shapes_are_found_turned_mirrored_and_in_both_colours() {
        for text in ["5/1XOX1/5/5/5 X", "5/1OXO1/5/5/5 X"] {
            assert!(is_shape(text, "C3"), "a hane at C3 in {text}");
            assert!(!is_shape(text, "C2"), "nothing at C2 in {text}");
        }
        assert!(is_shape("5/1X3/1O3/1X3/5 X", "C3"), "the same on its side");
        assert!(is_shape("5/5/5/3OX/5 X", "E1") || is_shape("5/5/5/3OX/5 X", "D1"), "the edge");
        assert!(!is_shape("5/5/5/5/5 X", "C3") && !is_shape("5/5/5/5/5 X", "A1"), "no stones, no shape");
    }
}

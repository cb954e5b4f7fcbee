//! The tiles: 15 by 15 pictures of stones, their ports, their named points, and the eight ways to turn them.
//!
//! `#` is a black stone, `O` a white one, `E` a white stone of an eye block, `G` the marked stone of the reserve, `.` an empty point.
//! Ports are the middles of the four sides; every other border point is black, so tiles that agree on their ports fit together.
//! The shapes were found by hand and checked by exhaustive search (see [`crate::check_gadgets`]). The comment of a picture is the
//! sequence of moves it was made for.

use crate::words;
use quadrille_core::Message;

/// Points along the side of a tile.
pub const TILE: usize = 15;
/// Where the ports are.
const MIDDLE: usize = TILE / 2;

/// A side of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Up.
    North,
    /// Right.
    East,
    /// Down.
    South,
    /// Left.
    West,
}

impl Side {
    /// All four.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The step to the next tile on this side, in rows and columns.
    #[must_use]
    pub const fn step(self) -> (i32, i32) {
        match self {
            Self::North => (-1, 0),
            Self::East => (0, 1),
            Self::South => (1, 0),
            Self::West => (0, -1),
        }
    }

    /// The opposite side.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }

    /// The port of this side inside a tile.
    #[must_use]
    pub const fn port(self) -> (usize, usize) {
        match self {
            Self::North => (0, MIDDLE),
            Self::East => (MIDDLE, TILE - 1),
            Self::South => (TILE - 1, MIDDLE),
            Self::West => (MIDDLE, 0),
        }
    }
}

/// One of the eight ways to turn and mirror a tile: first transpose, then flip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Orientation {
    transpose: bool,
    flip_rows: bool,
    flip_columns: bool,
}

impl Orientation {
    /// All eight.
    #[must_use]
    pub fn all() -> [Self; 8] {
        std::array::from_fn(|bits| Self {
            transpose: bits & 4 != 0,
            flip_rows: bits & 2 != 0,
            flip_columns: bits & 1 != 0,
        })
    }

    /// The orientation that takes each first side to the second one. Two different axes determine it.
    #[must_use]
    pub fn taking(first: (Side, Side), second: (Side, Side)) -> Self {
        let fits = |way: &Self| way.side(first.0) == first.1 && way.side(second.0) == second.1;
        Self::all().into_iter().find(fits).unwrap_or_default()
    }

    /// Where a step goes.
    #[must_use]
    pub const fn turn(self, (row, column): (i32, i32)) -> (i32, i32) {
        let (row, column) = if self.transpose { (column, row) } else { (row, column) };
        (if self.flip_rows { -row } else { row }, if self.flip_columns { -column } else { column })
    }

    /// Where a side goes.
    #[must_use]
    pub fn side(self, side: Side) -> Side {
        let step = self.turn(side.step());
        Side::ALL.into_iter().find(|side| side.step() == step).unwrap_or(side)
    }

    /// Where a point of a tile goes.
    #[must_use]
    pub const fn point(self, (row, column): (usize, usize)) -> (usize, usize) {
        let (row, column) = self.turn((row as i32 - MIDDLE as i32, column as i32 - MIDDLE as i32));
        ((row + MIDDLE as i32) as usize, (column + MIDDLE as i32) as usize)
    }

    /// First `self`, then `after`.
    #[must_use]
    pub fn then(self, after: Self) -> Self {
        let image = |side: Side| (side, after.side(self.side(side)));
        Self::taking(image(Side::North), image(Side::East))
    }
}

/// A deliberate fault, to prove that verification would notice it. None of these boards is right for every formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The merge lets both pipes in without the exchange that keeps a spare liberty.
    MergeWithoutRepeaters,
    /// The four stones of the test have two liberties instead of three.
    TestWithTwoLiberties,
    /// The test lacks the liberty that White needs while Black answers.
    TestWithoutSpare,
    /// White's choice lacks the eye point that makes Black answer.
    WhiteChoiceWithoutThreat,
    /// Black's choice lacks the eye points that make Black answer.
    BlackChoiceWithoutThreats,
    /// Where a dive meets a leg, both come in through a repeater.
    CrossingWithTwoRepeaters,
    /// Where a dive meets a leg, nothing punishes Black for leaving the dive by the leg.
    CrossingWithoutGuard,
}

/// The kinds of tiles. In parentheses: the ports in the orientation of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tile {
    /// The white stones at stake (out E).
    Reserve,
    /// A straight pipe (W, E).
    Pipe,
    /// A bent pipe (N, E).
    Corner,
    /// White decides where the chase goes (in N, out W or E).
    WhiteChoice,
    /// Black decides where the chase goes (in N, out W or E).
    BlackChoice,
    /// Two pipes become one, each through a repeater (in W or E, out N).
    Merge,
    /// Two pipes become one, W plain, E through a repeater (in W or E, out N).
    MixedMerge,
    /// Ends the game: was the pipe W-E connected before? (in S).
    Test,
    /// A pipe with one forced exchange (W, E). Only in gadget checks.
    Repeater,
    /// White reaches eyes (in W). Only in gadget checks.
    Haven,
    /// White runs out of liberties: a pipe that ends with one (in W). Only in gadget checks.
    DeadEnd,
    /// A pipe that ends with no liberty (W). Only in gadget checks.
    Stub0,
    /// A pipe that ends with two liberties (W). Only in gadget checks.
    Stub2,
    /// A pipe that splits without any decision (W, N, E). Only in gadget checks.
    Fork,
}

/// The first row that is not all black, and the rows from there on; all others are black.
type Picture = (usize, &'static [&'static str]);
/// A name and a place in the unturned picture.
type Name = (&'static str, (usize, usize));

impl Tile {
    /// All fourteen.
    #[cfg(test)]
    #[rustfmt::skip]
    const ALL: [Self; 14] = [
        Self::Reserve, Self::Pipe, Self::Corner, Self::WhiteChoice, Self::BlackChoice, Self::Merge, Self::MixedMerge,
        Self::Test, Self::Repeater, Self::Haven, Self::DeadEnd, Self::Stub0, Self::Stub2, Self::Fork,
    ];

    /// The stones of the tile before turning, with the fault applied if it concerns this tile.
    #[must_use]
    pub fn picture(self, fault: Option<Fault>) -> [[u8; TILE]; TILE] {
        let (first, rows) = match self {
            Self::Reserve => RESERVE,
            Self::Pipe => PIPE,
            Self::Corner => CORNER,
            Self::WhiteChoice => WHITE_CHOICE,
            Self::BlackChoice => BLACK_CHOICE,
            Self::Merge => MERGE,
            Self::MixedMerge => MIXED_MERGE,
            Self::Test => TEST,
            Self::Repeater => REPEATER,
            Self::Haven => HAVEN,
            Self::DeadEnd => DEAD_END,
            Self::Stub0 => STUB_0,
            Self::Stub2 => STUB_2,
            Self::Fork => FORK,
        };
        let mut stones = [[b'#'; TILE]; TILE];
        for (row, line) in stones[first..].iter_mut().zip(rows) {
            row.copy_from_slice(line.as_bytes());
        }
        for &((row, column), stone) in self.damage(fault) {
            stones[row][column] = stone;
        }
        stones
    }

    /// What the gadget is called in legends and comments.
    pub(crate) const fn title(self) -> &'static Message {
        match self {
            Self::WhiteChoice => &words::WHITE_CHOICE,
            Self::BlackChoice => &words::BLACK_CHOICE,
            Self::Merge | Self::MixedMerge => &words::MERGE,
            Self::Test => &words::TEST,
            Self::Reserve => &words::RESERVE,
            _ => &words::PIPE,
        }
    }

    /// The open ports of the picture.
    #[must_use]
    pub const fn ports(self) -> &'static [Side] {
        use Side::{East, North, South, West};
        match self {
            Self::Reserve => &[East],
            Self::Pipe | Self::Repeater => &[West, East],
            Self::Corner => &[North, East],
            Self::WhiteChoice | Self::BlackChoice | Self::Merge | Self::MixedMerge | Self::Fork => &[North, West, East],
            Self::Test => &[West, East, South],
            Self::Haven | Self::DeadEnd | Self::Stub0 | Self::Stub2 => &[West],
        }
    }

    /// What a fault changes in the picture.
    const fn damage(self, fault: Option<Fault>) -> &'static [((usize, usize), u8)] {
        match (self, fault) {
            (Self::Merge, Some(Fault::MergeWithoutRepeaters)) => {
                &[((6, 3), b'#'), ((7, 3), b'O'), ((6, 11), b'#'), ((7, 11), b'O')]
            }
            (Self::Test, Some(Fault::TestWithTwoLiberties)) => &[((10, 7), b'O'), ((10, 6), b'#')],
            (Self::Test, Some(Fault::TestWithoutSpare)) => &[((11, 9), b'#')],
            (Self::WhiteChoice, Some(Fault::WhiteChoiceWithoutThreat)) => &[((6, 5), b'#')],
            (Self::BlackChoice, Some(Fault::BlackChoiceWithoutThreats)) => &[((6, 3), b'#'), ((6, 11), b'#')],
            _ => &[],
        }
    }

    /// The points that the sequences of moves speak about, before turning.
    #[must_use]
    pub const fn names(self) -> &'static [Name] {
        match self {
            Self::WhiteChoice => &[("x", (6, 7)), ("a", (7, 6)), ("b", (7, 8)), ("c", (6, 5)), ("t", (7, 7))],
            Self::BlackChoice => {
                &[("x", (6, 7)), ("a", (7, 6)), ("b", (7, 8)), ("c", (6, 3)), ("c'", (6, 11)), ("t", (7, 7))]
            }
            Self::Merge => &[
                ("r", (7, 3)),
                ("q", (6, 3)),
                ("a", (7, 6)),
                ("b", (7, 8)),
                ("r'", (7, 11)),
                ("q'", (6, 11)),
                ("t", (7, 7)),
            ],
            Self::MixedMerge => &[("a", (7, 6)), ("b", (7, 8)), ("r'", (7, 11)), ("q'", (6, 11)), ("t", (7, 7))],
            Self::Test => {
                &[("x", (10, 7)), ("q", (10, 6)), ("y", (10, 9)), ("c", (10, 10)), ("d", (11, 9)), ("C", (9, 7))]
            }
            _ => &[],
        }
    }

    /// Where the forced sequence through the tile leads: the moves from one port to another, White's first, by name.
    #[must_use]
    pub const fn sequence(self, from: Side, to: Side) -> &'static [&'static str] {
        match (self, from, to) {
            (Self::WhiteChoice, Side::North, Side::West) => &["x", "c", "a", "b"],
            (Self::WhiteChoice, Side::North, Side::East) => &["x", "c", "b", "a"],
            (Self::BlackChoice, Side::North, Side::West) => &["x", "b", "a", "c"],
            (Self::BlackChoice, Side::North, Side::East) => &["x", "a", "b", "c'"],
            (Self::Merge, Side::West, Side::North) => &["r", "q", "a", "b"],
            (Self::MixedMerge, Side::West, Side::North) => &["a", "b"],
            (Self::Merge | Self::MixedMerge, Side::East, Side::North) => &["r'", "q'", "b", "a"],
            (Self::Test, Side::South, _) => &["x", "q", "y"],
            _ => &[],
        }
    }
}

const RESERVE: Picture = (
    1,
    &[
        "#OOO###########",
        "#OOO###########",
        "#OOO###########",
        "#OOO###########",
        "#OOO###########",
        "#OOO###########",
        "#OGOOOOOOOOOOOO",
        "#OOO###########",
        "#OOO###########",
        "#OOO###########",
        "#OOO###########",
        "#OOO###########",
        "#OOO###########",
    ],
);

const PIPE: Picture = (7, &["OOOOOOOOOOOOOOO"]);

const CORNER: Picture = (
    0,
    &[
        "#######O#######",
        "#######O#######",
        "#######O#######",
        "#######O#######",
        "#######O#######",
        "#######O#######",
        "#######O#######",
        "#######OOOOOOOO",
    ],
);

/// White x threatens the eyes at c; Black c; White a (or b) threatens to capture t; Black b (or a).
const WHITE_CHOICE: Picture = (
    0,
    &[
        "#######O#######",
        "#######O#######",
        "#EEEEE#O#######",
        "#E.E.E#O#######",
        "#EEEEE#O#######",
        "#####E#O#######",
        "#####.O.O######",
        "OOOOOO.#.OOOOOO",
        "#######E#######",
        "#####EEEEE#####",
        "#####E.E.E#####",
        "#####EEEEE#####",
    ],
);

/// White x; Black b (or a), choosing the side; White a (or b) threatens the eyes at c (or c'); Black c (or c').
const BLACK_CHOICE: Picture = (
    0,
    &[
        "#######O#######",
        "#######O#######",
        "#EEEEE#O#EEEEE#",
        "#E.E.E#O#E.E.E#",
        "#EEEEE#O#EEEEE#",
        "###E###O###E###",
        "###.##O.O##.###",
        "OOOOOO.#.OOOOOO",
        "#######E#######",
        "#####EEEEE#####",
        "#####E.E.E#####",
        "#####EEEEE#####",
    ],
);

/// White r threatens the eyes at q; Black q; White a threatens to capture t; Black b, which also cuts the other pipe off.
const MERGE: Picture = (
    0,
    &[
        "#######O#######",
        "#######O#######",
        "#EEEEE#O#EEEEE#",
        "#E.E.E#O#E.E.E#",
        "#EEEEE#O#EEEEE#",
        "###E###O###E###",
        "###.##OOO##.###",
        "OOO.OO.#.OO.OOO",
        "#######E#######",
        "#####EEEEE#####",
        "#####E.E.E#####",
        "#####EEEEE#####",
    ],
);

const MIXED_MERGE: Picture = (
    0,
    &[
        "#######O#######",
        "#######O#######",
        "#######O#EEEEE#",
        "#######O#E.E.E#",
        "#######O#EEEEE#",
        "#######O###E###",
        "######OOO##.###",
        "OOOOOO.#.OO.OOO",
        "#######E#######",
        "#####EEEEE#####",
        "#####E.E.E#####",
        "#####EEEEE#####",
    ],
);

/// White x threatens the eyes at q; Black q; White y puts the four stones in atari. If the pipe above is connected they are lost, and with
/// them the wall to the eyes; if not, Black captures the pipe at its other end, the four stones breathe, and White is caught.
const TEST: Picture = (
    7,
    &[
        "OOOOOOOOOOOOOOO",
        "#######OOOO####",
        "#EEEEEE####O###",
        "#E.E.E..O..O###",
        "#EEEEE#O#.OO###",
        "#######O#######",
        "#######O#######",
        "#######O#######",
    ],
);

const REPEATER: Picture = (
    2,
    &["#EEEEE#########", "#E.E.E#########", "#EEEEE#########", "###E###########", "###.###########", "OOO.OOOOOOOOOOO"],
);

const HAVEN: Picture = (6, &["######EEEEE####", "OOO.EEE.E.E####", "######EEEEE####"]);

const DEAD_END: Picture = (7, &["OOO.###########"]);

const STUB_0: Picture = (7, &["OOOO###########"]);

const STUB_2: Picture = (6, &["###.###########", "OOOO.##########"]);

const FORK: Picture = (
    0,
    &[
        "#######O#######",
        "#######O#######",
        "#######O#######",
        "#######O#######",
        "#######O#######",
        "#######O#######",
        "#######O#######",
        "OOOOOOOOOOOOOOO",
    ],
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orientations_form_a_group_and_keep_ports() {
        for one in Orientation::all() {
            for other in Orientation::all() {
                let both = one.then(other);
                for side in Side::ALL {
                    assert_eq!(both.side(side), other.side(one.side(side)));
                    assert_eq!(both.point(side.port()), both.side(side).port());
                }
                assert_eq!(both.point((3, 9)), other.point(one.point((3, 9))));
            }
        }
    }

    #[test]
    fn a_tile_is_open_exactly_at_its_ports() {
        for tile in Tile::ALL {
            let picture = tile.picture(None);
            for index in 0..TILE {
                for (row, column) in [(0, index), (TILE - 1, index), (index, 0), (index, TILE - 1)] {
                    let is_port = tile.ports().iter().any(|side| side.port() == (row, column));
                    assert_eq!(picture[row][column] == b'O', is_port, "{tile:?} at {row}, {column}");
                }
            }
        }
    }
}

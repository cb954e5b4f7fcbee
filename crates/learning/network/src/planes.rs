//! The input of the networks: binary planes, from the point of view of the side to move.
//!
//! | planes | what is marked |
//! |---|---|
//! | 0, 1 | own stones, enemy stones |
//! | 2-4 | own chains with 1, 2, 3 liberties |
//! | 5-7 | enemy chains with 1, 2, 3 liberties |
//! | 8-12 | the last move, the one before, … the fifth last; a pass marks nothing |
//! | 13 | the point where a ko forbids to retake |
//! | 14 | every point: beyond the edge, convolutions see zeros |
//! | 15 | own chains that a ladder catches: in atari and lost even if they run, or with two liberties and the enemy moving first |
//! | 16 | enemy chains likewise: in atari and lost even if they run, or with two liberties and the mover moving first |
//! | 17 | the points at which the mover starts such a ladder |

use crate::ladder;
use crate::stones::{EMPTY, Stones, colour_of};
use quadrille_go::{Goban, Grid, Move, Point};

/// How many planes there are.
pub const PLANES: usize = 18;
/// How many of the last moves have a plane.
pub const RECENT: usize = 5;

/// A version number of the planes, so that no network runs on inputs it was not trained on.
pub const FEATURES: u32 = 0x474f_0001;

const STONES: usize = 0;
const OWN_LIBERTIES: usize = 2;
const ENEMY_LIBERTIES: usize = 5;
const LAST_MOVES: usize = 8;
const KO: usize = 13;
pub(crate) const BOARD: usize = 14;
const CAUGHT: usize = 15;
const CATCHING: usize = 17;

/// The planes of one position, a bit for each point: row by row from the top left, lowest bit first, each plane starting
/// with a byte of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planes {
    bytes: Vec<u8>,
    /// How many bytes a plane has.
    length: usize,
}

impl Planes {
    /// Empty planes for a board.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        let length = grid.area().div_ceil(8);
        Self { bytes: vec![0; PLANES * length], length }
    }

    #[cfg(test)]
    pub(crate) fn from_bytes(grid: Grid, bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec(), ..Self::new(grid) }
    }

    /// All planes, one after the other.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether a point is marked, by its place: row by row from the top left.
    #[must_use]
    pub fn is_marked(&self, plane: usize, place: usize) -> bool {
        self.bytes[plane * self.length + place / 8] & (1 << (place % 8)) != 0
    }

    /// Calls `each` with the place of every marked point.
    pub(crate) fn for_each_mark(&self, plane: usize, mut each: impl FnMut(usize)) {
        for (index, &byte) in self.bytes[plane * self.length..][..self.length].iter().enumerate() {
            let mut bits = byte;
            while bits != 0 {
                each(8 * index + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }

    pub(crate) fn mark(&mut self, plane: usize, place: u16) {
        self.bytes[plane * self.length + usize::from(place / 8)] |= 1 << (place % 8);
    }
}

/// Describes positions on boards of one size.
pub struct Encoder {
    grid: Grid,
    stones: Stones,
    /// The place of each cell in a plane.
    places: Vec<u16>,
    points: Vec<Point>,
    seen: Vec<bool>,
}

impl Encoder {
    /// For boards of this size, at most 255 x 255.
    ///
    /// # Panics
    ///
    /// If the board is larger.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        assert!(grid.longer_side() <= 255, "a network plays boards of at most 255 lines");
        let mut places = vec![0; grid.cells()];
        let points: Vec<Point> = grid.points().collect();
        for (place, point) in points.iter().enumerate() {
            places[point.index()] = place as u16;
        }
        Self { grid, stones: Stones::new(grid), places, points, seen: vec![false; grid.cells()] }
    }

    /// The board.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The planes of a position; `recent` are the moves that led to it, the last one first.
    ///
    /// # Panics
    ///
    /// If the position's board is of another size.
    pub fn encode(&mut self, position: &impl Goban, recent: impl IntoIterator<Item = Move>, planes: &mut Planes) {
        assert_eq!(position.grid(), self.grid, "the encoder is for another board");
        planes.bytes.fill(0);
        self.stones.load(position);
        let mover = colour_of(position.to_move());
        for (age, played) in recent.into_iter().take(RECENT).enumerate() {
            if let Move::At(point) = played {
                planes.mark(LAST_MOVES + age, self.places[point.index()]);
            }
        }
        if let Some(point) = position.ko() {
            planes.mark(KO, self.places[point.index()]);
        }
        self.seen.fill(false);
        for index in 0..self.points.len() {
            let cell = self.points[index].index() as u32;
            planes.mark(BOARD, index as u16);
            let colour = self.stones.colour(cell);
            if colour != EMPTY && !self.seen[cell as usize] {
                self.encode_chain(cell, usize::from(colour != mover), planes);
            }
        }
    }

    /// Marks a chain's stones; `side` is 0 for the mover's and 1 for the enemy's.
    fn encode_chain(&mut self, first: u32, side: usize, planes: &mut Planes) {
        let (chain, liberties) = self.stones.chain(first);
        let places = &self.places;
        for &cell in chain {
            self.seen[cell as usize] = true;
            let place = places[cell as usize];
            planes.mark(STONES + side, place);
            if (1..=3).contains(&liberties) {
                planes.mark([OWN_LIBERTIES, ENEMY_LIBERTIES][side] + liberties - 1, place);
            }
        }
        let catching = ladder::catching_moves(&mut self.stones, first);
        let caught = match liberties {
            1 => ladder::is_lost_in_atari(&mut self.stones, first),
            2 => catching.iter().any(Option::is_some),
            _ => false,
        };
        if caught {
            for &cell in self.stones.chain(first).0 {
                planes.mark(CAUGHT + side, self.places[cell as usize]);
            }
        }
        if side == 1 {
            for cell in catching.into_iter().flatten() {
                planes.mark(CATCHING, self.places[cell as usize]);
            }
        }
    }
}

#[cfg(test)]
#[path = "planes_twin.rs"]
mod twin;

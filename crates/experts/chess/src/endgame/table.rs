//! Values in one byte each, and the tables they stand in.

use super::file::Packed;
use super::index::Indexer;
use super::material::{Material, Seen};
use quadrille_chess::attacks;
use std::sync::OnceLock;

/// Nobody can force mate.
pub(super) const DRAW: u8 = 0;
/// There is no such position: two men on one square, or the side to move could take the king.
pub(super) const BROKEN: u8 = u8::MAX;
/// Longer mates have no code; none of four men is half as long.
pub(super) const LONGEST: u8 = BROKEN - 2;

/// The value of a position for the side to move, with plies to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move mates in this many plies.
    Win(u32),
    /// Nobody can force mate.
    Draw,
    /// The side to move is mated in this many plies.
    Loss(u32),
}

impl Value {
    /// The value that a byte stands for: 0 is a draw, and `n + 1` a mate in `n` plies. The loser is to move when an even
    /// number is left.
    #[inline]
    pub(super) const fn of(code: u8) -> Self {
        match code {
            DRAW => Self::Draw,
            code if code % 2 == 1 => Self::Loss(code as u32 - 1),
            code => Self::Win(code as u32 - 1),
        }
    }

    /// How the side that moved to a position sees its value.
    #[must_use]
    pub const fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }

    /// Grows with what the side to move prefers: nearer wins, farther losses.
    #[must_use]
    pub fn rank(self) -> i32 {
        const FAR: i32 = 1_000;
        match self {
            Self::Win(plies) => FAR - plies as i32,
            Self::Draw => 0,
            Self::Loss(plies) => plies as i32 - FAR,
        }
    }

    /// The plies to mate, if there is one.
    #[must_use]
    pub const fn plies(self) -> Option<u32> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }
}

/// The values of one class.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) indexer: Indexer,
    pub(super) codes: Vec<u8>,
}

/// Tables by class, each there or not.
#[derive(Debug)]
pub(super) struct Library {
    tables: Vec<OnceLock<Table>>,
    packed: Option<Packed>,
}

impl Default for Library {
    fn default() -> Self {
        Self { tables: (0..Material::IDS).map(|_| OnceLock::new()).collect(), packed: None }
    }
}

impl Library {
    /// Tables that are unpacked when they are first asked for.
    pub(super) fn packed(packed: Packed) -> Self {
        Self { packed: Some(packed), ..Self::default() }
    }

    #[inline]
    pub(super) fn get(&self, material: Material) -> Option<&Table> {
        let place = &self.tables[material.id()];
        place.get().or_else(|| {
            let packed = self.packed.as_ref().filter(|packed| packed.has(material))?;
            Some(place.get_or_init(|| packed.unpack(material)))
        })
    }

    /// Puts a table in its place; one that is there stays.
    pub(super) fn put(&self, material: Material, table: Table) -> &Table {
        self.tables[material.id()].get_or_init(|| table)
    }

    /// The value of a board whose table is there; [`BROKEN`] where it is not, or the board cannot be.
    #[inline]
    pub(super) fn code(&self, seen: &Seen) -> u8 {
        if seen.material.men() == [None; 2] {
            let [white, black, ..] = seen.squares;
            return if attacks::king(white) & black.bit() == 0 && white != black { DRAW } else { BROKEN };
        }
        let Some(table) = self.get(seen.material) else { return BROKEN };
        let index = table.indexer.index(seen.turn, seen.squares);
        index.and_then(|index| table.codes.get(index)).copied().unwrap_or(BROKEN)
    }
}

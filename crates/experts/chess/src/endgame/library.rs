//! The tables of all classes.

use super::material::{Material, Seen};
use super::packed::Packed;
use super::table::{BROKEN, DRAW, Table};
use quadrille_chess::attacks;
use std::sync::OnceLock;

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
    /// Tables that are unpacked on first use.
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

    /// Inserts a table; an existing one is kept.
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

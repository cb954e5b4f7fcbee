//! All tables in one file.
//!
//! A file is [`MARK`], then for each class its name (8 bytes, filled with zeros), the number of its positions and of
//! its packed bytes (4 bytes each) and those bytes (deflate, RFC 1951), and last the checksum of everything before it
//! (8 bytes). All numbers are little-endian. Invalid positions may have any value in a file: they repeat the previous
//! one, which compresses best.

use super::index::Indexer;
use super::material::Material;
use super::table::{DRAW, Table};
use flate2::read::DeflateDecoder;
use quadrille_support::checksum;
use std::io::Read;
use std::ops::Range;

/// What a file begins with; the last byte is the version.
pub const MARK: [u8; 8] = *b"QUADCEG1";
pub(super) const NAME_BYTES: usize = 8;
const SUM_BYTES: usize = 8;

/// Packed tables, unpacked on first use.
#[derive(Debug)]
pub(super) struct Packed {
    bytes: Vec<u8>,
    /// Where each class begins and ends, by [`Material::id`].
    places: Vec<Option<Range<usize>>>,
}

impl Packed {
    /// Finds the tables in a file's bytes; none if that is not such a file or it is damaged.
    pub(super) fn parse(bytes: Vec<u8>) -> Option<Self> {
        let (body, sum) = bytes.split_last_chunk::<SUM_BYTES>()?;
        if !body.starts_with(&MARK) || checksum::of(body) != u64::from_le_bytes(*sum) {
            return None;
        }
        let mut places = vec![None; Material::IDS];
        let mut rest = &body[MARK.len()..];
        while let Some((name, after)) = rest.split_first_chunk::<NAME_BYTES>() {
            let name = std::str::from_utf8(name).ok()?.trim_end_matches('\0');
            let material: Material = name.parse().ok()?;
            let ([positions, packed], after) = words_of(after)?;
            if positions != Indexer::new(material).len() {
                return None;
            }
            let first = body.len() - after.len();
            rest = after.get(packed..)?;
            places[material.id()] = Some(first..first + packed);
        }
        rest.is_empty().then_some(())?;
        Some(Self { places, bytes })
    }

    /// Whether the file has the table of a class.
    pub(super) fn has(&self, material: Material) -> bool {
        self.places[material.id()].is_some()
    }

    /// The table of a class. One that is not there or cannot be unpacked has no values.
    pub(super) fn unpack(&self, material: Material) -> Table {
        let place = self.places[material.id()].clone().unwrap_or(0..0);
        let indexer = Indexer::new(material);
        let mut codes = vec![DRAW; indexer.len()];
        let whole = DeflateDecoder::new(&self.bytes[place]).read_exact(&mut codes).is_ok();
        Table { indexer, codes: if whole { codes } else { Vec::new() } }
    }
}

/// Two numbers from the front of some bytes.
fn words_of(bytes: &[u8]) -> Option<([usize; 2], &[u8])> {
    let ([a, b, c, d, e, f, g, h], rest) = bytes.split_first_chunk::<8>()?;
    let number = |bytes| u32::from_le_bytes(bytes) as usize;
    Some(([number([*a, *b, *c, *d]), number([*e, *f, *g, *h])], rest))
}

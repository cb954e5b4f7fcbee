//! The trained weights and their file format.
//!
//! A file starts with a magic word, the version, the hash of the features the weights were made for, the number of
//! phases, the length of the rest and its checksum; then, phase by phase, the weights of the canonical indices, then
//! those of the numbers of moves, as differences to the phase before in a Rice code (`rice.rs`). A file that fails any
//! of these checks is rejected.

use super::features::Features;
use super::rice;
use super::shapes::Layout;
use crate::board::Board;
use crate::words;
use quadrille_core::{Message, Refusal};
use quadrille_support::bundled;
use quadrille_support::checksum::{self, Checksum};
use quadrille_support::shared::{Bundled, Shared};
use std::sync::{Arc, LazyLock};

/// The built-in weights, with the name of their file.
#[must_use]
pub fn file() -> (&'static str, Bundled) {
    ("patterns.bin", bundled!("patterns.bin"))
}

/// Discs in a phase: the weights change every this many moves.
pub const PHASE_DISCS: u32 = 4;
/// Phases from 4 to 64 discs.
pub const PHASES: usize = 15;
/// Weights are in these parts of a disc.
pub const UNIT: i32 = 32;
/// Weights for the number of own moves and of the other's, this many each; more moves count as the last.
const MOBILITY: usize = 32;
/// Weights for the number of moves into each of [`ZONES`] that only the mover has, only the other, and both, this many each.
const ZONE_MOVES: usize = 16;
/// Corners, the squares beside them, the rest of the edge, everything else.
const ZONES: [u64; 4] = [0x8100_0000_0000_0081, 0x42C3_0000_0000_C342, 0x3C00_8181_8181_003C, 0x003C_7E7E_7E7E_3C00];
/// One constant for each number of discs on the board.
const CONSTANTS: usize = 65;

/// Room for the weights of a phase.
const ROOM: usize = 1 << 19;

const MAGIC: [u8; 4] = *b"QOPW";
const VERSION: u32 = 3;
const HEADER: usize = 36;

/// Weights of every phase, spread out for quick looking up.
#[derive(Clone)]
pub struct Weights {
    /// The shapes the weights are for.
    pub layout: &'static Layout,
    /// For each phase the weights of all shapes, then own mobility, the other's, the constants, the moves by zones, then unused
    /// [`ROOM`].
    pub phases: Vec<Vec<i16>>,
}

/// The shapes of this program.
pub fn layout() -> &'static Layout {
    static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);
    &LAYOUT
}

/// The phase of a board with this many discs.
#[inline]
pub const fn phase_of(discs: u32) -> usize {
    let phase = (discs.saturating_sub(4) / PHASE_DISCS) as usize;
    if phase < PHASES { phase } else { PHASES - 1 }
}

/// The discs from which a phase begins.
pub const fn first_discs(phase: usize) -> u32 {
    4 + phase as u32 * PHASE_DISCS
}

/// How many weights a board adds up besides those of its shapes.
pub const EXTRAS: usize = 3 + 3 * ZONES.len();
/// How many weights stand behind the shapes' in each phase.
pub const EXTRA: usize = 2 * MOBILITY + CONSTANTS + 3 * ZONES.len() * ZONE_MOVES;

/// Which of the weights behind the shapes' a board adds up: for both sides' number of moves, for the number of discs, and for the
/// numbers of moves into each zone; `moves` are the mover's.
#[inline]
pub fn extras(board: Board, moves: u64) -> [usize; EXTRAS] {
    let count = |set: u64, limit: usize| (set.count_ones() as usize).min(limit - 1);
    let discs = 64 - board.empties() as usize;
    let others = board.pass().moves();
    let mut extras = [0; EXTRAS];
    extras[..3].copy_from_slice(&[count(moves, MOBILITY), MOBILITY + count(others, MOBILITY), 2 * MOBILITY + discs]);
    for (number, set) in [moves & !others, others & !moves, moves & others].into_iter().enumerate() {
        for (zone, mask) in ZONES.into_iter().enumerate() {
            let place = number * ZONES.len() + zone;
            extras[3 + place] = 2 * MOBILITY + CONSTANTS + place * ZONE_MOVES + count(set & mask, ZONE_MOVES);
        }
    }
    extras
}

impl Weights {
    /// Weights that know nothing.
    #[must_use]
    pub fn zero() -> Self {
        let layout = layout();
        assert!(layout.weights + EXTRA <= ROOM, "the shapes need more room");
        Self { layout, phases: vec![vec![0; ROOM]; PHASES] }
    }

    /// How many weights a phase has.
    pub const fn size(&self) -> usize {
        self.layout.weights + EXTRA
    }

    /// The weights this program was built with.
    ///
    /// ```
    /// use quadrille_othello::evaluation::patterns::Weights;
    ///
    /// let weights = Weights::built_in();
    /// assert!(Weights::from_bytes(&weights.to_bytes()).is_ok());
    /// ```
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        Arc::clone(Self::later().arc())
    }

    /// The same, read when they are first looked at.
    #[must_use]
    pub fn later() -> Shared<Self> {
        static BUILT_IN: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            let bytes = file().1;
            Arc::new(
                Weights::from_bytes(&bytes).unwrap_or_else(|error| panic!("the built-in Othello weights: {error}")),
            )
        });
        Shared::Later(&BUILT_IN)
    }

    /// The value of a board for the mover in discs, times [`UNIT`]; `moves` are the mover's.
    #[inline]
    pub fn raw(&self, board: Board, moves: u64, features: &Features) -> i32 {
        let discs = 64 - board.empties();
        let Some(weights) = self.phases[phase_of(discs)].first_chunk::<ROOM>() else { return 0 };
        let indices = features.indices();
        let mut places = self.layout.starts;
        for (place, &index) in places.iter_mut().zip(&indices.0) {
            *place += u32::from(index);
        }
        // Checked one by one on purpose: with a mask, the compiler gathers the weights into vectors before adding them,
        // which takes longer than the additions.
        let weights: &[i16] = weights;
        let at = |place: usize| i32::from(weights[place]);
        let shapes: i32 = places.iter().map(|&place| at(place as usize)).sum();
        shapes + extras(board, moves).iter().map(|&extra| at(self.layout.weights + extra)).sum::<i32>()
    }

    /// A checksum of all weights.
    pub fn fingerprint(&self) -> u64 {
        checksum_of(self.phases.iter().flatten().map(|weight| weight.to_le_bytes()))
    }

    /// The file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut data = Vec::new();
        let mut before = vec![0; ROOM];
        for phase in &self.phases {
            let differences: Vec<i16> = self.stored().map(|at| phase[at].wrapping_sub(before[at])).collect();
            rice::write(&mut data, &differences);
            before.clone_from(phase);
        }
        let mut bytes = Vec::with_capacity(HEADER + data.len());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(feature_hash(self.layout).to_le_bytes());
        bytes.extend((PHASES as u32).to_le_bytes());
        bytes.extend((data.len() as u64).to_le_bytes());
        bytes.extend(checksum::of(&data).to_le_bytes());
        bytes.extend(data);
        bytes
    }

    /// Reads a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Refusal> {
        let Some(header) = bytes.get(..HEADER).filter(|header| header[..4] == MAGIC) else {
            let found = bytes.iter().take(4).map(|byte| format!("{byte:02x}"));
            return Err(words::OTHER_FILE.refuse().list("found", found));
        };
        let word = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
        if word(4) != VERSION {
            return Err(words::OTHER_VERSION.refuse().with("found", word(4)).with("expected", VERSION));
        }
        let mut weights = Self::zero();
        let expected = feature_hash(weights.layout);
        if long(8) != expected || word(16) as usize != PHASES {
            return Err(mismatch(&words::OTHER_FEATURES, long(8), expected));
        }
        let data = &bytes[HEADER..];
        if data.len() as u64 != long(20) {
            return Err(words::BAD_FILE_LENGTH.refuse().with("found", data.len()).with("expected", long(20)));
        }
        if checksum::of(data) != long(28) {
            return Err(mismatch(&words::BAD_CHECKSUM, checksum::of(data), long(28)));
        }
        weights.read_phases(data)?;
        Ok(weights)
    }

    fn read_phases(&mut self, data: &[u8]) -> Result<(), Refusal> {
        let mut rest = data;
        let mut before = vec![0_i16; ROOM];
        let stored: Vec<usize> = self.stored().collect();
        for (number, phase) in self.phases.iter_mut().enumerate() {
            let differences =
                rice::read(&mut rest, stored.len()).ok_or_else(|| words::BAD_PHASE.refuse().with("phase", number))?;
            for (&index, difference) in stored.iter().zip(differences) {
                before[index] = before[index].wrapping_add(difference);
            }
            for (index, &canonical) in self.layout.canonical.iter().enumerate() {
                before[index] = before[canonical as usize];
            }
            phase.clone_from(&before);
        }
        if rest.is_empty() {
            Ok(())
        } else {
            let refusal = words::BAD_FILE_LENGTH.refuse().with("found", data.len());
            Err(refusal.with("expected", data.len() - rest.len()))
        }
    }

    /// The weights a file holds: one of each mirrored pair, and what stands behind the shapes.
    fn stored(&self) -> impl Iterator<Item = usize> + use<> {
        let layout = self.layout;
        let canonical = layout.canonical.iter().enumerate();
        let shapes = canonical.filter(|&(index, &canonical)| index == canonical as usize).map(|(index, _)| index);
        shapes.chain(layout.weights..layout.weights + EXTRA)
    }
}

/// Two numbers that should be the same, in hexadecimal.
fn mismatch(message: &'static Message, found: u64, expected: u64) -> Refusal {
    message.refuse().with("found", format!("{found:016x}")).with("expected", format!("{expected:016x}"))
}

/// Shapes, phases, units: everything the meaning of a weight depends on.
fn feature_hash(layout: &Layout) -> u64 {
    let numbers =
        [PHASES as u64, u64::from(PHASE_DISCS), UNIT as u64, MOBILITY as u64, CONSTANTS as u64, ZONE_MOVES as u64];
    checksum_of([layout.hash].into_iter().chain(numbers).chain(ZONES).map(u64::to_le_bytes))
}

fn checksum_of<const N: usize>(words: impl Iterator<Item = [u8; N]>) -> u64 {
    let mut checksum = Checksum::default();
    words.for_each(|word| checksum.add(&word));
    checksum.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    fn random() -> Weights {
        let mut weights = Weights::zero();
        let mut rng = Rng::new(4);
        let size = weights.size();
        for phase in &mut weights.phases {
            for _ in 0..2_000 {
                let at = rng.below(size as u32) as usize;
                phase[at] = rng.below(700) as i16 - 350;
            }
            let (shapes, _) = phase.split_at_mut(weights.layout.weights);
            for index in 0..shapes.len() {
                shapes[index] = shapes[weights.layout.canonical[index] as usize];
            }
        }
        weights
    }

    #[test]
    fn weights_survive_their_file() {
        let weights = random();
        let bytes = weights.to_bytes();
        assert_eq!(Weights::from_bytes(&bytes).map(|read| read.phases), Ok(weights.phases));
    }

    #[test]
    fn wrong_files_are_refused() {
        let bytes = random().to_bytes();
        let refused = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = bytes.clone();
            change(&mut bytes);
            Weights::from_bytes(&bytes).err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert!(refused(&|bytes| bytes.clear()).contains("QOPW"));
        assert!(refused(&|bytes| bytes[0] = b'x').contains("QOPW"));
        assert!(refused(&|bytes| bytes[4] = 9).contains("version 9"));
        assert!(refused(&|bytes| bytes[9] ^= 1).contains("features"));
        assert!(refused(&|bytes| bytes.truncate(1_000)).contains("bytes of data"));
        assert!(refused(&|bytes| *bytes.last_mut().unwrap() ^= 1).contains("checksum"));
        // What has the right length and checksum and is nonsense all the same.
        let signed = |bytes: &mut Vec<u8>| {
            let data = bytes.split_off(HEADER);
            bytes[20..28].copy_from_slice(&(data.len() as u64).to_le_bytes());
            bytes[28..36].copy_from_slice(&checksum::of(&data).to_le_bytes());
            bytes.extend(data);
        };
        let changed = |change: &dyn Fn(&mut Vec<u8>)| {
            refused(&|bytes| {
                change(bytes);
                signed(bytes);
            })
        };
        assert!(changed(&|bytes| bytes[HEADER] = 99).contains("phase 0 cannot be read"));
        assert!(changed(&|bytes| bytes[HEADER + 1..].fill(0xFF)).contains("phase 0 cannot be read"));
        assert!(changed(&|bytes| bytes.truncate(bytes.len() - 9)).contains("phase 14 cannot be read"));
        assert!(changed(&|bytes| bytes.extend([0; 5])).contains("bytes of data"));
    }

    /// Square by square: every move of a side counts in its zone once, for the mover alone, the opponent alone, or both.
    #[test]
    fn moves_are_counted_by_zones() {
        let board = Board { own: 0x0000_103C_1800_0400, other: 0x0008_0C00_2430_1000 };
        let (moves, others) = (board.moves(), board.pass().moves());
        assert!(moves & others != 0 && moves & !others != 0 && others & !moves != 0);
        let mut counts = [[0; 4]; 3];
        for square in 0..64 {
            let whose = match (moves >> square & 1, others >> square & 1) {
                (1, 0) => 0,
                (0, 1) => 1,
                (1, 1) => 2,
                _ => continue,
            };
            let zone = ZONES.iter().position(|mask| mask >> square & 1 == 1).expect("every square lies in a zone");
            counts[whose][zone] += 1;
        }
        let said = extras(board, moves);
        for (place, count) in counts.into_iter().flatten().enumerate() {
            let first = 2 * MOBILITY + CONSTANTS + place * ZONE_MOVES;
            assert_eq!(said[3 + place], first + count, "place {place}");
        }
    }
}

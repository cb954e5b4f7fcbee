//! Slider attacks indexed by the PEXT instruction, which squeezes the relevant occupancy into consecutive bits.

use super::{BISHOP_ENTRIES, BISHOP_RAYS, ROOK_ENTRIES, ROOK_RAYS, Squares, by_rays, relevant};
use crate::square::Square;

/// Where a square's entries begin, and which squares index them.
#[derive(Clone, Copy)]
struct Slot {
    relevant: Squares,
    offset: usize,
}

const fn slots(directions: &[usize; 4]) -> [Slot; 64] {
    let mut slots = [Slot { relevant: 0, offset: 0 }; 64];
    let mut offset = 0;
    let mut from = 0;
    while from < 64 {
        let relevant = relevant(from, directions);
        slots[from] = Slot { relevant, offset };
        offset += 1 << relevant.count_ones();
        from += 1;
    }
    slots
}

/// Subsets of the mask are visited in the order of their PEXT, so entries are simply appended.
const fn entries<const N: usize>(slots: &[Slot; 64], directions: &[usize; 4]) -> [Squares; N] {
    let mut entries = [0; N];
    let mut next = 0;
    let mut from = 0;
    while from < 64 {
        let mask = slots[from].relevant;
        let mut occupied: Squares = 0;
        loop {
            entries[next] = by_rays(from, directions, occupied);
            next += 1;
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                break;
            }
        }
        from += 1;
    }
    assert!(next == N);
    entries
}

static ROOK_SLOTS: [Slot; 64] = slots(&ROOK_RAYS);
static BISHOP_SLOTS: [Slot; 64] = slots(&BISHOP_RAYS);
static ROOK: [Squares; ROOK_ENTRIES] = entries(&ROOK_SLOTS, &ROOK_RAYS);
static BISHOP: [Squares; BISHOP_ENTRIES] = entries(&BISHOP_SLOTS, &BISHOP_RAYS);

#[inline]
pub(super) fn rook(from: Square, occupied: Squares) -> Squares {
    let slot = &ROOK_SLOTS[from.index()];
    ROOK[slot.offset + extract(occupied, slot.relevant)]
}

#[inline]
pub(super) fn bishop(from: Square, occupied: Squares) -> Squares {
    let slot = &BISHOP_SLOTS[from.index()];
    BISHOP[slot.offset + extract(occupied, slot.relevant)]
}

/// The bits of `word` under `mask`, squeezed together.
#[inline]
#[expect(unsafe_code, reason = "the one instruction this module exists for")]
fn extract(word: u64, mask: u64) -> usize {
    // SAFETY: the module is compiled only where BMI2 is enabled for the whole build.
    unsafe { core::arch::x86_64::_pext_u64(word, mask) as usize }
}

//! Moves and flips in plain integer arithmetic: the portable version, and the reference for the tests of the vector
//! version.
//!
//! Public so that both can be compared and measured; everything else calls [`crate::Board`], which chooses.
//!
//! Both are branch-free. Moves: runs of opposing discs are filled in all eight directions at once by parallel prefix (log
//! steps). Flips: on each ray the nearest square that is not the opponent's is found with one bit scan; if it is ours,
//! everything before it turns.

use super::rays::{RAYS, Rays};
use crate::board::{CORNERS, near};

/// Squares that are not on the left or right edge: a run that crosses them cannot wrap to another row.
const INNER_COLUMNS: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The squares onto which the owner of `own` may play.
#[inline]
#[must_use]
pub const fn moves(own: u64, other: u64) -> u64 {
    let inner = other & INNER_COLUMNS;
    (along(own, inner, 1) | along(own, other, 8) | along(own, inner, 7) | along(own, inner, 9)) & !(own | other)
}

/// What the owners of eight boards may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answers {
    /// The squares, as [`moves`] gives them.
    pub moves: [u64; 8],
    /// Four for each of the moves, another four for one into a corner, and one for each empty square next to a disc of `other`
    /// (potential mobility): what ranks a move by the freedom that it leaves the opponent.
    pub freedom: [i32; 8],
}

/// What the owners of eight boards may play, one board in each lane.
#[inline]
#[must_use]
pub fn answers_of_eight(own: &[u64; 8], other: &[u64; 8]) -> Answers {
    let moves = std::array::from_fn(|lane| moves(own[lane], other[lane]));
    let freedom = std::array::from_fn(|lane| {
        let answers = moves[lane].count_ones() + (moves[lane] & CORNERS).count_ones();
        let potential = (near(other[lane]) & !(own[lane] | other[lane])).count_ones();
        (4 * answers + potential) as i32
    });
    Answers { moves, freedom }
}

/// The squares just behind a run of `run` discs that starts next to `own`, both ways along one axis.
#[inline]
const fn along(own: u64, run: u64, step: u32) -> u64 {
    let mut up = run & (own << step);
    let mut down = run & (own >> step);
    up |= run & (up << step);
    down |= run & (down >> step);
    let pair_up = run & (run << step);
    let pair_down = run & (run >> step);
    up |= pair_up & (up << (2 * step));
    down |= pair_down & (down >> (2 * step));
    up |= pair_up & (up << (2 * step));
    down |= pair_down & (down >> (2 * step));
    (up << step) | (down >> step)
}

/// The discs that a move of the owner of `own` onto `square` turns; 0 if the move is illegal. Always inlined: a call costs
/// perft and playouts a tenth of their instructions.
#[inline(always)]
#[must_use]
pub const fn flips(own: u64, other: u64, square: u32) -> u64 {
    let Rays { up, down } = &RAYS[square as usize];
    upward(own, other, up[0])
        | upward(own, other, up[1])
        | upward(own, other, up[2])
        | upward(own, other, up[3])
        | downward(own, other, down[0])
        | downward(own, other, down[1])
        | downward(own, other, down[2])
        | downward(own, other, down[3])
}

/// The ray's squares lie above the played one: the nearest is the lowest bit.
#[inline]
const fn upward(own: u64, other: u64, ray: u64) -> u64 {
    let free = ray & !other;
    let bracket = free & free.wrapping_neg() & own;
    // With a bracket: everything below it. Without: `0 - 0`.
    bracket.wrapping_sub((bracket != 0) as u64) & ray
}

/// The ray's squares lie below the played one: the nearest is the highest bit.
#[inline]
const fn downward(own: u64, other: u64, ray: u64) -> u64 {
    let free = ray & !other;
    // The lowest bit stands in for "no free square": the squares above it are all on the ray, so it must not count.
    let nearest = (1_u64 << 63) >> (free | 1).leading_zeros();
    let bracket = nearest & own & free;
    (bracket << 1).wrapping_neg() & ray
}

/// The `n`-th set bit (from 0) of `bits`, which has more than `n`.
#[inline]
#[must_use]
pub const fn nth_bit(mut bits: u64, n: u32) -> u32 {
    let mut skipped = 0;
    while skipped < n {
        bits &= bits - 1;
        skipped += 1;
    }
    bits.trailing_zeros()
}

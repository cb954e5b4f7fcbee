//! The same moves and flips four or eight directions at a time, for processors that have the instructions at compile time.
//!
//! The only unsafe code of the rules: the `cfg` of each item guarantees that its instructions exist. Every function has
//! a counterpart in [`super::scalar`], and a test compares them on random boards.

#[cfg(target_feature = "avx512bw")]
use super::scalar::Answers;
#[cfg(target_feature = "bmi2")]
use std::arch::x86_64::_pdep_u64;

/// The squares onto which the owner of `own` may play.
#[cfg(target_feature = "avx512f")]
#[inline]
pub(crate) fn moves(own: u64, other: u64) -> u64 {
    // SAFETY: this function is compiled only where the whole program may use AVX-512F.
    unsafe { moves_by_rotation(own, other) }
}

/// Eight directions as rotations. A rotation wraps around the board, so the discs a run may cross are kept off the border
/// that the wrap would enter through: rows a1..h1 and a8..h8 for vertical and diagonal runs, columns a and h for the others.
#[cfg(target_feature = "avx512f")]
#[inline]
#[target_feature(enable = "avx512f")]
fn moves_by_rotation(own: u64, other: u64) -> u64 {
    use std::arch::x86_64::*;
    const COLUMNS: i64 = 0x7E7E_7E7E_7E7E_7E7E;
    const ROWS: i64 = 0x00FF_FFFF_FFFF_FF00;
    const BOTH: i64 = COLUMNS & ROWS;
    let crossable = _mm512_set_epi64(BOTH, BOTH, ROWS, COLUMNS, BOTH, BOTH, ROWS, COLUMNS);
    let step = _mm512_set_epi64(64 - 9, 64 - 7, 64 - 8, 64 - 1, 9, 7, 8, 1);
    let two_steps = _mm512_set_epi64(64 - 18, 64 - 14, 64 - 16, 64 - 2, 18, 14, 16, 2);
    let run = _mm512_and_si512(_mm512_set1_epi64(other as i64), crossable);
    let mut reached = _mm512_and_si512(run, _mm512_rolv_epi64(_mm512_set1_epi64(own as i64), step));
    // reached |= run & rotate(reached, step), in one ternary operation (a | b & c is truth table 0xF8).
    reached = _mm512_ternarylogic_epi64::<0xF8>(reached, run, _mm512_rolv_epi64(reached, step));
    let pair = _mm512_and_si512(run, _mm512_rolv_epi64(run, step));
    reached = _mm512_ternarylogic_epi64::<0xF8>(reached, pair, _mm512_rolv_epi64(reached, two_steps));
    reached = _mm512_ternarylogic_epi64::<0xF8>(reached, pair, _mm512_rolv_epi64(reached, two_steps));
    let behind = _mm512_rolv_epi64(reached, step);
    let half = _mm256_or_si256(_mm512_castsi512_si256(behind), _mm512_extracti64x4_epi64::<1>(behind));
    fold(half) & !(own | other)
}

/// The squares onto which the owner of `own` may play.
#[cfg(all(target_feature = "avx2", not(target_feature = "avx512f")))]
#[inline]
pub(crate) fn moves(own: u64, other: u64) -> u64 {
    // SAFETY: this function is compiled only where the whole program may use AVX2.
    unsafe { moves_by_shift(own, other) }
}

/// Four axes at a time, first towards higher squares, then towards lower ones.
#[cfg(target_feature = "avx2")]
#[cfg_attr(target_feature = "avx512f", cfg(test))]
#[inline]
#[target_feature(enable = "avx2")]
fn moves_by_shift(own: u64, other: u64) -> u64 {
    use std::arch::x86_64::*;
    const COLUMNS: i64 = 0x7E7E_7E7E_7E7E_7E7E;
    let step = _mm256_set_epi64x(9, 7, 8, 1);
    let two_steps = _mm256_set_epi64x(18, 14, 16, 2);
    let discs = _mm256_set1_epi64x(own as i64);
    let run = _mm256_and_si256(_mm256_set1_epi64x(other as i64), _mm256_set_epi64x(COLUMNS, COLUMNS, -1, COLUMNS));
    let mut up = _mm256_and_si256(run, _mm256_sllv_epi64(discs, step));
    let mut down = _mm256_and_si256(run, _mm256_srlv_epi64(discs, step));
    up = _mm256_or_si256(up, _mm256_and_si256(run, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(run, _mm256_srlv_epi64(down, step)));
    let pair_up = _mm256_and_si256(run, _mm256_sllv_epi64(run, step));
    let pair_down = _mm256_and_si256(run, _mm256_srlv_epi64(run, step));
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_sllv_epi64(up, two_steps)));
        down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, two_steps)));
    }
    let behind = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    fold(behind) & !(own | other)
}

/// What the owners of eight boards may play, and how free that leaves them: one board in each lane, a quarter of the
/// instructions of eight calls of [`moves`], since nothing has to be spread over the directions and folded again.
#[cfg(target_feature = "avx512bw")]
#[inline]
pub fn answers_of_eight(own: &[u64; 8], other: &[u64; 8]) -> Answers {
    // SAFETY: this function is compiled only where the whole program may use AVX-512F and BW.
    unsafe { answers_by_board(own, other) }
}

/// As in the scalar twin, axis by axis; bits are counted by bytes, since not every processor counts those of a lane.
#[cfg(target_feature = "avx512bw")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn answers_by_board(own: &[u64; 8], other: &[u64; 8]) -> Answers {
    use std::arch::x86_64::*;
    // SAFETY: both arrays are 64 bytes long.
    let [own, other] = [own, other].map(|set| unsafe { _mm512_loadu_si512(set.as_ptr().cast()) });
    let inner = _mm512_and_si512(other, _mm512_set1_epi64(0x7E7E_7E7E_7E7E_7E7E));
    let rows = along_lanes::<1, 2>(own, inner);
    let columns = along_lanes::<8, 16>(own, other);
    let rising = along_lanes::<7, 14>(own, inner);
    let falling = along_lanes::<9, 18>(own, inner);
    // a | b | c (truth table 0xFE), then what is left of it outside own and other: a & !(b | c) (0x10).
    let reached = _mm512_or_si512(_mm512_ternarylogic_epi64::<0xFE>(rows, columns, rising), falling);
    let moves = _mm512_ternarylogic_epi64::<0x10>(reached, own, other);

    // The empty squares next to `other`: neighbours in the row, then those of all three rows.
    let left = _mm512_and_si512(_mm512_slli_epi64::<1>(other), _mm512_set1_epi64(0xFEFE_FEFE_FEFE_FEFE_u64 as i64));
    let right = _mm512_and_si512(_mm512_srli_epi64::<1>(other), _mm512_set1_epi64(0x7F7F_7F7F_7F7F_7F7F));
    let row = _mm512_ternarylogic_epi64::<0xFE>(other, left, right);
    let near = _mm512_ternarylogic_epi64::<0xFE>(row, _mm512_slli_epi64::<8>(row), _mm512_srli_epi64::<8>(row));
    let potential = _mm512_ternarylogic_epi64::<0x10>(near, own, other);
    let corners = _mm512_and_si512(moves, _mm512_set1_epi64(crate::CORNERS as i64));
    let answers = _mm512_add_epi8(counted(moves), counted(corners));
    let fourfold = _mm512_slli_epi16::<2>(answers);
    let bytes = _mm512_add_epi8(fourfold, counted(potential));
    let freedom = _mm512_sad_epu8(bytes, _mm512_setzero_si512());

    let mut found = Answers { moves: [0; 8], freedom: [0; 8] };
    // SAFETY: the arrays are 64 and 32 bytes long.
    unsafe {
        _mm512_storeu_si512(found.moves.as_mut_ptr().cast(), moves);
        _mm256_storeu_si256(found.freedom.as_mut_ptr().cast(), _mm512_cvtepi64_epi32(freedom));
    }
    found
}

/// The number of bits in each byte.
#[cfg(target_feature = "avx512bw")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn counted(set: std::arch::x86_64::__m512i) -> std::arch::x86_64::__m512i {
    use std::arch::x86_64::*;
    let bits = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    let half = _mm512_set1_epi8(15);
    let low = _mm512_shuffle_epi8(bits, _mm512_and_si512(set, half));
    let high = _mm512_shuffle_epi8(bits, _mm512_and_si512(_mm512_srli_epi64::<4>(set), half));
    _mm512_add_epi8(low, high)
}

/// The squares just behind a run of `run` discs that starts next to `own`, both ways along one axis of eight boards.
#[cfg(target_feature = "avx512bw")]
#[inline]
#[target_feature(enable = "avx512f")]
fn along_lanes<const STEP: u32, const TWO: u32>(
    own: std::arch::x86_64::__m512i,
    run: std::arch::x86_64::__m512i,
) -> std::arch::x86_64::__m512i {
    use std::arch::x86_64::*;
    let mut up = _mm512_and_si512(run, _mm512_slli_epi64::<STEP>(own));
    let mut down = _mm512_and_si512(run, _mm512_srli_epi64::<STEP>(own));
    // a | b & c (truth table 0xF8).
    up = _mm512_ternarylogic_epi64::<0xF8>(up, run, _mm512_slli_epi64::<STEP>(up));
    down = _mm512_ternarylogic_epi64::<0xF8>(down, run, _mm512_srli_epi64::<STEP>(down));
    let pair_up = _mm512_and_si512(run, _mm512_slli_epi64::<STEP>(run));
    let pair_down = _mm512_srli_epi64::<STEP>(pair_up);
    up = _mm512_ternarylogic_epi64::<0xF8>(up, pair_up, _mm512_slli_epi64::<TWO>(up));
    down = _mm512_ternarylogic_epi64::<0xF8>(down, pair_down, _mm512_srli_epi64::<TWO>(down));
    up = _mm512_ternarylogic_epi64::<0xF8>(up, pair_up, _mm512_slli_epi64::<TWO>(up));
    down = _mm512_ternarylogic_epi64::<0xF8>(down, pair_down, _mm512_srli_epi64::<TWO>(down));
    _mm512_or_si512(_mm512_slli_epi64::<STEP>(up), _mm512_srli_epi64::<STEP>(down))
}

/// The OR of the four lanes.
#[cfg(target_feature = "avx2")]
#[inline]
#[target_feature(enable = "avx2")]
fn fold(lanes: std::arch::x86_64::__m256i) -> u64 {
    use std::arch::x86_64::*;
    let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
}

/// The discs that a move of the owner of `own` onto `square` turns; 0 if the move is illegal.
#[cfg(all(target_feature = "avx512cd", target_feature = "avx512vl"))]
#[inline]
pub(crate) fn flips(own: u64, other: u64, square: u32) -> u64 {
    // SAFETY: this function is compiled only where the whole program may use AVX-512CD and VL.
    unsafe { flips_by_ray(own, other, square) }
}

/// Four rays upwards and four downwards, as in the scalar twin.
#[cfg(all(target_feature = "avx512cd", target_feature = "avx512vl"))]
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512cd,avx512vl")]
fn flips_by_ray(own: u64, other: u64, square: u32) -> u64 {
    use super::rays::RAYS;
    use std::arch::x86_64::*;
    let (own, other) = (_mm256_set1_epi64x(own as i64), _mm256_set1_epi64x(other as i64));
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi64x(1));
    // One load each: from four numbers the compiler would put the vector together piece by piece, a tenth of the solver's time.
    let rays = &RAYS[square as usize];
    // SAFETY: each half is 32 bytes long, and rays are aligned to 64.
    let [up, down] = [&rays.up, &rays.down].map(|half| unsafe { _mm256_load_si256(half.as_ptr().cast()) });
    let free = _mm256_andnot_si256(other, up);
    // lowest free bit & own: free & -free & own (truth table 0x80).
    let bracket = _mm256_ternarylogic_epi64::<0x80>(free, _mm256_sub_epi64(zero, free), own);
    let found = _mm256_test_epi64_mask(bracket, bracket);
    let turned_up = _mm256_maskz_and_epi64(found, up, _mm256_sub_epi64(bracket, one));

    // The lowest bit stands in for "no free square", so that no shift is by 64: the compiler would mask it.
    let free = _mm256_andnot_si256(other, down);
    let nearest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(_mm256_or_si256(free, one)));
    let bracket = _mm256_ternarylogic_epi64::<0x80>(nearest, own, free);
    let above = _mm256_sub_epi64(zero, _mm256_add_epi64(bracket, bracket));
    // turned_up | (above & down).
    fold(_mm256_ternarylogic_epi64::<0xF8>(turned_up, above, down))
}

/// The `n`-th set bit (from 0) of `bits`, which has more than `n`.
#[cfg(target_feature = "bmi2")]
#[inline]
pub(crate) fn nth_bit(bits: u64, n: u32) -> u32 {
    // SAFETY: this function is compiled only where the whole program may use BMI2.
    unsafe { _pdep_u64(1 << n, bits) }.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::super::scalar;
    use quadrille_core::Rng;

    #[test]
    #[cfg(target_feature = "avx512bw")]
    fn eight_boards_have_the_answers_of_each() {
        let mut rng = Rng::new(0xE16);
        for round in 0..20_000 {
            let mut own: [u64; 8] = std::array::from_fn(|_| rng.next_u64() & rng.next_u64());
            let mut other: [u64; 8] = std::array::from_fn(|lane| rng.next_u64() & !own[lane]);
            if round % 2 == 0 {
                (own, other) = (other, own);
            }
            assert_eq!(super::answers_of_eight(&own, &other), scalar::answers_of_eight(&own, &other));
        }
    }

    #[test]
    fn vector_and_scalar_paths_agree_on_random_boards() {
        let mut rng = Rng::new(0x51_3D);
        for _ in 0..40_000 {
            let (a, b) = (rng.next_u64(), rng.next_u64());
            let (own, other) = (a & !b, b & if rng.below(2) == 0 { !0 } else { !a });
            let other = other & !own;
            #[cfg(target_feature = "avx2")]
            {
                assert_eq!(super::moves(own, other), scalar::moves(own, other));
                // SAFETY: compiled only where the whole program may use AVX2.
                assert_eq!(unsafe { super::moves_by_shift(own, other) }, scalar::moves(own, other));
            }
            #[cfg(all(target_feature = "avx512cd", target_feature = "avx512vl"))]
            for square in quadrille_core::bits::Bits(!(own | other)) {
                assert_eq!(super::flips(own, other, square), scalar::flips(own, other, square));
            }
            let bits = own | 1;
            let n = rng.below(bits.count_ones());
            let nth = quadrille_core::bits::Bits(bits).nth(n as usize);
            assert_eq!(nth, Some(scalar::nth_bit(bits, n)));
            #[cfg(target_feature = "bmi2")]
            assert_eq!(nth, Some(super::nth_bit(bits, n)));
        }
    }
}

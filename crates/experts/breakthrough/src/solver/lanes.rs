//! Bit-sliced arithmetic: many positions in one word.
//!
//! All arrangements of White's first row share a word: lane `l` belongs to the position whose first row has a pawn in
//! column `c` exactly if bit `c` of `l` is set. A pawn leaving the first row is then a shift of lanes, and everything
//! else treats all lanes alike. Two kinds of words do the same sums: [`WinLanes`] says won or lost, one bit a position;
//! [`PlyLanes`] says in how many plies, one byte a position.

/// A word of positions that differ in White's first row only, each with its value for the side to move.
pub trait Lanes: Copy + Send + Sync + PartialEq + 'static {
    /// Columns of the board; there are two to this power lanes.
    const COLUMNS: u32;
    /// The mover has lost already, in every lane.
    const LOST: Self;
    /// The mover has won already, in every lane.
    const WON: Self;
    /// An unstoppable threat wins on the mover's next turn.
    const THREAT: Self;

    /// The values seen by the other side.
    fn negated(self) -> Self;
    /// The better of two choices of the mover, lane by lane.
    fn best(self, other: Self) -> Self;
    /// The worse of two, lane by lane: the choice of the other side.
    fn worst(self, other: Self) -> Self;
    /// The same results one ply later.
    fn aged(self) -> Self;
    /// In lanes with a pawn in `column`, the value of the lane without it; lost elsewhere.
    fn after_leaving(self, column: u32) -> Self;
    /// In lanes with a pawn in `column`, the value of the lane without it; elsewhere `otherwise`.
    fn if_leaving(self, column: u32, otherwise: Self) -> Self;
    /// The word of the mirrored positions.
    fn mirrored(self) -> Self;
    /// The same with the lane of the empty first row set to lost.
    fn with_empty_lost(self) -> Self;
    /// The same with the lane of the empty first row set to won.
    fn with_empty_won(self) -> Self;
    /// Whether nothing can be better in any lane.
    fn is_won(self) -> bool;
    /// The value of one lane as a [`PlyLanes`] value; a [`WinLanes`] word gives the nearest possible win or loss.
    fn lane(self, lane: u32) -> u8;
    /// How many of the lanes are won for the mover.
    fn count_won(self) -> u32;
    /// Appends the word to a file's bytes, lowest lane first.
    fn write(self, bytes: &mut Vec<u8>);
    /// The word written as these bytes, of which there are `size_of::<Self>()`.
    fn read(bytes: &[u8]) -> Self;
}

/// Values of a [`PlyLanes`] lane: a loss in n plies is n, a win in n plies this minus n.
pub const WON_NOW: u8 = u8::MAX;
/// From here on a value is a win.
pub const FIRST_WIN: u8 = 128;

/// Won or lost, one bit a lane, in the smallest unsigned integer that has them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct WinLanes<T, const COLUMNS: usize>(pub T);

/// For each column the lanes that have a pawn there.
const HOME: [u128; 7] = home_lanes();

const fn home_lanes() -> [u128; 7] {
    let mut lanes = [0; 7];
    let mut lane = 0;
    while lane < 128 {
        let mut column = 0;
        while column < 7 {
            if lane >> column & 1 == 1 {
                lanes[column] |= 1 << lane;
            }
            column += 1;
        }
        lane += 1;
    }
    lanes
}

macro_rules! bit_lanes {
    ($($word:ty, $columns:literal;)*) => {$(
        impl Lanes for WinLanes<$word, $columns> {
            const COLUMNS: u32 = $columns;
            const LOST: Self = Self(0);
            const WON: Self = Self((u128::MAX >> (128 - (1 << $columns))) as $word);
            const THREAT: Self = Self::WON;

            #[inline(always)]
            fn negated(self) -> Self {
                Self(self.0 ^ Self::WON.0)
            }
            #[inline(always)]
            fn best(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
            #[inline(always)]
            fn worst(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
            #[inline(always)]
            fn aged(self) -> Self {
                self
            }
            #[inline(always)]
            fn after_leaving(self, column: u32) -> Self {
                Self((self.0 & !(HOME[column as usize] as $word)) << (1_u32 << column))
            }
            #[inline(always)]
            fn if_leaving(self, column: u32, otherwise: Self) -> Self {
                Self(self.after_leaving(column).0 | otherwise.0 & !(HOME[column as usize] as $word))
            }
            #[inline(always)]
            fn mirrored(self) -> Self {
                let mut word = self.0;
                let mut low = 0;
                while low < $columns / 2 {
                    let high = $columns - 1 - low;
                    let distance = (1_u32 << high) - (1 << low);
                    let mask = (HOME[low] & !HOME[high]) as $word & Self::WON.0;
                    let swapped = (word ^ word >> distance) & mask;
                    word ^= swapped ^ swapped << distance;
                    low += 1;
                }
                Self(word)
            }
            #[inline(always)]
            fn with_empty_lost(self) -> Self {
                Self(self.0 & !1)
            }
            #[inline(always)]
            fn with_empty_won(self) -> Self {
                Self(self.0 | 1)
            }
            #[inline(always)]
            fn is_won(self) -> bool {
                self.0 == Self::WON.0
            }
            #[inline]
            fn lane(self, lane: u32) -> u8 {
                if self.0 >> lane & 1 == 1 { WON_NOW } else { 0 }
            }
            #[inline]
            fn count_won(self) -> u32 {
                self.0.count_ones()
            }
            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.0.to_le_bytes());
            }
            fn read(bytes: &[u8]) -> Self {
                Self(bytes.try_into().map_or(0, <$word>::from_le_bytes))
            }
        }
    )*};
}

bit_lanes! {
    u8, 2;
    u8, 3;
    u16, 4;
    u32, 5;
    u64, 6;
    u128, 7;
}

/// Distances, one byte a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct PlyLanes<const LANES: usize>(pub [u8; LANES]);

/// Bytes in a machine word.
const WORD: usize = 8;
/// For each of the first three columns the bytes of a word whose lanes have a pawn there.
const HOME_BYTES: [u64; 3] = [0xFF00_FF00_FF00_FF00, 0xFFFF_0000_FFFF_0000, 0xFFFF_FFFF_0000_0000];

#[inline(always)]
fn word(bytes: &[u8]) -> u64 {
    bytes.try_into().map_or(0, u64::from_le_bytes)
}

impl<const LANES: usize> PlyLanes<LANES> {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u8, u8) -> u8) -> Self {
        // Counted loops over arrays become a few vector instructions in every build.
        let mut out = self;
        for lane in 0..LANES {
            out.0[lane] = f(self.0[lane], other.0[lane]);
        }
        out
    }

    /// The word of the positions with two columns of the first row exchanged, the lower being one of the first three.
    #[inline(always)]
    fn with_swapped_columns(mut self, low: u32, high: u32) -> Self {
        let (has_low, low_bits) = (HOME_BYTES[low as usize], 8 << low);
        if 1 << high < WORD {
            let distance = (8 << high) - low_bits;
            let only_low = has_low & !HOME_BYTES[high as usize];
            for lanes in self.0.chunks_exact_mut(WORD) {
                let before = word(lanes);
                let swapped = (before ^ before >> distance) & only_low;
                lanes.copy_from_slice(&(before ^ swapped ^ swapped << distance).to_le_bytes());
            }
            return self;
        }
        for lanes in self.0.chunks_exact_mut(2 << high) {
            let (without, with) = lanes.split_at_mut(1 << high);
            for (a, b) in without.chunks_exact_mut(WORD).zip(with.chunks_exact_mut(WORD)) {
                let (x, y) = (word(a), word(b));
                a.copy_from_slice(&(x & !has_low | (y & !has_low) << low_bits).to_le_bytes());
                b.copy_from_slice(&((x & has_low) >> low_bits | y & has_low).to_le_bytes());
            }
        }
        self
    }

    #[inline(always)]
    fn map(self, f: impl Fn(u8) -> u8) -> Self {
        let mut out = self;
        for lane in &mut out.0 {
            *lane = f(*lane);
        }
        out
    }
}

impl<const LANES: usize> Lanes for PlyLanes<LANES> {
    const COLUMNS: u32 = LANES.trailing_zeros();
    const LOST: Self = Self([0; LANES]);
    const WON: Self = Self([WON_NOW; LANES]);
    const THREAT: Self = Self([WON_NOW - 2; LANES]);

    #[inline(always)]
    fn negated(self) -> Self {
        self.map(|value| WON_NOW - value)
    }
    #[inline(always)]
    fn best(self, other: Self) -> Self {
        self.zip(other, u8::max)
    }
    #[inline(always)]
    fn worst(self, other: Self) -> Self {
        self.zip(other, u8::min)
    }
    #[inline(always)]
    fn aged(self) -> Self {
        self.map(|value| if value >= FIRST_WIN { value - 1 } else { value + 1 })
    }
    #[inline(always)]
    fn after_leaving(self, column: u32) -> Self {
        self.if_leaving(column, Self::LOST)
    }
    #[inline(always)]
    fn if_leaving(self, column: u32, otherwise: Self) -> Self {
        let run = 1_usize << column;
        let mut out = otherwise;
        if run < WORD && LANES >= WORD {
            // The lanes to be changed and those they come from lie in one word: a shift moves all of them.
            let with_pawn = (HOME_BYTES[column as usize], 8 * run as u32);
            for start in (0..LANES).step_by(WORD) {
                let (from, to) = (word(&self.0[start..start + WORD]), &mut out.0[start..start + WORD]);
                let moved = from << with_pawn.1 & with_pawn.0 | word(to) & !with_pawn.0;
                to.copy_from_slice(&moved.to_le_bytes());
            }
        } else {
            for start in (0..LANES).step_by(2 * run) {
                out.0[start + run..start + 2 * run].copy_from_slice(&self.0[start..start + run]);
            }
        }
        out
    }
    #[inline(always)]
    fn mirrored(self) -> Self {
        if LANES < WORD {
            return Self(std::array::from_fn(|lane| self.0[lane.reverse_bits() >> (usize::BITS - Self::COLUMNS)]));
        }
        let mut out = self;
        for low in 0..Self::COLUMNS / 2 {
            out = out.with_swapped_columns(low, Self::COLUMNS - 1 - low);
        }
        out
    }
    #[inline(always)]
    fn with_empty_lost(mut self) -> Self {
        self.0[0] = 0;
        self
    }
    #[inline(always)]
    fn with_empty_won(mut self) -> Self {
        self.0[0] = WON_NOW;
        self
    }
    #[inline(always)]
    fn is_won(self) -> bool {
        // An immediate win is the maximum, but it never fills a word: an early exit would cost more than it saves.
        false
    }
    #[inline]
    fn lane(self, lane: u32) -> u8 {
        self.0[lane as usize]
    }
    #[inline]
    fn count_won(self) -> u32 {
        self.0.iter().filter(|&&value| value >= FIRST_WIN).count() as u32
    }
    fn write(self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.0);
    }
    fn read(bytes: &[u8]) -> Self {
        bytes.try_into().map_or(Self::LOST, Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    /// Random won-or-lost bytes and the bits that say the same.
    fn pair(rng: &mut Rng) -> (PlyLanes<32>, WinLanes<u32, 5>) {
        let bits = rng.next_u64() as u32;
        (PlyLanes(std::array::from_fn(|lane| if bits >> lane & 1 == 1 { WON_NOW } else { 0 })), WinLanes(bits))
    }

    fn same(bytes: PlyLanes<32>, bits: WinLanes<u32, 5>) {
        for lane in 0..32 {
            assert_eq!(bytes.lane(lane) >= FIRST_WIN, bits.lane(lane) >= FIRST_WIN, "lane {lane}");
        }
    }

    #[test]
    fn bits_and_bytes_do_the_same_sums() {
        let mut rng = Rng::new(9);
        for _ in 0..100 {
            let ((x, a), (y, b)) = (pair(&mut rng), pair(&mut rng));
            same(x.negated(), a.negated());
            same(x.best(y), a.best(b));
            same(x.worst(y), a.worst(b));
            same(x.aged(), a.aged());
            same(x.mirrored(), a.mirrored());
            same(x.with_empty_lost(), a.with_empty_lost());
            same(x.with_empty_won(), a.with_empty_won());
            for column in 0..5 {
                same(x.after_leaving(column), a.after_leaving(column));
                same(x.if_leaving(column, y), a.if_leaving(column, b));
            }
            assert_eq!(x.count_won(), a.count_won());
        }
    }

    #[test]
    fn mirroring_reverses_the_columns() {
        for lane in 0..64_u32 {
            let mirror = lane.reverse_bits() >> (32 - 6);
            assert_eq!(WinLanes::<u64, 6>(1 << lane).mirrored().0, 1 << mirror);
        }
        fn check<const LANES: usize>() {
            let lanes = PlyLanes::<LANES>(std::array::from_fn(|lane| lane as u8));
            for (lane, &from) in lanes.mirrored().0.iter().enumerate() {
                assert_eq!(usize::from(from), lane.reverse_bits() >> (usize::BITS - LANES.trailing_zeros()));
            }
        }
        check::<4>();
        check::<8>();
        check::<16>();
        check::<32>();
        check::<64>();
        check::<128>();
        assert_eq!(WinLanes::<u8, 2>(0b0010).mirrored().0, 0b0100);
        assert_eq!(WinLanes::<u128, 7>(1 << 1).mirrored().0, 1 << 64);
    }
}

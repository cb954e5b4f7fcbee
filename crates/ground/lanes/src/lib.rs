//! Lists of numbers from sets of bits, sixteen at a time.
//!
//! Legal moves are generated as bitboards and returned as lists of numbers. Bit by bit, that is most of the work of a
//! random game: the number of set bits varies, so each loop ends with a mispredicted branch. [`Numbers`] takes sixteen
//! lanes at once with a mask, which is one instruction with AVX-512 and a table with AVX2. Every function has a portable
//! version, always compiled for the tests, which compare both.
#![deny(unsafe_code)]

mod instructions;

pub use instructions::{FAST, bits, deposit, extract, lowest_bits};

/// How many numbers are written at a time.
pub const LANES: usize = 16;

/// Numbers from 0 up, one for each lane.
const COUNT: [i32; LANES] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// A list of numbers that grows by lanes.
///
/// ```
/// let mut numbers = quadrille_lanes::Numbers::default();
/// numbers.push_set(&[0b1001, 1], 100);
/// assert_eq!(numbers.as_slice(), [100, 103, 164]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// The numbers, with spare space after them for writing whole lanes.
    room: Vec<i32>,
    len: usize,
}

impl Numbers {
    /// An empty list with this capacity.
    #[must_use]
    pub fn with_room(most: usize) -> Self {
        Self { room: vec![0; most + LANES], len: 0 }
    }

    /// How many numbers there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The numbers.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[i32] {
        &self.room[..self.len]
    }

    /// The numbers alone.
    #[must_use]
    pub fn into_vec(mut self) -> Vec<i32> {
        self.room.truncate(self.len);
        self.room
    }

    /// Forgets all numbers.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds one number.
    #[inline]
    pub fn push(&mut self, number: i32) {
        self.make_room(1);
        self.room[self.len] = number;
        self.len += 1;
    }

    /// Adds numbers one after the other.
    #[inline(always)]
    pub fn extend(&mut self, numbers: impl ExactSizeIterator<Item = i32>) {
        let end = self.len + numbers.len();
        self.make_room(numbers.len());
        self.room[self.len..end].iter_mut().zip(numbers).for_each(|(place, number)| *place = number);
        self.len = end;
    }

    /// Adds `first` + i for every bit i of the set, in order; bit 0 of the second word is bit 64.
    #[inline(always)]
    pub fn push_set(&mut self, words: &[u64], first: i32) {
        self.make_room(64 * words.len());
        let mut end = self.len;
        for (index, &word) in words.iter().enumerate() {
            end = instructions::write_bits(word, first + 64 * index as i32, &mut self.room, end);
        }
        self.len = end;
    }

    /// Adds the numbers of the bits in rows of `columns` bits, at most 32, in order.
    #[inline(always)]
    pub fn push_rows(&mut self, rows: impl ExactSizeIterator<Item = u32>, columns: usize) {
        self.make_room(32 * rows.len());
        let mut end = self.len;
        for (row, bits) in rows.enumerate() {
            end = instructions::write_row(bits, (row * columns) as i32, columns, &mut self.room, end);
        }
        self.len = end;
    }

    /// Adds the numbers whose lane's bit is set, in order.
    #[inline(always)]
    pub fn push_lanes(&mut self, numbers: [i32; LANES], mask: u16) {
        self.make_room(LANES);
        self.len = instructions::keep(numbers, mask, &mut self.room, self.len);
    }

    /// Reserves space for this many more numbers, and for the lanes written beyond the last.
    #[inline(always)]
    fn make_room(&mut self, more: usize) {
        let needed = self.len + more + LANES;
        if self.room.len() < needed {
            self.grow(needed);
        }
    }

    #[cold]
    fn grow(&mut self, needed: usize) {
        self.room.resize(needed.max(2 * self.room.len()), 0);
    }
}

/// One third of the lanes with every lane repeated three times: lane i of the three thirds together is lane i / 3.
#[inline(always)]
#[must_use]
pub fn thrice(lanes: [i32; LANES], third: usize) -> [i32; LANES] {
    const PLACES: [[i32; LANES]; 3] = {
        let mut places = [[0; LANES]; 3];
        let mut lane = 0;
        while lane < 3 * LANES {
            places[lane / LANES][lane % LANES] = lane as i32 / 3;
            lane += 1;
        }
        places
    };
    instructions::pick(lanes, PLACES[third])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_grows_and_keeps_what_is_marked() {
        let mut numbers = Numbers::default();
        let mut expected = Vec::new();
        for turn in 0..100_u32 {
            let mask = turn.wrapping_mul(0x9E37) as u16;
            let lanes = COUNT.map(|lane| lane + 1_000 * turn as i32);
            for wanted in [mask, !mask] {
                numbers.push_lanes(lanes, wanted);
                expected.extend((0..LANES).filter(|lane| wanted >> lane & 1 == 1).map(|lane| lanes[lane]));
            }
            numbers.push(-1);
            numbers.extend([5, turn as i32].into_iter());
            expected.extend([-1, 5, turn as i32]);
        }
        assert_eq!(numbers.as_slice(), expected);
        assert_eq!(numbers.clone().into_vec(), expected);
        numbers.clear();
        assert!(numbers.is_empty());
    }

    #[test]
    fn the_lowest_bits_are_the_lowest() {
        let set = 0x8421_0000_FFFF_0F00_u64;
        let all: Vec<i32> = (0..64).filter(|bit| set >> bit & 1 == 1).collect();
        assert_eq!(lowest_bits(set)[..], all[..LANES]);
        assert_eq!(lowest_bits(1 << 63)[0], 63);
        assert_eq!(bits(0x8005), [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    }

    #[test]
    fn lanes_are_repeated_in_order() {
        let repeated = [0, 1, 2].map(|third| thrice(COUNT.map(|lane| 10 * lane), third)).concat();
        assert_eq!(repeated, (0..48).map(|lane| lane / 3 * 10).collect::<Vec<_>>());
    }
}

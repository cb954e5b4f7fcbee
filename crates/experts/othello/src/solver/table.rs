//! The shared transposition table: two bounds and the best moves of a position.
//!
//! Four entries of 16 bytes share a cache line. Threads read and write without locks: an entry is two relaxed atomics, the
//! check word XORed with the data, so an entry torn between two writers fails its check and counts as absent (Hyatt and Mann, *A lock-less
//! transposition table implementation*, 2002). The check is 64 bits of a mix of both disc sets, independent of the bits that choose the
//! line: a false hit has a chance of about 2^-62 a probe, some 10^-9 in a search of ten billion nodes.

use super::lines::Lines;
use quadrille_othello::Board;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// No move known.
pub(crate) const NO_SQUARE: u8 = 64;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The true score is at least this, in discs for the mover.
    pub(crate) lower: i8,
    /// The true score is at most this.
    pub(crate) upper: i8,
    /// How many plies deep this was searched; for exact results the number of empty squares.
    pub(crate) depth: u8,
    /// How trustworthy the search was; see `LEVEL_EXACT`.
    pub(crate) level: u8,
    /// The logarithm of the nodes spent, for replacement.
    pub(crate) cost: u8,
    /// The generation that wrote it.
    date: u8,
    /// The best square, and the best before it.
    pub(crate) squares: [u8; 2],
}

/// The level of a search that pruned nothing on mere probability.
pub(crate) const LEVEL_EXACT: u8 = 5;

impl Entry {
    const fn packed(self) -> u64 {
        u64::from_le_bytes([
            self.lower as u8,
            self.upper as u8,
            self.depth,
            self.level,
            self.cost,
            self.date,
            self.squares[0],
            self.squares[1],
        ])
    }

    const fn unpacked(data: u64) -> Self {
        let [lower, upper, depth, level, cost, date, first, second] = data.to_le_bytes();
        Self { lower: lower as i8, upper: upper as i8, depth, level, cost, date, squares: [first, second] }
    }

    /// Whether the entry answers a search of this depth and level.
    #[inline]
    pub(crate) const fn covers(&self, depth: u32, level: u8) -> bool {
        self.depth as u32 >= depth && self.level >= level
    }

    /// The score, if the bounds decide it against a null window.
    #[inline]
    pub(crate) fn decides(&self, alpha: i32) -> Option<i32> {
        if i32::from(self.upper) <= alpha {
            Some(i32::from(self.upper))
        } else if i32::from(self.lower) > alpha {
            Some(i32::from(self.lower))
        } else {
            None
        }
    }
}

/// What a finished null-window search has to say.
pub(crate) struct Result {
    pub(crate) depth: u32,
    pub(crate) level: u8,
    pub(crate) alpha: i32,
    pub(crate) score: i32,
    pub(crate) square: u8,
    pub(crate) nodes: u64,
}

/// The table.
pub(crate) struct Table {
    lines: Lines,
    date: u8,
    /// Part of every check word: changing it invalidates all entries.
    salt: u64,
}

/// The line and the check word of a position.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    line: usize,
    check: u64,
}

impl Table {
    /// A table of at most this many mebibytes, at least one line.
    pub(crate) fn new(mebibytes: usize) -> Self {
        Self::of_kib(mebibytes.saturating_mul(1 << 10))
    }

    /// A table of at most this many kibibytes, at least one line.
    pub(crate) fn of_kib(kibibytes: usize) -> Self {
        Self { lines: Lines::within(kibibytes.saturating_mul(1 << 10)), date: 1, salt: 0 }
    }

    /// Starts a new generation: older entries stay readable but are replaced first.
    pub(crate) fn age(&mut self) {
        self.date = self.date.wrapping_add(1);
    }

    /// Clears the table in constant time: stored entries no longer match, and are replaced first.
    pub(crate) fn clear(&mut self) {
        self.age();
        self.salt = self.salt.wrapping_add(0x9E37_79B9_7F4A_7C15);
    }

    #[inline]
    pub(crate) fn place(&self, board: Board) -> Place {
        const A: u64 = 0x9E37_79B9_7F4A_7C15;
        const B: u64 = 0xD6E8_FEB8_6659_FD93;
        // Each set is spread by an odd multiplication (a bijection); high halves come down before they are combined.
        let own = board.own.wrapping_mul(A);
        let other = (board.other ^ 0x5555_AAAA_3333_CCCC).wrapping_mul(B);
        let mixed = (own ^ own >> 32).wrapping_add((other ^ other >> 29).rotate_left(31)).wrapping_mul(B);
        let check = (own ^ other.rotate_left(17) ^ mixed >> 32).wrapping_mul(A);
        Place { line: (mixed >> 32) as usize & (self.lines.all().len() - 1), check: check ^ check >> 31 ^ self.salt }
    }

    /// Prefetches the line of a position.
    #[inline]
    pub(crate) fn prefetch(&self, board: Board) {
        self.lines.prefetch(self.place(board).line);
    }

    /// What is known about a position.
    #[inline]
    pub(crate) fn probe(&self, place: Place) -> Option<Entry> {
        self.lines.all()[place.line].iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (check.load(Relaxed) ^ data == place.check && data != 0).then(|| Entry::unpacked(data))
        })
    }

    /// Adds the result of a search. Bounds of the same depth and level are combined; a better search replaces a worse one.
    pub(crate) fn store(&self, place: Place, result: &Result) {
        let line = &self.lines.all()[place.line];
        let mut victim = (u32::MAX, 0);
        for (way, [check, data]) in line.iter().enumerate() {
            let data = data.load(Relaxed);
            let entry = Entry::unpacked(data);
            if check.load(Relaxed) ^ data == place.check && data != 0 {
                if let Some(entry) = self.updated(entry, result) {
                    write(&line[way], place.check, entry);
                }
                return;
            }
            let age = u32::from(entry.date == self.date && data != 0) << 16;
            let worth = age | u32::from(entry.cost) << 8 | u32::from(entry.depth);
            victim = victim.min((worth, way));
        }
        let fresh = self.updated(self.blank(result), result).unwrap_or_else(|| self.blank(result));
        write(&line[victim.1], place.check, fresh);
    }

    const fn blank(&self, result: &Result) -> Entry {
        Entry {
            lower: -64,
            upper: 64,
            depth: result.depth as u8,
            level: result.level,
            cost: 0,
            date: self.date,
            squares: [NO_SQUARE; 2],
        }
    }

    /// The entry updated with the result, unless the entry is better.
    fn updated(&self, mut entry: Entry, result: &Result) -> Option<Entry> {
        let (old, new) = ((entry.level, u32::from(entry.depth)), (result.level, result.depth));
        if old != new {
            if old.0 >= new.0 && old.1 >= new.1 {
                return None;
            }
            let squares = entry.squares;
            entry = Entry { squares, ..self.blank(result) };
        }
        let score = result.score.clamp(-64, 64) as i8;
        if result.score > result.alpha {
            entry.lower = entry.lower.max(score);
        } else {
            entry.upper = entry.upper.min(score);
        }
        if (result.score > result.alpha || result.score == -64)
            && result.square < NO_SQUARE
            && entry.squares[0] != result.square
        {
            entry.squares = [result.square, entry.squares[0]];
        }
        entry.cost = entry.cost.max(result.nodes.max(1).ilog2() as u8);
        entry.date = self.date;
        Some(entry)
    }
}

#[inline]
fn write([check, data]: &[AtomicU64; 2], key: u64, entry: Entry) {
    let packed = entry.packed();
    check.store(key ^ packed, Relaxed);
    data.store(packed, Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(alpha: i32, score: i32, level: u8) -> Result {
        Result { depth: 10, level, alpha, score, square: 3, nodes: 1_000 }
    }

    #[test]
    fn bounds_narrow_from_both_sides() {
        let table = Table::new(1);
        let place = table.place(Board { own: 1, other: 2 });
        assert_eq!(table.probe(place), None);
        table.store(place, &result(3, 6, LEVEL_EXACT));
        table.store(place, &result(9, 8, LEVEL_EXACT));
        let entry = table.probe(place).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.squares[0]), (6, 8, 3));
        assert_eq!((entry.decides(5), entry.decides(6), entry.decides(8)), (Some(6), None, Some(8)));
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let mut table = Table::new(0);
        for own in 1..4 {
            table.store(table.place(Board { own, other: 0 }), &result(3, 6, LEVEL_EXACT));
        }
        table.clear();
        assert!((1..4).all(|own| table.probe(table.place(Board { own, other: 0 })).is_none()));
        table.store(table.place(Board { own: 1, other: 0 }), &result(3, 8, LEVEL_EXACT));
        assert_eq!(table.probe(table.place(Board { own: 1, other: 0 })).map(|entry| entry.lower), Some(8));
    }

    #[test]
    fn selective_results_never_touch_exact_ones() {
        let table = Table::new(1);
        let place = table.place(Board { own: 1, other: 2 });
        table.store(place, &result(3, 6, 2));
        table.store(place, &result(9, 8, LEVEL_EXACT));
        let entry = table.probe(place).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.level), (-64, 8, LEVEL_EXACT));
        table.store(place, &result(-50, 20, 2));
        assert_eq!(table.probe(place), Some(entry));
        assert!(!entry.covers(11, LEVEL_EXACT) && entry.covers(10, 3));
    }

    #[test]
    fn a_full_line_gives_up_the_cheapest_entry() {
        let table = Table::new(0);
        let places: Vec<Place> = (1..6).map(|own| table.place(Board { own, other: 0 })).collect();
        for (cost, &place) in places.iter().enumerate() {
            table.store(place, &Result { nodes: 1 << (10 - cost), ..result(0, 2, LEVEL_EXACT) });
        }
        assert!(
            table.probe(places[3]).is_none() && table.probe(places[0]).is_some() && table.probe(places[4]).is_some()
        );
    }
}

//! Compression of a level to one byte per word.
//!
//! Few values make up most words of a table: all won, all lost and some two hundred others cover about 99 %. A level is
//! stored as one byte per word, an index into the level's dictionary or an escape; escaped words are in a separate
//! list, found by counting the escapes before them in their group. The dictionary comes from a sample of the level:
//! some of its blocks, computed beforehand.

use super::lanes::{Lanes, WinLanes};
use super::layout::{Half, Layout, Words};
use crate::bmi::extract;
use std::collections::HashMap;
use std::hash::Hash;

/// The escape code.
const ESCAPE: u8 = u8::MAX;
/// Words with a code of their own.
const KNOWN_WORDS: usize = ESCAPE as usize;
/// The size of the hash table from words to codes.
const PLACES: usize = 1 << 11;

/// A word that can be counted and looked up.
pub trait Number: Lanes + Eq + Hash + Ord {
    /// The word as 64 bits.
    fn folded(self) -> u64;
}

macro_rules! numbers {
    ($($word:ty, $columns:literal;)*) => {$(
        impl Number for WinLanes<$word, $columns> {
            #[inline(always)]
            fn folded(self) -> u64 {
                u64::from(self.0)
            }
        }
    )*};
}

numbers! {
    u8, 2;
    u8, 3;
    u16, 4;
    u32, 5;
    u64, 6;
}

impl Number for WinLanes<u128, 7> {
    #[inline(always)]
    fn folded(self) -> u64 {
        (self.0 >> 64) as u64 ^ (self.0 as u64).rotate_left(21)
    }
}

/// The commonest words of a level and their codes.
#[derive(Clone, Debug)]
pub struct Dictionary<L> {
    words: Box<[L; KNOWN_WORDS]>,
    /// Word and code, at the slot of the word's hash or the next free one.
    places: Vec<Option<(L, u8)>>,
}

impl<L: Number> Dictionary<L> {
    /// The dictionary of the most frequent words.
    #[must_use]
    pub fn of(counts: &HashMap<L, u32>) -> Self {
        let mut counted: Vec<(L, u32)> = counts.iter().map(|(&word, &count)| (word, count)).collect();
        counted.sort_unstable_by_key(|&(word, count)| (std::cmp::Reverse(count), word));
        let mut dictionary = Self { words: Box::new([L::LOST; KNOWN_WORDS]), places: vec![None; PLACES] };
        for (code, &(word, _)) in counted.iter().take(KNOWN_WORDS).enumerate() {
            dictionary.words[code] = word;
            let mut place = place_of(word);
            while dictionary.places[place].is_some() {
                place = (place + 1) % PLACES;
            }
            dictionary.places[place] = Some((word, code as u8));
        }
        dictionary
    }

    #[inline(always)]
    fn code(&self, word: L) -> u8 {
        let mut place = place_of(word);
        loop {
            match self.places[place] {
                Some((known, code)) if known == word => return code,
                Some(_) => place = (place + 1) % PLACES,
                None => return ESCAPE,
            }
        }
    }

    /// The hash table that [`Self::code`] uses; empty slots have a special code.
    #[cfg(any(test, feature = "cuda"))]
    pub fn places(&self) -> impl Iterator<Item = (L, u8)> {
        self.places.iter().map(|place| place.unwrap_or((L::LOST, ESCAPE)))
    }

    /// The words, the commonest first.
    #[must_use]
    pub fn words(&self) -> &[L] {
        &self.words[..]
    }

    /// The dictionary with these words in this order, for reading only.
    #[must_use]
    pub fn for_reading(list: &[L]) -> Self {
        let mut words = Box::new([L::LOST; KNOWN_WORDS]);
        words.iter_mut().zip(list).for_each(|(word, &listed)| *word = listed);
        Self { words, places: Vec::new() }
    }
}

#[inline(always)]
fn place_of<L: Number>(word: L) -> usize {
    (word.folded().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - PLACES.ilog2())) as usize
}

/// One level of one half.
#[derive(Debug)]
pub struct CodedLevel<L> {
    /// The level's first word in the whole table.
    pub first: usize,
    /// One code a word.
    pub codes: Vec<u8>,
    /// For each group of words, where its escapes start in the list.
    pub ranks: Vec<u32>,
    /// The escaped words.
    pub escapes: Vec<L>,
    /// The words of the codes.
    pub dictionary: Dictionary<L>,
}

impl<L: Number> CodedLevel<L> {
    /// The words, one after the other.
    pub fn words(&self) -> impl Iterator<Item = L> {
        let group_of = |index: usize| index >> L::COLUMNS;
        let mut listed = 0;
        self.codes.iter().enumerate().map(move |(index, &code)| {
            if index.is_multiple_of(group_words::<L>()) {
                listed = self.ranks[group_of(index)] as usize;
            }
            if code != ESCAPE {
                return self.dictionary.words[usize::from(code)];
            }
            listed += 1;
            self.escapes[listed - 1]
        })
    }
}

/// Words in a group: those that differ only in White's second row.
pub const fn group_words<L: Lanes>() -> usize {
    1 << L::COLUMNS
}

/// Codes the words of a block; the escapes come back, `ranks` counting them from 0.
pub fn encode<L: Number>(dictionary: &Dictionary<L>, words: &[L], codes: &mut [u8], ranks: &mut [u32]) -> Vec<L> {
    let mut escapes = Vec::new();
    let group = group_words::<L>();
    for ((words, codes), rank) in words.chunks(group).zip(codes.chunks_mut(group)).zip(ranks) {
        *rank = escapes.len() as u32;
        for (&word, code) in words.iter().zip(codes) {
            *code = dictionary.code(word);
            if *code == ESCAPE {
                escapes.push(word);
            }
        }
    }
    escapes
}

/// The levels of one half that are in memory, by number.
#[derive(Debug)]
pub struct Window<L> {
    /// `None` for levels not in memory.
    pub levels: Vec<Option<CodedLevel<L>>>,
}

impl<L> Window<L> {
    /// No level is in memory.
    pub fn empty(layout: &Layout) -> Self {
        Self { levels: (0..layout.levels.len()).map(|_| None).collect() }
    }
}

/// A block of coded words.
#[derive(Clone, Copy, Debug)]
pub struct CodedBlock<'a, L> {
    level: &'a CodedLevel<L>,
    start: usize,
    allowed: u32,
    is_mirrored: bool,
}

impl<'a, L: Number> Half<L> for &'a Window<L> {
    type Block = CodedBlock<'a, L>;

    fn block(self, layout: &Layout, black: u32) -> CodedBlock<'a, L> {
        let (stored, is_mirrored) = layout.stored(black);
        let number = layout.level_of(black);
        let Some(level) = &self.levels[number] else { unreachable!("level {number} is asked for but not in memory") };
        let start = layout.block_start(stored).unwrap_or_default() - level.first;
        CodedBlock { level, start, allowed: layout.allowed(stored), is_mirrored }
    }
}

impl<L: Number> CodedBlock<'_, L> {
    #[inline(always)]
    fn word(&self, index: u32) -> L {
        let index = self.start + index as usize;
        match self.level.codes[index] {
            ESCAPE => self.escaped(index),
            code => self.level.dictionary.words[usize::from(code)],
        }
    }

    #[cold]
    fn escaped(&self, index: usize) -> L {
        let group = index >> L::COLUMNS;
        let before = &self.level.codes[group << L::COLUMNS..index];
        let rank = before.iter().filter(|&&code| code == ESCAPE).count();
        self.level.escapes[self.level.ranks[group] as usize + rank]
    }
}

impl<L: Number> Words<L> for CodedBlock<'_, L> {
    #[inline(always)]
    fn is_mirrored(&self) -> bool {
        self.is_mirrored
    }

    #[inline(always)]
    fn stored(&self, white: u32, mirror: u32) -> L {
        let arrangement = if self.is_mirrored { mirror } else { white };
        self.word(extract(arrangement, self.allowed))
    }
}

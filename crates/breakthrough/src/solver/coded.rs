//! Words of one level at a byte each.
//!
//! Most words of a table are among a few: all won, all lost, and some two hundred others make up about 99 % of them. A
//! level is stored as one byte a word, a number in the level's dictionary, or an escape; escaped words lie in a list of
//! their own, found by counting the escapes before them in their group. The dictionary comes from a sample of the level
//! before, which looks much the same.

use super::lanes::{Lanes, WinLanes};
use super::layout::{Half, Layout, Words};
use crate::bmi::extract;
use std::collections::HashMap;

/// A code that says: look in the list.
const ESCAPE: u8 = u8::MAX;
/// Words with a code of their own.
const KNOWN_WORDS: usize = ESCAPE as usize;
/// Places in the table that finds a word's code.
const PLACES: usize = 1 << 12;

/// A word that is also a number.
pub trait Number: Lanes {
    /// The word as a number.
    fn number(self) -> u64;
    /// The word with this number.
    fn from_number(number: u64) -> Self;
}

macro_rules! numbers {
    ($($word:ty, $columns:literal;)*) => {$(
        impl Number for WinLanes<$word, $columns> {
            #[inline(always)]
            fn number(self) -> u64 {
                u64::from(self.0)
            }
            #[inline(always)]
            fn from_number(number: u64) -> Self {
                Self(number as $word)
            }
        }
    )*};
}

numbers! {
    u8, 3;
    u16, 4;
    u32, 5;
    u64, 6;
}

/// The commonest words of a level and their codes.
#[derive(Clone, Debug)]
pub struct Dictionary<L> {
    words: Box<[L; KNOWN_WORDS]>,
    /// Number and code, at the place of the number's hash or the next free one.
    places: Vec<Option<(u64, u8)>>,
}

impl<L: Number> Dictionary<L> {
    /// The dictionary of the words seen most often.
    #[must_use]
    pub fn of(sample: &HashMap<u64, u32>) -> Self {
        let mut counted: Vec<(u64, u32)> = sample.iter().map(|(&number, &count)| (number, count)).collect();
        counted.sort_unstable_by_key(|&(number, count)| (std::cmp::Reverse(count), number));
        let mut dictionary = Self { words: Box::new([L::LOST; KNOWN_WORDS]), places: vec![None; PLACES] };
        for (code, &(number, _)) in counted.iter().take(KNOWN_WORDS).enumerate() {
            dictionary.words[code] = L::from_number(number);
            let mut place = place_of(number);
            while dictionary.places[place].is_some() {
                place = (place + 1) % PLACES;
            }
            dictionary.places[place] = Some((number, code as u8));
        }
        dictionary
    }

    #[inline(always)]
    fn code(&self, word: L) -> u8 {
        let number = word.number();
        let mut place = place_of(number);
        loop {
            match self.places[place] {
                Some((known, code)) if known == number => return code,
                Some(_) => place = (place + 1) % PLACES,
                None => return ESCAPE,
            }
        }
    }

    /// The numbers of the words, for a file.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        self.words.iter().map(|word| word.number())
    }

    /// The dictionary with these words in this order.
    #[must_use]
    pub fn from_numbers(numbers: &[u64]) -> Self {
        let mut words = Box::new([L::LOST; KNOWN_WORDS]);
        for (word, &number) in words.iter_mut().zip(numbers) {
            *word = L::from_number(number);
        }
        Self { words, places: Vec::new() }
    }
}

#[inline(always)]
const fn place_of(number: u64) -> usize {
    (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52) as usize
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
    fn read(&self, white: u32, mirror: u32) -> L {
        if self.is_mirrored {
            self.word(extract(mirror, self.allowed)).mirrored()
        } else {
            self.word(extract(white, self.allowed))
        }
    }
}

//! Polyglot opening books: sorted entries of 16 bytes, the highest byte first.
//!
//! A book is looked up by binary search on the position's Polyglot key (which the chess crate computes), directly in the
//! bytes of the file, so that a mapped file of any size costs no memory. A move holds from, to and promotion; castling
//! is written as the king taking its own rook (`e1h1`).

use crate::Format;
use crate::error::{RecordError, about};
use crate::words::polyglot as words;
use std::fmt;

/// The length of an entry.
const ENTRY_LENGTH: usize = 16;
/// The letters of promotion pieces, by their number in an entry.
const PROMOTIONS: &[u8; 5] = b" nbrq";

/// A move as a book stores it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BookMove(pub u16);

impl BookMove {
    /// The square the piece leaves, a1 = 0, b1 = 1 … h8 = 63.
    const fn from(self) -> u8 {
        (self.0 >> 6 & 63) as u8
    }

    /// The square it goes to.
    const fn to(self) -> u8 {
        (self.0 & 63) as u8
    }

    /// The letter of the piece a pawn becomes.
    fn promotion(self) -> Option<char> {
        let piece = usize::from(self.0 >> 12 & 7);
        PROMOTIONS.get(piece).filter(|_| piece > 0).map(|letter| char::from(*letter))
    }

    /// The move of a text such as `e2e4` or `e7e8q`; castling as king takes rook.
    ///
    /// # Errors
    /// When the text is not such a move.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        let problem = || RecordError::in_bytes(Format::Polyglot, 0, about(&words::MOVE, text));
        let (squares, promotion) = match text.as_bytes() {
            [squares @ .., piece] if squares.len() == 4 => {
                let number = PROMOTIONS.iter().position(|letter| letter == piece).filter(|number| *number > 0);
                (squares, number.ok_or_else(problem)? as u16)
            }
            squares => (squares, 0),
        };
        let [from_file @ b'a'..=b'h', from_rank @ b'1'..=b'8', to_file @ b'a'..=b'h', to_rank @ b'1'..=b'8'] = squares
        else {
            return Err(problem());
        };
        let square = |file: &u8, rank: &u8| u16::from(rank - b'1') * 8 + u16::from(file - b'a');
        Ok(Self(promotion << 12 | square(from_file, from_rank) << 6 | square(to_file, to_rank)))
    }
}

impl fmt::Display for BookMove {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in [self.from(), self.to()] {
            write!(formatter, "{}{}", char::from(b'a' + square % 8), square / 8 + 1)?;
        }
        self.promotion().map_or(Ok(()), |piece| write!(formatter, "{piece}"))
    }
}

/// One entry of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The Polyglot key of the position.
    pub key: u64,
    /// The move.
    pub play: BookMove,
    /// How often it should be chosen, relative to the position's other moves.
    pub weight: u16,
    /// What learning programs store.
    pub learn: u32,
}

impl Entry {
    fn from_bytes(bytes: &[u8; ENTRY_LENGTH]) -> Self {
        let number =
            |range: std::ops::Range<usize>| bytes[range].iter().fold(0u64, |value, byte| value << 8 | u64::from(*byte));
        Self {
            key: number(0..8),
            play: BookMove(number(8..10) as u16),
            weight: number(10..12) as u16,
            learn: number(12..16) as u32,
        }
    }

    fn to_bytes(self) -> [u8; ENTRY_LENGTH] {
        let mut bytes = [0; ENTRY_LENGTH];
        bytes[..8].copy_from_slice(&self.key.to_be_bytes());
        bytes[8..10].copy_from_slice(&self.play.0.to_be_bytes());
        bytes[10..12].copy_from_slice(&self.weight.to_be_bytes());
        bytes[12..].copy_from_slice(&self.learn.to_be_bytes());
        bytes
    }
}

/// A book in memory or in a mapped file.
#[derive(Debug, Clone)]
pub struct Book<B> {
    bytes: B,
}

impl<B: AsRef<[u8]>> Book<B> {
    /// Opens a book; looks at its length and at the order of its entries.
    ///
    /// ```
    /// use quadrille_records::polyglot::{Book, BookMove, Entry, write_book};
    /// let entry = |text, weight| Ok(Entry { key: 7, play: BookMove::parse(text)?, weight, learn: 0 });
    /// let book = Book::new(write_book(&[entry("d2d4", 3)?, entry("e2e4", 9)?]))?;
    /// assert_eq!(book.lookup(7).map(|entry| entry.play.to_string()).collect::<Vec<_>>(), ["e2e4", "d2d4"]);
    /// # Ok::<(), quadrille_records::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// When the length is not a multiple of 16 or the keys are not sorted.
    pub fn new(bytes: B) -> Result<Self, RecordError> {
        let length = bytes.as_ref().len();
        if length % ENTRY_LENGTH != 0 {
            let problem = words::LENGTH.say().with("bytes", length).with("entry", ENTRY_LENGTH);
            return Err(RecordError::in_bytes(Format::Polyglot, length, problem));
        }
        let book = Self { bytes };
        let unsorted = book.entries().zip(book.entries().skip(1)).position(|(entry, next)| entry.key > next.key);
        if let Some(index) = unsorted {
            let problem = words::UNSORTED.say().with("later", index + 2).with("earlier", index + 1);
            return Err(RecordError::in_bytes(Format::Polyglot, (index + 1) * ENTRY_LENGTH, problem));
        }
        Ok(book)
    }

    fn chunks(&self) -> &[[u8; ENTRY_LENGTH]] {
        self.bytes.as_ref().as_chunks().0
    }

    /// How many entries the book has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.chunks().len()
    }

    /// Whether the book has no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All entries, by key.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry> {
        self.chunks().iter().map(Entry::from_bytes)
    }

    /// The entries of a position, in the order of the book.
    pub fn lookup(&self, key: u64) -> impl Iterator<Item = Entry> {
        let chunks = self.chunks();
        let first = chunks.partition_point(|bytes| Entry::from_bytes(bytes).key < key);
        chunks[first..].iter().map(Entry::from_bytes).take_while(move |entry| entry.key == key)
    }
}

/// The bytes of a book: entries sorted by key, the heaviest move of a position first.
#[must_use]
pub fn write_book(entries: &[Entry]) -> Vec<u8> {
    let mut sorted = entries.to_vec();
    sorted.sort_by_key(|entry| (entry.key, std::cmp::Reverse(entry.weight), entry.play));
    sorted.iter().flat_map(|entry| entry.to_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_sorted_and_found_in() {
        let entry = |key, text, weight| Entry { key, play: BookMove::parse(text).unwrap(), weight, learn: 7 };
        // The key of the start position, from the book specification.
        let start = 0x463b_9618_1691_fc9c;
        let entries =
            [entry(u64::MAX, "e7e8q", 1), entry(start, "d2d4", 3), entry(start, "e2e4", 9), entry(1, "e1h1", 2)];
        let book = Book::new(write_book(&entries)).unwrap();
        assert_eq!(book.lookup(start).map(|entry| entry.play.to_string()).collect::<Vec<_>>(), ["e2e4", "d2d4"]);
        assert_eq!(book.lookup(u64::MAX).next(), Some(entries[0]));
        assert_eq!((book.lookup(2).count(), book.len(), book.is_empty()), (0, 4, false));
    }

    #[test]
    fn the_specified_bits() {
        // e2e4: from rank 1 (2nd), file 4 (e); to rank 3, file 4.
        assert_eq!(BookMove::parse("e2e4").unwrap().0, 1 << 9 | 4 << 6 | 3 << 3 | 4);
        assert_eq!(BookMove::parse("a7a8n").unwrap().0 >> 12, 1);
        assert_eq!(BookMove::parse("h2h1q").unwrap().promotion(), Some('q'));
    }

    #[test]
    fn errors_are_sentences() {
        let sentence = |error: RecordError| error.problem.to_string();
        assert!(sentence(Book::new(vec![0; 17]).unwrap_err()).contains("17 bytes"));
        let mut bytes = vec![0; 32];
        bytes[0] = 1;
        assert!(sentence(Book::new(bytes).unwrap_err()).contains("entry 2 has a smaller key"));
        for text in ["", "e2", "e2e9", "e7e8k", "e7e8 ", "é2e4", "e2e4qq"] {
            assert!(sentence(BookMove::parse(text).unwrap_err()).contains("is not a move"), "{text}");
        }
    }
}

//! Opening books in the Polyglot format.

use crate::wire::short;
use crate::words;
use quadrille_chess::{Move, Position, polyglot};
use quadrille_core::{Refusal, Rng};
use quadrille_records::polyglot::Book;
use std::fs;

/// Larger files are not read into memory.
const LARGEST_BOOK: u64 = 1 << 30;

/// A book in memory.
pub(super) type OpenBook = Book<Vec<u8>>;

/// Reads a book.
pub(super) fn open(path: &str) -> Result<OpenBook, Refusal> {
    let refuse = || words::BOOK.refuse().quote("path", short(path));
    let length = fs::metadata(path).map_err(|error| refuse().error("why", error))?.len();
    if length > LARGEST_BOOK {
        let why = words::BOOK_TOO_LARGE.refuse().with("length", length).with("most", LARGEST_BOOK);
        return Err(refuse().with("why", why));
    }
    let bytes = fs::read(path).map_err(|error| refuse().error("why", error))?;
    Book::new(bytes).map_err(|error| refuse().error("why", error.problem))
}

/// A move of the book for this position, each as often as its weight says.
pub(super) fn choose(book: &OpenBook, position: &Position, rng: &mut Rng) -> Option<Move> {
    let entries = book.lookup(polyglot::key(position)).filter(|entry| entry.weight > 0);
    let moves = entries.filter_map(|entry| Some((polyglot::decode(position, entry.play.0)?, u32::from(entry.weight))));
    let moves: Vec<(Move, u32)> = moves.collect();
    let total: u32 = moves.iter().map(|(_, weight)| weight).sum();
    let mut draw = if total == 0 { return None } else { rng.below(total) };
    let chosen = moves.into_iter().find(|&(_, weight)| {
        let here = draw < weight;
        draw = draw.saturating_sub(weight);
        here
    });
    chosen.map(|(m, _)| m)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_chess::Rules;
    use quadrille_core::{Game, Notation};
    use quadrille_records::polyglot::{BookMove, Entry, write_book};

    #[test]
    fn moves_come_as_often_as_they_weigh() {
        let start = Position::start(&Rules::Standard);
        let entry =
            |text, weight| Entry { key: polyglot::key(&start), play: BookMove::parse(text).unwrap(), weight, learn: 0 };
        // The third is not a legal move and is never chosen.
        let book = Book::new(write_book(&[entry("e2e4", 3), entry("d2d4", 1), entry("e2e5", 60_000)])).unwrap();
        let mut rng = Rng::new(1);
        let chosen: Vec<Move> = (0..400).map(|_| choose(&book, &start, &mut rng).unwrap()).collect();
        let [king, queen] = ["e2e4", "d2d4"].map(|text| start.parse_move(text).unwrap());
        let kings = chosen.iter().filter(|m| **m == king).count();
        assert!((250..350).contains(&kings), "{kings}");
        assert!(chosen.iter().all(|m| [king, queen].contains(m)));
        let mut later = start;
        later.play(king);
        assert_eq!(choose(&book, &later, &mut rng), None);
    }

    #[test]
    fn a_missing_book_is_named() {
        assert!(open("/nowhere/at all.bin").unwrap_err().to_string().contains("/nowhere/at all.bin"));
    }
}

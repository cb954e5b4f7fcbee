//! Opening books in the Polyglot format.

use crate::wire::quote;
use quadrille_chess::{Position, polyglot};
use quadrille_core::{Notation, Refusal, Rng};
use quadrille_records::polyglot::Book;
use std::fs;
use std::path::Path;

/// Larger files are not read into memory.
const LARGEST_BOOK: u64 = 1 << 30;

/// A book in memory.
pub(super) type OpenBook = Book<Vec<u8>>;

/// Reads a book.
pub(super) fn open(path: &str) -> Result<OpenBook, Refusal> {
    let refuse = |why: String| Refusal::plain(format!("the book {} cannot be used: {why}", quote(path)));
    let length = fs::metadata(Path::new(path)).map_err(|error| refuse(error.to_string()))?.len();
    if length > LARGEST_BOOK {
        return Err(refuse(format!("it has {length} bytes, expected at most {LARGEST_BOOK}")));
    }
    let bytes = fs::read(path).map_err(|error| refuse(error.to_string()))?;
    Book::new(bytes).map_err(|error| refuse(error.problem))
}

/// A move of the book for this position, in UCI, each as often as its weight says.
pub(super) fn choose(book: &OpenBook, position: &Position, rng: &mut Rng) -> Option<String> {
    let key = polyglot::key(position);
    let entries = book.lookup(key).filter_map(|entry| {
        let m = polyglot::decode(position, entry.play.0)?;
        (entry.weight > 0).then_some((m, u32::from(entry.weight)))
    });
    let entries: Vec<_> = entries.collect();
    let total: u32 = entries.iter().map(|(_, weight)| weight).sum();
    let mut draw = if total == 0 { return None } else { rng.below(total) };
    let chosen = entries.into_iter().find(|&(_, weight)| {
        let here = draw < weight;
        draw = draw.saturating_sub(weight);
        here
    });
    chosen.map(|(m, _)| position.format_move(m))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_chess::Rules;
    use quadrille_core::Game;
    use quadrille_records::polyglot::{BookMove, Entry, write_book};

    #[test]
    fn moves_come_as_often_as_they_weigh() {
        let start = Position::start(&Rules::Standard);
        let entry =
            |text, weight| Entry { key: polyglot::key(&start), play: BookMove::parse(text).unwrap(), weight, learn: 0 };
        // The third is no legal move and is never chosen.
        let book = Book::new(write_book(&[entry("e2e4", 3), entry("d2d4", 1), entry("e2e5", 60_000)])).unwrap();
        let mut rng = Rng::new(1);
        let chosen: Vec<String> = (0..400).map(|_| choose(&book, &start, &mut rng).unwrap()).collect();
        let kings = chosen.iter().filter(|m| *m == "e2e4").count();
        assert!((250..350).contains(&kings), "{kings}");
        assert!(chosen.iter().all(|m| m == "e2e4" || m == "d2d4"));
        let mut later = start;
        later.play(later.parse_move("e2e4").unwrap());
        assert_eq!(choose(&book, &later, &mut rng), None);
    }

    #[test]
    fn a_missing_book_is_named() {
        assert!(open("/nowhere/at all.bin").unwrap_err().to_string().contains("/nowhere/at all.bin"));
    }
}

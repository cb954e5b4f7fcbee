//! Opening books in the Polyglot format.

use crate::wire::short;
use crate::words;
use quadrille_chess_expert::book;
use quadrille_core::Refusal;
use quadrille_records::polyglot::Book;
use quadrille_support::file;
use std::borrow::Cow;
use std::fs;

/// Larger files are not read into memory.
const LARGEST_BOOK: u64 = 1 << 30;

/// A book in memory.
pub(super) type OpenBook = Book<Cow<'static, [u8]>>;

/// Reads a book; without a path, the built-in one.
pub(super) fn open(path: &str) -> Result<OpenBook, Refusal> {
    if path.is_empty() {
        return Ok(book::own().clone());
    }
    let refuse = || words::BOOK.refuse().quote("path", short(path));
    let length = fs::metadata(path).map_err(|error| refuse().with("why", file::reason(&error)))?.len();
    if length > LARGEST_BOOK {
        let why = words::BOOK_TOO_LARGE.refuse().with("length", length).with("most", LARGEST_BOOK);
        return Err(refuse().with("why", why));
    }
    let bytes = fs::read(path).map_err(|error| refuse().with("why", file::reason(&error)))?;
    Book::new(Cow::Owned(bytes)).map_err(|error| refuse().error("why", error.problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_book_is_named() {
        assert!(open("/nowhere/at all.bin").unwrap_err().to_string().contains("/nowhere/at all.bin"));
    }

    #[test]
    fn no_file_means_our_own_book() {
        assert!(!open("").expect("built in").is_empty());
    }
}

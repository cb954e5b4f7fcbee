//! Lines in and lines out.
//!
//! A line is read up to a bound and the rest of a longer one is passed over, so no input can fill the memory. Writing is
//! shared between the thread that reads commands and the thread that thinks; a line is written whole and flushed.

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The longest line that is understood: a game of some hundred thousand moves.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// A line of input without its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Its text; what is not UTF-8 is replaced.
    Text(String),
    /// It was longer than [`LONGEST_LINE`] and has been passed over.
    TooLong,
}

/// Reads the next line; `None` at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let (mut seen, mut too_long) = (false, false);
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            break;
        }
        seen = true;
        let end = available.iter().position(|&byte| byte == b'\n');
        let (part, used) = end.map_or((available, available.len()), |end| (&available[..end], end + 1));
        too_long |= bytes.len() + part.len() > LONGEST_LINE;
        if !too_long {
            bytes.extend_from_slice(part);
        }
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(match (seen, too_long) {
        (false, _) => None,
        (true, true) => Some(Line::TooLong),
        (true, false) => Some(Line::Text(String::from_utf8_lossy(&bytes).trim_end_matches('\r').to_owned())),
    })
}

/// At most so much of a refused text is quoted.
const LONGEST_QUOTE: usize = 60;

/// The beginning of a text of any length, for an answer that fits on a line.
pub(crate) fn quote(text: &str) -> String {
    let short: String = text.chars().take(LONGEST_QUOTE).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!("{short:?}{more}")
}

/// A text on one line: line breaks would end an answer early.
pub(crate) fn one_line(text: &impl Display) -> String {
    text.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A writer that threads share, line by line.
pub(crate) struct Out<'a> {
    writer: Mutex<&'a mut (dyn Write + Send)>,
    closed: AtomicBool,
}

impl<'a> Out<'a> {
    /// Shares a writer.
    pub(crate) fn new(writer: &'a mut (dyn Write + Send)) -> Self {
        Self { writer: Mutex::new(writer), closed: AtomicBool::new(false) }
    }

    /// Writes a text and a line break. A reader that has gone away is remembered, not reported.
    pub(crate) fn say(&self, text: impl Display) {
        self.write(&format!("{text}\n"));
    }

    /// Writes a text as it is.
    pub(crate) fn write(&self, text: &str) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if writer.write_all(text.as_bytes()).and_then(|()| writer.flush()).is_err() {
            self.closed.store(true, Ordering::Relaxed);
        }
    }

    /// Whether nobody reads what is written.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_or_without_a_return() {
        let mut input = io::BufReader::with_capacity(3, "one\r\n\ntwo\nlast".as_bytes());
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut input).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["one", "", "two", "last"].map(|text| Line::Text(text.to_owned())));
    }

    #[test]
    fn a_line_without_end_is_passed_over() {
        let text = format!("{}\nafter\n", "x".repeat(3 * LONGEST_LINE));
        let mut input = io::BufReader::new(text.as_bytes());
        assert_eq!(read_line(&mut input).unwrap(), Some(Line::TooLong));
        assert_eq!(read_line(&mut input).unwrap(), Some(Line::Text("after".to_owned())));
        assert_eq!(read_line(&mut input).unwrap(), None);
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        let line = read_line(&mut &b"\xff\xfe go\n"[..]).unwrap();
        assert!(matches!(line, Some(Line::Text(text)) if text.ends_with(" go")));
    }

    #[test]
    fn quotes_are_short_and_on_one_line() {
        assert!(quote(&"é\n".repeat(1_000)).chars().count() < 200);
        assert!(!quote("a\nb").contains('\n'));
        assert_eq!(one_line(&"a\n b"), "a b");
    }
}

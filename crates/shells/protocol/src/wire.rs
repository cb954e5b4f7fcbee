//! Lines in and lines out.
//!
//! Lines are read up to a limit and the rest of a longer line is skipped, so no input can exhaust the memory. The
//! command thread and the search thread share the writer; every line is written whole and flushed.

use crate::words;
use quadrille_core::Refusal;
use quadrille_engine::Stop;
use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The program's name in protocols.
pub const NAME: &str = "Quadrille";
/// The version it gives itself.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The longest line accepted: a game of some hundred thousand moves.
const LONGEST_LINE: usize = 1 << 20;

/// Passes each line to `obey` until that ends the conversation or the reader of the answers is gone; returns false at
/// the end of the input.
pub(crate) fn converse(
    mut input: impl BufRead,
    out: &Out<'_>,
    mut obey: impl FnMut(Result<String, Refusal>) -> ControlFlow<()>,
) -> io::Result<bool> {
    while let Some(line) = read_line(&mut input)? {
        if obey(line).is_break() || out.is_closed() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Reads the next line without its end; `None` at the end of the input. Invalid UTF-8 is replaced, and a line longer
/// than [`LONGEST_LINE`] is skipped.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, Refusal>>> {
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
        (true, true) => Some(Err(words::LINE_TOO_LONG.refuse())),
        (true, false) => Some(Ok(String::from_utf8_lossy(&bytes).trim_end_matches('\r').to_owned())),
    })
}

/// At most this much of a rejected text is quoted.
const LONGEST_QUOTE: usize = 60;

/// The start of a text of any length, for a one-line answer.
pub(crate) fn short(text: &str) -> String {
    let short: String = text.chars().take(LONGEST_QUOTE).collect();
    if short.len() < text.len() { short + "…" } else { short }
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

    /// Writes a text and a line break. A closed pipe is remembered, not reported.
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

    /// Whether the reader is gone.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Stops a search whose reader is gone.
    pub(crate) fn stop_if_closed(&self, stop: &Stop) {
        if self.is_closed() {
            stop.request();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: impl BufRead) -> Vec<Option<String>> {
        let (mut ignored, mut lines) = (Vec::new(), Vec::new());
        let read = converse(input, &Out::new(&mut ignored), |line| {
            lines.push(line.ok());
            ControlFlow::Continue(())
        });
        assert!(!read.unwrap());
        lines
    }

    #[test]
    fn lines_end_with_or_without_a_return() {
        let input = io::BufReader::with_capacity(3, "one\r\n\ntwo\nlast".as_bytes());
        assert_eq!(lines(input), ["one", "", "two", "last"].map(|text| Some(text.to_owned())));
    }

    #[test]
    fn a_line_without_end_is_passed_over() {
        let text = format!("{}\nafter\n", "x".repeat(3 * LONGEST_LINE));
        assert_eq!(lines(io::BufReader::new(text.as_bytes())), [None, Some("after".to_owned())]);
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        assert!(lines(&b"\xff\xfe go\n"[..])[0].as_ref().is_some_and(|text| text.ends_with(" go")));
    }

    #[test]
    fn quotes_are_short_and_on_one_line() {
        assert_eq!(short(&"é".repeat(1_000)).chars().count(), LONGEST_QUOTE + 1);
        assert_eq!(short("a b"), "a b");
        assert_eq!(one_line(&"a\n b"), "a b");
    }
}

//! A sliding window over a stream: the bytes read but not yet consumed.
//!
//! Readers request more bytes only when the window holds no complete game, so it is never longer than one game plus one
//! chunk, and sliding it moves only a small part of the bytes read.

use crate::error::{Place, RecordError};
use crate::{Format, words};
use std::io::{self, BufRead};

/// The chunk size.
const PIECE: usize = 1 << 16;

/// The unread part of a stream, with its place in it.
#[derive(Debug)]
pub(crate) struct Window<R> {
    input: R,
    buffer: Vec<u8>,
    start: usize,
    place: Place,
    at_end: bool,
}

impl<R: BufRead> Window<R> {
    pub fn new(input: R) -> Self {
        Self { input, buffer: Vec::new(), start: 0, place: Place::START, at_end: false }
    }

    /// The bytes at hand.
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// The place of the first byte at hand.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Whether the stream is at its end.
    pub fn at_end(&self) -> bool {
        self.at_end
    }

    /// Rejects a game longer than `most` bytes.
    pub fn check_length(&self, format: Format, most: usize) -> Result<(), RecordError> {
        if self.bytes().len() <= most {
            return Ok(());
        }
        Err(RecordError::in_bytes(format, 0, words::TOO_LONG.say().with("most", most)).within(self.place))
    }

    /// Reads one more chunk.
    pub fn fill(&mut self) -> io::Result<()> {
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        let available = loop {
            match self.input.fill_buf() {
                Ok(available) => break available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        };
        let taken = available.len().min(PIECE);
        self.buffer.extend_from_slice(&available[..taken]);
        self.at_end = taken == 0;
        self.input.consume(taken);
        Ok(())
    }

    /// Lets go of the first `count` bytes.
    pub fn advance(&mut self, count: usize) {
        let end = self.start + count;
        self.place = self.place.after(&self.buffer[self.start..end]);
        self.start = end;
    }

    /// Consumes and returns the first `count` bytes.
    pub fn take(&mut self, count: usize) -> &[u8] {
        let start = self.start;
        self.advance(count);
        &self.buffer[start..self.start]
    }
}

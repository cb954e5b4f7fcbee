//! Checksums of files: XXH3, 64 bits (Collet 2019), as `xxhsum -H3` prints them.
//!
//! They find torn and damaged files. They are no defence against forgery.

use std::fmt;
use std::hash::Hasher as _;
use std::io::{self, Read, Write};
use twox_hash::XxHash3_64;

/// The checksum of some bytes.
///
/// ```
/// assert_eq!(quadrille_support::checksum::of(b""), 0x2d06_8005_38d3_94c2);
/// ```
#[must_use]
pub fn of(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

/// The checksum of bytes that come piece by piece; how they are cut makes no difference.
///
/// ```
/// use quadrille_support::checksum::{self, Checksum};
/// let mut sum = Checksum::default();
/// sum.add(b"piece by ");
/// sum.add(b"piece");
/// assert_eq!(sum.finish(), checksum::of(b"piece by piece"));
/// ```
#[derive(Clone)]
pub struct Checksum(XxHash3_64);

impl Default for Checksum {
    fn default() -> Self {
        Self(XxHash3_64::new())
    }
}

impl Checksum {
    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    /// The checksum of all bytes so far.
    #[must_use]
    pub fn finish(&self) -> u64 {
        self.0.finish()
    }
}

impl fmt::Debug for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Checksum({:016x})", self.finish())
    }
}

/// A stream whose bytes are summed on their way in or out.
///
/// ```
/// use quadrille_support::checksum::{self, Summed};
/// use std::io::Read;
/// let mut stream = Summed::new(&b"some bytes"[..]);
/// stream.read_to_end(&mut Vec::new())?;
/// assert_eq!((stream.sum(), stream.length()), (checksum::of(b"some bytes"), 10));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Summed<S> {
    stream: S,
    sum: Checksum,
    length: u64,
}

impl<S> Summed<S> {
    /// A stream of which nothing was read or written yet.
    pub fn new(stream: S) -> Self {
        Self { stream, sum: Checksum::default(), length: 0 }
    }

    /// The checksum of all that was read or written.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.sum.finish()
    }

    /// How many bytes were read or written.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The stream itself; what passes through it here is not summed.
    pub fn get_mut(&mut self) -> &mut S {
        &mut self.stream
    }

    /// The stream alone.
    #[must_use]
    pub fn into_inner(self) -> S {
        self.stream
    }

    fn add(&mut self, bytes: &[u8]) {
        self.sum.add(bytes);
        self.length += bytes.len() as u64;
    }
}

impl<S: Read> Read for Summed<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.add(&buffer[..count]);
        Ok(count)
    }
}

impl<S: Write> Write for Summed<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.stream.write(bytes)?;
        self.add(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

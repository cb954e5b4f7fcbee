//! Files of learned things: a header that says what it is, a body, and a checksum of the body.
//!
//! A file is written beside its place and renamed, so that whoever reads sees the old one or the new one, whole. The
//! header holds the magic, the version of the format, the kind of body, the seed of all keys, the body's length and its
//! checksum; anything else is refused with a sentence.

use crate::zoom::KEY_SEED;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"QUADPATT";
const VERSION: u32 = 1;
/// Magic, version, kind, key seed, length, checksum.
const HEADER: usize = 8 + 4 + 4 + 8 + 8 + 8;
/// Longer bodies are not believed.
const LONGEST_BODY: u64 = 1 << 36;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Counts of patterns: [`crate::tables::Tables`].
    Tables = 1,
    /// The log-linear model: [`crate::model::Model`].
    Model = 2,
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// It is not such a file, or damaged.
    #[error("{0}: {1}")]
    Bad(PathBuf, String),
}

/// The checksum of a body: FNV-1a over words of eight bytes, with the length.
fn checksum(body: &[u8]) -> u64 {
    let (words, rest) = body.as_chunks::<8>();
    let start = 0xCBF2_9CE4_8422_2325 ^ body.len() as u64;
    let step = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29);
    let hash = words.iter().fold(start, |hash, word| step(hash, u64::from_le_bytes(*word)));
    rest.iter().fold(hash, |hash, &byte| step(hash, u64::from(byte)))
}

/// Writes a file whole or not at all; says how long it is.
pub(crate) fn write(path: &Path, kind: Kind, body: &[u8]) -> Result<u64, FileError> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(name);
    let attempt = || {
        let mut file = File::create(&part)?;
        file.write_all(MAGIC)?;
        file.write_all(&VERSION.to_le_bytes())?;
        file.write_all(&(kind as u32).to_le_bytes())?;
        for word in [KEY_SEED, body.len() as u64, checksum(body)] {
            file.write_all(&word.to_le_bytes())?;
        }
        file.write_all(body)?;
        file.sync_all()?;
        fs::rename(&part, path)
    };
    attempt().map_err(|error| {
        // The error that counts is the first one.
        let _ = fs::remove_file(&part);
        FileError::Io(path.to_owned(), error)
    })?;
    Ok((HEADER + body.len()) as u64)
}

/// What kind of file this is, with its body.
pub(crate) fn read(path: &Path) -> Result<(Kind, Vec<u8>), FileError> {
    let mut file = File::open(path).map_err(|error| FileError::Io(path.to_owned(), error))?;
    let mut bytes = Vec::new();
    let length = file.metadata().map_err(|error| FileError::Io(path.to_owned(), error))?.len();
    if length > LONGEST_BODY {
        return Err(FileError::Bad(path.to_owned(), format!("{length} bytes are too many for a file of patterns")));
    }
    file.read_to_end(&mut bytes).map_err(|error| FileError::Io(path.to_owned(), error))?;
    parse(&bytes).map(|(kind, body)| (kind, body.to_vec())).map_err(|problem| FileError::Bad(path.to_owned(), problem))
}

/// The body of a file's bytes.
pub(crate) fn parse(bytes: &[u8]) -> Result<(Kind, &[u8]), String> {
    if !bytes.starts_with(MAGIC) {
        return Err("this is not a file of patterns; expected one written by `quadrille learn`".into());
    }
    let Some((header, body)) = bytes.split_at_checked(HEADER) else {
        return Err(format!("the file ends after {} bytes, within its header", bytes.len()));
    };
    let mut reader = Reader(&header[MAGIC.len()..]);
    let (version, kind) = (reader.u32()?, reader.u32()?);
    let (seed, length, sum) = (reader.u64()?, reader.u64()?, reader.u64()?);
    if version != VERSION {
        return Err(format!("the file has format version {version}, expected {VERSION}"));
    }
    if seed != KEY_SEED {
        return Err(format!("the file's keys were made from seed {seed:x}, expected {KEY_SEED:x}"));
    }
    if length != body.len() as u64 {
        return Err(format!("the file holds {} bytes after its header, expected {length}", body.len()));
    }
    if sum != checksum(body) {
        return Err("the file's checksum is wrong: it is damaged".into());
    }
    match kind {
        1 => Ok((Kind::Tables, body)),
        2 => Ok((Kind::Model, body)),
        other => Err(format!("the file holds kind {other}, expected 1 (tables) or 2 (model)")),
    }
}

/// Takes numbers off the front of bytes.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    /// So many bytes.
    pub(crate) fn bytes(&mut self, length: usize) -> Result<&'a [u8], String> {
        let (head, rest) = self.0.split_at_checked(length).ok_or("the file is shorter than it says")?;
        self.0 = rest;
        Ok(head)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N)?);
        Ok(array)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, String> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(crate) fn u64(&mut self) -> Result<u64, String> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// A block of bytes with its length before it.
    pub(crate) fn block(&mut self) -> Result<&'a [u8], String> {
        let length = usize::try_from(self.u64()?).map_err(|_| "a length is too large")?;
        self.bytes(length)
    }
}

/// Appends a block with its length.
pub(crate) fn put_block(body: &mut Vec<u8>, block: &[u8]) {
    body.extend((block.len() as u64).to_le_bytes());
    body.extend(block);
}

/// Rising numbers as the gaps between them, each a unary quotient and `low` plain bits (Rice 1979).
pub(crate) fn put_rising(body: &mut Vec<u8>, numbers: &[u64], range_bits: u32) {
    let gap = if numbers.is_empty() { 1 } else { (1_u64 << range_bits) / numbers.len() as u64 };
    let low = gap.max(2).ilog2().saturating_sub(1);
    let (mut bits, mut filled, mut bytes) = (0_u64, 0, Vec::new());
    let mut put = |value: u64, count: u32| {
        for at in 0..count {
            bits |= (value >> at & 1) << filled;
            filled += 1;
            if filled == 64 {
                bytes.extend(bits.to_le_bytes());
                (bits, filled) = (0, 0);
            }
        }
    };
    let mut before = 0;
    for &number in numbers {
        let gap = number - before;
        (0..gap >> low).for_each(|_| put(1, 1));
        put(0, 1);
        put(gap, low);
        before = number;
    }
    // What is left of the last word.
    put(0, 63);
    body.extend((numbers.len() as u64).to_le_bytes());
    body.extend(low.to_le_bytes());
    put_block(body, &bytes);
}

/// The numbers that [`put_rising`] wrote.
pub(crate) fn take_rising(reader: &mut Reader<'_>) -> Result<Vec<u64>, String> {
    let (count, low) = (reader.u64()?, reader.u32()?);
    let bytes = reader.block()?;
    if count > bytes.len() as u64 * 8 || low > 60 {
        return Err(format!("{count} numbers cannot be in {} bytes", bytes.len()));
    }
    let mut at = 0_usize;
    let mut bit = || {
        let byte = bytes.get(at / 8).ok_or("the list of keys ends too early")?;
        at += 1;
        Ok::<u64, String>(u64::from(byte >> ((at - 1) % 8) & 1))
    };
    let mut numbers = Vec::with_capacity(count as usize);
    let mut before = 0_u64;
    for _ in 0..count {
        let mut gap = 0_u64;
        while bit()? == 1 {
            gap += 1;
        }
        gap <<= low;
        for place in 0..low {
            gap |= bit()? << place;
        }
        before = before.checked_add(gap).ok_or("a key is too large")?;
        numbers.push(before);
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    #[test]
    fn rising_numbers_round_trip() {
        let mut rng = Rng::new(3);
        for count in [0, 1, 2, 5_000] {
            let mut numbers: Vec<u64> = (0..count).map(|_| rng.next_u64() >> 24).collect();
            numbers.sort_unstable();
            let mut body = Vec::new();
            put_rising(&mut body, &numbers, 40);
            assert_eq!(take_rising(&mut Reader(&body)).expect("well formed"), numbers);
            assert!(count < 100 || body.len() < count * 5);
            assert!(body.len() <= 20 || take_rising(&mut Reader(&body[..body.len() - 1])).is_err());
        }
    }

    #[test]
    fn foreign_cut_and_damaged_files_are_refused() {
        let path = std::env::temp_dir().join(format!("quadrille-file-{}", std::process::id()));
        write(&path, Kind::Model, b"some body of a file").expect("writable");
        assert_eq!(read(&path).expect("readable"), (Kind::Model, b"some body of a file".to_vec()));
        let good = fs::read(&path).expect("readable");
        for length in 0..good.len() {
            assert!(parse(&good[..length]).is_err(), "cut to {length} bytes");
        }
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            assert!(parse(&bad).is_err(), "byte {at} changed");
        }
        fs::remove_file(&path).expect("removable");
        assert!(read(&path).expect_err("it is gone").to_string().contains("quadrille-file"));
    }
}

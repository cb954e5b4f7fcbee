//! Files of learned things: a header that says what it is, a body, and a checksum of the body.
//!
//! A file is written beside its place and renamed, so that whoever reads sees the old one or the new one, whole. The
//! header holds the magic, the version of the format, the kind of body, the seed of all keys, the body's length and its
//! checksum; anything else is refused with a sentence.

use crate::zoom::KEY_SEED;
use quadrille_support::checksum::{self, Summed};
use quadrille_support::file::AtomicFile;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"QUADPATT";
const VERSION: u32 = 3;
/// Magic, version, kind, key seed, length, checksum.
const HEADER: usize = 8 + 4 + 4 + 8 + 8 + 8;
/// Bytes that are written at once.
const BUFFER: usize = 1 << 18;
/// Longer bodies are not believed.
const LONGEST_BODY: u64 = 1 << 36;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Counts of patterns: [`crate::tables::Tables`].
    Tables = 1,
    /// The log-linear model: [`crate::model::Model`].
    Model = 2,
    /// Learning that is not finished: [`crate::saving::Saving`].
    Progress = 3,
    /// Recorded positions: [`crate::neighbours::Records`].
    Records = 4,
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

/// A file that is written piece by piece and appears whole or not at all.
pub(crate) struct Writer {
    path: PathBuf,
    kind: Kind,
    body: BufWriter<Summed<AtomicFile>>,
}

impl Writer {
    /// Starts a file beside its place.
    pub(crate) fn new(path: &Path, kind: Kind) -> Result<Self, FileError> {
        AtomicFile::create(path)
            .and_then(|file| Self::begun(path, kind, file))
            .map_err(|error| FileError::Io(path.to_owned(), error))
    }

    fn begun(path: &Path, kind: Kind, mut file: AtomicFile) -> io::Result<Self> {
        file.write_all(&[0; HEADER])?;
        Ok(Self { path: path.to_owned(), kind, body: BufWriter::with_capacity(BUFFER, Summed::new(file)) })
    }

    /// Starts a file that survives being killed, or goes on after so many bytes of its body. Until it is finished it is
    /// called `part`.
    pub(crate) fn lasting(path: &Path, part: PathBuf, kind: Kind, written: Option<u64>) -> Result<Self, FileError> {
        let open = |part: &Path| -> io::Result<Self> {
            let mut file = AtomicFile::resume(path, part.to_owned())?;
            let Some(written) = written else {
                file.file().set_len(0)?;
                file.rewind()?;
                return Self::begun(path, kind, file);
            };
            file.seek(SeekFrom::Start(HEADER as u64))?;
            let mut body = Summed::new(file);
            if io::copy(&mut (&mut body).take(written), &mut io::sink())? < written {
                let problem = format!("it is shorter than the {written} bytes that were written");
                return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
            }
            body.get_mut().file().set_len(HEADER as u64 + written)?;
            Ok(Self { path: path.to_owned(), kind, body: BufWriter::with_capacity(BUFFER, body) })
        };
        open(&part).map_err(|error| FileError::Io(part, error))
    }

    /// Makes sure that what was added so far lasts, and says how long the body is.
    pub(crate) fn mark(&mut self) -> Result<u64, FileError> {
        let flushed = self.body.flush().and_then(|()| self.body.get_mut().get_mut().file().sync_data());
        flushed.map_err(|error| FileError::Io(self.path.clone(), error))?;
        Ok(self.body.get_ref().length())
    }

    /// Appends to the body.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.body.write_all(bytes).map_err(|error| FileError::Io(self.path.clone(), error))
    }

    /// Puts the file in its place; says how long it is.
    pub(crate) fn finish(self) -> Result<u64, FileError> {
        let Self { path, kind, body } = self;
        let attempt = || -> io::Result<u64> {
            let body = body.into_inner()?;
            let (length, sum) = (body.length(), body.sum());
            let mut header = MAGIC.to_vec();
            header.extend([VERSION, kind as u32].map(u32::to_le_bytes).as_flattened());
            header.extend([KEY_SEED, length, sum].map(u64::to_le_bytes).as_flattened());
            let mut file = body.into_inner();
            file.rewind()?;
            file.write_all(&header)?;
            file.commit()?;
            Ok(HEADER as u64 + length)
        };
        attempt().map_err(|error| FileError::Io(path, error))
    }
}

/// Writes a file whole or not at all; says how long it is.
pub(crate) fn write(path: &Path, kind: Kind, body: &[u8]) -> Result<u64, FileError> {
    let mut writer = Writer::new(path, kind)?;
    writer.add(body)?;
    writer.finish()
}

/// The body of a file of this kind as a stream, after a first reading found nothing wrong with it.
pub(crate) fn stream(path: &Path, kind: Kind) -> Result<impl Read + use<>, FileError> {
    let io = |error| FileError::Io(path.to_owned(), error);
    let mut file = BufReader::with_capacity(1 << 16, File::open(path).map_err(io)?);
    let mut header = [0; HEADER];
    if file.read_exact(&mut header).is_err() {
        return Err(FileError::Bad(
            path.to_owned(),
            "this is too short; expected a file written by `quadrille learn`".into(),
        ));
    }
    let mut body = Summed::new(file);
    io::copy(&mut body, &mut io::sink()).map_err(io)?;
    match parse_header(&header, body.length(), || body.sum()) {
        Ok(found) if found == kind => {}
        Ok(_) => return Err(FileError::Bad(path.to_owned(), "the file holds something else".into())),
        Err(problem) => return Err(FileError::Bad(path.to_owned(), problem)),
    }
    let mut file = body.into_inner();
    file.seek(SeekFrom::Start(HEADER as u64)).map_err(io)?;
    Ok(file)
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
    parse_header(header, body.len() as u64, || checksum::of(body)).map(|kind| (kind, body))
}

/// What a file holds, if its header fits its body.
fn parse_header(header: &[u8], found: u64, checksum: impl FnOnce() -> u64) -> Result<Kind, String> {
    let mut reader = Reader(header);
    if reader.bytes(MAGIC.len())? != MAGIC {
        return Err("this is not a file of patterns; expected one written by `quadrille learn`".into());
    }
    let (version, kind) = (reader.u32()?, reader.u32()?);
    let (seed, length, sum) = (reader.u64()?, reader.u64()?, reader.u64()?);
    if version != VERSION {
        return Err(format!("the file has format version {version}, expected {VERSION}"));
    }
    if seed != KEY_SEED {
        return Err(format!("the file's keys were made from seed {seed:x}, expected {KEY_SEED:x}"));
    }
    if length != found {
        return Err(format!("the file holds {found} bytes after its header, expected {length}"));
    }
    if sum != checksum() {
        return Err("the file's checksum is wrong: it is damaged".into());
    }
    match kind {
        1 => Ok(Kind::Tables),
        2 => Ok(Kind::Model),
        3 => Ok(Kind::Progress),
        4 => Ok(Kind::Records),
        other => {
            Err(format!("the file holds kind {other}, expected 1 (tables), 2 (model), 3 (progress) or 4 (records)"))
        }
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

    /// So many numbers with a fraction.
    pub(crate) fn floats(&mut self, count: usize) -> Result<Vec<f32>, String> {
        let (words, _) = self.bytes(count.checked_mul(4).ok_or("a length is too large")?)?.as_chunks::<4>();
        Ok(words.iter().map(|word| f32::from_le_bytes(*word)).collect())
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

/// How many bytes a number has at most.
pub(crate) const LONGEST_NUMBER: usize = 10;

/// Appends a number, seven bits a byte.
pub(crate) fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes off a number that [`put_number`] wrote.
pub(crate) fn take_number(bytes: &mut &[u8]) -> Result<u64, String> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or("a list of numbers ends too early")?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err("a number is too long".into())
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
        let good = std::fs::read(&path).expect("readable");
        for length in 0..good.len() {
            assert!(parse(&good[..length]).is_err(), "cut to {length} bytes");
        }
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            assert!(parse(&bad).is_err(), "byte {at} changed");
        }
        std::fs::remove_file(&path).expect("removable");
        assert!(read(&path).expect_err("it is gone").to_string().contains("quadrille-file"));
    }
}

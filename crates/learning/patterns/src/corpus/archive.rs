//! Detects the type of a file and reads its games.
//!
//! By magic bytes (zstd, gzip, zip, tar), then by the text: an SGF game starts with a parenthesis. Archives may be
//! nested.

use super::{Record, Tally};
use crate::words;
use quadrille_core::{Refusal, Rng};
use quadrille_records::sgf::SgfReader;
use quadrille_records::{ReadError, compact, zstd};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, Write};

/// The largest zip archive that is unpacked from another archive, in bytes.
const LARGEST_INNER_ZIP: u64 = 256 << 20;
/// How deep archives may be packed in each other.
const DEEPEST_NESTING: usize = 4;
/// What a zstd file, a gzip file and a zip archive start with.
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";
const GZIP: &[u8] = b"\x1f\x8b";
const ZIP: &[u8] = b"PK\x03\x04";
/// What a tar archive has at an offset.
const TAR: (usize, &[u8]) = (257, b"ustar");
/// File extensions of games in folders and archives; other files are skipped.
const ENDINGS: [&str; 8] = [".sgf", ".txt", ".sgfs", ".zst", ".gz", ".tgz", ".tar", ".zip"];

/// Whether a file of this name in a folder or an archive may hold games.
pub(super) fn is_game_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Yields valid games, and counts valid and skipped ones.
pub(super) struct Collector<'a> {
    each: &'a mut dyn FnMut(Record),
    pub(super) tally: Tally,
    /// How deep in archives it is.
    depth: usize,
}

impl<'a> Collector<'a> {
    pub(super) fn new(each: &'a mut dyn FnMut(Record)) -> Self {
        Self { each, tally: Tally::default(), depth: 0 }
    }

    /// Reads a stream of any kind.
    pub(super) fn read(&mut self, mut input: impl Read, place: &str) -> io::Result<()> {
        // Enough to see what a tar archive has.
        let mut head = Vec::with_capacity(512);
        input.by_ref().take(512).read_to_end(&mut head)?;
        let is_tar = head.get(TAR.0..).is_some_and(|rest| rest.starts_with(TAR.1));
        let is_archive = is_tar || [ZSTD, GZIP, ZIP].iter().any(|mark| head.starts_with(mark));
        let whole: Box<dyn Read + '_> = Box::new(head.as_slice().chain(input));
        if !is_archive {
            return self.read_games(BufReader::new(whole), place);
        }
        if self.depth == DEEPEST_NESTING {
            self.tally.skip(place, words::NESTED.refuse().with("most", DEEPEST_NESTING));
            return Ok(());
        }
        self.depth += 1;
        let outcome = if head.starts_with(ZSTD) {
            zstd::reader(whole).and_then(|unpacked| self.read(unpacked, place))
        } else if head.starts_with(GZIP) {
            self.read(flate2::read::MultiGzDecoder::new(whole), place)
        } else if head.starts_with(ZIP) {
            self.read_zip(whole, place)
        } else {
            self.read_tar(whole, place)
        };
        self.depth -= 1;
        // A damaged archive does not affect other files.
        if let Err(error) = outcome {
            self.tally.skip(place, words::DAMAGED_ARCHIVE.refuse().error("error", error));
        }
        Ok(())
    }

    fn read_tar(&mut self, input: impl Read, place: &str) -> io::Result<()> {
        for entry in tar::Archive::new(input).entries()? {
            let entry = entry?;
            let name = entry.path()?.to_string_lossy().into_owned();
            if entry.header().entry_type().is_file() && is_game_name(&name) {
                self.read(entry, &format!("{place}/{name}"))?;
            }
        }
        Ok(())
    }

    /// A zip archive has its list at its end, so it is read by jumping: through a temporary file, as a pipe cannot jump.
    fn read_zip(&mut self, mut input: impl Read, place: &str) -> io::Result<()> {
        let name = format!("quadrille-{}-{:016x}.zip", std::process::id(), Rng::new(self.tally.games).next_u64());
        let path = std::env::temp_dir().join(name);
        let mut file = File::options().read(true).write(true).create_new(true).open(&path)?;
        // The file lives on until it is closed; on systems that refuse, it is removed at the end.
        let removed = std::fs::remove_file(&path).is_ok();
        // Inside another archive a few bytes may expand to very many (a zip bomb).
        let most = if self.depth > 1 { LARGEST_INNER_ZIP } else { u64::MAX };
        let outcome = io::copy(&mut input.by_ref().take(most), &mut file).and_then(|length| {
            if length == most {
                self.tally.skip(place, words::LARGE_ZIP.refuse().with("most", most));
                return Ok(());
            }
            file.flush()?;
            file.rewind()?;
            let mut archive = zip::ZipArchive::new(&mut file)?;
            for index in 0..archive.len() {
                let entry = archive.by_index(index)?;
                let name = entry.name().to_owned();
                if entry.is_file() && is_game_name(&name) {
                    self.read(entry, &format!("{place}/{name}"))?;
                }
            }
            Ok(())
        });
        if !removed {
            // Nothing depends on it.
            let _ = std::fs::remove_file(&path);
        }
        outcome
    }

    /// SGF games or lines of the compact form.
    fn read_games(&mut self, mut input: impl BufRead, place: &str) -> io::Result<()> {
        // Lines of the compact form have no parentheses; an SGF file may have text in front.
        let is_tree = |rest: &[u8]| rest[1..].trim_ascii_start().first() == Some(&b';');
        let start = input.fill_buf()?;
        let text = start.trim_ascii_start();
        if text.starts_with(b"(") || (0..text.len()).any(|at| text[at] == b'(' && is_tree(&text[at..])) {
            for tree in SgfReader::new(input) {
                match tree {
                    Err(ReadError::Io(error)) => return Err(error),
                    Err(ReadError::Record(error)) => self.take(place, Err(error.into())),
                    Ok(tree) => self.take(place, Record::from_sgf(&tree)),
                }
            }
            return Ok(());
        }
        let outcome = compact::for_each_game(input, |game| {
            self.take(place, game.map_err(Refusal::from).and_then(Record::from_compact));
        });
        match outcome {
            Err(ReadError::Io(error)) => return Err(error),
            Err(ReadError::Record(error)) => self.take(place, Err(error.into())),
            Ok(()) => {}
        }
        Ok(())
    }

    fn take(&mut self, place: &str, game: Result<Record, Refusal>) {
        match game {
            Ok(game) => {
                self.tally.games += 1;
                (self.each)(game);
            }
            Err(why) => self.tally.skip(place, why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMPACT: &[u8] = b"B+1\tpddp\n?\tpdpd\n\n?\tdd\n";
    const SGF: &[u8] = b"(;SZ[9];B[ee];W[cc])\n(;B[aa]x)(;B[bb])";

    fn count(bytes: &[u8]) -> (u64, u64, usize) {
        let mut moves = 0;
        let mut each = |game: Record| moves += game.plays().len();
        let mut collector = Collector::new(&mut each);
        collector.read(bytes, "test").expect("readable");
        let tally = collector.tally;
        (tally.games, tally.skipped, moves)
    }

    fn tar_of(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut builder = tar::Builder::new(Vec::new());
        for (name, bytes) in files {
            let mut header = tar::Header::new_ustar();
            header.set_size(bytes.len() as u64);
            header.set_entry_type(tar::EntryType::Regular);
            builder.append_data(&mut header, name, *bytes).expect("in memory");
        }
        builder.into_inner().expect("in memory")
    }

    #[test]
    fn every_kind_of_collection_is_read_and_broken_games_are_counted() {
        assert_eq!(count(COMPACT), (2, 1, 3));
        assert_eq!(count(SGF), (2, 1, 3));
        assert_eq!(count(b""), (0, 0, 0));
        let zst = zstd::compress(SGF, 1).expect("in memory");
        assert_eq!(count(&zst), (2, 1, 3));
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gz.write_all(&tar_of(&[("a/1.sgf", SGF), ("notes.md", b"(("), ("b.txt", COMPACT)])).expect("in memory");
        assert_eq!(count(&gz.finish().expect("in memory")), (4, 2, 6));
        let mut zip = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        zip.start_file("x.sgf", zip::write::SimpleFileOptions::default()).expect("in memory");
        zip.write_all(SGF).expect("in memory");
        assert_eq!(count(&zip.finish().expect("in memory").into_inner()), (2, 1, 3));
    }
}

//! Collections of games: folders, SGF files of one or many games, the compact form, and archives of them.
//!
//! Files are streamed, so memory is bounded by one game. What a file is, its first bytes say (zstd, gzip, zip, tar), then
//! its text (an SGF game starts with a parenthesis). A broken or illegal game is counted with its reason and never
//! fatal; a file that cannot be opened is. Start at [`Corpus::for_each`].

use crate::record::Record;
use quadrille_core::Rng;
use quadrille_records::compact;
use quadrille_records::sgf::SgfReader;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;

/// The largest window a zstd file may ask for: 2 to the power of this, in bytes.
const LARGEST_ZSTD_WINDOW: u32 = 27;
/// How deep archives may be packed in each other.
const DEEPEST_NESTING: usize = 4;
/// Where a tar header says what it is.
const TAR_MARK: (usize, &[u8]) = (257, b"ustar");
/// How many games a reader may be ahead of those who use them.
pub(crate) const GAMES_AHEAD: usize = 64;
/// How many different reasons are kept.
const MOST_REASONS: usize = 20;
/// Names of games in folders and archives; everything else there is passed over.
const ENDINGS: [&str; 8] = [".sgf", ".txt", ".sgfs", ".zst", ".gz", ".tgz", ".tar", ".zip"];

/// What a reading of a collection came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games handed out.
    pub games: u64,
    /// Games left out.
    pub skipped: u64,
    /// The first reasons for leaving games out, with the place of the first such game, and how many each.
    pub reasons: BTreeMap<String, u64>,
}

impl Tally {
    fn skip(&mut self, place: &str, reason: &str) {
        self.skipped += 1;
        if self.reasons.len() < MOST_REASONS {
            *self.reasons.entry(format!("{place}: {reason}")).or_default() += 1;
        }
    }
}

/// What was learned from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lesson {
    /// What was read and left out.
    pub tally: Tally,
    /// Games learned from: those that were wanted.
    pub games: u64,
    /// Stones played in them.
    pub positions: u64,
}

impl Lesson {
    pub(crate) fn add(&mut self, game: &Record) {
        self.games += 1;
        self.positions += game.plays().iter().filter(|play| play.spot.is_some()).count() as u64;
    }
}

/// Files and folders with games.
#[derive(Clone, Debug)]
pub struct Corpus {
    files: Vec<PathBuf>,
}

type Each<'a> = dyn FnMut(Record) + 'a;

impl Corpus {
    /// The games under these paths; folders are searched through, in the order of names.
    pub fn open(paths: &[PathBuf]) -> io::Result<Self> {
        let mut files = Vec::new();
        let mut open: Vec<PathBuf> = paths.iter().rev().cloned().collect();
        while let Some(path) = open.pop() {
            let kind = std::fs::metadata(&path).map_err(|error| named(&path, &error))?;
            if !kind.is_dir() {
                files.push(path);
                continue;
            }
            let entries = std::fs::read_dir(&path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
            let mut inside: Vec<PathBuf> =
                entries.map_err(|error| named(&path, &error))?.into_iter().map(|entry| entry.path()).collect();
            // A link to a folder might lead in a circle.
            inside
                .retain(|path| if path.is_dir() { !path.is_symlink() } else { is_game_name(&path.to_string_lossy()) });
            inside.sort_unstable_by(|a, b| b.cmp(a));
            open.append(&mut inside);
        }
        Ok(Self { files })
    }

    /// The files and their lengths, in words.
    #[must_use]
    pub fn describe(&self) -> String {
        let length = |path: &PathBuf| std::fs::metadata(path).map_or(0, |data| data.len());
        let name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
        let files = self.files.iter().map(|path| format!("{}:{}", name(path).unwrap_or_default(), length(path)));
        files.collect::<Vec<_>>().join(" ")
    }

    /// Calls `each` with every good game, in order.
    pub fn for_each(&self, mut each: impl FnMut(Record)) -> io::Result<Tally> {
        let mut tally = Tally::default();
        for path in &self.files {
            let place = path.display().to_string();
            let file = File::open(path).map_err(|error| named(path, &error))?;
            read(BufReader::with_capacity(1 << 16, file), &place, DEEPEST_NESTING, &mut tally, &mut each)
                .map_err(|error| named(path, &error))?;
        }
        Ok(tally)
    }

    /// The same, read by a thread of its own that is a little ahead, so that nobody waits for unpacking and checking. That thread
    /// also calls `first`, which makes of a game what `each` gets, or nothing.
    pub(crate) fn for_each_ahead<T: Send>(
        &self,
        mut first: impl FnMut(Record) -> Option<T> + Send,
        mut each: impl FnMut(T),
    ) -> io::Result<Tally> {
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(GAMES_AHEAD);
            // Nobody listens any more only if `each` panicked: the rest is read in vain, then everything ends.
            let read = move |game| first(game).into_iter().for_each(|made| drop(sender.send(made)));
            let reader = scope.spawn(move || self.for_each(read));
            receiver.into_iter().for_each(&mut each);
            reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// How many stones are played in the wanted games.
    pub fn positions(&self, wanted: impl Fn(u64) -> bool) -> io::Result<u64> {
        let (mut lesson, mut number) = (Lesson::default(), 0);
        self.for_each(|game| {
            if wanted(number) {
                lesson.add(&game);
            }
            number += 1;
        })?;
        Ok(lesson.positions)
    }
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

fn is_game_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Reads a stream of any kind.
fn read(input: impl Read, place: &str, depth: usize, tally: &mut Tally, each: &mut Each<'_>) -> io::Result<()> {
    // Enough to see a tar header's mark.
    let mut head = [0; 512];
    let mut input = input;
    let mut filled = 0;
    while filled < head.len() {
        match input.read(&mut head[filled..])? {
            0 => break,
            more => filled += more,
        }
    }
    let head = &head[..filled];
    let packed = |mark: &[u8]| head.starts_with(mark);
    let whole: Box<dyn Read + '_> = Box::new(head.chain(input));
    let is_tar = head.get(TAR_MARK.0..).is_some_and(|rest| rest.starts_with(TAR_MARK.1));
    let archive = is_tar || packed(b"\x28\xb5\x2f\xfd") || packed(b"\x1f\x8b") || packed(b"PK\x03\x04");
    if archive && depth == 0 {
        tally.skip(place, &format!("archives are packed in each other more than {DEEPEST_NESTING} deep"));
        return Ok(());
    }
    if packed(b"\x28\xb5\x2f\xfd") {
        let mut unpacked = zstd::stream::read::Decoder::new(whole)?;
        unpacked.window_log_max(LARGEST_ZSTD_WINDOW)?;
        return read(unpacked, place, depth - 1, tally, each);
    }
    if packed(b"\x1f\x8b") {
        return read(flate2::read::MultiGzDecoder::new(whole), place, depth - 1, tally, each);
    }
    if packed(b"PK\x03\x04") {
        return read_zip(whole, place, depth - 1, tally, each);
    }
    if is_tar {
        for entry in tar::Archive::new(whole).entries()? {
            let entry = entry?;
            let name = entry.path()?.to_string_lossy().into_owned();
            if entry.header().entry_type().is_file() && is_game_name(&name) {
                read(entry, &format!("{place}/{name}"), depth - 1, tally, each)?;
            }
        }
        return Ok(());
    }
    read_games(BufReader::new(whole), place, tally, each)
}

/// A zip archive has its list at its end, so it is read by jumping: through a temporary file, as a pipe cannot jump.
fn read_zip(mut input: impl Read, place: &str, depth: usize, tally: &mut Tally, each: &mut Each<'_>) -> io::Result<()> {
    let name = format!("quadrille-{}-{:016x}.zip", std::process::id(), Rng::new(tally.games).next_u64());
    let path = std::env::temp_dir().join(name);
    let mut file = File::options().read(true).write(true).create_new(true).open(&path)?;
    // The file lives on until it is closed; on systems that refuse, it is removed at the end.
    let removed = std::fs::remove_file(&path).is_ok();
    let outcome = io::copy(&mut input, &mut file).and_then(|_| {
        file.flush()?;
        file.rewind()?;
        let mut archive = zip::ZipArchive::new(&mut file)?;
        for index in 0..archive.len() {
            let entry = archive.by_index(index)?;
            let name = entry.name().to_owned();
            if entry.is_file() && is_game_name(&name) {
                read(entry, &format!("{place}/{name}"), depth, tally, each)?;
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
fn read_games(mut input: impl BufRead, place: &str, tally: &mut Tally, each: &mut Each<'_>) -> io::Result<()> {
    let take = |game: Result<Record, String>, tally: &mut Tally, each: &mut Each<'_>| match game {
        Ok(game) => {
            tally.games += 1;
            each(game);
        }
        Err(reason) => tally.skip(place, &reason),
    };
    let start = input.fill_buf()?;
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
    if start.first() == Some(&b'(') {
        for tree in SgfReader::new(input) {
            match tree {
                Err(quadrille_records::ReadError::Io(error)) => return Err(error),
                Err(quadrille_records::ReadError::Record(error)) => take(Err(error.to_string()), tally, each),
                Ok(tree) => take(Record::from_sgf(&tree), tally, each),
            }
        }
        return Ok(());
    }
    let outcome = compact::for_each_game(input, |game| {
        take(game.map_err(|error| error.to_string()).and_then(Record::from_compact), tally, each);
    });
    match outcome {
        Err(quadrille_records::ReadError::Io(error)) => Err(error),
        Err(quadrille_records::ReadError::Record(error)) => {
            tally.skip(place, &error.to_string());
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// The figures of a collection that the paper's question 10 asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// What was read and left out.
    pub tally: Tally,
    /// Triples (board, player to move, move played), passes not counted.
    pub observations: u64,
    /// Observations in a game.
    pub mean_length: f64,
    /// Points where the side to move may play: no suicide, no immediate retaking of a ko.
    pub mean_legal_moves: f64,
}

/// Reads a collection and counts.
pub fn stats(corpus: &Corpus) -> io::Result<Stats> {
    let (mut observations, mut legal) = (0_u64, 0_u64);
    let tally = corpus.for_each(|game| {
        game.replay(|board, player, _| {
            observations += 1;
            legal += board.spots().filter(|&spot| board.is_legal(spot, player)).count() as u64;
        });
    })?;
    let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
    let (mean_length, mean_legal_moves) = (mean(observations, tally.games), mean(legal, observations));
    Ok(Stats { tally, observations, mean_length, mean_legal_moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TempFile, random_games};

    const COMPACT: &[u8] = b"B+1\tpddp\n?\tpdpd\n\n?\tdd\n";
    const SGF: &[u8] = b"(;SZ[9];B[ee];W[cc])\n(;B[aa]x)(;B[bb])";

    fn count(bytes: &[u8]) -> (u64, u64, usize) {
        let (mut tally, mut moves) = (Tally::default(), 0);
        read(bytes, "test", DEEPEST_NESTING, &mut tally, &mut |game| moves += game.plays().len()).expect("readable");
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
        let zst = zstd::encode_all(SGF, 1).expect("in memory");
        assert_eq!(count(&zst), (2, 1, 3));
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gz.write_all(&tar_of(&[("a/1.sgf", SGF), ("notes.md", b"(("), ("b.txt", COMPACT)])).expect("in memory");
        assert_eq!(count(&gz.finish().expect("in memory")), (4, 2, 6));
        let mut zip = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        zip.start_file("x.sgf", zip::write::SimpleFileOptions::default()).expect("in memory");
        zip.write_all(SGF).expect("in memory");
        assert_eq!(count(&zip.finish().expect("in memory").into_inner()), (2, 1, 3));
    }

    #[test]
    fn folders_are_searched_in_order_and_missing_files_named() {
        let folder = std::env::temp_dir().join(format!("quadrille-corpus-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("inner")).expect("a folder");
        std::fs::write(folder.join("b.txt"), COMPACT).expect("a file");
        std::fs::write(folder.join("inner/a.sgf"), SGF).expect("a file");
        std::fs::write(folder.join("readme.md"), b"(;").expect("a file");
        let stats = stats(&Corpus::open(std::slice::from_ref(&folder)).expect("a folder")).expect("readable");
        assert_eq!((stats.tally.games, stats.tally.skipped, stats.observations), (4, 2, 6));
        assert!(stats.mean_length == 1.5 && stats.mean_legal_moves > 79.0, "{stats:?}");
        std::fs::remove_dir_all(&folder).expect("removable");
        let error = Corpus::open(&[folder]).expect_err("it is gone");
        assert!(error.to_string().contains("quadrille-corpus"), "{error}");
    }

    /// A reader ahead hands on what `for_each` would, in its order, and failures of either side.
    #[test]
    fn a_reader_ahead_keeps_order_and_hides_nothing() {
        let file = TempFile::new("ahead");
        std::fs::write(file.path(), random_games(200, 12, 3).join("\n")).expect("writable");
        let corpus = Corpus::open(&[file.path().to_owned()]).expect("a file");
        let (mut games, mut number) = (Vec::new(), 0);
        corpus.for_each(|game| games.push(game)).expect("readable");
        let even = |game: Record| {
            number += 1;
            (number % 2 == 0).then_some(game)
        };
        let mut seen = Vec::new();
        let tally = corpus.for_each_ahead(even, |game| seen.push(game)).expect("readable");
        assert!(tally.games == 200 && seen.iter().eq(games.iter().skip(1).step_by(2)));
        let panics =
            std::panic::AssertUnwindSafe(|| drop(corpus.for_each_ahead(Some, |_| panic!("as this test wants"))));
        assert!(std::panic::catch_unwind(panics).is_err());
        drop(file);
        assert!(corpus.for_each_ahead(Some, drop).is_err());
    }
}

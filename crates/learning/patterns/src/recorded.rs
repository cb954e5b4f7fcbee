//! Recorded games as neighbours are looked for in them: lists of what changed on the board, two bytes a change.

use crate::Corpus;
use crate::board::{NOWHERE, SIDE};
use crate::file::{self, FileError, Kind, Reader};
use crate::record::Record;
use quadrille_core::Player;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A change: the point, the stone's colour above it, and what happened above that.
pub(crate) type Change = u16;
/// Where the colour is.
pub(crate) const COLOUR: u32 = 9;
/// The bits of the point.
pub(crate) const POINT: Change = (1 << COLOUR) - 1;
/// A stone that was taken.
pub(crate) const TAKEN: Change = 1 << (COLOUR + 1);
/// A stone that stood on the board before the first move.
pub(crate) const SET_UP: Change = 1 << (COLOUR + 2);
/// How hard files are compressed.
const COMPRESSION: i32 = 3;
/// More changes are not believed.
const MOST_CHANGES: u64 = 1 << 32;

/// Recorded 19x19 games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Records {
    pub(crate) changes: Vec<Change>,
    /// Where each game starts among the changes, and where the last one ends.
    pub(crate) starts: Vec<usize>,
    /// The games' numbers in the order of reading.
    pub(crate) numbers: Vec<u32>,
    positions: usize,
    pub(crate) threads: usize,
}

impl Records {
    /// No positions, to be searched by so many threads.
    #[must_use]
    pub fn none(threads: usize) -> Self {
        Self { changes: Vec::new(), starts: vec![0], numbers: Vec::new(), positions: 0, threads: threads.max(1) }
    }

    /// The positions of the wanted 19x19 games, at most about `most` of them, for so many threads.
    pub fn gather(corpus: &Corpus, wanted: impl Fn(u64) -> bool, most: usize, threads: usize) -> io::Result<Self> {
        let (mut records, mut number) = (Self::none(threads), 0);
        corpus.for_each(|game| {
            if wanted(number) && records.positions < most {
                records.add(&game, number);
            }
            number += 1;
        })?;
        Ok(records)
    }

    /// Adds the positions of a game, unless it is not 19x19.
    pub(crate) fn add(&mut self, game: &Record, number: u64) {
        if game.shape() != (SIDE as u8, SIDE as u8) {
            return;
        }
        let change = |player: Player, spot: u16| (player as Change) << COLOUR | spot;
        self.changes.extend(game.stones().iter().map(|&(player, spot)| change(player, spot) | SET_UP));
        let mut board = game.board();
        for play in game.plays() {
            let Some(spot) = play.spot else {
                board.pass();
                continue;
            };
            self.changes.push(change(play.player, spot));
            self.positions += 1;
            let taken = board.play(spot, play.player).taken;
            self.changes.extend(taken.iter().map(|taken| change(play.player.opponent(), taken) | TAKEN));
        }
        self.starts.push(self.changes.len());
        self.numbers.push(number as u32);
    }

    /// Writes the positions; says how many bytes.
    pub fn save(&self, path: &Path) -> Result<u64, FileError> {
        let mut list = Vec::new();
        file::put_number(&mut list, self.numbers.len() as u64);
        let lengths = self.starts.windows(2).map(|ends| ends[1] - ends[0]);
        for (&number, length) in self.numbers.iter().zip(lengths) {
            file::put_number(&mut list, number.into());
            file::put_number(&mut list, length as u64);
        }
        let changes: Vec<u8> = self.changes.iter().flat_map(|change| change.to_le_bytes()).collect();
        let packed = zstd::bulk::compress(&changes, COMPRESSION);
        let packed = packed.map_err(|error| FileError::Io(path.to_owned(), error))?;
        let mut body = Vec::new();
        file::put_block(&mut body, &list);
        file::put_block(&mut body, &packed);
        file::write(path, Kind::Records, &body)
    }

    /// The positions of a file that [`Records::save`] wrote, to be searched by so many threads.
    pub fn load(path: &Path, threads: usize) -> Result<Self, FileError> {
        let bad = |problem: String| FileError::Bad(path.to_owned(), problem);
        match file::read(path)? {
            (Kind::Records, body) => Self::from_body(&body, threads).map_err(bad),
            _ => Err(bad("the file holds something else, expected recorded positions".into())),
        }
    }

    /// The positions that `learn` wrote beside a model, if they are there.
    pub fn beside(model: &Path, threads: usize) -> Result<Option<Self>, FileError> {
        let path = Self::place_beside(model);
        if path.exists() { Self::load(&path, threads).map(Some) } else { Ok(None) }
    }

    /// Writes the positions beside a model; if there are none, others that lie there are removed.
    pub(crate) fn save_beside(records: Option<&Self>, model: &Path) -> Result<(), FileError> {
        let path = Self::place_beside(model);
        match records.filter(|records| !records.is_empty()) {
            Some(records) => records.save(&path).map(drop),
            None => std::fs::remove_file(&path).or_else(|error| match error.kind() {
                io::ErrorKind::NotFound => Ok(()),
                _ => Err(FileError::Io(path, error)),
            }),
        }
    }

    /// Where `learn` writes the positions of a model's games.
    fn place_beside(model: &Path) -> PathBuf {
        let mut name = model.as_os_str().to_owned();
        name.push(".records");
        name.into()
    }

    fn from_body(body: &[u8], threads: usize) -> Result<Self, String> {
        let mut reader = Reader(body);
        let (mut list, packed) = (reader.block()?, reader.block()?);
        let mut records = Self::none(threads);
        for _ in 0..file::take_number(&mut list)? {
            let (number, length) = (file::take_number(&mut list)?, file::take_number(&mut list)?);
            let number = u32::try_from(number).map_err(|_| format!("there is no game {number}"))?;
            if records.numbers.last().is_some_and(|&before| before >= number) {
                return Err(format!("game {number} comes too late"));
            }
            records.numbers.push(number);
            records.starts.push(records.changes_end().saturating_add(usize::try_from(length).unwrap_or(usize::MAX)));
        }
        let changes = records.changes_end();
        if changes as u64 > MOST_CHANGES {
            return Err(format!("{changes} changes of the board are too many, expected at most {MOST_CHANGES}"));
        }
        // Grows with what is there, whatever the list says; one byte more than expected is enough to notice too many.
        let mut bytes = Vec::new();
        zstd::stream::read::Decoder::new(packed)
            .and_then(|decoder| decoder.take(2 * changes as u64 + 1).read_to_end(&mut bytes))
            .map_err(|error| format!("the changes are damaged: {error}"))?;
        records.changes = bytes.as_chunks::<2>().0.iter().map(|&pair| Change::from_le_bytes(pair)).collect();
        if bytes.len() != 2 * changes {
            return Err(format!("{} bytes of changes of the board, expected {}", bytes.len(), 2 * changes));
        }
        if let Some(odd) = records.changes.iter().find(|&&change| change & POINT >= NOWHERE || change >= 2 * SET_UP) {
            return Err(format!("{odd} is no change of a board"));
        }
        records.positions = records.changes.iter().filter(|&&change| change < TAKEN).count();
        Ok(records)
    }

    /// Where the last game ends among the changes.
    fn changes_end(&self) -> usize {
        self.starts.last().copied().unwrap_or_default()
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions == 0
    }
}

//! Training games in a compact representation.

use crate::words;
use quadrille_core::{Game, Player};
use quadrille_go::{Grid, Large, Move, RuleSet, Rules};
use quadrille_records::compact::{self, CompactGame};
use quadrille_records::{ReadError, zstd};
use quadrille_support::file;
use quadrille_words::Refusal;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// How a file that is packed with zstd starts.
const ZSTD_MARK: &[u8] = b"\x28\xb5\x2f\xfd";
/// The board of the compact form.
const SIDE: u16 = 19;
/// The code of a pass.
pub const PASS: u16 = u16::MAX;

/// A game on 19x19, Black moving first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// Where each move was made, row by row from the top left; [`PASS`] for a pass.
    pub places: Box<[u16]>,
    /// Who won, if that is known.
    pub winner: Option<Player>,
}

/// The games read, and the number skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games handed out.
    pub games: usize,
    /// Their moves.
    pub moves: usize,
    /// Games that cannot be replayed.
    pub unplayable: usize,
    /// Games that are held out.
    pub held_out: usize,
}

/// The board and rules that games are replayed with.
#[must_use]
pub fn rules() -> Rules {
    let grid = Grid::square(SIDE).unwrap_or_else(|| unreachable!("19 lines are a board"));
    Rules::new(grid, RuleSet::Chinese)
}

impl Record {
    /// A game of the compact form, if every move of it can be played.
    #[must_use]
    pub fn new(game: CompactGame<'_>) -> Option<Self> {
        let winner = match game.result.as_bytes() {
            [b'B', b'+', ..] => Some(Player::Black),
            [b'W', b'+', ..] => Some(Player::White),
            _ => None,
        };
        let place = |point: Option<quadrille_records::sgf::Point>| match point {
            None => Some(PASS),
            Some(point) if point.row.max(point.column) < SIDE as u8 => {
                Some(u16::from(point.row) * SIDE + u16::from(point.column))
            }
            Some(_) => None,
        };
        let places = game.moves().map(place).collect::<Option<_>>()?;
        let record = Self { places, winner };
        let mut position = Large::start(&rules());
        for m in record.moves() {
            if !position.is_legal(m) {
                return None;
            }
            position.play(m);
        }
        Some(record)
    }

    /// The moves.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator {
        self.places.iter().map(|&place| move_at(place))
    }
}

/// The move at a place of the 19x19 board.
#[must_use]
pub fn move_at(place: u16) -> Move {
    let (row, column) = (place / SIDE, place % SIDE);
    rules().grid().point(row.into(), column.into()).map_or(Move::Pass, Move::At)
}

/// The games of files in the compact form, packed with zstd or not, except those whose moves are those of a game in
/// `held_out`.
pub fn read(paths: &[PathBuf], held_out: &[PathBuf]) -> Result<(Vec<Record>, Tally), Refusal> {
    let mut aside: HashSet<Box<[u16]>> = HashSet::new();
    let mut tally = Tally::default();
    for path in held_out {
        for_each(path, |record| aside.extend(record.map(|record| record.places)))?;
    }
    let mut games = Vec::new();
    for path in paths {
        for_each(path, |record| match record {
            None => tally.unplayable += 1,
            Some(record) if aside.contains(&record.places) => tally.held_out += 1,
            Some(record) => {
                tally.games += 1;
                tally.moves += record.places.len();
                games.push(record);
            }
        })?;
    }
    if games.is_empty() {
        return Err(words::NO_GAMES.refuse().list("paths", paths.iter().map(|path| path.display())));
    }
    Ok((games, tally))
}

/// Calls `each` with every game of a file, or with nothing for one that cannot be replayed.
fn for_each(path: &Path, mut each: impl FnMut(Option<Record>)) -> Result<(), Refusal> {
    let refuse = |error: &ReadError| match error {
        ReadError::Io(error) => file::refusal(path, error),
        ReadError::Record(error) => file::about(path, error.clone().into()),
    };
    let open = || -> Result<Box<dyn BufRead>, std::io::Error> {
        let mut file = BufReader::new(File::open(path)?);
        if !file.fill_buf()?.starts_with(ZSTD_MARK) {
            return Ok(Box::new(file));
        }
        let unpacked = zstd::reader(file)?;
        Ok(Box::new(BufReader::new(Box::new(unpacked) as Box<dyn Read>)))
    };
    let input = open().map_err(|error| refuse(&error.into()))?;
    compact::for_each_game(input, |game| each(game.ok().and_then(Record::new))).map_err(|error| refuse(&error))
}

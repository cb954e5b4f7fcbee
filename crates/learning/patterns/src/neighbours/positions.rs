//! The positions of recorded games: lists of what changed on the board, two bytes a change.

use crate::board::{NOWHERE, SIDE};
use crate::corpus::{Corpus, Record};
use crate::store::coding::{Reader, impossible, put_block, put_number, take_number};
use crate::store::{self, Kind};
use crate::words;
use quadrille_core::{Player, Refusal};
use quadrille_records::zstd;
use quadrille_support::file;
use std::io::{self, Read};
use std::path::Path;

/// A change: the point, the stone's colour above it, and what happened above that.
pub(super) type Change = u16;
/// Where the colour is.
pub(super) const COLOUR: u32 = 9;
/// The bits of the point.
pub(super) const POINT: Change = (1 << COLOUR) - 1;
/// A stone that was captured.
pub(super) const CAPTURED: Change = 1 << (COLOUR + 1);
/// A stone that stood on the board before the first move.
pub(super) const SET_UP: Change = 1 << (COLOUR + 2);
/// What the name of their file ends with beside a model.
const BESIDE: &str = ".records";
/// How hard files are compressed.
const COMPRESSION: i32 = 3;
/// More changes are not believed.
const MOST_CHANGES: u64 = 1 << 32;

/// The positions of recorded 19x19 games.
///
/// ```
/// use quadrille_patterns::neighbours::Positions;
/// use quadrille_patterns::Corpus;
/// # let path = std::env::temp_dir().join(format!("quadrille-doc-positions-{}.txt", std::process::id()));
/// # std::fs::write(&path, "?\tpddppp\n").unwrap();
/// let positions = Positions::gather(&Corpus::open(&[path.clone()])?, |_| true, usize::MAX, 1)?;
/// assert_eq!(positions.len(), 3);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Positions {
    pub(super) changes: Vec<Change>,
    /// Where each game starts among the changes, and where the last one ends.
    pub(super) starts: Vec<usize>,
    /// The games' numbers in the order of reading.
    pub(super) numbers: Vec<u32>,
    positions: usize,
    pub(super) threads: usize,
}

impl Positions {
    /// No positions, to be searched by this many threads.
    #[must_use]
    pub fn none(threads: usize) -> Self {
        Self { changes: Vec::new(), starts: vec![0], numbers: Vec::new(), positions: 0, threads: threads.max(1) }
    }

    /// The positions of the wanted 19x19 games, at most about `most` of them, for this many threads.
    pub fn gather(
        corpus: &Corpus,
        wanted: impl FnMut(u64) -> bool,
        most: usize,
        threads: usize,
    ) -> Result<Self, Refusal> {
        let mut positions = Self::none(threads);
        corpus.for_each_wanted(wanted, |number, game| {
            if positions.len() < most {
                positions.add(&game, number);
            }
        })?;
        Ok(positions)
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
            let captured = board.play(spot, play.player).captured;
            self.changes.extend(captured.iter().map(|stone| change(play.player.opponent(), stone) | CAPTURED));
        }
        self.starts.push(self.changes.len());
        self.numbers.push(number as u32);
    }

    /// Writes the positions; returns how many bytes.
    pub fn save(&self, path: &Path) -> Result<u64, Refusal> {
        let mut list = Vec::new();
        put_number(&mut list, self.numbers.len() as u64);
        let lengths = self.starts.windows(2).map(|ends| ends[1] - ends[0]);
        for (&number, length) in self.numbers.iter().zip(lengths) {
            put_number(&mut list, number.into());
            put_number(&mut list, length as u64);
        }
        let changes: Vec<u8> = self.changes.iter().flat_map(|change| change.to_le_bytes()).collect();
        let packed = zstd::compress(&changes, COMPRESSION);
        let packed = packed.map_err(|error| file::refusal(path, &error))?;
        let mut body = Vec::new();
        put_block(&mut body, &list);
        put_block(&mut body, &packed);
        store::write(path, Kind::Positions, &body)
    }

    /// The positions of a file that [`Positions::save`] wrote, to be searched by this many threads.
    pub fn load(path: &Path, threads: usize) -> Result<Self, Refusal> {
        let positions = match store::read(path)? {
            (Kind::Positions, body) => Self::from_body(&body, threads),
            (kind, _) => Err(kind.refuse(&words::POSITIONS)),
        };
        positions.map_err(|why| file::about(path, why))
    }

    /// The positions that `learn` wrote beside a model, if they are there.
    pub fn beside(model: &Path, threads: usize) -> Result<Option<Self>, Refusal> {
        let path = file::beside(model, BESIDE);
        if path.exists() { Self::load(&path, threads).map(Some) } else { Ok(None) }
    }

    /// Writes the positions beside a model; if there are none, others that lie there are removed.
    pub(crate) fn save_beside(positions: Option<&Self>, model: &Path) -> Result<(), Refusal> {
        let path = file::beside(model, BESIDE);
        match positions.filter(|positions| !positions.is_empty()) {
            Some(positions) => positions.save(&path).map(drop),
            None => std::fs::remove_file(&path).or_else(|error| match error.kind() {
                io::ErrorKind::NotFound => Ok(()),
                _ => Err(file::refusal(&path, &error)),
            }),
        }
    }

    fn from_body(body: &[u8], threads: usize) -> Result<Self, Refusal> {
        let damaged = || impossible(&words::POSITION);
        let mut reader = Reader(body);
        let (mut list, packed) = (reader.block()?, reader.block()?);
        let mut positions = Self::none(threads);
        for _ in 0..take_number(&mut list)? {
            let number = u32::try_from(take_number(&mut list)?).map_err(|_| damaged())?;
            let length = usize::try_from(take_number(&mut list)?).map_err(|_| damaged())?;
            if positions.numbers.last().is_some_and(|&before| before >= number) {
                return Err(damaged());
            }
            positions.numbers.push(number);
            positions.starts.push(positions.changes_end().saturating_add(length));
        }
        let changes = positions.changes_end();
        if changes as u64 > MOST_CHANGES {
            return Err(damaged());
        }
        // Grows with what is there, whatever the list says; one byte more than expected is enough to notice too many.
        let mut bytes = Vec::new();
        zstd::reader(packed)
            .and_then(|decoder| decoder.take(2 * changes as u64 + 1).read_to_end(&mut bytes))
            .map_err(|_| damaged())?;
        positions.changes = bytes.as_chunks::<2>().0.iter().map(|&pair| Change::from_le_bytes(pair)).collect();
        let impossible = |&change: &Change| change & POINT >= NOWHERE || change >= 2 * SET_UP;
        if bytes.len() != 2 * changes || positions.changes.iter().any(impossible) {
            return Err(damaged());
        }
        positions.positions = positions.changes.iter().filter(|&&change| change < CAPTURED).count();
        Ok(positions)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A file whose checksum is right and whose changes are not.
    #[test]
    fn impossible_changes_are_refused() {
        let mut positions = Positions::none(1);
        positions.changes = vec![NOWHERE];
        positions.starts.push(1);
        positions.numbers.push(0);
        let path = std::env::temp_dir().join(format!("quadrille-changes-{}", std::process::id()));
        positions.save(&path).expect("written");
        assert!(Positions::load(&path, 1).expect_err("no such point").to_string().contains("a position"));
        std::fs::remove_file(&path).expect("removable");
    }
}

//! Checkpoints: the state of learning is written beside the result from time to time, so that it survives a kill.
//!
//! The state is in `OUT.progress`, written atomically. The same run (same games and settings) resumes from it and ends
//! with the same bytes; a different run is rejected.

use super::coding::{self, Reader};
use super::{Kind, read, write};
use crate::words;
use quadrille_core::Refusal;
use quadrille_support::file::{self, Lock};
use std::path::{Path, PathBuf};

/// How many games lie between two states, unless told otherwise.
pub const GAMES_BETWEEN_STATES: u64 = 20_000;

/// Where learning writes to, and how it saves its state on the way.
///
/// ```
/// use quadrille_patterns::Checkpoint;
/// let checkpoint = Checkpoint::new("model.bin".as_ref(), "games.txt, 8 zooms".to_owned());
/// assert_eq!(checkpoint.every, quadrille_patterns::GAMES_BETWEEN_STATES);
/// ```
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// Where the result goes.
    pub out: PathBuf,
    /// What is learned, in words: the games and the settings that the result depends on.
    pub about: String,
    /// How many games lie between two states.
    pub every: u64,
}

impl Checkpoint {
    /// Saves as often as usual.
    #[must_use]
    pub fn new(out: &Path, about: String) -> Self {
        Self { out: out.to_owned(), about, every: GAMES_BETWEEN_STATES }
    }

    /// The right to learn this: a second process would mix its state with that of the first.
    pub(crate) fn lock(&self) -> Result<Lock, Refusal> {
        Lock::result(&self.out)
    }

    /// Where the state is written.
    pub(crate) fn path(&self) -> PathBuf {
        file::beside(&self.out, ".progress")
    }

    /// Writes the state after this many games.
    pub(crate) fn store(&self, games: u64, state: &[u8]) -> Result<(), Refusal> {
        let mut body = Vec::with_capacity(state.len() + self.about.len() + 32);
        coding::put_block(&mut body, self.about.as_bytes());
        body.extend(games.to_le_bytes());
        coding::put_block(&mut body, state);
        write(&self.path(), Kind::Progress, &body).map(drop)
    }

    /// The number of games and what `parse` makes of the state that was stored, if any.
    pub(crate) fn load<T>(&self, parse: impl FnOnce(&[u8]) -> Result<T, Refusal>) -> Result<Option<(u64, T)>, Refusal> {
        let path = self.path();
        if !path.exists() {
            return Ok(None);
        }
        let (kind, body) = read(&path)?;
        let parsed = || {
            if kind != Kind::Progress {
                return Err(kind.refuse(&words::PROGRESS));
            }
            let mut reader = Reader(&body);
            let about = String::from_utf8_lossy(reader.block()?).into_owned();
            if about != self.about {
                return Err(words::OTHER_LEARNING.refuse().with("found", about).with("expected", self.about.as_str()));
            }
            Ok((reader.u64()?, parse(reader.block()?)?))
        };
        parsed().map(Some).map_err(|why| file::about(&path, why))
    }

    /// The result is written: removes the state.
    pub(crate) fn forget(&self) {
        // A state that cannot be removed is refused or repeated later; the result is written already.
        let _ = std::fs::remove_file(self.path());
    }
}

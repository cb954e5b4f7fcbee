//! Learning that survives being killed: its state is written beside the result from time to time.
//!
//! The state stands in `OUT.progress`, whole or not at all. Whoever starts the same learning again (the same games, the same
//! settings) goes on from there and ends with the same bytes; another learning is refused, as it would mix two things.

use crate::file::{self, FileError, Kind, Reader};
use std::fs;
use std::path::{Path, PathBuf};

/// How many games lie between two states, unless told otherwise.
pub const GAMES_BETWEEN_STATES: u64 = 20_000;

/// Where learning writes to, and how it saves its state on the way.
#[derive(Clone, Debug)]
pub struct Saving {
    /// Where the result goes.
    pub out: PathBuf,
    /// What is learned, in words: the games and the settings that the result depends on.
    pub about: String,
    /// How many games lie between two states.
    pub every: u64,
}

impl Saving {
    /// Saves as often as usual.
    #[must_use]
    pub fn new(out: &Path, about: String) -> Self {
        Self { out: out.to_owned(), about, every: GAMES_BETWEEN_STATES }
    }

    /// A file beside the result.
    pub(crate) fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.out.as_os_str().to_owned();
        name.push(ending);
        name.into()
    }

    fn path(&self) -> PathBuf {
        self.beside(".progress")
    }

    /// Writes the state after so many games.
    pub(crate) fn store(&self, games: u64, state: &[u8]) -> Result<(), FileError> {
        let mut body = Vec::with_capacity(state.len() + self.about.len() + 32);
        file::put_block(&mut body, self.about.as_bytes());
        body.extend(games.to_le_bytes());
        file::put_block(&mut body, state);
        file::write(&self.path(), Kind::Progress, &body).map(drop)
    }

    /// The number of games and the state that was stored, if any.
    pub(crate) fn load(&self) -> Result<Option<(u64, Vec<u8>)>, FileError> {
        let path = self.path();
        if !path.exists() {
            return Ok(None);
        }
        let (kind, body) = file::read(&path)?;
        let refuse = |problem: String| FileError::Bad(path.clone(), problem);
        if kind != Kind::Progress {
            return Err(refuse("this is no unfinished learning: move it away".into()));
        }
        let mut reader = Reader(&body);
        let about = String::from_utf8_lossy(reader.block().map_err(refuse)?).into_owned();
        if about != self.about {
            return Err(refuse(format!(
                "this is unfinished learning of something else ({about}), expected {}: finish or remove it",
                self.about
            )));
        }
        let games = reader.u64().map_err(refuse)?;
        Ok(Some((games, reader.block().map_err(refuse)?.to_vec())))
    }

    /// The result is there: the state is no longer needed.
    pub(crate) fn forget(&self) {
        // A state that cannot be removed is refused or repeated later; the result is written already.
        let _ = fs::remove_file(self.path());
    }
}

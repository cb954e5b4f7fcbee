//! Waiting until a change is kept, though not for ever.

use crate::runtime;
use std::collections::HashMap;
use std::time::Duration;
use tokio::sync::watch;

/// An answer waits this long for the disk, so that what was answered survives a kill. Beyond it the change is in memory
/// alone until it is written.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// How far the writer has come.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// All changes up to this number are on disk, or failed.
    pub done: u64,
    /// Why the last change of a game failed, by its id.
    pub failed: HashMap<String, String>,
}

impl Progress {
    /// A change was written, or not.
    pub fn note<E: ToString>(&mut self, id: String, outcome: Result<(), E>) {
        match outcome {
            Ok(()) => self.failed.remove(&id),
            Err(error) => self.failed.insert(id, error.to_string()),
        };
    }
}

/// Waits until everything queued before it is on disk.
#[derive(Clone, Debug)]
pub struct Flush {
    /// The game whose failure matters.
    pub id: String,
    /// The last change that is waited for.
    pub number: u64,
    /// How far the writer has come.
    pub progress: watch::Receiver<Progress>,
}

impl Flush {
    /// Waits until the changes are on disk; why the game's last change failed, if it did.
    pub async fn wait(mut self) -> Result<(), String> {
        // The writer ends with the server, and then nobody waits for an answer.
        let Ok(progress) = self.progress.wait_for(|progress| progress.done >= self.number).await else { return Ok(()) };
        progress.failed.get(&self.id).cloned().map_or(Ok(()), Err)
    }

    /// The same, for as long as somebody may be kept waiting for an answer.
    pub async fn wait_briefly(self) -> Result<(), String> {
        runtime::timeout(LONGEST_WAIT, self.wait()).await.unwrap_or(Ok(()))
    }
}

//! Waiting until a change is on disk, with a timeout.

use crate::runtime;
use std::collections::HashMap;
use std::time::Duration;
use tokio::sync::watch;

/// A response waits this long for the disk, so that acknowledged changes survive a kill. After the timeout the change
/// is only in memory until it is written.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// The writer's progress.
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
    /// The last change to wait for.
    pub number: u64,
    /// The writer's progress.
    pub progress: watch::Receiver<Progress>,
}

impl Flush {
    /// Waits until the changes are on disk; returns the error of the game's last change, if it failed.
    pub async fn wait(mut self) -> Result<(), String> {
        // The writer ends with the server, when no request is waiting.
        let Ok(progress) = self.progress.wait_for(|progress| progress.done >= self.number).await else { return Ok(()) };
        progress.failed.get(&self.id).cloned().map_or(Ok(()), Err)
    }

    /// The same, with the timeout.
    pub async fn wait_briefly(self) -> Result<(), String> {
        runtime::timeout(LONGEST_WAIT, self.wait()).await.unwrap_or(Ok(()))
    }
}

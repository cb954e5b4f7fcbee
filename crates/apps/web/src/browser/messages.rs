//! Messages between the page and its workers. Every message carries a text, which may be long and is passed on
//! unparsed.

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

/// A message from the page to a worker. Its text may be a body, a report, an error or a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum FromPage {
    /// A request; the text is its body.
    Request {
        /// Tells the answer from others.
        id: u64,
        /// `GET`, `POST` or `DELETE`.
        method: String,
        /// The address, from `/api/v1` on.
        path: String,
    },
    /// Subscribe to a game's updates.
    Listen {
        /// Tells this listener from others.
        stream: u64,
        /// The game's address.
        game: String,
    },
    /// The page has heard enough.
    Silence {
        /// Which listener.
        stream: u64,
    },
    /// Progress of a search; the text is its report, or the error.
    News {
        /// Which search.
        job: u64,
        /// What happened to it.
        name: Name,
    },
    /// A change of a game was stored in the browser's database, or failed.
    Kept {
        /// The change.
        number: u64,
        /// The game's address.
        game: String,
        /// Why it failed.
        #[serde(default)]
        error: Option<String>,
    },
    /// To an engine: start a search; the text describes it.
    Order {
        /// Tells this search from others.
        job: u64,
    },
}

/// What happens to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Name {
    /// Progress; the text is a report.
    Progress,
    /// Finished; the text is the report.
    Done,
    /// Failed; the text is the error message.
    Failed,
    /// Its worker was terminated, because the search was cancelled or crashed.
    Ended,
}

/// A message from a worker to the page, with a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ToPage {
    /// A response; the text is the body.
    Answer {
        /// The request.
        id: u64,
        /// As in HTTP.
        status: u16,
        /// The media type of the text.
        media: String,
    },
    /// An update of a game; the text is JSON.
    Event {
        /// The listener.
        stream: u64,
        /// `state` or `report`; `gone` if the game no longer exists.
        name: String,
    },
    /// A search for another worker; the text is for [`Engine::work`](super::Engine::work).
    Order {
        /// Tells it from others.
        job: u64,
        /// Which worker: one for moves and one for analysis.
        place: Place,
    },
    /// The search is to end.
    Halt {
        /// Which.
        job: u64,
    },
    /// The text of a game for the browser's database.
    Keep {
        /// The change, to be reported with [`FromPage::Kept`].
        number: u64,
        /// The game's address.
        game: String,
        /// Delete the game.
        gone: bool,
    },
    /// An engine's message for the games' worker.
    News {
        /// Which search.
        job: u64,
        /// What happened to it.
        name: Name,
    },
}

/// Which worker thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// The one for moves and hints.
    Play,
    /// The one for analysis.
    Analyse,
}

/// The sending end of a worker's messages.
pub type Outbox = mpsc::UnboundedSender<(ToPage, String)>;
/// The receiving end, on the page.
pub type Inbox = mpsc::UnboundedReceiver<(ToPage, String)>;

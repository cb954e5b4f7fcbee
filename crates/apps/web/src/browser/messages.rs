//! What the page and its workers tell each other. With every message goes a text, which may be long and is not read on its
//! way.

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

/// What the page tells a worker. A text may come with it: a body, a report, a refusal, an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum FromPage {
    /// The page asks; the text is the body of its request.
    Request {
        /// Tells the answer from others.
        id: u64,
        /// `GET`, `POST` or `DELETE`.
        method: String,
        /// The address, from `/api/v1` on.
        path: String,
    },
    /// The page wants to hear a game's news.
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
    /// A search has something to say; the text is its report, or why it failed.
    News {
        /// Which search.
        job: u64,
        /// What happened to it.
        name: Name,
    },
    /// A change of a game is in the browser's database, or is not.
    Kept {
        /// The change.
        number: u64,
        /// The game's address.
        game: String,
        /// Why it failed.
        #[serde(default)]
        error: Option<String>,
    },
    /// To an engine: think; the text says about what.
    Order {
        /// Tells this search from others.
        job: u64,
    },
}

/// What happens to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Name {
    /// It is thinking; the text is a report.
    Progress,
    /// It has ended; the text is its report.
    Done,
    /// It could not think; the text is a sentence.
    Failed,
    /// Its worker was ended, because nobody waits for it or because it broke.
    Ended,
}

/// What a worker tells the page, with a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ToPage {
    /// What was asked for; the text is the body.
    Answer {
        /// The request.
        id: u64,
        /// As in HTTP.
        status: u16,
        /// The media type of the text.
        media: String,
    },
    /// News of a game; the text is JSON.
    Event {
        /// The listener.
        stream: u64,
        /// `state` or `report`; `gone` if there is no such game any more.
        name: String,
    },
    /// A search for another worker; the text is for [`Engine::work`](super::Engine::work).
    Order {
        /// Tells it from others.
        job: u64,
        /// Which worker: one is for moves and one for analysis.
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
        /// The game is to be forgotten.
        gone: bool,
    },
    /// An engine's news for the games' worker.
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

/// Where a worker puts what it has to tell.
pub type Outbox = mpsc::UnboundedSender<(ToPage, String)>;
/// Where the page takes it from.
pub type Inbox = mpsc::UnboundedReceiver<(ToPage, String)>;

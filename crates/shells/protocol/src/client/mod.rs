//! The controller side of each protocol, which drives another program in a match.
//!
//! An
//! [`Opponent`] is told the game and asked for moves. Failures are reported as [`NOT_STARTED`](crate::words::NOT_STARTED),
//! [`SILENT`](crate::words::SILENT), [`ENDED`](crate::words::ENDED) or [`REFUSED`](crate::words::REFUSED), so a match
//! can distinguish a crash from a loss on time. Moves and positions use our own notation here. The caller checks
//! whether a move is legal.
//!
//! Start reading at [`Opponent`]; `process.rs` holds the program.

mod gtp;
mod nboard;
mod opponent;
mod process;
mod uci;

pub use gtp::Gtp;
pub use nboard::NBoard;
pub use opponent::{Choice, Clocks, MoveLimits, NewGame, Opponent};
pub use uci::Uci;

use quadrille_core::Refusal;
use std::time::Duration;

/// A protocol that programs speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Go Text Protocol.
    Gtp,
    /// NBoard's protocol.
    NBoard,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Self; 3] = [Self::Uci, Self::Gtp, Self::NBoard];

    /// Its name, as [`quadrille_core::Descriptor::protocols`] lists it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Gtp => "gtp",
            Self::NBoard => "nboard",
        }
    }

    /// Starts a program. `patience` is the time limit for every command but a move request, and the tolerance after its
    /// clock for a move. Only UCI has options.
    ///
    /// ```
    /// use quadrille_protocol::{client::Protocol, words};
    /// let error = Protocol::Gtp.start("/no/such/program", &[], std::time::Duration::from_secs(1)).err().unwrap();
    /// assert!(error.is(&words::NOT_STARTED));
    /// ```
    ///
    /// # Errors
    /// When it cannot be started or does not speak the protocol.
    pub fn start(
        self,
        command: &str,
        options: &[(String, String)],
        patience: Duration,
    ) -> Result<Box<dyn Opponent>, Refusal> {
        Ok(match self {
            Self::Uci => Box::new(Uci::start(command, options, patience)?),
            Self::Gtp => Box::new(Gtp::start(command, patience)?),
            Self::NBoard => Box::new(NBoard::start(command, patience)?),
        })
    }
}

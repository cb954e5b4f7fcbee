//! The list of all games.

use crate::capabilities::Registered;
use crate::games::go;
use crate::session::{GameSession, Session};
use crate::words;
use quadrille_core::words::Arg;
use quadrille_core::{Descriptor, Playable, Refusal};

/// Declares the list: games with capabilities of their own (in `games/`) and how they are opened, then games without.
macro_rules! games {
    ($(own $own:ty, $open:expr;)* $(plain $plain:ty;)*) => {
        $(impl Registered for $plain {})*

        /// Every game that can be played.
        pub static GAMES: &[Entry] = &[$(entry::<$own>($open),)* $(entry::<$plain>(session::<$plain>),)*];
    };
}

games! {
    own quadrille_breakthrough::Position, session::<quadrille_breakthrough::Position>;
    own quadrille_chess::Position, session::<quadrille_chess::Position>;
    own quadrille_othello::Position, session::<quadrille_othello::Position>;
    own quadrille_go::Small, go::open;
    plain quadrille_connect_four::Position;
}

/// A game of the registry.
pub struct Entry {
    /// What the game is called and what it offers.
    pub descriptor: &'static Descriptor,
    open: Open,
}

/// Opens a session under rules given as text, from the start or a position.
type Open = fn(&str, Option<&str>) -> Result<Box<dyn Session>, Refusal>;

const fn entry<G: Playable>(open: Open) -> Entry {
    Entry { descriptor: G::DESCRIPTOR, open }
}

fn session<G: Registered>(rules: &str, position: Option<&str>) -> Result<Box<dyn Session>, Refusal> {
    Ok(Box::new(GameSession::<G>::open(&rules.parse()?, position)?))
}

/// The names of all games.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|entry| entry.descriptor.name)
}

/// What a game is called and what it offers.
pub fn descriptor(game: &str) -> Result<&'static Descriptor, Refusal> {
    Ok(find(game)?.descriptor)
}

/// The game's name inside a sentence; an unknown name is returned unchanged.
#[must_use]
pub fn in_text(game: &str) -> Arg {
    descriptor(game).map_or_else(|_| game.into(), |descriptor| descriptor.in_text.into())
}

/// Opens a game by name, under rules given as text (empty for the default), from its start or a position.
///
/// ```
/// let mut session = quadrille_engine::registry::open("othello", "standard", None)?;
/// session.play("f5")?;
/// assert_eq!(session.ply(), 1);
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
pub fn open(game: &str, rules: &str, position: Option<&str>) -> Result<Box<dyn Session>, Refusal> {
    (find(game)?.open)(rules, position)
}

fn find(game: &str) -> Result<&'static Entry, Refusal> {
    let refusal = || words::NO_GAME.refuse().quote("game", game).list("names", names());
    GAMES.iter().find(|entry| entry.descriptor.name == game).ok_or_else(refusal)
}

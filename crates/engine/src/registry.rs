//! The games by name.

use crate::session::{GameSession, Session};
use quadrille_core::Refusal;
use quadrille_go::for_size_class;

/// The names of all games.
pub const GAMES: [&str; 4] = ["breakthrough", "chess", "othello", "go"];

/// Opens a game by name, under rules given as text (empty for the usual ones), from its start or a position.
pub fn open(game: &str, rules: &str, position: Option<&str>) -> Result<Box<dyn Session>, Refusal> {
    match game {
        "breakthrough" => open_as::<quadrille_breakthrough::Position>(rules, position),
        "chess" => open_as::<quadrille_chess::Position>(rules, position),
        "othello" => open_as::<quadrille_othello::Position>(rules, position),
        "go" => open_go(rules, position),
        _ => Err(Refusal::plain(format!("there is no game called {game:?}: expected one of {}", GAMES.join(", ")))),
    }
}

fn open_as<G: crate::Playable>(rules: &str, position: Option<&str>) -> Result<Box<dyn Session>, Refusal> {
    Ok(Box::new(GameSession::<G>::open(&rules.parse()?, position)?))
}

/// Go's boards come in classes by size, so that searches are compiled for few types. The size is the one the position
/// shows, if there is a position.
fn open_go(rules: &str, position: Option<&str>) -> Result<Box<dyn Session>, Refusal> {
    let rules: quadrille_go::Rules = rules.parse()?;
    let shown = match position {
        None | Some("startpos" | "start") => rules,
        Some(text) => quadrille_go::Setup::parse(&rules, text)?.rules,
    };
    for_size_class!(&shown, Board => Ok(Box::new(GameSession::<Board>::open(&rules, position)?)),
        else => Err(Refusal::plain("boards larger than 25x25 can be compiled and verified (sat2go), but not played")))
}

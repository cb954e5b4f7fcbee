//! What the server offers: games, rule sets, sizes, levels, algorithms, formats. The page builds its menus from this.

use crate::game::seat::{Budget, Seat};
use crate::players::{self, AlgorithmInfo};
use quadrille_core::{Descriptor, Message, Picture, Player, Refusal};
use quadrille_engine::exchange::Target;
use quadrille_engine::{LEVELS, Level, registry};
use serde::Serialize;

/// A rule set: its name, its meaning, and the numbers that may follow it.
#[derive(Serialize)]
struct Variant {
    name: &'static str,
    help: &'static Message,
    /// Who moves first.
    first: Player,
    numbers: Vec<&'static str>,
}

/// The numeric parameters of rule sets, each with a valid value.
const NUMBERS: [(&str, &str); 2] = [("komi", "0.5"), ("handicap", "2")];

/// A level: its name, its player and its limits.
#[derive(Serialize)]
struct LevelInfo {
    name: &'static Message,
    player: String,
    limits: Budget,
    /// Its measured Elo rating, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<u16>,
    /// Without a rating: its score against the level below, in percent, if measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u8>,
}

#[derive(Serialize)]
struct GameInfo {
    name: &'static str,
    title: &'static Message,
    summary: &'static Message,
    default_rules: &'static str,
    variants: Vec<Variant>,
    sizes: &'static [&'static str],
    default_seat: Seat,
    duel_seat: Seat,
    levels: Vec<LevelInfo>,
    /// The size of the board on which the levels' scores were measured; empty if there is only one.
    levels_size: &'static str,
    algorithms: Vec<AlgorithmInfo>,
    best: String,
    formats: Vec<&'static str>,
    position_example: &'static str,
    unit: &'static Message,
    counts_points: bool,
    counts_captures: bool,
    has_patterns: bool,
    composable: bool,
    piece_kinds: &'static str,
    first: Player,
    picture: Picture,
}

#[derive(Serialize)]
struct Catalogue {
    version: &'static str,
    games: Vec<GameInfo>,
}

/// The default opponent: a low level, unless the game's descriptor limits it by depth and time. When two engines play
/// each other both limits are reduced, since the viewer waits for both.
fn default_seat(game: &Descriptor, less: u32) -> Seat {
    match game.opponent.map(|(depth, seconds)| (depth - less, seconds - less)) {
        Some((depth, seconds)) => {
            let limits = Budget { depth: Some(depth), ..Budget::milliseconds(1_000 * u64::from(seconds)) };
            Seat::Engine { level: None, player: None, limits }
        }
        None => Seat::Engine { level: Some(3), player: None, limits: Budget::default() },
    }
}

fn variant(game: &Descriptor, name: &'static str, help: &'static Message) -> Variant {
    let takes =
        |&(number, value): &(&str, &str)| registry::open(game.name, &format!("{name} {number}={value}"), None).is_ok();
    let first = registry::open(game.name, name, None).map_or(Player::White, |session| session.to_move());
    Variant {
        name,
        help,
        first,
        numbers: NUMBERS.iter().filter(|number| takes(number)).map(|(number, _)| *number).collect(),
    }
}

fn info(game: &'static Descriptor) -> Result<GameInfo, Refusal> {
    let session = registry::open(game.name, game.page_rules, None)?;
    let ladder = session.level_ladder();
    let level = |level: &Level| {
        let (player, limits) = players::level(session.as_ref(), level.number)?;
        let rating = session.level_ratings().get(usize::from(level.number) - 1).copied();
        let score = usize::from(level.number).checked_sub(2).and_then(|below| ladder.scores.get(below)).copied();
        Ok(LevelInfo { name: level.name, player: player.to_string(), limits: limits.into(), rating, score })
    };
    let picture = session.picture();
    Ok(GameInfo {
        name: game.name,
        title: game.title,
        summary: game.summary,
        default_rules: game.page_rules,
        variants: game.variants.iter().map(|&(name, help)| variant(game, name, help)).collect(),
        sizes: game.sizes,
        default_seat: default_seat(game, 0),
        duel_seat: default_seat(game, 2),
        levels_size: ladder.size,
        levels: LEVELS.iter().map(level).collect::<Result<_, Refusal>>()?,
        algorithms: players::algorithms(session.as_ref()),
        best: session.best_player().to_string(),
        formats: Target::names(game.name),
        position_example: game.position_example,
        unit: game.unit,
        counts_points: session.points().is_some(),
        counts_captures: game.counts_captures,
        has_patterns: session.has_insight(),
        composable: session.compose(&picture.pieces, session.to_move()).is_some(),
        piece_kinds: game.piece_kinds,
        first: session.to_move(),
        picture,
    })
}

/// The catalogue as JSON; it never changes while the server runs.
pub fn catalogue() -> Result<String, Refusal> {
    let games = registry::GAMES.iter().map(|entry| info(entry.descriptor)).collect::<Result<_, _>>()?;
    let catalogue = Catalogue { version: env!("CARGO_PKG_VERSION"), games };
    Ok(serde_json::to_string(&catalogue).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offer_can_be_opened() {
        for game in registry::GAMES.iter().map(|entry| entry.descriptor) {
            let sizes = if game.sizes.is_empty() { &[""] } else { game.sizes };
            for (variant, _) in game.variants {
                for size in sizes {
                    let rules = format!("{size} {variant}");
                    let opened = registry::open(game.name, &rules, None).map(|session| session.ply());
                    assert_eq!(opened, Ok(0), "{} {rules}", game.name);
                }
            }
            let read = registry::open(game.name, "", Some(game.position_example)).map(|session| session.ply());
            assert_eq!(read, Ok(0), "{}", game.position_example);
        }
    }
}

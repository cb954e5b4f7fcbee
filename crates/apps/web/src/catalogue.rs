//! What the server offers: games, rule sets, sizes, levels, algorithms, formats. The page builds its menus from this.

use crate::brain::{self, AlgorithmInfo};
use crate::game::seat::{Budget, Seat};
use quadrille_core::Refusal;
use quadrille_engine::{LEVELS, Level, Picture, registry};
use serde::Serialize;

/// One format a game can be written in.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FormatInfo {
    /// The name in requests.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// A file's ending.
    pub extension: &'static str,
}

const FEN: FormatInfo = FormatInfo { name: "position", title: "FEN", extension: "fen" };
const BOARD: FormatInfo = FormatInfo { name: "position", title: "Board", extension: "txt" };
const PGN: FormatInfo = FormatInfo { name: "pgn", title: "PGN", extension: "pgn" };
const SGF: FormatInfo = FormatInfo { name: "sgf", title: "SGF", extension: "sgf" };
const GGF: FormatInfo = FormatInfo { name: "ggf", title: "GGF", extension: "ggf" };
const MOVES: FormatInfo = FormatInfo { name: "moves", title: "Transcript", extension: "txt" };

struct Offer {
    name: &'static str,
    default_rules: &'static str,
    /// The words of rule sets, the usual one first.
    variants: &'static [&'static str],
    sizes: &'static [&'static str],
    default_size: &'static str,
    formats: &'static [FormatInfo],
    position_example: &'static str,
}

const OFFERS: [Offer; 4] = [
    Offer {
        name: "breakthrough",
        default_rules: "5x5 standard",
        variants: &["standard", "one-row", "misere", "knightthrough"],
        sizes: &["5x5", "3x3", "4x4", "5x4", "6x5", "6x6", "7x7", "8x8", "8x6", "8x4"],
        default_size: "5x5",
        formats: &[MOVES, BOARD],
        position_example: "bbbbb/bbbbb/5/wwwww/wwwww w",
    },
    Offer {
        name: "chess",
        default_rules: "standard",
        variants: &["standard", "chess960"],
        sizes: &[],
        default_size: "",
        formats: &[PGN, FEN, MOVES],
        position_example: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    },
    Offer {
        name: "othello",
        default_rules: "white-first",
        variants: &["white-first", "standard"],
        sizes: &[],
        default_size: "",
        formats: &[MOVES, GGF, BOARD],
        position_example: "---------------------------OX------XO--------------------------- X",
    },
    Offer {
        name: "go",
        default_rules: "9 tromp-taylor",
        variants: &["tromp-taylor", "chinese", "simplified"],
        sizes: &["9", "5", "7", "13", "19"],
        default_size: "9",
        formats: &[SGF, MOVES, BOARD],
        position_example: "9/9/2X3X2/9/4O4/9/2X3X2/9/9 O",
    },
];

#[derive(Serialize)]
struct GameInfo {
    name: &'static str,
    default_rules: &'static str,
    variants: &'static [&'static str],
    sizes: &'static [&'static str],
    default_size: &'static str,
    default_seat: Seat,
    levels: Vec<String>,
    algorithms: Vec<AlgorithmInfo>,
    best: String,
    formats: &'static [FormatInfo],
    position_example: &'static str,
    picture: Option<Picture>,
}

#[derive(Serialize)]
struct Catalogue {
    version: &'static str,
    games: Vec<GameInfo>,
}

/// The default opponent: Othello's is the course's (depth 10, 5 s), the others' a level.
fn default_seat(game: &str) -> Seat {
    const OTHELLO: Budget = Budget { time_ms: Some(5_000), depth: Some(10), nodes: None, playouts: None };
    match game {
        "othello" => Seat::Engine { level: None, player: None, limits: OTHELLO },
        _ => Seat::Engine { level: Some(3), player: None, limits: Budget::default() },
    }
}

fn info(offer: &Offer) -> Result<GameInfo, Refusal> {
    let session = registry::open(offer.name, offer.default_rules, None)?;
    let level = |level: &Level| {
        let (player, limits) = brain::level(session.as_ref(), level.number)?;
        let bounds = [
            limits.depth.map(|depth| format!("depth {depth}")),
            limits.playouts.map(|playouts| format!("{playouts} playouts")),
            limits.time.map(|time| format!("{} s", time.as_secs_f32())),
        ];
        let bounds: Vec<_> = bounds.into_iter().flatten().collect();
        Ok(format!("{player}: {}", bounds.join(", ")))
    };
    Ok(GameInfo {
        name: offer.name,
        default_rules: offer.default_rules,
        variants: offer.variants,
        sizes: offer.sizes,
        default_size: offer.default_size,
        default_seat: default_seat(offer.name),
        levels: LEVELS.iter().map(level).collect::<Result<_, Refusal>>()?,
        algorithms: brain::algorithms(session.as_ref()),
        best: session.best_player().to_string(),
        formats: offer.formats,
        position_example: offer.position_example,
        picture: session.picture(),
    })
}

/// The catalogue as JSON; it never changes while the server runs.
pub fn catalogue() -> Result<String, Refusal> {
    let games = OFFERS.iter().map(info).collect::<Result<_, _>>()?;
    let catalogue = Catalogue { version: env!("CARGO_PKG_VERSION"), games };
    Ok(serde_json::to_string(&catalogue).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offer_can_be_opened() {
        for offer in &OFFERS {
            let sizes = if offer.sizes.is_empty() { &[""] } else { offer.sizes };
            for variant in offer.variants {
                for size in sizes {
                    let rules = format!("{size} {variant}");
                    let opened = registry::open(offer.name, &rules, None).map(|session| session.ply());
                    assert_eq!(opened, Ok(0), "{} {rules}", offer.name);
                }
            }
            let read = registry::open(offer.name, "", Some(offer.position_example)).map(|session| session.ply());
            assert_eq!(read, Ok(0), "{}", offer.position_example);
        }
    }
}

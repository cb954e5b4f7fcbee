//! Eight named levels, from first steps to full strength: who plays, and what bounds it.
//!
//! A level bounds depth for alpha-beta and playouts for tree searches; the time keeps it quick on a slow machine. The two
//! highest are bounded by time alone.

use crate::words;
use crate::{Limits, PlayerSpec, Session};
use quadrille_core::{Message, Refusal};
use std::time::Duration;

/// One level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its place, 1 the gentlest.
    pub number: u8,
    /// Its name.
    pub name: &'static Message,
    depth: Option<u32>,
    playouts: Option<u64>,
    time: Duration,
}

/// All levels, the gentlest first.
pub static LEVELS: [Level; 8] = [
    bounded(1, &words::FIRST_STEPS, 1, 30, 500),
    bounded(2, &words::BEGINNER, 2, 120, 500),
    bounded(3, &words::CASUAL, 3, 500, 800),
    bounded(4, &words::CLUB, 5, 2_000, 1_000),
    bounded(5, &words::STRONG, 7, 8_000, 1_500),
    bounded(6, &words::EXPERT, 10, 30_000, 2_500),
    timed(7, &words::MASTER, 3_000),
    timed(8, &words::FULL_STRENGTH, 8_000),
];

/// Up to this level nobody meets a player that is too strong whatever bounds it.
const HIGHEST_GENTLE_LEVEL: u8 = 5;

const fn bounded(number: u8, name: &'static Message, depth: u32, playouts: u64, milliseconds: u64) -> Level {
    Level { depth: Some(depth), playouts: Some(playouts), ..timed(number, name, milliseconds) }
}

const fn timed(number: u8, name: &'static Message, milliseconds: u64) -> Level {
    Level { number, name, depth: None, playouts: None, time: Duration::from_millis(milliseconds) }
}

impl Level {
    /// A level by its number or its name.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let wanted = text.trim().to_lowercase();
        let found = LEVELS.iter().copied().find(|level| level.name.en == wanted || level.number.to_string() == wanted);
        found.ok_or_else(|| {
            let names = LEVELS.iter().map(|level| format!("{} ({})", level.number, level.name.en));
            words::NO_LEVEL.refuse().quote("text", text).list("names", names)
        })
    }

    /// Who plays this game at the level.
    #[must_use]
    pub fn player(&self, session: &dyn Session) -> PlayerSpec {
        if self.number <= HIGHEST_GENTLE_LEVEL { session.gentle_player() } else { session.best_player() }
    }

    /// What bounds a move.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits { depth: self.depth, playouts: self.playouts, time: Some(self.time), ..Limits::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn levels_are_found_by_number_and_name_and_can_play() {
        assert_eq!(Level::parse("3").map(|level| level.name.en), Ok("casual"));
        assert_eq!(Level::parse("Full strength").map(|level| level.number), Ok(8));
        for text in ["0", "9", "", "god"] {
            let sentence = Level::parse(text).expect_err("no such level").to_string();
            assert!(sentence.contains(&format!("{text:?}")) && sentence.contains("8 (full strength)"), "{sentence}");
        }
        for game in registry::names() {
            let session = registry::open(game, "", None).expect("a game");
            for (index, level) in LEVELS.iter().enumerate() {
                assert_eq!(usize::from(level.number), index + 1);
                let player = level.player(session.as_ref()).with("hash", 1);
                assert!(session.thinker(&player).is_ok(), "{game}, level {}: {player}", level.name.en);
            }
        }
    }
}

//! The options of UCI: declared once, listed by `uci`, set by `setoption`.

use crate::wire::quote;
use quadrille_core::Refusal;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The options as they stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) hash_mib: usize,
    pub(super) threads: usize,
    pub(super) multipv: usize,
    pub(super) overhead: Duration,
    pub(super) chess960: bool,
    pub(super) limit_strength: bool,
    pub(super) elo: u32,
    pub(super) skill: u32,
    pub(super) show_wdl: bool,
    pub(super) own_book: bool,
    pub(super) book_file: String,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash_mib: 64,
            threads: 1,
            multipv: 1,
            overhead: Duration::from_millis(30),
            chess960: false,
            limit_strength: false,
            elo: 1_500,
            skill: MOST_SKILL,
            show_wdl: false,
            own_book: false,
            book_file: String::new(),
        }
    }
}

const HASH: RangeInclusive<usize> = 1..=65_536;
const THREADS: RangeInclusive<usize> = 1..=256;
const MULTIPV: RangeInclusive<usize> = 1..=256;
const OVERHEAD: RangeInclusive<u64> = 0..=5_000;
/// The strength that `UCI_Elo` can be set to. The scale is our own guess: it was not measured against rated players.
pub(super) const ELO: RangeInclusive<u32> = 500..=2_500;
/// Full strength.
pub(super) const MOST_SKILL: u32 = 20;

/// What has to happen after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// The player must be made anew.
    NewPlayer,
    /// The player forgets what it knows.
    Forget,
    /// The book must be opened.
    OpenBook,
}

impl Options {
    /// The lines that announce the options.
    pub(super) fn listing() -> String {
        let usual = Self::default();
        let spin = |name: &str, default: String, range: (String, String)| {
            format!("option name {name} type spin default {default} min {} max {}", range.0, range.1)
        };
        let range = |range: &RangeInclusive<usize>| (range.start().to_string(), range.end().to_string());
        let check = |name: &str, default: bool| format!("option name {name} type check default {default}");
        [
            spin("Hash", usual.hash_mib.to_string(), range(&HASH)),
            "option name Clear Hash type button".to_owned(),
            spin("Threads", usual.threads.to_string(), range(&THREADS)),
            spin("MultiPV", usual.multipv.to_string(), range(&MULTIPV)),
            check("Ponder", false),
            spin(
                "Move Overhead",
                usual.overhead.as_millis().to_string(),
                (OVERHEAD.start().to_string(), OVERHEAD.end().to_string()),
            ),
            check("UCI_Chess960", usual.chess960),
            check("UCI_LimitStrength", usual.limit_strength),
            spin("UCI_Elo", usual.elo.to_string(), (ELO.start().to_string(), ELO.end().to_string())),
            spin("Skill Level", usual.skill.to_string(), ("0".to_owned(), MOST_SKILL.to_string())),
            check("UCI_ShowWDL", usual.show_wdl),
            check("OwnBook", usual.own_book),
            "option name BookFile type string default <empty>".to_owned(),
        ]
        .join("\n")
    }

    /// Sets an option. A refused value changes nothing.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, Refusal> {
        let text = value.unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash_mib = within(name, text, &HASH)?,
            "clear hash" => return Ok(Effect::Forget),
            "threads" => self.threads = within(name, text, &THREADS)?,
            "multipv" => {
                self.multipv = within(name, text, &MULTIPV)?;
                return Ok(Effect::None);
            }
            "ponder" => {
                switch(name, text)?;
                return Ok(Effect::None);
            }
            "move overhead" => {
                self.overhead = Duration::from_millis(within(name, text, &OVERHEAD)?);
                return Ok(Effect::None);
            }
            "uci_chess960" => self.chess960 = switch(name, text)?,
            "uci_limitstrength" => self.limit_strength = switch(name, text)?,
            "uci_elo" => self.elo = within(name, text, &ELO)?,
            "skill level" => self.skill = within(name, text, &(0..=MOST_SKILL))?,
            "uci_showwdl" => self.show_wdl = switch(name, text)?,
            "ownbook" => {
                self.own_book = switch(name, text)?;
                return Ok(Effect::OpenBook);
            }
            "bookfile" => {
                self.book_file = if text == "<empty>" { String::new() } else { text.to_owned() };
                return Ok(Effect::OpenBook);
            }
            // Interfaces tell every engine about themselves.
            "uci_analysemode" | "uci_opponent" | "uci_engineabout" => {}
            _ => return Err(Refusal::plain(format!("there is no option {}: `uci` lists them", quote(name)))),
        }
        let player = matches!(name.to_ascii_lowercase().as_str(), "hash" | "threads");
        Ok(if player { Effect::NewPlayer } else { Effect::None })
    }
}

fn within<T: std::str::FromStr + PartialOrd + std::fmt::Display>(
    name: &str,
    text: &str,
    range: &RangeInclusive<T>,
) -> Result<T, Refusal> {
    text.trim().parse().ok().filter(|value| range.contains(value)).ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        Refusal::plain(format!(
            "option {name} = {} is refused: expected a whole number from {least} to {most}",
            quote(text)
        ))
    })
}

fn switch(name: &str, text: &str) -> Result<bool, Refusal> {
    match text.trim() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(Refusal::plain(format!("option {name} = {} is refused: expected true or false", quote(text)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_option_can_be_set_to_its_default() {
        let mut options = Options::default();
        for line in Options::listing().lines() {
            let (name, rest) = line["option name ".len()..].split_once(" type ").unwrap();
            let value = rest.split_once("default ").map(|(_, rest)| rest.split(' ').next().unwrap());
            assert!(options.set(name, value).is_ok(), "{line}");
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn refused_values_change_nothing() {
        let mut options = Options::default();
        for (name, value) in
            [("Hash", "0"), ("Hash", "x"), ("Threads", "1000"), ("OwnBook", "maybe"), ("Nonsense", "1")]
        {
            assert!(options.set(name, Some(value)).is_err(), "{name}");
        }
        assert_eq!(options, Options::default());
        assert_eq!(options.set("hash", Some("32")), Ok(Effect::NewPlayer));
        assert_eq!(options.hash_mib, 32);
    }
}

//! The options of UCI: declared once, listed by `uci`, set by `setoption`.

use crate::wire::short;
use crate::words;
use quadrille_core::Refusal;
use quadrille_support::threads;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
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
    pub(super) endgame_file: String,
    pub(super) syzygy_path: String,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash_mib: 64,
            threads: 1,
            multipv: 1,
            overhead: Duration::from_millis(10),
            chess960: false,
            limit_strength: false,
            elo: 1_500,
            skill: *SKILL.end(),
            show_wdl: false,
            own_book: false,
            book_file: String::new(),
            endgame_file: String::new(),
            syzygy_path: String::new(),
        }
    }
}

const HASH: RangeInclusive<usize> = 1..=65_536;
const THREADS: RangeInclusive<usize> = 1..=threads::MOST;
const MULTIPV: RangeInclusive<usize> = 1..=256;
const OVERHEAD: RangeInclusive<u64> = 0..=5_000;
/// The range of `UCI_Elo`, on the scale of Stockfish's own limited strength (`strength.rs`).
pub(super) const ELO: RangeInclusive<u32> = 870..=2_850;
/// The highest is full strength.
pub(super) const SKILL: RangeInclusive<u32> = 0..=20;

/// What has to happen after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// The player must be recreated.
    NewPlayer,
    /// The player clears its table.
    Forget,
    /// The book must be opened.
    OpenBook,
}

impl Options {
    /// The lines that announce the options.
    pub(super) fn listing() -> String {
        fn spin<T: Display>(name: &str, default: T, range: &RangeInclusive<T>) -> String {
            format!("option name {name} type spin default {default} min {} max {}", range.start(), range.end())
        }
        let usual = Self::default();
        let check = |name: &str, default: bool| format!("option name {name} type check default {default}");
        [
            spin("Hash", usual.hash_mib, &HASH),
            "option name Clear Hash type button".to_owned(),
            spin("Threads", usual.threads, &THREADS),
            spin("MultiPV", usual.multipv, &MULTIPV),
            check("Ponder", false),
            spin("Move Overhead", usual.overhead.as_millis() as u64, &OVERHEAD),
            check("UCI_Chess960", usual.chess960),
            check("UCI_LimitStrength", usual.limit_strength),
            spin("UCI_Elo", usual.elo, &ELO),
            spin("Skill Level", usual.skill, &SKILL),
            check("UCI_ShowWDL", usual.show_wdl),
            check("OwnBook", usual.own_book),
            "option name BookFile type string default <empty>".to_owned(),
            "option name EndgameFile type string default <empty>".to_owned(),
            "option name SyzygyPath type string default <empty>".to_owned(),
        ]
        .join("\n")
    }

    /// Sets an option. An invalid value changes nothing.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, Refusal> {
        let text = value.unwrap_or_default();
        let mut effect = Effect::None;
        match name.to_ascii_lowercase().as_str() {
            "hash" => (self.hash_mib, effect) = (within(name, text, &HASH)?, Effect::NewPlayer),
            "clear hash" => effect = Effect::Forget,
            "threads" => (self.threads, effect) = (within(name, text, &THREADS)?, Effect::NewPlayer),
            "multipv" => self.multipv = within(name, text, &MULTIPV)?,
            "ponder" => _ = switch(name, text)?,
            "move overhead" => self.overhead = Duration::from_millis(within(name, text, &OVERHEAD)?),
            "uci_chess960" => self.chess960 = switch(name, text)?,
            "uci_limitstrength" => self.limit_strength = switch(name, text)?,
            "uci_elo" => self.elo = within(name, text, &ELO)?,
            "skill level" => self.skill = within(name, text, &SKILL)?,
            "uci_showwdl" => self.show_wdl = switch(name, text)?,
            "ownbook" => (self.own_book, effect) = (switch(name, text)?, Effect::OpenBook),
            "bookfile" => (self.book_file, effect) = (path(text), Effect::OpenBook),
            "endgamefile" => (self.endgame_file, effect) = (path(text), Effect::NewPlayer),
            "syzygypath" => (self.syzygy_path, effect) = (path(text), Effect::NewPlayer),
            // Interfaces send this to every engine.
            "uci_analysemode" | "uci_opponent" | "uci_engineabout" => {}
            _ => return Err(words::NO_OPTION.refuse().quote("name", short(name))),
        }
        Ok(effect)
    }
}

fn within<T: FromStr + PartialOrd + Display>(name: &str, text: &str, range: &RangeInclusive<T>) -> Result<T, Refusal> {
    text.trim().parse().ok().filter(|value| range.contains(value)).ok_or_else(|| {
        let refusal = words::OPTION_RANGE.refuse().with("name", name).quote("text", short(text));
        refusal.with("least", range.start().to_string()).with("most", range.end().to_string())
    })
}

/// A path as interfaces write it.
fn path(text: &str) -> String {
    if text == "<empty>" { String::new() } else { text.to_owned() }
}

fn switch(name: &str, text: &str) -> Result<bool, Refusal> {
    let refuse = |_| words::OPTION_SWITCH.refuse().with("name", name).quote("text", short(text));
    text.trim().parse().map_err(refuse)
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

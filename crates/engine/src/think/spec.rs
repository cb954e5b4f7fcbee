//! A player as text: `uct`, `alphabeta,evaluation=six-term,threads=2`.

use crate::words;
use quadrille_core::Refusal;
use std::fmt;
use std::str::FromStr;

/// An algorithm and the options that differ from its defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// The algorithm's name.
    pub algorithm: String,
    /// Options by name, in the order given.
    pub options: Vec<(String, String)>,
}

impl PlayerSpec {
    /// An algorithm with its defaults.
    pub fn new(algorithm: impl Into<String>) -> Self {
        Self { algorithm: algorithm.into(), options: Vec::new() }
    }

    /// The same player with one more option.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl fmt::Display) -> Self {
        self.options.push((name.into(), value.to_string()));
        self
    }
}

impl FromStr for PlayerSpec {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let mut parts = text.split(',').map(str::trim);
        let algorithm = parts.next().unwrap_or_default();
        if algorithm.is_empty() {
            return Err(words::NO_PLAYER.refuse().quote("text", text));
        }
        let option = |part: &str| match part.split_once('=').map(|(name, value)| (name.trim(), value.trim())) {
            Some((name, value)) if !name.is_empty() => Ok((present_name(name, value).to_owned(), value.to_owned())),
            _ => Err(words::NO_PAIR.refuse().quote("part", part).quote("text", text)),
        };
        Ok(Self { algorithm: algorithm.to_owned(), options: parts.map(option).collect::<Result<_, _>>()? })
    }
}

/// `table` with a number is an older spelling of `hash`, the table's size; with true or false it is alpha-beta's switch.
fn present_name<'a>(name: &'a str, value: &str) -> &'a str {
    if name == "table" && value.parse::<u64>().is_ok() { "hash" } else { name }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.algorithm)?;
        self.options.iter().try_for_each(|(name, value)| write!(f, ",{name}={value}"))
    }
}

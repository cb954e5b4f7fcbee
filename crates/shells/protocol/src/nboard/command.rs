//! The commands of the NBoard protocol, read from a line.

use crate::wire::short;
use crate::words;
use quadrille_core::Refusal;
use std::str::FromStr;

/// What the user interface says.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    /// The protocol's version, which is ignored.
    NBoard,
    SetDepth(u32),
    /// A game in GGF.
    SetGame(String),
    SetContempt(f64),
    /// `F5`, `F5/1.5/2`, `PA`.
    Move(String),
    /// Judge the best few moves.
    Hint(usize),
    Go,
    /// With the text to send back.
    Ping(String),
    Learn,
    Analyze,
    Quit,
}

/// No Othello position has more moves than this.
const MOST_HINTS: usize = 64;

impl Command {
    /// Reads a line; `None` when there is nothing on it.
    pub(super) fn parse(line: &str) -> Result<Option<Self>, Refusal> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(Some(match word {
            "" => return Ok(None),
            "nboard" => Self::NBoard,
            "set" => return Self::set(rest).map(Some),
            "move" => Self::Move(rest.to_owned()),
            "hint" => Self::Hint(number::<usize>("hint", rest)?.clamp(1, MOST_HINTS)),
            "go" => Self::Go,
            "ping" => Self::Ping(number::<i64>("ping", rest)?.to_string()),
            "learn" => Self::Learn,
            "analyze" => Self::Analyze,
            "quit" => Self::Quit,
            _ => return Err(words::UNKNOWN_COMMAND.refuse().quote("name", short(line))),
        }))
    }

    fn set(rest: &str) -> Result<Self, Refusal> {
        let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match name {
            "depth" => Ok(Self::SetDepth(number("depth", value)?)),
            "game" => Ok(Self::SetGame(value.to_owned())),
            "contempt" => Ok(Self::SetContempt(number("contempt", value)?)),
            _ => Err(words::NO_SETTING.refuse().quote("name", short(name))),
        }
    }
}

fn number<T: FromStr>(name: &str, text: &str) -> Result<T, Refusal> {
    text.trim().parse().map_err(|_| words::NO_NUMBER.refuse().with("name", name).quote("text", short(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let parse = |line| Command::parse(line).unwrap().unwrap();
        assert_eq!(parse("set depth 12"), Command::SetDepth(12));
        assert_eq!(parse("set game (;GM[Othello];)"), Command::SetGame("(;GM[Othello];)".into()));
        assert_eq!(parse("move PA//1.5"), Command::Move("PA//1.5".into()));
        assert_eq!(parse("ping 7"), Command::Ping("7".into()));
        assert_eq!((parse("hint 0"), parse("hint 3")), (Command::Hint(1), Command::Hint(3)));
        assert_eq!(parse("hint 1000"), Command::Hint(MOST_HINTS));
        assert_eq!(Command::parse("  "), Ok(None));
        for line in ["set", "set depth x", "hint", "ping", "hello"] {
            assert!(Command::parse(line).is_err(), "{line}");
        }
    }
}

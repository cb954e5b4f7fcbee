//! The commands of UCI, read from a line.
//!
//! As the protocol requires, unknown words before a command are skipped. Invalid numbers are rejected.

use crate::wire::short;
use crate::words;
use quadrille_core::Refusal;
use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

/// What a user interface says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    Debug,
    IsReady,
    SetOption {
        name: String,
        value: Option<String>,
    },
    Register,
    NewGame,
    /// A position (`None` is the start) and the moves played from it.
    Position {
        fen: Option<String>,
        moves: Vec<String>,
    },
    Go(Box<Go>),
    Stop,
    PonderHit,
    Quit,
    /// Draw the board.
    Display,
    Bench {
        depth: Option<u32>,
    },
    Eval,
}

/// The limits of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) move_time: Option<Duration>,
    pub(super) white_time: Option<Duration>,
    pub(super) black_time: Option<Duration>,
    pub(super) white_increment: Option<Duration>,
    pub(super) black_increment: Option<Duration>,
    pub(super) moves_to_go: Option<u32>,
    /// Look for a mate in this many moves.
    pub(super) mate: Option<u32>,
    /// Count leaves instead of thinking.
    pub(super) perft: Option<u32>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
    pub(super) search_moves: Vec<String>,
}

/// Longer times are clamped to this: a year.
const LONGEST_TIME: u64 = 366 * 24 * 3_600 * 1_000;

impl Command {
    /// Reads a line; `None` when there is no word on it.
    pub(super) fn parse(line: &str) -> Result<Option<Self>, Refusal> {
        let mut words = line.split_whitespace();
        if words.clone().next().is_none() {
            return Ok(None);
        }
        while let Some(word) = words.next() {
            if let Some(command) = Self::after(word, &mut words) {
                return command.map(Some);
            }
        }
        Err(words::UCI_COMMAND.refuse().quote("line", short(line)))
    }

    /// The command with this first word, if there is one.
    fn after(word: &str, words: &mut SplitWhitespace<'_>) -> Option<Result<Self, Refusal>> {
        let command = match word {
            "uci" => Self::Uci,
            "debug" => Self::Debug,
            "isready" => Self::IsReady,
            "setoption" => return Some(set_option(words)),
            "register" => Self::Register,
            "ucinewgame" => Self::NewGame,
            "position" => return Some(position(words)),
            "go" => return Some(go(words).map(|go| Self::Go(Box::new(go)))),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" | "exit" => Self::Quit,
            "d" => Self::Display,
            "bench" => return Some(optional_number(words).map(|depth| Self::Bench { depth })),
            "eval" => Self::Eval,
            _ => return None,
        };
        Some(Ok(command))
    }
}

/// `name NAME [value VALUE]`, both of any number of words.
fn set_option(words: &mut SplitWhitespace<'_>) -> Result<Command, Refusal> {
    if words.next() != Some("name") {
        return Err(words::NO_OPTION_NAME.refuse());
    }
    let words: Vec<&str> = words.collect();
    let split = words.iter().position(|&word| word == "value");
    let name = words[..split.unwrap_or(words.len())].join(" ");
    Ok(Command::SetOption { name, value: split.map(|at| words[at + 1..].join(" ")) })
}

/// `startpos | fen FEN`, then `[moves …]`.
fn position(words: &mut SplitWhitespace<'_>) -> Result<Command, Refusal> {
    let kind = words.next();
    let before: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let fen = match kind {
        Some("startpos") if before.is_empty() => None,
        Some("fen") => Some(before.join(" ")),
        _ => return Err(words::NO_POSITION.refuse()),
    };
    Ok(Command::Position { fen, moves: words.map(str::to_owned).collect() })
}

const GO_WORDS: &str =
    "searchmoves, ponder, wtime, btime, winc, binc, movestogo, depth, nodes, mate, movetime, infinite, perft";

fn go(words: &mut SplitWhitespace<'_>) -> Result<Go, Refusal> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                // The list ends where the next limit begins.
                while let Some(m) = words.clone().next().filter(|m| !GO_WORDS.split(", ").any(|word| word == *m)) {
                    go.search_moves.push(m.to_owned());
                    words.next();
                }
            }
            "depth" => go.depth = Some(number(word, words)?),
            "nodes" => go.nodes = Some(number(word, words)?),
            "mate" => go.mate = Some(number(word, words)?),
            "perft" => go.perft = Some(number(word, words)?),
            "movestogo" => go.moves_to_go = Some(number(word, words)?),
            "movetime" => go.move_time = Some(time(word, words)?),
            "wtime" => go.white_time = Some(time(word, words)?),
            "btime" => go.black_time = Some(time(word, words)?),
            "winc" => go.white_increment = Some(time(word, words)?),
            "binc" => go.black_increment = Some(time(word, words)?),
            other => return Err(words::NO_LIMIT.refuse().quote("word", short(other)).with("names", GO_WORDS)),
        }
    }
    Ok(go)
}

fn number<T: FromStr>(name: &str, words: &mut SplitWhitespace<'_>) -> Result<T, Refusal> {
    let word = words.next().unwrap_or_default();
    word.parse().map_err(|_| words::NO_WHOLE_NUMBER.refuse().with("name", name).quote("text", short(word)))
}

fn optional_number(words: &mut SplitWhitespace<'_>) -> Result<Option<u32>, Refusal> {
    if words.clone().next().is_none() { Ok(None) } else { number("bench", words).map(Some) }
}

/// Milliseconds. Interfaces send negative ones when a clock has run out; they count as zero.
fn time(name: &str, words: &mut SplitWhitespace<'_>) -> Result<Duration, Refusal> {
    let milliseconds: i64 = number(name, words)?;
    Ok(Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0).min(LONGEST_TIME)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command {
        Command::parse(line).unwrap().unwrap()
    }

    #[test]
    fn options_have_names_and_values_of_several_words() {
        let option = parse("setoption name Clear Hash");
        assert_eq!(option, Command::SetOption { name: "Clear Hash".into(), value: None });
        let option = parse("setoption name BookFile value /my books/a b.bin");
        assert_eq!(option, Command::SetOption { name: "BookFile".into(), value: Some("/my books/a b.bin".into()) });
    }

    #[test]
    fn positions_have_a_start_and_moves() {
        let moves = vec!["e2e4".to_owned(), "e7e5".to_owned()];
        assert_eq!(parse("position startpos moves e2e4 e7e5"), Command::Position { fen: None, moves: moves.clone() });
        assert_eq!(parse("position fen a b c moves e2e4 e7e5"), Command::Position { fen: Some("a b c".into()), moves });
    }

    #[test]
    fn go_takes_every_limit() {
        let Command::Go(go) =
            parse("go searchmoves e2e4 d2d4 wtime -5 btime 300 winc 2 binc 3 movestogo 4 ponder nodes 7")
        else {
            panic!("go")
        };
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!((go.white_time, go.black_time), (Some(Duration::ZERO), Some(Duration::from_millis(300))));
        assert_eq!((go.moves_to_go, go.nodes, go.ponder, go.infinite), (Some(4), Some(7), true, false));
        let milliseconds = |time: Option<Duration>| time.map(|time| time.as_millis());
        assert_eq!((milliseconds(go.white_increment), milliseconds(go.black_increment)), (Some(2), Some(3)));
        let Command::Go(go) = parse("go movetime 9 depth 5 mate 2 perft 3 infinite") else { panic!("go") };
        assert_eq!((milliseconds(go.move_time), go.white_time, go.infinite), (Some(9), None, true));
        assert_eq!((go.depth, go.mate, go.perft), (Some(5), Some(2), Some(3)));
    }

    #[test]
    fn words_in_front_are_passed_over_and_nonsense_is_refused() {
        assert_eq!(parse("joho debug on"), Command::Debug);
        assert_eq!(Command::parse("  \t "), Ok(None));
        for line in [
            "hello",
            "go depth",
            "go depth x",
            "go depth -1",
            "go e2e4",
            "position",
            "position e4",
            "position startpos e2e4",
            "setoption",
            "bench x",
        ] {
            assert!(Command::parse(line).is_err(), "{line}");
        }
    }
}

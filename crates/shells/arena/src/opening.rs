//! Where games start: random legal moves, or a file of positions or games.
//!
//! Opening number `k` depends on the seed and on `k` alone, so a killed event finds the same openings again.

use quadrille_core::{Refusal, Rng};
use quadrille_engine::{Session, registry, sgf};
use quadrille_records::pgn::PgnReader;
use quadrille_records::sgf::Collection;
use quadrille_records::{epd, transcript};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// One start of games: a position (none: the game's own) and moves from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The position.
    pub position: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
}

/// Where the openings of an event come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// The start position, always.
    Start,
    /// So many random legal moves.
    Random {
        /// How many.
        plies: usize,
    },
    /// A list, used from its beginning and again when it is used up.
    List(Vec<Opening>),
}

/// The longest file of openings that is read.
const LARGEST_FILE: u64 = 256 << 20;
/// How often random moves are tried until they do not end the game.
const TRIES: u64 = 100;

impl Openings {
    /// Random plies that suit a game: enough for different games, few enough for sound ones. On a small Breakthrough
    /// board four of them often lose at once.
    #[must_use]
    pub fn usual(game: &str, rules: &str) -> Self {
        let small = ["3x", "4x", "5x"].iter().any(|rows| rules.starts_with(rows));
        Self::Random {
            plies: match game {
                "chess" | "othello" => 8,
                "breakthrough" if small => 2,
                _ => 4,
            },
        }
    }

    /// Reads a file: chess EPD or PGN, Go SGF, or lines that hold a position or moves (`plies` of them at most).
    pub fn read(path: &Path, game: &str, rules: &str, plies: Option<usize>) -> Result<Self, Refusal> {
        let problem = |error: &dyn std::fmt::Display| Refusal::plain(format!("{}: {error}", path.display()));
        let size = std::fs::metadata(path).map_err(|error| problem(&error))?.len();
        if size > LARGEST_FILE {
            return Err(problem(&format!("{size} bytes are too many: expected at most {LARGEST_FILE}")));
        }
        let bytes = std::fs::read(path).map_err(|error| problem(&error))?;
        let list = Self::parse(&bytes, game, rules, plies).map_err(|error| problem(&error))?;
        if list.is_empty() {
            return Err(problem(&"there is no opening in the file"));
        }
        Ok(Self::List(list))
    }

    /// The openings in the bytes of a file.
    pub fn parse(bytes: &[u8], game: &str, rules: &str, plies: Option<usize>) -> Result<Vec<Opening>, Refusal> {
        let first = bytes.trim_ascii_start().first();
        match (game, first) {
            ("go", Some(b'(')) => from_sgf(bytes, rules, plies),
            ("chess", Some(b'[')) => from_pgn(bytes, plies),
            ("chess", _) => from_epd(bytes),
            _ => from_lines(bytes, game, rules, plies),
        }
    }

    /// Opening number `index`, its legality checked.
    pub fn get(&self, index: usize, game: &str, rules: &str, seed: u64) -> Result<Opening, Refusal> {
        match self {
            Self::Start => Ok(Opening::default()),
            Self::Random { plies } => random(game, rules, *plies, seed, index as u64),
            Self::List(list) => Ok(list[index % list.len()].clone()),
        }
    }

    /// What identifies the openings in the settings of an event.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::Start => "start".to_owned(),
            Self::Random { plies } => format!("random {plies}"),
            Self::List(list) => {
                let text = serde_json::to_string(list).unwrap_or_default();
                format!("list of {} with hash {:016x}", list.len(), crate::log::hash(text.as_bytes()))
            }
        }
    }
}

impl Opening {
    /// A game at this opening.
    pub fn open(&self, game: &str, rules: &str) -> Result<Box<dyn Session>, Refusal> {
        let mut session = registry::open(game, rules, self.position.as_deref())?;
        for m in &self.moves {
            session.play(m)?;
        }
        match session.end() {
            Some(end) => Err(Refusal::plain(format!("the opening ends the game ({}, {})", end.outcome, end.reason.en))),
            None => Ok(session),
        }
    }
}

fn random(game: &str, rules: &str, plies: usize, seed: u64, index: u64) -> Result<Opening, Refusal> {
    for attempt in 0..TRIES {
        let mut rng = Rng::stream(seed, index * TRIES + attempt);
        let mut session = registry::open(game, rules, None)?;
        let mut moves = Vec::with_capacity(plies);
        for _ in 0..plies {
            let Some(m) = rng.pick(&session.legal_moves()).map(|m| m.text.clone()) else { break };
            moves.push(session.play(&m)?.text);
        }
        if moves.len() == plies && session.end().is_none() {
            return Ok(Opening { position: None, moves });
        }
    }
    Err(Refusal::plain(format!("{plies} random moves end the game ({game} {rules}): expected fewer")))
}

fn from_epd(bytes: &[u8]) -> Result<Vec<Opening>, Refusal> {
    let opening = |line: Result<epd::Epd, _>| {
        let line = line.map_err(Refusal::from_display)?;
        let opening = Opening { position: Some(line.fen()), moves: Vec::new() };
        opening.open("chess", "").map_err(|error| Refusal::plain(format!("{}: {error}", line.fen())))?;
        Ok(opening)
    };
    epd::lines(bytes).map(opening).collect()
}

fn from_pgn(bytes: &[u8], plies: Option<usize>) -> Result<Vec<Opening>, Refusal> {
    let mut openings = Vec::new();
    for game in PgnReader::new(bytes) {
        let game = game.map_err(Refusal::from_display)?;
        let position = game.fen().map(str::to_owned);
        let moves = game.main_line().take(plies.unwrap_or(usize::MAX)).map(str::to_owned);
        openings.push(checked(Opening { position, moves: moves.collect() }, "chess", "", openings.len() + 1)?);
    }
    Ok(openings)
}

fn from_sgf(bytes: &[u8], rules: &str, plies: Option<usize>) -> Result<Vec<Opening>, Refusal> {
    let games = Collection::parse(bytes).map_err(Refusal::from_display)?.games;
    let opening = |(index, tree)| {
        let session = sgf::from_tree(tree, rules, plies)
            .map_err(|error| Refusal::plain(format!("game {}: {error}", index + 1)))?;
        let history = session.history();
        let position = history.first().map(|row| row.position.clone());
        let moves = history.iter().filter_map(|row| row.played.clone()).map(|m| m.text).collect();
        checked(Opening { position, moves }, "go", rules, index + 1)
    };
    games.iter().enumerate().map(opening).collect()
}

fn from_lines(bytes: &[u8], game: &str, rules: &str, plies: Option<usize>) -> Result<Vec<Opening>, Refusal> {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let opening = |(number, line): (usize, &str)| {
        if registry::open(game, rules, Some(line)).is_ok() {
            return checked(Opening { position: Some(line.to_owned()), moves: Vec::new() }, game, rules, number);
        }
        let mut moves = moves_of(line, game).map_err(|error| Refusal::plain(format!("line {number}: {error}")))?;
        moves.truncate(plies.unwrap_or(usize::MAX));
        checked(Opening { position: None, moves }, game, rules, number)
    };
    lines.map(opening).collect()
}

/// The moves of a line, in the spelling of its game.
fn moves_of(line: &str, game: &str) -> Result<Vec<String>, Refusal> {
    fn texts<T: ToString>(moves: impl IntoIterator<Item = T>) -> Vec<String> {
        moves.into_iter().map(|m| m.to_string()).collect()
    }
    let line = line.as_bytes();
    let moves = match game {
        "othello" => transcript::parse_othello(line).map(texts),
        "breakthrough" => transcript::parse_breakthrough(line).map(texts),
        _ => transcript::parse_go(line).map(texts),
    };
    moves.map_err(Refusal::from_display)
}

fn checked(opening: Opening, game: &str, rules: &str, number: usize) -> Result<Opening, Refusal> {
    opening.open(game, rules).map_err(|error| Refusal::plain(format!("opening {number}: {error}")))?;
    Ok(opening)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_depend_on_seed_and_number_only() {
        for (game, rules) in [("breakthrough", "5x5"), ("chess", ""), ("othello", ""), ("go", "9")] {
            let openings = Openings::usual(game, rules);
            let first = openings.get(3, game, rules, 7).unwrap();
            assert_eq!(first, openings.get(3, game, rules, 7).unwrap());
            assert_ne!(first, openings.get(4, game, rules, 7).unwrap());
            assert_ne!(first, openings.get(3, game, rules, 8).unwrap());
            assert!(first.open(game, rules).is_ok());
        }
    }

    #[test]
    fn files_are_read_by_what_is_in_them() {
        let read = |bytes: &str, game, plies| Openings::parse(bytes.as_bytes(), game, "", plies);
        let xot = read("# balanced\nf5d6c3d3c4f4\n\nF5 F6 E6\n", "othello", None).unwrap();
        assert_eq!((xot.len(), xot[0].moves.len(), xot[1].moves[2].as_str()), (2, 6, "e6"));
        let epd = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";\n", "chess", None).unwrap();
        assert!(epd[0].position.as_deref().unwrap().ends_with("0 1"));
        let sgf = read("(;SZ[9]KM[7];B[ee];W[gc];B[cg])", "go", Some(2)).unwrap();
        assert_eq!(sgf[0].moves, ["E5", "G7"]);
        let pgn = read("[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n", "chess", Some(2)).unwrap();
        assert_eq!(pgn[0].moves, ["e4", "e5"]);
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_its_place() {
        let error = Openings::parse(b"f5d6c3\nf5f5\n", "othello", "", None).unwrap_err().to_string();
        assert!(error.contains("opening 2"), "{error}");
        assert!(Openings::parse(b"8/8/8/8/8/8/8/8 w - -\n", "chess", "", None).is_err());
        assert!(random("breakthrough", "3x3", 60, 1, 1).unwrap_err().to_string().contains("fewer"));
    }
}

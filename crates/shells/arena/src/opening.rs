//! Openings: random legal moves, or a file of positions or games.
//!
//! Opening number `k` depends only on the seed and `k`, so a resumed event has the same openings.

use crate::words;
use quadrille_core::{Refusal, Rng};
use quadrille_engine::exchange::{BadRecord, Hints, Record, Records};
use quadrille_engine::{Session, registry};
use quadrille_support::{checksum, file};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// One opening: a position (none: the start position) and moves from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The position.
    pub position: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
}

/// Where the openings of an event come from.
///
/// ```
/// use quadrille_arena::Openings;
/// let openings = Openings::Random { plies: 6 };
/// let opening = openings.get(3, "othello", "", 7)?;
/// assert_eq!(opening.moves.len(), 6);
/// assert_eq!(opening, openings.get(3, "othello", "", 7)?);
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// The start position, always.
    Start,
    /// This many random legal moves.
    Random {
        /// How many.
        plies: usize,
    },
    /// A list, used in order and repeated when it is exhausted.
    List(Vec<Opening>),
}

/// The longest file of openings that is read.
const LARGEST_FILE: u64 = 256 << 20;
/// How many times to retry random moves that end the game.
const TRIES: u64 = 100;

impl Openings {
    /// The default number of random plies for a game: enough for variety, few enough for balanced positions. None under
    /// unknown rules, which [`Opening::open`] refuses.
    #[must_use]
    pub fn usual(game: &str, rules: &str) -> Self {
        registry::open(game, rules, None).map_or(Self::Start, |game| Self::Random { plies: game.opening_plies() })
    }

    /// Reads a file of games or positions, in any format of the game; at most `plies` moves of each.
    pub fn read(path: &Path, game: &str, rules: &str, plies: Option<usize>) -> Result<Self, Refusal> {
        let input = File::open(path).map_err(|error| file::refusal(path, &error))?;
        let size = input.metadata().map_err(|error| file::refusal(path, &error))?.len();
        if size > LARGEST_FILE {
            let why = words::FILE_TOO_LARGE.refuse().with("size", size).with("most", LARGEST_FILE);
            return Err(file::about(path, why));
        }
        let list = Self::parse(BufReader::new(input), game, rules, plies).map_err(|why| file::about(path, why))?;
        if list.is_empty() {
            return Err(file::about(path, words::NO_OPENINGS.refuse()));
        }
        Ok(Self::List(list))
    }

    fn parse(input: impl BufRead, game: &str, rules: &str, plies: Option<usize>) -> Result<Vec<Opening>, Refusal> {
        let game = registry::descriptor(game)?.name;
        let usual = registry::open(game, rules, None)?.position();
        let opening = |record: Result<Record, BadRecord>| {
            let record = record.map_err(|bad| bad.error)?;
            if record.game != game {
                return Err(words::OTHER_GAME
                    .refuse()
                    .with("found", registry::in_text(record.game))
                    .with("game", registry::in_text(game)));
            }
            let position = Some(record.open()?.position()).filter(|position| *position != usual);
            let moves = record.moves.into_iter().map(|m| m.text).take(plies.unwrap_or(usize::MAX)).collect();
            let opening = Opening { position, moves };
            opening.open(game, rules).map(|_| opening)
        };
        let hints = Hints { game: Some(game), rules: rules.to_owned() };
        let numbered = Records::open(input, None, hints)?.zip(1_u64..);
        let refuse = |number: u64, why: Refusal| words::OPENING.refuse().with("number", number).with("why", why);
        numbered.map(|(record, number)| opening(record).map_err(|why| refuse(number, why))).collect()
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
                format!("list of {} with hash {:016x}", list.len(), checksum::of(text.as_bytes()))
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
            Some(end) => Err(words::OPENING_ENDS.refuse().with("outcome", end.outcome).with("reason", end.reason)),
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
            let mut legal = session.legal_moves();
            // Pass only if nothing else is legal: in Go, a second pass would end the game.
            if legal.iter().any(|m| m.effect.to.is_some()) {
                legal.retain(|m| m.effect.to.is_some());
            }
            let Some(m) = rng.pick(&legal).map(|m| m.text.clone()) else { break };
            moves.push(session.play(&m)?.text);
        }
        if moves.len() == plies && session.end().is_none() {
            return Ok(Opening { position: None, moves });
        }
    }
    Err(words::TOO_MANY_PLIES.refuse().with("plies", plies).with("game", registry::in_text(game)).with("rules", rules))
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
            let few = Openings::Random { plies: 3 };
            assert!((0..200).all(|index| !few.get(index, game, rules, 7).unwrap().moves.contains(&"pass".to_owned())));
            assert_ne!(first, openings.get(3, game, rules, 8).unwrap());
            assert!(first.open(game, rules).is_ok());
        }
    }

    #[test]
    fn files_are_read_by_what_is_in_them() {
        let read = |bytes: &str, game, plies| Openings::parse(bytes.as_bytes(), game, "", plies);
        let xot = read("# balanced\nf5d6c3d3c4f4\n\nF5 F6 E6\n", "othello", None).unwrap();
        assert_eq!((xot.len(), xot[0].moves.len(), xot[1].moves[2].as_str()), (2, 6, "e6"));
        let epd = read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"open\";\n", "chess", None).unwrap();
        assert!(epd[0].position.as_deref().unwrap().ends_with("0 1"));
        let sgf = read("(;SZ[9]KM[7];B[ee];W[gc];B[cg])", "go", Some(2)).unwrap();
        assert_eq!(sgf[0].moves, ["E5", "G7"]);
        let pgn = read("[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n", "chess", Some(2)).unwrap();
        assert_eq!(pgn[0].moves, ["e2e4", "e7e5"]);
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_its_place() {
        let error = Openings::parse(&b"f5d6c3\nf5f5\n"[..], "othello", "", None).unwrap_err().to_string();
        assert!(error.contains("opening 2"), "{error}");
        assert!(Openings::parse(&b"8/8/8/8/8/8/8/8 w - -\n"[..], "chess", "", None).is_err());
        assert!(random("breakthrough", "3x3", 60, 1, 1).unwrap_err().to_string().contains("fewer"));
    }
}

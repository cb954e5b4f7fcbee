//! The options for game, rules, position and moves.

use crate::words;
use anyhow::bail;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use quadrille_core::Refusal;
use quadrille_engine::{Session, registry, sgf};
use quadrille_support::file;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A game by its name in the registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameName(&'static str);

impl GameName {
    /// The name in the registry.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl FromStr for GameName {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        registry::descriptor(text).map(|game| Self(game.name))
    }
}

/// The names of the games for help and completions.
pub fn game_parser() -> impl TypedValueParser<Value = GameName> {
    PossibleValuesParser::new(registry::GAMES.iter().map(|entry| PossibleValue::new(entry.descriptor.name)))
        .try_map(|name| name.parse::<GameName>())
}

/// The heading of these options in the help.
const HEADING: &str = "Position";

/// A game, its rules, a position and the moves played from it.
#[derive(Clone, Debug, Args)]
pub struct GameArgs {
    /// The game.
    #[arg(value_parser = game_parser())]
    pub game: GameName,
    /// Board size: rows x columns in Breakthrough (5x5), one number in Go (9).
    #[arg(long, value_name = "SIZE", help_heading = HEADING)]
    pub size: Option<OsString>,
    /// Rule set, such as chess960, white-first, misere or tromp-taylor.
    #[arg(long, value_name = "NAME", help_heading = HEADING)]
    pub rules: Option<OsString>,
    /// Start from this position, in the game's notation (chess: FEN).
    #[arg(long, value_name = "POSITION", conflicts_with = "sgf", allow_hyphen_values = true, help_heading = HEADING)]
    pub position: Option<OsString>,
    /// Play these moves first, separated by spaces.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, help_heading = HEADING)]
    pub moves: Option<OsString>,
    /// Go: read the game from an SGF file.
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    pub sgf: Option<PathBuf>,
    /// With --sgf: stop after move N.
    #[arg(long = "move", value_name = "N", requires = "sgf", help_heading = HEADING)]
    pub move_number: Option<usize>,
}

impl GameArgs {
    /// The session these options describe.
    pub fn open(&self) -> anyhow::Result<Box<dyn Session>> {
        let mut session = match &self.sgf {
            Some(path) => self.open_sgf(path)?,
            None => {
                let position = self.position.as_deref().map(|text| utf8("--position", text)).transpose()?;
                let rules = self.rules_text()?;
                let descriptor = registry::descriptor(self.game.as_str())?;
                if self.size.is_some() && descriptor.sizes.is_empty() {
                    bail!(words::NO_SIZES.refuse().with("game", descriptor.in_text));
                }
                let session = registry::open(self.game.as_str(), &rules, position)?;
                if let (Some(size), Some(_)) = (&self.size, position) {
                    self.check_size(size, session.as_ref())?;
                }
                session
            }
        };
        if let Some(moves) = &self.moves {
            play_all(session.as_mut(), utf8("--moves", moves)?)?;
        }
        Ok(session)
    }

    /// The size of the position must not contradict `--size`.
    fn check_size(&self, size: &OsStr, session: &dyn Session) -> anyhow::Result<()> {
        let shape = |session: &dyn Session| {
            let picture = session.picture();
            (picture.rows, picture.columns)
        };
        let asked = registry::open(self.game.as_str(), &self.rules_text()?, None)?;
        let (rows, columns) = shape(session);
        if shape(asked.as_ref()) != (rows, columns) {
            let has = format!("{rows}x{columns}");
            bail!(words::SIZE_OF_POSITION.refuse().with("size", size.to_string_lossy().into_owned()).with("has", has));
        }
        Ok(())
    }

    /// Size and rule set as one text, as the games parse it.
    pub fn rules_text(&self) -> anyhow::Result<String> {
        let mut words = Vec::new();
        for (option, value) in [("--size", &self.size), ("--rules", &self.rules)] {
            if let Some(value) = value {
                words.push(utf8(option, value)?);
            }
        }
        Ok(words.join(" "))
    }

    fn open_sgf(&self, path: &Path) -> anyhow::Result<Box<dyn Session>> {
        if self.game.as_str() != sgf::GAME {
            bail!(words::SGF_OF.refuse().with("game", registry::in_text(self.game.as_str())));
        }
        // Opened first for a translated message if the file is missing.
        file::open(path)?;
        Ok(sgf::open(path, &self.rules_text()?, self.move_number).map_err(|why| file::about(path, why))?)
    }
}

/// Plays moves given as one text. Move numbers (`1.`, `12...`) are skipped. A draw that nobody claimed does not end the
/// game: only so can a position occur for the fifth time.
pub fn play_all(session: &mut dyn Session, moves: &str) -> anyhow::Result<()> {
    for (index, word) in moves.split_whitespace().filter(|word| !is_move_number(word)).enumerate() {
        let refused = |why: Refusal| words::MOVE.refuse().with("number", index + 1).with("why", why);
        let goes_on = session.end().is_none_or(|end| end.claimed);
        let played = if goes_on { session.replay(word) } else { session.play(word) };
        played.map_err(refused)?;
    }
    Ok(())
}

fn is_move_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

fn utf8<'a>(option: &str, value: &'a OsStr) -> anyhow::Result<&'a str> {
    let refusal = || words::NOT_UTF8.refuse().with("option", option).with("text", value.to_string_lossy().into_owned());
    Ok(value.to_str().ok_or_else(refusal)?)
}

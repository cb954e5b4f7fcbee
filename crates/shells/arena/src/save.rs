//! Games for other programs: PGN, SGF, GGF, or one line of moves per game.
//!
//! The log is authoritative; this file is rewritten from it when an event starts or resumes, then grows game by game.

use crate::event::Event;
use crate::game::{GameRecord, Winner};
use crate::words;
use quadrille_core::{Lang, Player, Refusal};
use quadrille_engine::exchange::{self, About, Format, Record, Target};
use quadrille_engine::registry;
use quadrille_support::file;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The format for a file name, among those that can be appended to.
pub fn format_of(path: &Path, game: &str) -> Result<Target, Refusal> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let growing = [("pgn", Target::Pgn), ("sgf", Target::Sgf), ("ggf", Target::Ggf), ("txt", Target::Moves)];
    let fits: Vec<_> = growing.into_iter().filter(|(_, target)| target.takes(game)).collect();
    let found = fits.iter().find(|(end, _)| *end == extension).map(|(_, target)| *target);
    found.ok_or_else(|| {
        let refusal = words::NOT_SAVED_AS.refuse().with("game", registry::in_text(game));
        let endings: Vec<String> = fits.iter().map(|(end, _)| format!(".{end}")).collect();
        let endings = |lang| endings.join(if lang == Lang::French { " ou " } else { " or " });
        refusal.with("path", path.display().to_string()).in_each("endings", endings)
    })
}

/// A growing file of games.
#[derive(Debug)]
pub struct Saver {
    file: File,
    path: PathBuf,
    format: Target,
}

impl Saver {
    /// Writes the games that are finished already, then stays open for more.
    pub fn open(path: &Path, event: &Event, finished: &[GameRecord]) -> Result<Self, Refusal> {
        let format = format_of(path, &event.game)?;
        let texts: Vec<Vec<u8>> =
            finished.iter().map(|record| text(event, record, format)).collect::<Result<_, _>>()?;
        let written = file::write(path, &texts.concat()).and_then(|()| OpenOptions::new().append(true).open(path));
        let file = written.map_err(|error| file::refusal(path, &error))?;
        Ok(Self { file, path: path.to_owned(), format })
    }

    /// Adds a game.
    pub fn append(&mut self, event: &Event, record: &GameRecord) -> Result<(), Refusal> {
        let text = text(event, record, self.format)?;
        self.file.write_all(&text).map_err(|error| file::refusal(&self.path, &error))
    }
}

/// A game in a format, including the separator.
pub fn text(event: &Event, record: &GameRecord, format: Target) -> Result<Vec<u8>, Refusal> {
    let mut session = record.opening.open(&event.game, &event.rules)?;
    for m in &record.moves {
        session.play(m)?;
    }
    let name = |index: usize| event.entrants.get(index).map_or_else(String::new, ToString::to_string);
    let mut replayed = Record::of(session.as_ref(), Format::Transcript)?;
    replayed.about = About {
        black: name(record.black),
        white: name(record.white),
        event: "Quadrille arena".to_owned(),
        round: (record.number + 1).to_string(),
        reason: record.reason.clone(),
        winner: Some(match record.winner {
            Winner::White => Some(Player::White),
            Winner::Black => Some(Player::Black),
            Winner::Draw => None,
        }),
        margin: record.points.map(|points| (points.black - points.white).to_string()),
        ..About::default()
    };
    exchange::write(&replayed, format)
}

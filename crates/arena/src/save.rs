//! Games for other programs: PGN, SGF, GGF, or one line of moves a game.
//!
//! The log is the truth; this file is made from it anew when an event begins or goes on, then grows game by game.

use crate::event::Event;
use crate::game::{GameRecord, Winner};
use quadrille_core::{Player, TextError};
use quadrille_engine::{HistoryRow, Session, registry};
use quadrille_records::board::OthelloBoard;
use quadrille_records::ggf::{GgfGame, GgfMove};
use quadrille_records::pgn::{self, GameResult};
use quadrille_records::sgf::{GameTree, NodeId, escape};
use quadrille_records::{Side, transcript};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

/// The formats by the ends of file names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Portable Game Notation, for chess.
    Pgn,
    /// Smart Game Format, for Go.
    Sgf,
    /// Generic Game Format, for Othello.
    Ggf,
    /// A line of moves a game, for every game.
    Transcript,
}

impl Format {
    /// The format that a file name asks for.
    pub fn of(path: &Path, game: &str) -> Result<Self, TextError> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        match (extension, game) {
            ("pgn", "chess") => Ok(Self::Pgn),
            ("sgf", "go") => Ok(Self::Sgf),
            ("ggf", "othello") => Ok(Self::Ggf),
            ("txt", _) => Ok(Self::Transcript),
            _ => {
                let expected = match game {
                    "chess" => ".pgn or .txt",
                    "go" => ".sgf or .txt",
                    "othello" => ".ggf or .txt",
                    _ => ".txt",
                };
                let name = path.display();
                Err(TextError::new(format!("games of {game} are not saved as {name}: expected a name in {expected}")))
            }
        }
    }
}

/// A growing file of games.
#[derive(Debug)]
pub struct Saver {
    file: File,
    name: String,
    format: Format,
}

impl Saver {
    /// Writes the games that are finished already, then stays open for more.
    pub fn open(path: &Path, event: &Event, finished: &[GameRecord]) -> Result<Self, TextError> {
        let format = Format::of(path, &event.game)?;
        let name = path.display().to_string();
        let problem = |error: &dyn std::fmt::Display| TextError::new(format!("{name}: {error}"));
        let texts: Vec<String> = finished.iter().map(|record| text(event, record, format)).collect::<Result<_, _>>()?;
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(".new");
        std::fs::write(&temporary, texts.concat()).map_err(|error| problem(&error))?;
        std::fs::rename(&temporary, path).map_err(|error| problem(&error))?;
        let file = OpenOptions::new().append(true).open(path).map_err(|error| problem(&error))?;
        Ok(Self { file, name, format })
    }

    /// Adds a game.
    pub fn append(&mut self, event: &Event, record: &GameRecord) -> Result<(), TextError> {
        let text = text(event, record, self.format)?;
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| TextError::new(format!("{}: {error}", self.name)))
    }
}

/// A game in a format, with whatever separates it from the next.
pub fn text(event: &Event, record: &GameRecord, format: Format) -> Result<String, TextError> {
    let mut session = record.opening.open(&event.game, &event.rules)?;
    for m in &record.moves {
        session.play(m)?;
    }
    let game = Replay { event, record, rows: session.history(), session: session.as_ref() };
    match format {
        Format::Pgn => game.portable(),
        Format::Sgf => game.smart(),
        Format::Ggf => game.generic(),
        Format::Transcript => Ok(transcript::write(game.rows.iter().filter_map(|row| row.played.as_deref())) + "\n"),
    }
}

struct Replay<'a> {
    event: &'a Event,
    record: &'a GameRecord,
    rows: Vec<HistoryRow>,
    session: &'a dyn Session,
}

impl Replay<'_> {
    fn name(&self, player: Player) -> String {
        let index = if player == Player::Black { self.record.black } else { self.record.white };
        self.event.entrants.get(index).map_or_else(String::new, ToString::to_string)
    }

    /// The position the record starts from, and the game there.
    fn start(&self) -> Result<Box<dyn Session>, TextError> {
        registry::open(&self.event.game, &self.event.rules, self.record.opening.position.as_deref())
    }

    fn portable(&self) -> Result<String, TextError> {
        let mut game = pgn::Game::new();
        let result = match self.record.winner {
            Winner::White => GameResult::WhiteWins,
            Winner::Black => GameResult::BlackWins,
            Winner::Draw => GameResult::Draw,
        };
        let (white, black) = (self.name(Player::White), self.name(Player::Black));
        let round = (self.record.number + 1).to_string();
        let mut tags = vec![
            ("Event", "Quadrille arena"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", round.as_str()),
            ("White", white.as_str()),
            ("Black", black.as_str()),
            ("Result", ""),
        ];
        if let Some(position) = &self.record.opening.position {
            tags.extend([("SetUp", "1"), ("FEN", position.as_str())]);
        }
        if self.session.rules().contains("960") {
            tags.push(("Variant", "Chess960"));
        }
        tags.push(("Termination", self.record.reason.as_str()));
        for (name, value) in tags {
            game.set_tag(name, value).map_err(TextError::from_display)?;
        }
        game.set_result(result);
        let mut at = game.start().id();
        for san in self.rows.iter().filter_map(|row| row.record.as_deref()) {
            at = game.add_move(at, san).map_err(TextError::from_display)?;
        }
        Ok(format!("{game}\n"))
    }

    fn smart(&self) -> Result<String, TextError> {
        let start = self.start()?;
        let picture = start.picture().ok_or_else(|| TextError::new("there is no picture of the board"))?;
        let letters = |cell: &str| -> Option<[u8; 2]> {
            let index = picture.names.iter().position(|name| name == cell)?;
            let letter = |place: usize| b'a' + place as u8;
            Some([letter(index % picture.columns), letter(index / picture.columns)])
        };
        let mut tree = Sgf { tree: GameTree::new() };
        let root = tree.tree.root().id();
        let size = match (picture.rows, picture.columns) {
            (rows, columns) if rows == columns => rows.to_string(),
            (rows, columns) => format!("{columns}:{rows}"),
        };
        let rules = self.session.rules();
        let komi = rules.split_whitespace().find_map(|word| word.strip_prefix("komi=")).unwrap_or("0");
        let result = match self.record.winner {
            Winner::Black => "B+",
            Winner::White => "W+",
            Winner::Draw => "0",
        };
        for (name, value) in [
            ("FF", "4"),
            ("GM", "1"),
            ("CA", "UTF-8"),
            ("AP", "Quadrille"),
            ("SZ", &size),
            ("KM", komi),
            ("RU", &rules),
            ("PB", &self.name(Player::Black)),
            ("PW", &self.name(Player::White)),
            ("RE", result),
            ("GC", &self.record.reason),
        ] {
            tree.add(root, name, escape(value).as_bytes())?;
        }
        for (name, colour) in [("AB", "b"), ("AW", "w")] {
            let cells = picture.names.iter().zip(&picture.pieces).filter(|(_, piece)| piece.as_str() == colour);
            let points: Vec<[u8; 2]> = cells.filter_map(|(cell, _)| letters(cell)).collect();
            let raw: Vec<&[u8]> = points.iter().map(<[u8; 2]>::as_slice).collect();
            if !raw.is_empty() {
                tree.tree.add_property(root, name, &raw).map_err(TextError::from_display)?;
            }
        }
        let (mut at, mut mover) = (root, start.to_move());
        if mover == Player::White {
            tree.add(root, "PL", b"W")?;
        }
        for played in self.rows.iter().filter_map(|row| row.played.as_deref()) {
            at = tree.tree.add_node(at).map_err(TextError::from_display)?;
            let point = letters(played);
            let name = if mover == Player::Black { "B" } else { "W" };
            tree.add(at, name, point.as_ref().map_or(&b""[..], |point| &point[..]))?;
            mover = !mover;
        }
        String::from_utf8(tree.tree.to_bytes()).map_err(TextError::from_display)
    }

    fn generic(&self) -> Result<String, TextError> {
        let board = OthelloBoard::parse(&self.start()?.position()).map_err(TextError::from_display)?;
        let margin = self.record.points.map_or(0.0, |(black, white)| black - white);
        let mut game = GgfGame::default();
        for (name, value) in [
            ("GM", "Othello"),
            ("PC", "Quadrille"),
            ("PB", &self.name(Player::Black)),
            ("PW", &self.name(Player::White)),
            ("RE", &format!("{margin:+.3}")),
            ("TI", "0"),
            ("TY", "8"),
        ] {
            game.set_tag(name, value);
        }
        game.set_board(&board);
        let sides = [board.to_move, board.to_move.other()].into_iter().cycle();
        let place = |text: &str| if text == "pass" { "PA".to_owned() } else { text.to_ascii_uppercase() };
        game.moves = self
            .rows
            .iter()
            .filter_map(|row| row.played.as_deref())
            .zip(sides)
            .map(|(text, side): (&str, Side)| GgfMove { side, place: place(text), evaluation: None, seconds: None })
            .collect();
        Ok(format!("{game}\n"))
    }
}

/// A tree whose errors are ours.
struct Sgf {
    tree: GameTree,
}

impl Sgf {
    fn add(&mut self, node: NodeId, name: &str, value: &[u8]) -> Result<(), TextError> {
        self.tree.add_property(node, name, &[value]).map_err(TextError::from_display)
    }
}

//! Game records in every format: a record is read, replayed by the rules, and written in any format of its game.
//!
//! `quadrille-records` knows the syntax of the formats and the games know the rules; this module joins them.
//! [`paste`] reads one pasted text, [`Records`] reads a whole file game by game, and
//! [`Writer`] writes records. A [`Record`] holds the start, the main line and the tags. Variations and comments are
//! kept when a game is written in the format it was read from ([`Source`]); given as [`Twig`]s they are written to PGN
//! and SGF.

mod paste;
mod replay;
mod stream;
mod target;
mod variations;
mod write;

pub use paste::paste;
pub use quadrille_records::Format;
pub use stream::{BadRecord, Hints, Records};
pub use target::Target;
pub use variations::Course;
pub use write::{Writer, write};

use crate::registry;
use crate::session::Session;
use crate::think::MoveName;
use quadrille_core::{Player, Refusal};
use quadrille_records::{epd::Epd, ggf::GgfGame, obf::Problem, pgn, sgf::GameTree};

/// The annotations of a move, or of the game before its first move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// The comment before the move, at the start of a variation; empty if there is none.
    pub before: String,
    /// The comment after it, including embedded commands (`[%clk 0:01:00]`); empty if there is none.
    pub comment: String,
    /// Numeric annotation glyphs, as PGN numbers them.
    pub nags: Vec<u8>,
    /// Other properties of an SGF node with their raw values: labels, times, marks.
    pub properties: Vec<(String, Vec<String>)>,
}

impl Remarks {
    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Merges the annotations of the same move from elsewhere.
    fn join(&mut self, other: Self) {
        for (text, more) in [(&mut self.before, other.before), (&mut self.comment, other.comment)] {
            if !text.is_empty() && !more.is_empty() && *text != more {
                text.push('\n');
                text.push_str(&more);
            } else if text.is_empty() {
                *text = more;
            }
        }
        let new_nags: Vec<_> = other.nags.into_iter().filter(|nag| !self.nags.contains(nag)).collect();
        self.nags.extend(new_nags);
        let known = |name: &String| self.properties.iter().any(|(other, _)| other == name);
        let new: Vec<_> = other.properties.into_iter().filter(|(name, _)| !known(name)).collect();
        self.properties.extend(new);
    }
}

/// A move of a game with variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twig {
    /// Its parent: 0 is the start, n the n-th twig of the list.
    pub after: usize,
    /// Who plays it.
    pub mover: Player,
    /// The move.
    pub played: MoveName,
    /// What is said about it.
    pub remarks: Remarks,
}

/// The header of a game; unknown fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// The event it was played in.
    pub event: String,
    /// The place it was played at.
    pub site: String,
    /// The date, as written in the record.
    pub date: String,
    /// The round.
    pub round: String,
    /// Why it ended.
    pub reason: String,
    /// The winner, once it is over; `Some(None)` is a draw.
    pub winner: Option<Option<Player>>,
    /// By how much Black won, in points or discs, where that counts.
    pub margin: Option<String>,
    /// All header fields under the names of the record's format: PGN tags, or properties of an SGF root.
    pub tags: Vec<(String, String)>,
}

/// A game record: start, main line and header. A position alone is a game without moves.
#[derive(Clone, Debug)]
pub struct Record {
    /// The format it was read from.
    pub format: Format,
    /// The game's name.
    pub game: &'static str,
    /// The rules it was replayed under.
    pub rules: String,
    /// The start position, if it is not the default of the rules.
    pub start: Option<String>,
    /// Who moves first.
    pub first: Player,
    /// The moves; the sides take turns, passes are moves.
    pub moves: Vec<MoveName>,
    /// The position after the last move.
    pub position: String,
    /// What is said about it.
    pub about: About,
    /// The source, if it holds more than this record.
    pub source: Option<Source>,
    /// All moves with variations, each after its parent, the main line first at each branch; empty if there is only a
    /// main line.
    pub twigs: Vec<Twig>,
    /// The annotations before the first move, if the moves are twigs; a record that was read has them among its
    /// [course](Record::course).
    pub opening: Remarks,
}

/// A record in the form of its format, complete.
#[derive(Clone, Debug)]
pub enum Source {
    /// A PGN game with variations and comments.
    Pgn(Box<pgn::Game>),
    /// An SGF tree with all its properties.
    Sgf(GameTree),
    /// A GGF game with evaluations and times.
    Ggf(GgfGame),
    /// A chess position with its operations.
    Epd(Epd),
    /// An Othello position with the values of its moves.
    Obf(Problem),
}

impl Record {
    /// The game of a session; `format` is its source format.
    pub fn of(session: &dyn Session, format: Format) -> Result<Self, Refusal> {
        let (game, rules) = (session.descriptor().name, session.rules());
        let mut rows = session.history().into_iter();
        let start = rows.next().map(|row| row.position).unwrap_or_default();
        let usual = registry::open(game, &rules, None)?.position();
        let moves: Vec<_> = rows.filter_map(|row| row.played).collect();
        let position = session.position();
        Ok(Self {
            format,
            game,
            rules,
            start: (start != usual).then_some(start),
            first: session.first_to_move(),
            moves,
            position,
            about: About { winner: session.end().map(|end| end.outcome.winner()), ..About::default() },
            source: None,
            twigs: Vec::new(),
            opening: Remarks::default(),
        })
    }

    /// The moves with who played them.
    pub fn turns(&self) -> impl Iterator<Item = (Player, &MoveName)> {
        [self.first, !self.first].into_iter().cycle().zip(&self.moves)
    }

    /// All moves as twigs: with variations if there are any, otherwise the main line.
    fn all_twigs(&self) -> std::borrow::Cow<'_, [Twig]> {
        if !self.twigs.is_empty() {
            return (&self.twigs).into();
        }
        let twig = |(after, (mover, played)): (usize, (Player, &MoveName))| Twig {
            after,
            mover,
            played: played.clone(),
            remarks: Remarks::default(),
        };
        self.turns().enumerate().map(twig).collect()
    }

    /// The usual start of its game.
    fn usual(&self) -> Result<Box<dyn Session>, Refusal> {
        registry::open(self.game, &self.rules, None)
    }

    /// The game at its start.
    pub fn open(&self) -> Result<Box<dyn Session>, Refusal> {
        registry::open(self.game, &self.rules, self.start.as_deref())
    }

    /// Every position of the game as a record of its own, the start first, each with the game's header.
    pub fn every_position(&self) -> Result<Vec<Self>, Refusal> {
        let mut session = self.open()?;
        let alone = |session: &dyn Session| Self {
            start: Some(session.position()),
            first: session.to_move(),
            moves: Vec::new(),
            position: session.position(),
            rules: self.rules.clone(),
            about: self.about.clone(),
            source: None,
            twigs: Vec::new(),
            opening: Remarks::default(),
            ..*self
        };
        let mut all = vec![alone(session.as_ref())];
        for played in &self.moves {
            session.replay(&played.text)?;
            all.push(alone(session.as_ref()));
        }
        Ok(all)
    }
}

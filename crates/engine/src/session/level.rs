//! Eight named levels, from beginner to full strength: the player, its limits, and how often it errs.
//!
//! A level limits depth for alpha-beta and playouts for tree search; a time limit keeps it quick on a slow machine.
//! Below full strength, noise is added to the value of each of the best moves, so that weak levels make human-like
//! mistakes and games differ. The highest level is limited by time only. From level 6 on, a level plays from the game's
//! opening book, if there is one, so that those games differ too.
//!
//! A level is a player like any other, named `level-3` and so on. Their strength was measured (docs/levels.md).

use super::{Session, Thinker};
use crate::think::{MoveReport, Question, Report};
use crate::words;
use crate::{Limits, PlayerSpec, Setting};
use quadrille_core::{Message, Refusal, Rng};
use std::time::Duration;

/// One level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Its place, 1 the gentlest.
    pub number: u8,
    /// Its name.
    pub name: &'static Message,
    depth: Option<u32>,
    playouts: Option<u64>,
    time: Duration,
    /// The number of candidate moves.
    candidates: usize,
    /// The maximum noise, in winning chance.
    spread: f64,
}

/// All levels, the gentlest first.
pub static LEVELS: [Level; 8] = [
    Level { candidates: 12, spread: 0.24, ..bounded(1, &words::FIRST_STEPS, 1, 30, 500) },
    Level { candidates: 8, spread: 0.12, ..bounded(2, &words::BEGINNER, 1, 110, 500) },
    Level { candidates: 6, spread: 0.15, ..bounded(3, &words::CASUAL, 2, 200, 800) },
    Level { candidates: 5, spread: 0.10, ..bounded(4, &words::CLUB, 3, 800, 1_000) },
    Level { candidates: 4, spread: 0.06, ..bounded(5, &words::STRONG, 5, 3_000, 1_500) },
    Level { candidates: 4, spread: 0.03, ..bounded(6, &words::EXPERT, 8, 12_000, 2_500) },
    Level { candidates: 3, spread: 0.012, ..bounded(7, &words::MASTER, 10, 50_000, 3_000) },
    timed(8, &words::FULL_STRENGTH, 8_000),
];

/// Up to this level, players that are too strong at any limit are replaced.
const HIGHEST_GENTLE_LEVEL: u8 = 5;
/// The node limit of levels limited by depth.
const MOST_NODES: u64 = 1_000_000;
/// The prefix of a level's player name.
const PREFIX: &str = "level-";

const fn bounded(number: u8, name: &'static Message, depth: u32, playouts: u64, milliseconds: u64) -> Level {
    Level { depth: Some(depth), playouts: Some(playouts), ..timed(number, name, milliseconds) }
}

const fn timed(number: u8, name: &'static Message, milliseconds: u64) -> Level {
    let time = Duration::from_millis(milliseconds);
    Level { number, name, depth: None, playouts: None, time, candidates: 1, spread: 0.0 }
}

impl Level {
    /// A level by its number or its name.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let wanted = text.trim().to_lowercase();
        let named = |level: &Level| [level.name.en, level.name.fr].contains(&wanted.as_str());
        let number = wanted.parse().ok();
        let found = LEVELS.iter().copied().find(|level| named(level) || Some(level.number) == number);
        found.ok_or_else(|| no_level(text))
    }

    /// A level by its number.
    pub fn numbered(number: u8) -> Result<Self, Refusal> {
        let found = LEVELS.iter().copied().find(|level| level.number == number);
        found.ok_or_else(|| no_level(number.to_string()))
    }

    /// The level's player name: `level-3`.
    #[must_use]
    pub fn player_name(&self) -> String {
        format!("{PREFIX}{}", self.number)
    }

    /// The level named by a player's name; none if it names another player.
    pub fn named(player: &str) -> Result<Option<Self>, Refusal> {
        player.strip_prefix(PREFIX).map(Self::parse).transpose()
    }

    /// The underlying player of a game at this level.
    #[must_use]
    pub fn player(&self, session: &dyn Session) -> PlayerSpec {
        if self.number <= HIGHEST_GENTLE_LEVEL { session.gentle_player() } else { session.best_player() }
    }

    /// What bounds a move.
    #[must_use]
    pub fn limits(&self) -> Limits {
        // Alpha-beta is limited by depth, not by playouts.
        let nodes = self.depth.map(|_| MOST_NODES);
        Limits { depth: self.depth, nodes, playouts: self.playouts, time: Some(self.time), ..Limits::default() }
    }

    /// A player of this level; further options go to the underlying player.
    pub(crate) fn thinker(self, session: &dyn Session, options: &[(String, String)]) -> Result<LevelThinker, Refusal> {
        let mut player = self.player(session);
        player.options.extend_from_slice(options);
        let seed = options.iter().rev().find(|(name, _)| name == "seed").and_then(|(_, value)| value.parse().ok());
        Ok(LevelThinker { level: self, inner: session.thinker(&player)?, seed: seed.unwrap_or(1) })
    }
}

/// A player limited to a level.
pub(crate) struct LevelThinker {
    level: Level,
    inner: Box<dyn Thinker>,
    seed: u64,
}

impl Thinker for LevelThinker {
    fn think(
        &mut self,
        session: &dyn Session,
        question: &Question<'_>,
        on_report: &mut dyn FnMut(&Report),
    ) -> Result<Report, Refusal> {
        let mut rng = Rng::stream(self.seed, session.ply() as u64);
        let mut held_back = Question {
            limits: tighter(question.limits, self.level.limits()),
            multipv: question.multipv.max(self.level.candidates),
            ..question.clone()
        };
        // The search is restricted to the book move, so that it still reports a value.
        if self.level.number > HIGHEST_GENTLE_LEVEL && question.root_moves.is_none() {
            held_back.root_moves = session.book_move(&mut rng).map(|m| vec![m]);
        }
        let mut report = self.inner.think(session, &held_back, on_report)?;
        if let Some(fancied) = self.level.fancied(&report.moves, &mut rng).cloned() {
            report.best = Some(fancied.name);
            report.verdict = fancied.verdict.or(report.verdict);
            report.line = fancied.line;
        }
        Ok(report)
    }

    fn clear(&mut self) {
        self.inner.clear();
    }

    fn options(&self) -> Vec<Setting> {
        self.inner.options()
    }
}

impl Level {
    /// The move chosen: the best candidate after noise. None at full strength. Moves that a tree search hardly visited
    /// are not candidates, since their values mean little.
    fn fancied<'a>(&self, moves: &'a [MoveReport], rng: &mut Rng) -> Option<&'a MoveReport> {
        /// A candidate has at least this fraction of the visits of the most visited move.
        const SELDOM: u64 = 8;
        if self.spread == 0.0 {
            return None;
        }
        let most = moves.iter().filter_map(|row| row.visits).max().unwrap_or(0);
        let in_tree = |row: &MoveReport| row.mean.is_some();
        let known = moves.iter().filter(|row| !in_tree(row) || row.visits.unwrap_or(0) >= most / SELDOM);
        let judged = known.filter_map(|row| Some((row, row.chance()?)));
        let fancied = judged.take(self.candidates).map(|(row, chance)| (row, chance + self.spread * rng.unit()));
        fancied.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(row, _)| row)
    }
}

fn no_level(text: impl Into<String>) -> Refusal {
    let name = |lang, level: &Level| format!("{} ({})", level.number, level.name.template(lang));
    let names = |lang| LEVELS.iter().map(|level| name(lang, level)).collect::<Vec<_>>().join(", ");
    words::NO_LEVEL.refuse().quote("text", text).in_each("names", names)
}

/// The tighter of two sets of limits.
fn tighter(a: Limits, b: Limits) -> Limits {
    fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
        [a, b].into_iter().flatten().min()
    }
    Limits {
        depth: least(a.depth, b.depth),
        nodes: least(a.nodes, b.nodes),
        playouts: least(a.playouts, b.playouts),
        time: least(a.time, b.time),
        ..a
    }
}

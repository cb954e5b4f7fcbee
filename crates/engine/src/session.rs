//! A game in progress behind one interface for every game: text in, text out.
//!
//! The command line, the protocols and the page speak to a [`Session`]; only [`GameSession`] knows which game it is. The
//! one dynamic call per command costs nothing; inside, everything is statically dispatched.

use crate::exchange::Played;
use crate::matches::Match;
use crate::picture::{Picture, Touch};
use crate::playable::{DrawReport, End, Playable};
use crate::solve::{Solution, SolveOrder};
use crate::think::{self, PlayerSpec, Thinker};
use quadrille_core::{KeyHistory, Player, Playout, Refusal, Rng, perft};
use quadrille_patterns::insight::{Insight, Library};
use quadrille_search::Stop;
use serde::Serialize;
use std::any::Any;
use std::time::Instant;

/// A legal move as a user sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveText {
    /// The standard spelling.
    #[serde(rename = "move")]
    pub text: String,
    /// The spelling of game records, where it differs (SAN).
    pub record: String,
    /// The cells it touches.
    #[serde(flatten)]
    pub touch: Touch,
}

/// One line of a game's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryRow {
    /// Number of moves played before this position.
    pub ply: usize,
    /// The move that led here.
    pub played: Option<String>,
    /// The same move in the spelling of game records.
    pub record: Option<String>,
    /// The position's key.
    pub key: u64,
    /// The position as text.
    pub position: String,
}

/// How perft counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct PerftOptions {
    /// Count the last ply's moves instead of playing them.
    pub bulk: bool,
    /// Othello: a pass costs no ply.
    pub pass_free: bool,
}

/// A game in progress.
pub trait Session: Send {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// The rules, as the text that gives them.
    fn rules(&self) -> String;
    /// The current position as text.
    fn position(&self) -> String;
    /// The current position drawn for a terminal.
    fn diagram(&self) -> String;
    /// The current position as data, if the game has a picture.
    fn picture(&self) -> Option<Picture>;
    /// Whose turn it is.
    fn to_move(&self) -> Player;
    /// How many moves have been played.
    fn ply(&self) -> usize;
    /// The moves that may be played now, the past considered; none once the game has ended.
    fn legal_moves(&self) -> Vec<MoveText>;
    /// Plays a move in any spelling and returns it in the standard one. A refused move changes nothing.
    fn play(&mut self, text: &str) -> Result<String, Refusal>;
    /// Plays a move of a game record: a draw that could have been claimed before it does not end the game.
    fn replay(&mut self, text: &str) -> Result<Played, Refusal>;
    /// Takes the last move back; false at the start.
    fn undo(&mut self) -> bool;
    /// The last move, if any was played.
    fn last_move(&self) -> Option<MoveText>;
    /// The result, once the game has ended.
    fn end(&self) -> Option<End>;
    /// The current position's key.
    fn key(&self) -> u64;
    /// Named parts whose XOR is the key.
    fn key_parts(&self) -> Vec<(String, u64)>;
    /// Discs or points of (Black, White).
    fn points(&self) -> Option<(f32, f32)>;
    /// What learned patterns say about the moves of the current position, with at most `k` recorded neighbours; in Go only.
    fn insight(&self, library: &Library, k: usize) -> Option<Insight>;
    /// Every position so far with the move that led to it.
    fn history(&self) -> Vec<HistoryRow>;
    /// How near the game is to a draw, in games that know.
    fn draws(&self) -> Option<DrawReport>;
    /// The leaves of the tree of legal moves below the current position.
    fn perft(&self, depth: u32, options: PerftOptions) -> Result<u64, Refusal>;
    /// Leaves below each legal move.
    fn divide(&self, depth: u32, options: PerftOptions) -> Result<Vec<(String, u64)>, Refusal>;
    /// The player that plays this game best.
    fn best_player(&self) -> PlayerSpec;
    /// A player for this game.
    fn thinker(&self, player: &PlayerSpec) -> Result<Box<dyn Thinker>, Refusal>;
    /// Plays so many random games to the end and returns how many Black won.
    fn playouts(&self, count: u64, seed: u64) -> u64;
    /// The exact value of the current position. `tell` hears of the progress in words.
    fn solve(&self, order: &SolveOrder, stop: &Stop, tell: &mut dyn FnMut(&str)) -> Result<Solution, Refusal>;
    /// An independent copy.
    fn duplicate(&self) -> Box<dyn Session>;
    /// For players that were made for one game and must find it again behind the interface.
    fn as_any(&self) -> &dyn Any;
}

/// The one implementation of [`Session`].
#[derive(Clone, Debug)]
pub struct GameSession<G: Playable> {
    game: Match<G>,
}

impl<G: Playable> GameSession<G> {
    /// A game from the start position of `rules`, or from a position given as text.
    pub fn open(rules: &G::Rules, position: Option<&str>) -> Result<Self, Refusal> {
        let position = match position {
            None | Some("startpos" | "start") => G::start(rules),
            Some(text) => G::parse_position(rules, text)?,
        };
        Ok(Self { game: Match::new(position) })
    }

    /// A session over a game that is under way.
    pub fn from_match(game: Match<G>) -> Self {
        Self { game }
    }

    /// The typed game.
    pub fn game(&self) -> &Match<G> {
        &self.game
    }

    fn move_text(position: &G, m: G::Move) -> MoveText {
        MoveText { text: position.format_move(m), record: position.record_move(m), touch: position.touch(m) }
    }
}

impl<G: Playable> Session for GameSession<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn rules(&self) -> String {
        self.game.position().rules().to_string()
    }

    fn position(&self) -> String {
        self.game.position().format_position()
    }

    fn diagram(&self) -> String {
        self.game.position().diagram()
    }

    fn picture(&self) -> Option<Picture> {
        self.game.position().picture()
    }

    fn to_move(&self) -> Player {
        self.game.position().to_move()
    }

    fn ply(&self) -> usize {
        self.game.moves().len()
    }

    fn legal_moves(&self) -> Vec<MoveText> {
        if self.game.outcome().is_some() {
            return Vec::new();
        }
        self.game.legal_moves().into_iter().map(|m| Self::move_text(self.game.position(), m)).collect()
    }

    fn play(&mut self, text: &str) -> Result<String, Refusal> {
        if let Some(end) = self.end() {
            return Err(Refusal::plain(format!(
                "the move {text:?} comes after the end of the game ({}, {})",
                end.outcome, end.reason
            )));
        }
        self.replay(text).map(|played| played.text)
    }

    fn replay(&mut self, text: &str) -> Result<Played, Refusal> {
        let position = self.game.position();
        let m = position.parse_move(text)?;
        if !position.allowed_by_history(m, self.game.history()) {
            return Err(Refusal::plain(format!(
                "the move {text:?} would repeat an earlier position of the game, which the rules forbid (superko)"
            )));
        }
        let played = Played { text: position.format_move(m), record: position.record_move(m) };
        self.game.play(m);
        Ok(played)
    }

    fn undo(&mut self) -> bool {
        self.game.undo().is_some()
    }

    fn last_move(&self) -> Option<MoveText> {
        let before = self.game.positions().iter().rev().nth(1)?;
        self.game.moves().last().map(|&m| Self::move_text(before, m))
    }

    fn end(&self) -> Option<End> {
        let reason = |outcome| End { outcome, reason: self.game.position().end_reason(self.game.history()) };
        self.game.outcome().map(reason)
    }

    fn key(&self) -> u64 {
        self.game.position().key()
    }

    fn key_parts(&self) -> Vec<(String, u64)> {
        self.game.position().key_parts()
    }

    fn points(&self) -> Option<(f32, f32)> {
        self.game.position().points()
    }

    fn insight(&self, library: &Library, k: usize) -> Option<Insight> {
        G::insight(&self.game, library, k)
    }

    fn history(&self) -> Vec<HistoryRow> {
        let positions = self.game.positions();
        let row = |(ply, position): (usize, &G)| {
            let before = ply.checked_sub(1).map(|previous| (&positions[previous], self.game.moves()[previous]));
            HistoryRow {
                ply,
                played: before.map(|(from, m)| from.format_move(m)),
                record: before.map(|(from, m)| from.record_move(m)),
                key: position.key(),
                position: position.format_position(),
            }
        };
        positions.iter().enumerate().map(row).collect()
    }

    fn draws(&self) -> Option<DrawReport> {
        self.game.position().draw_report(self.game.history())
    }

    fn perft(&self, depth: u32, options: PerftOptions) -> Result<u64, Refusal> {
        count_leaves(self.game.position(), &mut self.game.history().clone(), depth, options)
    }

    fn divide(&self, depth: u32, options: PerftOptions) -> Result<Vec<(String, u64)>, Refusal> {
        let position = self.game.position();
        let mut seen = self.game.history().clone();
        let below = |m| {
            let mut child = position.clone();
            child.play(m);
            seen.push(child.history_key());
            let leaves = count_leaves(&child, &mut seen, depth.saturating_sub(1), options);
            seen.pop();
            Ok((position.format_move(m), leaves?))
        };
        self.game.legal_moves().into_iter().map(below).collect()
    }

    fn best_player(&self) -> PlayerSpec {
        PlayerSpec::new(G::best_algorithm(&self.game.position().rules()))
    }

    fn thinker(&self, player: &PlayerSpec) -> Result<Box<dyn Thinker>, Refusal> {
        think::open::<G>(player)
    }

    fn playouts(&self, count: u64, seed: u64) -> u64 {
        let (policy, mut rng) = (G::Rollout::default(), Rng::new(seed));
        let black_wins = |_: &u64| {
            let outcome = policy.run(&mut self.game.position().clone(), &mut rng, &mut ());
            outcome.winner() == Some(Player::Black)
        };
        (0..count).filter(black_wins).count() as u64
    }

    fn solve(&self, order: &SolveOrder, stop: &Stop, tell: &mut dyn FnMut(&str)) -> Result<Solution, Refusal> {
        if let Some(end) = self.end() {
            return Err(Refusal::plain(format!("the game is over ({}): there is nothing to solve", end.outcome)));
        }
        let start = Instant::now();
        let solved = G::solve(&self.game, order, stop, tell)?;
        let position = self.game.position();
        Ok(Solution {
            value: solved.value,
            winner: solved.winner.map(|winner| winner.to_string()),
            distance: solved.distance,
            best: solved.best.map(|m| position.format_move(m)),
            pv: think::line(position, &solved.pv),
            nodes: solved.nodes,
            seconds: start.elapsed().as_secs_f64(),
            method: solved.method,
            notes: solved.notes,
        })
    }

    fn duplicate(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn count_leaves<G: Playable>(
    position: &G,
    seen: &mut KeyHistory,
    depth: u32,
    options: PerftOptions,
) -> Result<u64, Refusal> {
    if !options.pass_free {
        return Ok(perft::count_after(position, seen, depth, options.bulk));
    }
    position.perft_pass_free(depth).ok_or_else(|| {
        Refusal::plain(format!("--pass-free is for games with forced passes (Othello); {} has none", G::NAME))
    })
}

//! From `go` to `bestmove`.

use super::command::Go;
use super::info::Teller;
use super::options::Options;
use super::strength;
use crate::wire::{Out, one_line};
use quadrille_chess::{Move, Position, Setup};
use quadrille_core::{Game, Notation, Player, Refusal, Score};
use quadrille_engine::{GameClock, GamePlayer, Limits, Line, Match, Question, Stop};
use quadrille_search::Report;
use std::time::Duration;

/// The inputs of the search thread.
pub(super) struct Task {
    game: Match<Position>,
    pub(super) limits: Limits,
    multipv: usize,
    wdl: bool,
    search_moves: Option<Vec<Move>>,
    /// Stop as soon as a win in this many plies is proven.
    mate_plies: Option<u32>,
    /// Play at this level.
    level: Option<f64>,
    /// Played if the search returns no move.
    any_move: Move,
    pub(super) stop: Stop,
}

impl Task {
    /// The work of `go` in this game; `None` without a legal move.
    pub(super) fn new(go: &Go, options: &Options, game: &Match<Position>) -> Result<Option<Self>, Refusal> {
        let position = game.position();
        let Some(&first) = game.legal_moves().first() else { return Ok(None) };
        let moves = go.search_moves.iter().map(|text| position.parse_move(text));
        let moves = moves.collect::<Result<Vec<Move>, _>>()?;
        let level = strength::level(options);
        Ok(Some(Self {
            game: undecided(game),
            limits: limits(go, options, position.to_move(), level),
            multipv: options.multipv,
            wdl: options.show_wdl,
            any_move: moves.first().copied().unwrap_or(first),
            search_moves: (!moves.is_empty()).then_some(moves),
            mate_plies: go.mate.map(|moves| moves.saturating_mul(2)),
            level,
            stop: Stop::new(),
        }))
    }

    /// The time for a move after ponderhit.
    pub(super) fn budget_after_pondering(&self) -> Option<Duration> {
        Limits { infinite: false, ..self.limits }.budget().map(|budget| budget.soft)
    }

    /// Searches, prints `info` lines, and answers with exactly one `bestmove`.
    pub(super) fn run(&self, player: &mut dyn GamePlayer<Position>, out: &Out<'_>) -> String {
        let variations = if self.level.is_some() { self.multipv.max(strength::CANDIDATES) } else { self.multipv };
        let position = self.game.position();
        let mut teller = Teller::new(*position, self.multipv, self.wdl);
        let question = Question {
            multipv: variations,
            root_moves: self.search_moves.clone(),
            ..Question::new(self.limits, &self.stop)
        };
        let result = player.think(&self.game, &question, &mut |report| {
            teller.news(report).iter().for_each(|line| out.say(line));
            out.stop_if_closed(&self.stop);
            if self.has_mate(report) {
                self.stop.request();
            }
        });
        match result {
            Ok(report) => {
                let mut lines = teller.news(&report);
                if lines.is_empty() {
                    lines = teller.current(&report);
                }
                lines.iter().for_each(|line| out.say(line));
                self.answer(&report)
            }
            Err(error) => {
                // For example a dead position: nothing to search, but there is a legal move.
                out.say(format_args!("info string {}\ninfo depth 0 score cp 0", one_line(&error)));
                format!("bestmove {}", position.format_move(self.any_move))
            }
        }
    }

    fn has_mate(&self, report: &Report<Position>) -> bool {
        let plies = report.score.filter(|score| score.is_win()).and_then(Score::plies_to_end);
        self.mate_plies.zip(plies).is_some_and(|(most, plies)| (1..=most).contains(&plies))
    }

    fn answer(&self, report: &Report<Position>) -> String {
        let position = self.game.position();
        let chosen = match self.level {
            Some(level) => strength::choose(report, level, position.key()),
            None => report.best,
        };
        let best = chosen.unwrap_or(self.any_move);
        // A ponder move is given only after the first move of the principal variation.
        let line = if report.pv.first() == Some(&best) { Line::of(position, &report.pv).texts() } else { Vec::new() };
        match line.as_slice() {
            [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
            _ => format!("bestmove {}", position.format_move(best)),
        }
    }
}

fn limits(go: &Go, options: &Options, mover: Player, level: Option<f64>) -> Limits {
    let clock = clock(go, options, mover);
    let timed = go.move_time.is_some() || clock.is_some();
    let bounded = timed || go.depth.is_some() || go.nodes.is_some() || go.mate.is_some();
    let level_nodes = level.filter(|_| !go.infinite).map(strength::nodes);
    Limits {
        // For a mate in n the search goes well beyond that depth, since it is selective, but not forever.
        depth: go.depth.or(go.mate.map(|moves| moves.saturating_mul(4).saturating_add(8))),
        nodes: go.nodes.into_iter().chain(level_nodes).min(),
        time: go.move_time,
        clock,
        infinite: go.infinite || go.ponder || (!bounded && level_nodes.is_none()),
        ..Limits::default()
    }
}

/// The mover's clock.
fn clock(go: &Go, options: &Options, mover: Player) -> Option<GameClock> {
    let (remaining, increment) = match mover {
        Player::White => (go.white_time, go.white_increment),
        Player::Black => (go.black_time, go.black_increment),
    };
    Some(GameClock {
        remaining: remaining?,
        increment: increment.unwrap_or_default(),
        moves_to_go: go.moves_to_go.filter(|&moves| moves > 0),
        overhead: options.overhead,
    })
}

/// The game for the search, with its whole history if possible. An interface may continue although a draw can be
/// claimed or is certain: then the history is dropped from that point.
fn undecided(game: &Match<Position>) -> Match<Position> {
    let mut undecided = begun(game.positions()[0]);
    for (&position, &m) in game.positions().iter().zip(game.moves()) {
        if undecided.outcome().is_some() {
            undecided = begun(position);
        }
        undecided.play(m);
    }
    if undecided.outcome().is_some() { begun(*game.position()) } else { undecided }
}

/// A game that starts here, without the half-move clock if necessary.
fn begun(position: Position) -> Match<Position> {
    let game = Match::new(position);
    if game.outcome().is_none() {
        return game;
    }
    let fresh = Setup { halfmove_clock: 0, ..Setup::from(&position) };
    Match::new(fresh.position(position.rules()).unwrap_or(position))
}

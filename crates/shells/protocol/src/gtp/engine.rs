//! The game, the player and the clock of a GTP session: choosing moves and analysing positions.

use super::analysis::{Dialect, Teller, Wish};
use super::board::{Board, is_pass, stones};
use super::clock::{Clock, after};
use super::command::Request;
use crate::wire::{Out, one_line};
use crate::words;
use crate::worker::Worker;
use quadrille_core::{Player, Refusal};
use quadrille_engine::{Limits, MoveReport, PlayerSpec, Question, Report, Session, Stop, Thinker};
use quadrille_go::status;
use std::thread::Scope;
use std::time::{Duration, Instant};

/// The options of a GTP engine.
#[derive(Clone, Debug)]
pub struct GtpSettings {
    /// `go`, `othello` or `breakthrough`.
    pub game: String,
    /// Rules as text; empty for the default (Go: Chinese rules, 19x19).
    pub rules: String,
    /// The player; `None` is the game's best.
    pub player: Option<PlayerSpec>,
    /// The time per move when the controller sets no clock.
    pub limits: Limits,
}

impl GtpSettings {
    const USUAL_TIME: Duration = Duration::from_secs(3);

    /// A game under its default rules, played by its best player, with three seconds per move.
    #[must_use]
    pub fn new(game: &str) -> Self {
        Self { game: game.to_owned(), rules: String::new(), player: None, limits: Limits::time(Self::USUAL_TIME) }
    }
}

/// Everything the conversation is about.
pub(super) struct Engine<'scope, 'env, 'out> {
    pub(super) out: &'scope Out<'out>,
    settings: &'scope GtpSettings,
    pub(super) board: Board,
    pub(super) clock: Option<Clock>,
    worker: Worker<'scope, 'env, Box<dyn Thinker>>,
    /// What the last search said.
    pub(super) last: Option<Report>,
    /// Number of consecutive hopeless searches.
    hopeless: u32,
    /// When the current request arrived.
    asked: Instant,
}

/// Below this winning chance a Go player considers resigning …
const HOPE: f64 = 0.03;
/// … and resigns after this many such searches in a row.
const PATIENCE: u32 = 3;

/// The part of a move's time that counting the board may take.
const COUNTING: u32 = 4;

/// Number of variations when alpha-beta analyses.
const ANALYSED_MOVES: usize = 5;

impl<'scope, 'env, 'out> Engine<'scope, 'env, 'out> {
    pub(super) fn new(
        scope: &'scope Scope<'scope, 'env>,
        out: &'scope Out<'out>,
        settings: &'scope GtpSettings,
        board: Board,
    ) -> Self {
        let worker = Worker::new(scope);
        Self { out, settings, board, clock: None, worker, last: None, hopeless: 0, asked: Instant::now() }
    }

    /// Starts the clock of a request.
    pub(super) fn begin(&mut self) {
        self.asked = Instant::now();
    }

    /// Another game under the same rules.
    pub(super) fn clear(&mut self) {
        if let Some(thinker) = self.worker.resting() {
            thinker.clear();
        }
        (self.last, self.hopeless) = (None, 0);
    }

    /// Changes the board size, which needs a new player.
    pub(super) fn forget(&mut self) {
        self.worker.replace(None);
        (self.last, self.hopeless) = (None, 0);
    }

    /// Analyses: until the next input, or until it has chosen and played a move.
    pub(super) fn stream(&mut self, dialect: Dialect, plays: bool, request: &Request) -> Result<(), Refusal> {
        let wish = Wish::parse(dialect, &request.arguments)?;
        let player = wish.player.unwrap_or(self.board.session().to_move());
        let session = self.board.turned_to(player)?;
        let scores = self.board.is_go() && (wish.ownership || wish.dialect == Dialect::Kata);
        let counted = if scores { session.settle(None) } else { None };
        let legal: Vec<String> = session.legal_moves().into_iter().map(|m| m.text).collect();
        let root_moves = wish.root_moves(&legal);
        let teller = Teller::new(wish, counted.as_ref(), player);
        self.awake()?;
        self.out.say(format_args!("={}", request.id));
        if plays {
            self.generate_and_tell(player, session.as_ref(), root_moves, teller);
        } else {
            self.analyse(session, root_moves, teller);
        }
        Ok(())
    }

    /// Analyses on its own thread until the next input.
    fn analyse(&mut self, session: Box<dyn Session>, root_moves: Option<Vec<String>>, mut teller: Teller) {
        let (stop, out) = (Stop::new(), self.out);
        self.worker.start(&stop.clone(), true, move |thinker, _| {
            let question = Question { multipv: ANALYSED_MOVES, root_moves, ..Question::new(Limits::infinite(), &stop) };
            let result =
                thinker.think(session.as_ref(), &question, &mut |report| tell(&mut teller, report, out, &stop));
            if let Ok(report) = result
                && teller.is_silent()
            {
                tell(&mut teller, &report, out, &stop);
            }
        });
    }

    /// Ends an analysis and its answer, if there is one.
    pub(super) fn end_analysis(&mut self) {
        if self.worker.end() {
            self.out.say("");
        }
    }

    /// Chooses and plays a move, writing analysis lines.
    fn generate_and_tell(
        &mut self,
        player: Player,
        session: &dyn Session,
        root_moves: Option<Vec<String>>,
        mut teller: Teller,
    ) {
        let (stop, out) = (Stop::new(), self.out);
        let chosen =
            self.choose(player, session, root_moves, &stop, &mut |report| tell(&mut teller, report, out, &stop));
        match chosen.and_then(|m| self.play_or_resign(player, m)) {
            Ok(m) => out.say(format_args!("play {m}\n")),
            // The answer has started; all it can do now is give the reason why no move follows.
            Err(error) => out.say(format_args!("# {}\n", one_line(&error))),
        }
    }

    /// `genmove` and `reg_genmove`.
    pub(super) fn generate_move(&mut self, player: Player, plays: bool) -> Result<String, Refusal> {
        let session = self.board.turned_to(player)?;
        let chosen = self.choose(player, session.as_ref(), None, &Stop::new(), &mut |_| {})?;
        if plays { self.play_or_resign(player, chosen) } else { Ok(chosen) }
    }

    /// Plays the chosen move, unless the game is hopeless.
    fn play_or_resign(&mut self, player: Player, chosen: String) -> Result<String, Refusal> {
        if self.board.is_go() && self.hopeless >= PATIENCE {
            return Ok("resign".to_owned());
        }
        self.board.play(player, &chosen)?;
        Ok(chosen)
    }

    fn choose(
        &mut self,
        player: Player,
        session: &dyn Session,
        root_moves: Option<Vec<String>>,
        stop: &Stop,
        on_report: &mut dyn FnMut(&Report),
    ) -> Result<String, Refusal> {
        let limits = self.clock.as_ref().map_or(self.settings.limits, |clock| clock.limits(player));
        if let Some(pass) = self.closing_pass(player, &limits)? {
            self.hopeless = 0;
            return Ok(pass);
        }
        let asked = self.asked;
        let thinker = self.awake()?;
        let question = Question { root_moves, ..Question::new(after(limits, asked.elapsed()), stop) };
        let report = thinker.think(session, &question, on_report)?;
        if let Some(clock) = &mut self.clock {
            clock.spend(player, asked.elapsed());
        }
        let best = report.best.clone().map(|best| best.text);
        let lost = report.moves.first().and_then(MoveReport::chance).is_some_and(|chance| chance < HOPE);
        self.hopeless = if lost { self.hopeless + 1 } else { 0 };
        self.last = Some(report);
        best.ok_or_else(|| words::NO_MOVE.refuse())
    }

    /// In Go, the pass that ends a won game: the opponent has passed, or nothing is left to play.
    fn closing_pass(&self, player: Player, limits: &Limits) -> Result<Option<String>, Refusal> {
        if !self.board.is_go() {
            return Ok(None);
        }
        let opponent_passed = self.board.last().is_some_and(|m| m.mover != player && is_pass(m));
        let stones = stones(self.board.session())?;
        if !opponent_passed && 2 * stones.stones().count() < stones.rules.grid().area() {
            return Ok(None);
        }
        let Some(pass) = self.board.session().legal_moves().into_iter().find(is_pass) else { return Ok(None) };
        let budget = limits.budget();
        let mut in_time = || budget.is_none_or(|budget| self.asked.elapsed() < budget.hard / COUNTING);
        let count = if opponent_passed { status::status_in_time } else { status::settled_status };
        let Some(board) = count(&stones, &mut in_time)? else { return Ok(None) };
        let wins = if player == Player::Black { board.margin_halves > 0 } else { board.margin_halves < 0 };
        Ok(wins.then_some(pass.text))
    }

    /// The idle player, created if there is none.
    fn awake(&mut self) -> Result<&mut Box<dyn Thinker>, Refusal> {
        let (session, player) = (self.board.session(), &self.settings.player);
        self.worker.player(|| session.thinker(&player.clone().unwrap_or_else(|| session.best_player())))
    }
}

fn tell(teller: &mut Teller, report: &Report, out: &Out<'_>, stop: &Stop) {
    if let Some(line) = teller.news(report) {
        out.say(line);
    }
    out.stop_if_closed(stop);
}

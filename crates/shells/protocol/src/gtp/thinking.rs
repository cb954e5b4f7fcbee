//! Moves and analysis.

use super::analysis::{Dialect, Teller, Wish};
use super::command::{Command, Request};
use super::{Engine, status};
use crate::search::Running;
use crate::wire::{Out, one_line};
use quadrille_core::{Player, Refusal};
use quadrille_engine::{Limits, Question, Report, Session, Stop, Thinker};
use std::time::Instant;

impl Engine<'_, '_, '_> {
    /// Commands that write while they think. The outer `None`: it is none of them; the inner: the answer is framed already.
    pub(super) fn stream(&mut self, command: Command, request: &Request) -> Result<Option<Option<String>>, Refusal> {
        let (dialect, plays) = match command {
            Command::Analyze | Command::LzAnalyze => (Dialect::Leela, false),
            Command::KataAnalyze => (Dialect::Kata, false),
            Command::GenMoveAnalyze | Command::LzGenMoveAnalyze => (Dialect::Leela, true),
            Command::KataGenMoveAnalyze => (Dialect::Kata, true),
            _ => return Ok(None),
        };
        let wish = Wish::parse(dialect, &request.arguments)?;
        let player = wish.player.unwrap_or(self.board.session().to_move());
        let session = self.board.turned_to(player)?;
        let ownership = wish.ownership && self.board.is_go();
        let status = match ownership {
            true => Some(status::status(&self.board.go_rules()?, &session.position())?),
            false => None,
        };
        let legal: Vec<String> = session.legal_moves().into_iter().map(|m| m.text).collect();
        let root_moves = wish.root_moves(&legal);
        let teller = Teller::new(wish, status, player);
        if plays {
            self.generate_and_tell(player, session.as_ref(), root_moves, teller, request)?;
        } else {
            self.analyse(session, root_moves, teller, request)?;
        }
        Ok(Some(None))
    }

    /// Thinks on a thread of its own until the next input.
    fn analyse(
        &mut self,
        session: Box<dyn Session>,
        root_moves: Option<Vec<String>>,
        mut teller: Teller,
        request: &Request,
    ) -> Result<(), Refusal> {
        let mut thinker = self.awake()?;
        let (stop, out) = (Stop::new(), self.out);
        let flag = stop.clone();
        out.say(format_args!("={}", request.id));
        self.running = Some(Running::start(self.scope, stop, true, move |_| {
            let question = Question { multipv: ANALYSED_MOVES, root_moves, ..Question::new(Limits::infinite(), &flag) };
            let result =
                thinker.think(session.as_ref(), &question, &mut |report| tell(&mut teller, report, out, &flag));
            match result {
                Ok(report) if teller.is_silent() => tell(&mut teller, &report, out, &flag),
                _ => {}
            }
            thinker
        }));
        Ok(())
    }

    /// Ends an analysis and its answer, if there is one.
    pub(super) fn end_analysis(&mut self) {
        if let Some(running) = self.running.take() {
            self.thinker = running.end();
            self.out.say("");
        }
    }

    /// Chooses and plays a move, telling about it.
    fn generate_and_tell(
        &mut self,
        player: Player,
        session: &dyn Session,
        root_moves: Option<Vec<String>>,
        mut teller: Teller,
        request: &Request,
    ) -> Result<(), Refusal> {
        let out = self.out;
        out.say(format_args!("={}", request.id));
        let stop = Stop::new();
        let chosen =
            self.choose(player, session, root_moves, &stop, &mut |report| tell(&mut teller, report, out, &stop));
        match chosen.and_then(|m| self.board.play(player, &m).map(|()| m)) {
            Ok(m) => out.say(format_args!("play {m}\n")),
            // The answer has begun; all that is left is to say why there is no move.
            Err(error) => out.say(format_args!("# {}\n", one_line(&error))),
        }
        Ok(())
    }

    /// `genmove` and `reg_genmove`.
    pub(super) fn generate_move(&mut self, request: &Request, plays: bool) -> Result<String, Refusal> {
        let player = request.colour(0)?;
        let session = self.board.turned_to(player)?;
        let chosen = self.choose(player, session.as_ref(), None, &Stop::new(), &mut |_| {})?;
        if plays {
            self.board.play(player, &chosen)?;
        }
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
        let start = Instant::now();
        if self.should_pass(player)? {
            return Ok("pass".to_owned());
        }
        let mut thinker = self.awake()?;
        let limits = self.clock.as_ref().map_or(self.settings.limits, |clock| clock.limits(player));
        let question = Question { root_moves, ..Question::new(limits, stop) };
        let result = thinker.think(session, &question, on_report);
        self.thinker = Some(thinker);
        let report = result?;
        if let Some(clock) = &mut self.clock {
            clock.spend(player, start.elapsed());
        }
        let best = report.best.clone().map(|best| best.text);
        self.last = Some(report);
        best.ok_or_else(|| Refusal::plain("there is no move to play"))
    }

    /// In Go, when the opponent has passed and the count is ours, the game is over.
    fn should_pass(&self, player: Player) -> Result<bool, Refusal> {
        let opponent_passed = self.board.last() == Some((!player, "pass"));
        let may_pass = || self.board.session().legal_moves().iter().any(|m| m.text == "pass");
        if !self.board.is_go() || !opponent_passed || !may_pass() {
            return Ok(false);
        }
        let margin = self.margin_halves()?;
        Ok(if player == Player::Black { margin > 0 } else { margin < 0 })
    }

    /// The thinker, made if there is none.
    fn awake(&mut self) -> Result<Box<dyn Thinker>, Refusal> {
        match self.thinker.take() {
            Some(thinker) => Ok(thinker),
            None => {
                let session = self.board.session();
                let player = self.settings.player.clone().unwrap_or_else(|| session.best_player());
                session.thinker(&player)
            }
        }
    }
}

/// How many moves a search by depth gives a line of their own during analysis.
const ANALYSED_MOVES: usize = 5;

fn tell(teller: &mut Teller, report: &Report, out: &Out<'_>, stop: &Stop) {
    if let Some(line) = teller.news(report) {
        out.say(line);
    }
    if out.is_closed() {
        stop.request();
    }
}

//! The protocol of NBoard, version 2 (Welty 2014), for Othello.
//!
//! The interface owns the board: `go` answers with a move but plays none. Thinking runs on a thread of its own and any
//! further command ends it; `ping` is answered when it has ended. A command we do not understand is passed over, as the
//! protocol asks, with a `status` line that says so.

mod command;

use crate::search::Running;
use crate::wire::{Line, Out, one_line, quote, read_line};
use crate::{NAME, VERSION};
use command::Command;
use quadrille_core::{Player, Refusal, Value};
use quadrille_engine::{Limits, Question, Report, Session, Stop, Thinker, Verdict, registry};
use quadrille_records::ggf::GgfGame;
use std::io::{self, BufRead, Write};
use std::thread::Scope;

/// Speaks the protocol until the end of the input or `quit`. At the end of the input a search is finished first.
///
/// # Errors
/// When the input cannot be read.
pub fn serve_nboard(mut input: impl BufRead, mut output: impl Write + Send) -> io::Result<()> {
    let out = Out::new(&mut output);
    std::thread::scope(|scope| {
        let session = registry::open("othello", "", None).map_err(io::Error::other)?;
        let mut engine = Engine { scope, out: &out, session, depth: USUAL_DEPTH, thinker: None, running: None };
        let result = loop {
            match read_line(&mut input) {
                Ok(Some(Line::Text(text))) if engine.obey(&text) == Flow::Quit || out.is_closed() => {
                    engine.rest();
                    break Ok(());
                }
                Ok(Some(Line::Text(_))) => {}
                Ok(Some(Line::TooLong)) => out.say("status the line was too long and has been ignored"),
                Ok(None) => break Ok(()),
                Err(error) => {
                    engine.rest();
                    break Err(error);
                }
            }
        };
        if let Some(running) = engine.running.take() {
            running.join();
        }
        result
    })
}

/// The depth until the interface sets one, as it must.
const USUAL_DEPTH: u32 = 8;
/// No evaluation is beyond the whole board.
const MOST_DISCS: f64 = 64.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

/// Everything the conversation is about.
struct Engine<'scope, 'env, 'out> {
    scope: &'scope Scope<'scope, 'env>,
    out: &'scope Out<'out>,
    session: Box<dyn Session>,
    depth: u32,
    thinker: Option<Box<dyn Thinker>>,
    running: Option<Running<'scope>>,
}

impl Engine<'_, '_, '_> {
    fn obey(&mut self, line: &str) -> Flow {
        let done = match Command::parse(line) {
            Ok(Some(Command::Quit)) => return Flow::Quit,
            Ok(Some(command)) => {
                self.rest();
                self.handle(command)
            }
            Ok(None) => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = done {
            self.out.say(format_args!("status {}", one_line(&error)));
        }
        Flow::Continue
    }

    fn handle(&mut self, command: Command) -> Result<(), Refusal> {
        match command {
            Command::NBoard => self.out.say(format_args!("set myname {NAME} {VERSION}")),
            Command::SetDepth(depth) => self.set_depth(depth),
            Command::SetGame(ggf) => self.set_game(&ggf)?,
            // Contempt is about draws; we judge a draw as nothing for either side.
            Command::SetContempt(_) | Command::Quit => {}
            Command::Move(text) => play(&mut self.session, &text)?,
            Command::Hint(count) => self.hint(count)?,
            Command::Go => self.go()?,
            Command::Ping(text) => self.out.say(format_args!("pong {text}")),
            // We keep no book of our own games.
            Command::Learn => self.out.say("learned"),
            Command::Analyze => self.analyze()?,
        }
        Ok(())
    }

    /// Ends a search, if there is one. It says nothing more.
    fn rest(&mut self) {
        if let Some(running) = self.running.take() {
            self.thinker = running.end();
        }
    }

    fn set_depth(&mut self, depth: u32) {
        self.depth = depth.max(1);
        self.out.say(format_args!("set myname {NAME}{}", self.depth));
    }

    fn set_game(&mut self, ggf: &str) -> Result<(), Refusal> {
        let game = GgfGame::parse(ggf.as_bytes()).map_err(Refusal::from_display)?;
        let board = game.board().map_err(Refusal::from_display)?;
        let mut session = registry::open("othello", "", Some(&board.to_string()))?;
        for (i, recorded) in game.moves.iter().enumerate() {
            let refuse = |error| Refusal::plain(format!("move {} of the game: {error}", i + 1));
            play(&mut session, &recorded.place).map_err(refuse)?;
        }
        self.session = session;
        Ok(())
    }

    /// Starts thinking about a copy of the game.
    fn launch(
        &mut self,
        work: impl FnOnce(&mut dyn Thinker, Box<dyn Session>, &Out<'_>, &Stop) + Send + 'static,
    ) -> Result<(), Refusal> {
        let mut thinker = match self.thinker.take() {
            Some(thinker) => thinker,
            None => self.session.thinker(&self.session.best_player())?,
        };
        let (session, out, stop) = (self.session.duplicate(), self.out, Stop::new());
        let flag = stop.clone();
        self.running = Some(Running::start(self.scope, stop, false, move |_| {
            out.say(format_args!("status {NAME} is thinking"));
            work(thinker.as_mut(), session, out, &flag);
            out.say("status");
            thinker
        }));
        Ok(())
    }

    fn go(&mut self) -> Result<(), Refusal> {
        if self.session.end().is_some() {
            return Err(Refusal::plain("the game is over"));
        }
        let legal = self.session.legal_moves();
        if let [only] = legal.as_slice() {
            self.out.say(format_args!("=== {}", spelled(&only.text)));
            return Ok(());
        }
        let limits = Limits::depth(self.depth);
        self.launch(move |thinker, session, out, stop| {
            let result = thinker.think(session.as_ref(), &Question::new(limits, stop), &mut |report| {
                hints(report, 1).iter().for_each(|line| out.say(line));
                stop_if_alone(out, stop);
            });
            match result {
                Ok(_) if stop.is_requested() => {}
                Ok(report) => {
                    out.say(node_statistics(&report));
                    let best = report.best.as_ref().map(|best| spelled(&best.text)).unwrap_or_default();
                    out.say(format_args!("=== {best}/{:.2}/{:.2}", discs(report.verdict), report.seconds));
                }
                Err(error) => out.say(format_args!("status {}", one_line(&error))),
            }
        })
    }

    fn hint(&mut self, count: usize) -> Result<(), Refusal> {
        if self.session.end().is_some() {
            return Err(Refusal::plain("the game is over"));
        }
        let limits = Limits::depth(self.depth);
        self.launch(move |thinker, session, out, stop| {
            let question = Question { multipv: count, ..Question::new(limits, stop) };
            let result = thinker.think(session.as_ref(), &question, &mut |report| {
                hints(report, count).iter().for_each(|line| out.say(line));
                stop_if_alone(out, stop);
            });
            match result {
                Ok(_) if stop.is_requested() => {}
                Ok(report) => {
                    hints(&report, count).iter().for_each(|line| out.say(line));
                    out.say(node_statistics(&report));
                }
                Err(error) => out.say(format_args!("status {}", one_line(&error))),
            }
        })
    }

    /// Judges every position of the game, the last one first, for the side to move there.
    fn analyze(&mut self) -> Result<(), Refusal> {
        let limits = Limits::depth(self.depth);
        self.launch(move |thinker, mut session, out, stop| {
            while !stop.is_requested() {
                let value = match session.end() {
                    Some(_) => final_discs(session.as_ref()),
                    None => match thinker
                        .think(session.as_ref(), &Question::new(limits, stop), &mut |_| stop_if_alone(out, stop))
                    {
                        Ok(report) => discs(report.verdict),
                        Err(_) => break,
                    },
                };
                if !stop.is_requested() {
                    out.say(format_args!("analysis {} {value:.2}", session.ply()));
                }
                if !session.undo() {
                    break;
                }
            }
        })
    }
}

fn stop_if_alone(out: &Out<'_>, stop: &Stop) {
    if out.is_closed() {
        stop.request();
    }
}

/// Plays `F5`, `f5/1.5/3`, `PA`; a pass that was left out is made.
fn play(session: &mut Box<dyn Session>, text: &str) -> Result<(), Refusal> {
    let place = text.split('/').next().unwrap_or_default().trim();
    let is_pass = matches!(place.to_ascii_lowercase().as_str(), "pa" | "pass" | "ps" | "--");
    if place.is_empty() {
        return Err(Refusal::plain(format!("the move {} names no square", quote(text))));
    }
    if is_pass {
        return session.play("pass").map(|_| ());
    }
    if !session.legal_moves().iter().all(|m| m.text == "pass") {
        return session.play(place).map(|_| ());
    }
    let mut passed = session.duplicate();
    passed.play("pass")?;
    passed.play(place)?;
    *session = passed;
    Ok(())
}

/// A move as NBoard spells it.
fn spelled(text: &str) -> String {
    if text == "pass" { "PA".to_owned() } else { text.to_ascii_uppercase() }
}

fn discs(verdict: Option<Verdict>) -> f64 {
    let value = match verdict {
        // A search by playouts knows chances only: even is nothing, certain is the whole board.
        Some(Verdict { value: Value::Chance(chance), .. }) => (2.0 * chance - 1.0) * MOST_DISCS,
        Some(verdict) => verdict.number(),
        None => 0.0,
    };
    value.clamp(-MOST_DISCS, MOST_DISCS)
}

/// The mover's lead at the end of a game.
fn final_discs(session: &dyn Session) -> f64 {
    let points = session.points().unwrap_or_default();
    let lead = f64::from(points[Player::Black] - points[Player::White]);
    if session.to_move() == Player::Black { lead } else { -lead }
}

fn node_statistics(report: &Report) -> String {
    format!("nodestats {} {:.3}", report.nodes.or(report.playouts).unwrap_or(0), report.seconds)
}

/// One `search` line for each of the best moves that have a line.
fn hints(report: &Report, count: usize) -> Vec<String> {
    let depth = report.depth.unwrap_or(0);
    let moves = report.moves.iter().filter(|m| m.verdict.is_some()).take(count);
    let line = |m: &quadrille_engine::MoveReport| {
        let pv: String = m.line.0.iter().map(|name| spelled(&name.text)).collect();
        let pv = if pv.is_empty() { spelled(&m.name.text) } else { pv };
        format!("search {pv} {:.2} 0 {depth}", discs(m.verdict))
    };
    moves.map(line).collect()
}

//! From `go` to `bestmove`.

use super::command::Go;
use super::info::Teller;
use super::{Engine, book, strength, work};
use crate::search::{Answered, Running};
use crate::wire::{Out, one_line, quote};
use quadrille_chess::{Moves, Position, Rules};
use quadrille_core::{Game, Notation, Player, Refusal};
use quadrille_engine::{GameClock, Limits, Match, Question, Report, Session, Stop, Thinker, registry};
use std::time::{Duration, Instant};

/// What the thinking thread needs to know.
struct Task {
    session: Box<dyn Session>,
    limits: Limits,
    multipv: usize,
    wdl: bool,
    search_moves: Option<Vec<String>>,
    /// Stop as soon as a win in so many plies is proven.
    mate_plies: Option<i32>,
    /// Play at this level.
    level: Option<f64>,
    /// Played if the search says nothing.
    any_move: String,
    stop: Stop,
}

impl Engine<'_, '_, '_> {
    /// `go`: thinks on a thread of its own, or answers at once from the book, or when there is nothing to think about.
    pub(super) fn go(&mut self, go: &Go) -> Result<(), Refusal> {
        self.rest("go")?;
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        let position = *self.game.position();
        let mut moves = Moves::new();
        position.legal_moves(&mut moves);
        let Some(&first) = moves.as_slice().first() else {
            let score = if position.is_check() { "mate 0" } else { "cp 0" };
            self.out.say(format_args!("info depth 0 score {score}\nbestmove (none)"));
            return Ok(());
        };
        let search_moves = self.search_moves(go)?;
        if let Some(m) = self.book_move(go, &position) {
            self.out.say(format_args!("info string book move\nbestmove {m}"));
            return Ok(());
        }
        let any_move = search_moves.as_ref().map_or_else(|| position.format_move(first), |moves| moves[0].clone());
        let level = strength::level(&self.options);
        let stop = Stop::new();
        let task = Task {
            session: undecided(&self.game)?,
            limits: self.limits(go, level),
            multipv: self.options.multipv,
            wdl: self.options.show_wdl,
            search_moves,
            mate_plies: go.mate.map(|moves| i32::try_from(moves.saturating_mul(2)).unwrap_or(i32::MAX)),
            level,
            any_move,
            stop: stop.clone(),
        };
        let endless = task.limits.infinite;
        self.ponder_budget = if go.ponder { self.clock_budget(go) } else { None };
        self.launch(stop, endless, move |thinker, out, answered| task.run(thinker, out, answered))
    }

    /// Gives the thinker to a thread that runs `work` with it.
    fn launch(
        &mut self,
        stop: Stop,
        endless: bool,
        work: impl FnOnce(&mut dyn Thinker, &Out<'_>, &Answered) + Send + 'static,
    ) -> Result<(), Refusal> {
        self.awake()?;
        let Some(mut thinker) = self.thinker.take() else { return Ok(()) };
        let out = self.out;
        self.running = Some(Running::start(self.scope, stop, endless, move |answered| {
            work(thinker.as_mut(), out, &answered);
            thinker
        }));
        Ok(())
    }

    /// The moves of `searchmoves` in the standard spelling; each must be legal.
    fn search_moves(&self, go: &Go) -> Result<Option<Vec<String>>, Refusal> {
        let position = self.game.position();
        let moves = go.search_moves.iter().map(|text| Ok(position.format_move(position.parse_move(text)?)));
        let moves: Vec<String> = moves.collect::<Result<_, Refusal>>()?;
        Ok((!moves.is_empty()).then_some(moves))
    }

    fn book_move(&mut self, go: &Go, position: &Position) -> Option<String> {
        let analysing = go.infinite || go.ponder || go.mate.is_some() || !go.search_moves.is_empty();
        let book = self.book.as_ref().filter(|_| !analysing)?;
        book::choose(book, position, &mut self.rng)
    }

    fn limits(&self, go: &Go, level: Option<f64>) -> Limits {
        let endless = go.infinite || go.ponder;
        let bounded = go.depth.is_some()
            || go.nodes.is_some()
            || go.move_time.is_some()
            || go.mate.is_some()
            || self.clock(go).is_some();
        let level_nodes = level.filter(|_| !go.infinite).map(strength::nodes);
        Limits {
            // A mate in n is looked for well beyond its own depth, since the search is selective, but not forever.
            depth: go.depth.or(go.mate.map(|moves| moves.saturating_mul(4).saturating_add(8))),
            nodes: go.nodes.into_iter().chain(level_nodes).min(),
            time: go.move_time,
            clock: self.clock(go),
            infinite: endless || (!bounded && level_nodes.is_none()),
            ..Limits::default()
        }
    }

    /// The mover's clock.
    fn clock(&self, go: &Go) -> Option<GameClock> {
        let (remaining, increment) = match self.game.position().to_move() {
            Player::White => (go.white_time, go.white_increment),
            Player::Black => (go.black_time, go.black_increment),
        };
        Some(GameClock {
            remaining: remaining?,
            increment: increment.unwrap_or_default(),
            moves_to_go: go.moves_to_go.filter(|&moves| moves > 0),
            overhead: self.options.overhead,
        })
    }

    fn clock_budget(&self, go: &Go) -> Option<Duration> {
        let limits = Limits { time: go.move_time, clock: self.clock(go), ..Limits::default() };
        limits.budget().map(|budget| budget.soft)
    }

    /// `stop`: the answer comes from the thinking thread.
    pub(super) fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.stop.request();
        }
    }

    /// `ponderhit`: the clock runs from now on. Without a clock the answer found so far is played.
    pub(super) fn ponder_hit(&mut self) -> Result<(), Refusal> {
        let running = self.running.as_ref().ok_or_else(|| Refusal::plain("ponderhit comes without go ponder"))?;
        match self.ponder_budget.take() {
            Some(budget) => running.stop.finish_by(Instant::now() + budget),
            None => running.stop.request(),
        }
        Ok(())
    }

    fn perft(&mut self, depth: u32) -> Result<(), Refusal> {
        if depth > work::DEEPEST_PERFT {
            let (depth, most) = (quote(&depth.to_string()), work::DEEPEST_PERFT);
            return Err(Refusal::plain(format!("perft {depth} would outlast us: expected at most {most}")));
        }
        let (stop, position) = (Stop::new(), *self.game.position());
        self.launch(stop.clone(), false, move |_, out, answered| {
            let sum = work::divide(&position, depth, &stop, |line| {
                out.say(line);
                if out.is_closed() {
                    stop.request();
                }
            });
            answered.mark();
            match sum {
                Some(sum) => out.say(format_args!("\nNodes searched: {sum}\n")),
                None => out.say("info string perft was stopped"),
            }
        })
    }

    /// `bench`: a fixed amount of work on fixed positions, with an empty table.
    pub(super) fn bench(&mut self, depth: Option<u32>) -> Result<(), Refusal> {
        self.rest("bench")?;
        let stop = Stop::new();
        let limits = Limits::depth(depth.unwrap_or(work::BENCH_DEPTH));
        self.launch(stop.clone(), false, move |thinker, out, answered| {
            let summary = bench(thinker, limits, out, &stop);
            answered.mark();
            match summary {
                Ok(summary) => out.say(summary),
                Err(error) => out.say(format_args!("info string {}", one_line(&error))),
            }
        })
    }
}

/// Thinks about each position and gives the summary.
fn bench(thinker: &mut dyn Thinker, limits: Limits, out: &Out<'_>, stop: &Stop) -> Result<String, Refusal> {
    let (mut nodes, start) = (0, Instant::now());
    for (i, fen) in work::BENCH.iter().enumerate() {
        let session = registry::open("chess", "", Some(fen))?;
        thinker.clear();
        let report = thinker.think(session.as_ref(), &Question::new(limits, stop), &mut |_| {})?;
        if stop.is_requested() || out.is_closed() {
            return Err(Refusal::plain("bench was stopped"));
        }
        let (best, here) = (report.best.unwrap_or_default().text, report.nodes.unwrap_or(0));
        nodes += here;
        out.say(format_args!("Position {}/{}: {best} {here} nodes", i + 1, work::BENCH.len()));
    }
    thinker.clear();
    let seconds = start.elapsed().as_secs_f64();
    let (time, speed) = ((seconds * 1_000.0) as u64, (nodes as f64 / seconds.max(0.001)) as u64);
    Ok(format!("\nTotal time (ms) : {time}\nNodes searched  : {nodes}\nNodes/second    : {speed}"))
}

/// The game as a search can think about it, with its whole past where that is possible. An interface may go on although a
/// draw can be claimed, or is certain: from there on the past is left out.
fn undecided(game: &Match<Position>) -> Result<Box<dyn Session>, Refusal> {
    let positions = game.positions();
    let mut session = open(game.positions().first().unwrap_or(game.position()))?;
    for (i, &m) in game.moves().iter().enumerate() {
        if session.end().is_some() {
            session = open(&positions[i])?;
        }
        if session.play(&positions[i].format_move(m)).is_err() {
            session = open(&positions[i + 1])?;
        }
    }
    if session.end().is_some() { open(game.position()) } else { Ok(session) }
}

/// A game that begins here, if need be with the count of moves since the last capture left out.
fn open(position: &Position) -> Result<Box<dyn Session>, Refusal> {
    let rules = position.rules();
    let fen = if rules == Rules::Chess960 { position.shredder_fen() } else { position.fen() };
    let session = registry::open("chess", &rules.to_string(), Some(&fen))?;
    if session.end().is_none() {
        return Ok(session);
    }
    let mut words: Vec<&str> = fen.split(' ').collect();
    if let Some(counter) = words.get_mut(4) {
        *counter = "0";
    }
    registry::open("chess", &rules.to_string(), Some(&words.join(" ")))
}

impl Task {
    /// Thinks and answers. Whatever happens there is one `bestmove`.
    fn run(self, thinker: &mut dyn Thinker, out: &Out<'_>, answered: &Answered) {
        let variations = if self.level.is_some() { self.multipv.max(strength::CANDIDATES) } else { self.multipv };
        let mut teller = Teller::new(self.multipv, self.wdl);
        let question = Question {
            multipv: variations,
            root_moves: self.search_moves.clone(),
            ..Question::new(self.limits, &self.stop)
        };
        let result = thinker.think(self.session.as_ref(), &question, &mut |report| {
            teller.news(report).iter().for_each(|line| out.say(line));
            if out.is_closed() || self.has_mate(report) {
                self.stop.request();
            }
        });
        let answer = match result {
            Ok(report) => {
                let mut lines = teller.news(&report);
                if lines.is_empty() {
                    lines = teller.current(&report);
                }
                lines.iter().for_each(|line| out.say(line));
                self.answer(&report)
            }
            Err(error) => {
                // A dead position, say: there is nothing to think about, but there is a move.
                out.say(format_args!("info string {}\ninfo depth 0 score cp 0", one_line(&error)));
                format!("bestmove {}", self.any_move)
            }
        };
        answered.mark();
        out.say(answer);
    }

    fn has_mate(&self, report: &Report) -> bool {
        self.mate_plies
            .zip(report.verdict.and_then(|verdict| verdict.proven()))
            .is_some_and(|(most, plies)| (1..=most).contains(&plies))
    }

    fn answer(&self, report: &Report) -> String {
        let chosen = match self.level {
            Some(level) => strength::choose(report, level, self.session.key()),
            None => report.best.clone().map(|best| best.text),
        };
        let best = chosen.unwrap_or_else(|| self.any_move.clone());
        // The reply is expected only after the move of the main line.
        match report.line.0.as_slice() {
            [first, reply, ..] if first.text == best => format!("bestmove {best} ponder {}", reply.text),
            _ => format!("bestmove {best}"),
        }
    }
}

//! The protocol of NBoard, version 2 (Welty 2014), for Othello.
//!
//! The interface owns the board: `go` returns a move but does not play it. Searches run on their own thread and any
//! further command stops them; `ping` is answered once the search has ended. Unknown commands are ignored, as the
//! protocol requires, with a `status` line.

mod command;

use crate::wire::{NAME, Out, VERSION, converse, one_line, short};
use crate::words;
use crate::worker::Worker;
use command::Command;
use quadrille_core::{Game, Notation, Player, Refusal, Score};
use quadrille_engine::{GamePlayer, Limits, Match, PlayerSpec, Question, Registered, Stop};
use quadrille_othello::{Move, Position, Rules};
use quadrille_records::ggf::GgfGame;
use quadrille_search::{MoveReport, Report};
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

/// Serves the protocol until the end of the input or `quit`. At the end of the input a search is finished first.
///
/// ```
/// let mut answer = Vec::new();
/// quadrille_protocol::serve_nboard(&b"set depth 2\nmove F5\nping 1\n"[..], &mut answer)?;
/// assert_eq!(answer, b"set myname Quadrille2\npong 1\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When the input cannot be read.
pub fn serve_nboard(input: impl BufRead, mut output: impl Write + Send) -> io::Result<()> {
    let out = Out::new(&mut output);
    std::thread::scope(|scope| {
        let game = Match::new(Position::start(&Rules::default()));
        let mut engine = Engine { out: &out, game, depth: USUAL_DEPTH, worker: Worker::new(scope) };
        let result = converse(input, &out, |line| engine.obey(line));
        engine.worker.close(result)
    })
}

/// The depth until the interface sets one.
const USUAL_DEPTH: u32 = 8;
/// Evaluations are clamped to the whole board.
const MOST_DISCS: f64 = 64.0;

/// Everything the conversation is about.
struct Engine<'scope, 'env, 'out> {
    out: &'scope Out<'out>,
    game: Match<Position>,
    depth: u32,
    worker: Worker<'scope, 'env, Box<dyn GamePlayer<Position>>>,
}

impl Engine<'_, '_, '_> {
    /// Handles one line; most need no answer.
    fn obey(&mut self, line: Result<String, Refusal>) -> ControlFlow<()> {
        let done = match line.and_then(|line| Command::parse(&line)) {
            Ok(Some(Command::Quit)) => return ControlFlow::Break(()),
            Ok(command) => command.map_or(Ok(()), |command| self.handle(command)),
            Err(error) => Err(error),
        };
        if let Err(error) = done {
            self.out.say(format_args!("status {}", one_line(&error)));
        }
        ControlFlow::Continue(())
    }

    /// Any command stops a search, which then prints nothing more.
    fn handle(&mut self, command: Command) -> Result<(), Refusal> {
        self.worker.end();
        match command {
            Command::NBoard => self.out.say(format_args!("set myname {NAME} {VERSION}")),
            Command::SetDepth(depth) => self.set_depth(depth),
            Command::SetGame(ggf) => self.game = read_game(&ggf)?,
            // Contempt is ignored: a draw counts as 0 for both sides.
            Command::SetContempt(_) | Command::Quit => {}
            Command::Move(text) => play(&mut self.game, &text)?,
            Command::Hint(count) => self.hint(count)?,
            Command::Go => self.go()?,
            Command::Ping(text) => self.out.say(format_args!("pong {text}")),
            // We keep no book of our own games.
            Command::Learn => self.out.say("learned"),
            Command::Analyze => self.analyze()?,
        }
        Ok(())
    }

    fn set_depth(&mut self, depth: u32) {
        self.depth = depth.max(1);
        self.out.say(format_args!("set myname {NAME}{}", self.depth));
    }

    /// Starts thinking about a copy of the game.
    fn launch(
        &mut self,
        work: impl FnOnce(&mut dyn GamePlayer<Position>, Match<Position>, &Out<'_>, &Stop) + Send + 'static,
    ) -> Result<(), Refusal> {
        self.worker.player(player)?;
        let (game, out, stop) = (self.game.clone(), self.out, Stop::new());
        self.worker.start(&stop.clone(), false, move |player, _| {
            out.say(format_args!("status {NAME} is thinking"));
            work(player.as_mut(), game, out, &stop);
            out.say("status");
        });
        Ok(())
    }

    fn go(&mut self) -> Result<(), Refusal> {
        if let [only] = self.moves()?.as_slice() {
            self.out.say(format_args!("=== {}", spelled(*only)));
            return Ok(());
        }
        self.search(1, |report| {
            let best = report.best.map(spelled).unwrap_or_default();
            let (discs, seconds) = (discs(report.score), report.elapsed.as_secs_f64());
            vec![node_statistics(report), format!("=== {best}/{discs:.2}/{seconds:.2}")]
        })
    }

    fn hint(&mut self, count: usize) -> Result<(), Refusal> {
        self.moves()?;
        let position = *self.game.position();
        self.search(count, move |report| {
            let mut lines = hints(report, &position, count);
            lines.push(node_statistics(report));
            lines
        })
    }

    /// The moves of a game that goes on.
    fn moves(&self) -> Result<Vec<Move>, Refusal> {
        if self.game.outcome().is_some() { Err(words::GAME_OVER.refuse()) } else { Ok(self.game.legal_moves()) }
    }

    /// Prints the best few moves while thinking, and the lines of `answer` at the end.
    fn search(
        &mut self,
        count: usize,
        answer: impl Fn(&Report<Position>) -> Vec<String> + Send + 'static,
    ) -> Result<(), Refusal> {
        let limits = Limits::depth(self.depth);
        self.launch(move |player, game, out, stop| {
            let question = Question { multipv: count, ..Question::new(limits, stop) };
            let result = player.think(&game, &question, &mut |report| {
                hints(report, game.position(), count).iter().for_each(|line| out.say(line));
                out.stop_if_closed(stop);
            });
            match result {
                Ok(_) if stop.is_requested() => {}
                Ok(report) => answer(&report).iter().for_each(|line| out.say(line)),
                Err(error) => out.say(format_args!("status {}", one_line(&error))),
            }
        })
    }

    /// Evaluates every position of the game, last first, for the side to move.
    fn analyze(&mut self) -> Result<(), Refusal> {
        let limits = Limits::depth(self.depth);
        self.launch(move |player, mut game, out, stop| {
            while !stop.is_requested() {
                let value = if game.outcome().is_some() {
                    final_discs(game.position())
                } else {
                    let question = Question::new(limits, stop);
                    let Ok(report) = player.think(&game, &question, &mut |_| out.stop_if_closed(stop)) else { break };
                    discs(report.score)
                };
                if !stop.is_requested() {
                    out.say(format_args!("analysis {} {value:.2}", game.moves().len()));
                }
                if game.undo().is_none() {
                    break;
                }
            }
        })
    }
}

fn player() -> Result<Box<dyn GamePlayer<Position>>, Refusal> {
    let capabilities = Position::capabilities();
    capabilities.player(&PlayerSpec::new((capabilities.best)(&Rules::default())))
}

fn read_game(ggf: &str) -> Result<Match<Position>, Refusal> {
    let refuse = |error| words::NO_GAME.refuse().error("error", error);
    let read = GgfGame::parse(ggf.as_bytes()).map_err(refuse)?;
    let board = read.board().map_err(refuse)?;
    let mut game = Match::new(Position::parse_position(&Rules::default(), &board.to_string())?);
    for (i, recorded) in read.moves.iter().enumerate() {
        let refuse = |why: Refusal| words::MOVE_OF_GAME.refuse().with("number", i + 1).with("why", why);
        play(&mut game, &recorded.place).map_err(refuse)?;
    }
    Ok(game)
}

/// Plays `F5`, `f5/1.5/3`, `PA`, inserting an omitted pass.
fn play(game: &mut Match<Position>, text: &str) -> Result<(), Refusal> {
    let place = text.split('/').next().unwrap_or_default().trim();
    if place.is_empty() {
        return Err(words::NO_SQUARE.refuse().quote("text", short(text)));
    }
    let mut position = *game.position();
    let left_out = position.is_legal(Move::PASS) && Move::parse(place).is_ok_and(|m| m != Move::PASS);
    if left_out {
        position.play(Move::PASS);
    }
    let m = position.parse_move(place)?;
    if left_out {
        game.play(Move::PASS);
    }
    game.play(m);
    Ok(())
}

/// A move in NBoard's notation.
fn spelled(m: Move) -> String {
    if m == Move::PASS { "PA".to_owned() } else { m.to_string().to_ascii_uppercase() }
}

fn discs(score: Option<Score>) -> f64 {
    (f64::from(score.unwrap_or_default().raw()) / 100.0).clamp(-MOST_DISCS, MOST_DISCS)
}

/// The mover's lead at the end of a game.
fn final_discs(position: &Position) -> f64 {
    let discs = |player: Player| f64::from(position.discs(player).count_ones());
    discs(position.to_move()) - discs(!position.to_move())
}

fn node_statistics(report: &Report<Position>) -> String {
    format!("nodestats {} {:.3}", report.nodes, report.elapsed.as_secs_f64())
}

/// One `search` line for each of the best moves that have a value.
fn hints(report: &Report<Position>, position: &Position, count: usize) -> Vec<String> {
    let line = |m: &MoveReport<Move>| {
        let mut position = *position;
        // A line read from the table may end with a move of another position.
        let legal = |m: &Move| {
            let legal = position.is_legal(*m);
            if legal {
                position.play(*m);
            }
            legal
        };
        let pv: String = m.pv.iter().copied().take_while(legal).map(spelled).collect();
        let pv = if pv.is_empty() { spelled(m.m) } else { pv };
        format!("search {pv} {:.2} 0 {}", discs(m.score), report.depth)
    };
    report.moves.iter().filter(|m| m.score.is_some()).take(count).map(line).collect()
}

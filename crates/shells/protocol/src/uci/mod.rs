//! The Universal Chess Interface (Kahlen and Meyer-Kahlen, 2006).
//!
//! Read [`serve_uci`], then [`Engine::obey`]. `command.rs` reads lines, `options.rs` declares the options, `thinking.rs`
//! is what happens after `go`, `info.rs` writes its lines, `strength.rs` plays weaker, `book.rs` opens books.

mod book;
mod command;
mod info;
mod options;
mod strength;
mod thinking;
mod work;

use crate::search::Running;
use crate::wire::{Line, Out, quote, read_line};
use crate::{NAME, VERSION};
use book::OpenBook;
use command::Command;
use options::{Effect, Options};
use quadrille_chess::{Position, Rules, evaluation};
use quadrille_core::{Evaluation, Game, Notation, Player, Refusal, Rng};
use quadrille_engine::{Match, PlayerSpec, Thinker, registry};
use std::io::{self, BufRead, Write};
use std::thread::Scope;

/// Speaks UCI until `quit` or the end of the input. At the end of the input a search with limits is finished, one
/// without is stopped.
///
/// # Errors
/// When the input cannot be read. An output that nobody reads any more ends the conversation without error.
pub fn serve_uci(input: impl BufRead, mut output: impl Write + Send) -> io::Result<()> {
    let out = Out::new(&mut output);
    std::thread::scope(|scope| {
        let mut engine = Engine::new(scope, &out);
        let result = converse(input, &mut engine);
        engine.finish(!matches!(result, Ok(false)));
        result.map(|_| ())
    })
}

/// Reads and obeys; true when told to quit, false at the end of the input.
fn converse(mut input: impl BufRead, engine: &mut Engine<'_, '_, '_>) -> io::Result<bool> {
    while let Some(line) = read_line(&mut input)? {
        let flow = match line {
            Line::Text(text) => engine.obey(&text),
            Line::TooLong => {
                engine.complain(&Refusal::plain("the line was too long and has been ignored"));
                Flow::Continue
            }
        };
        if flow == Flow::Quit || engine.out.is_closed() {
            return Ok(true);
        }
    }
    Ok(false)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

/// Everything the conversation is about.
struct Engine<'scope, 'env, 'out> {
    scope: &'scope Scope<'scope, 'env>,
    out: &'scope Out<'out>,
    options: Options,
    game: Match<Position>,
    /// Absent while it thinks, and until it is needed.
    thinker: Option<Box<dyn Thinker>>,
    running: Option<Running<'scope>>,
    /// What to do when the opponent plays the expected move.
    ponder_budget: Option<std::time::Duration>,
    book: Option<OpenBook>,
    rng: Rng,
}

impl<'scope, 'env, 'out> Engine<'scope, 'env, 'out> {
    fn new(scope: &'scope Scope<'scope, 'env>, out: &'scope Out<'out>) -> Self {
        Self {
            scope,
            out,
            options: Options::default(),
            game: Match::new(Position::start(&Rules::Standard)),
            thinker: None,
            running: None,
            ponder_budget: None,
            book: None,
            rng: Rng::new(1),
        }
    }

    /// One line, one answer.
    fn obey(&mut self, line: &str) -> Flow {
        let done = match Command::parse(line) {
            Ok(None | Some(Command::Debug | Command::Register)) => Ok(()),
            Ok(Some(Command::Quit)) => return Flow::Quit,
            Ok(Some(command)) => self.handle(command),
            Err(error) => Err(error),
        };
        if let Err(error) = done {
            self.complain(&error);
        }
        Flow::Continue
    }

    fn handle(&mut self, command: Command) -> Result<(), Refusal> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.ready()?,
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::NewGame => self.new_game()?,
            Command::Position { fen, moves } => self.game = self.set_up(fen.as_deref(), &moves)?,
            Command::Go(go) => self.go(&go)?,
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit()?,
            Command::Display => self.display(),
            Command::Bench { depth } => self.bench(depth)?,
            Command::Eval => self.evaluate(),
            Command::Debug | Command::Register | Command::Quit => {}
        }
        Ok(())
    }

    fn complain(&self, error: &Refusal) {
        self.out.say(format_args!("info string {}", crate::wire::one_line(error)));
    }

    fn introduce(&self) {
        self.out.say(format_args!(
            "id name {NAME} {VERSION}\nid author the Quadrille authors\n\n{}\nuciok",
            Options::listing()
        ));
    }

    /// Everything slow is done before the answer; a running search is not waited for.
    fn ready(&mut self) -> Result<(), Refusal> {
        let made = if self.running.is_none() { self.awake().map(|_| ()) } else { Ok(()) };
        self.out.say("readyok");
        made
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Refusal> {
        let mut options = self.options.clone();
        let effect = options.set(name, value)?;
        match effect {
            Effect::None => {}
            Effect::OpenBook if options.own_book && !options.book_file.is_empty() => {
                self.book = Some(book::open(&options.book_file)?);
            }
            Effect::OpenBook => self.book = None,
            Effect::Forget => {
                self.rest(name)?;
                self.thinker.iter_mut().for_each(|thinker| thinker.clear());
            }
            Effect::NewPlayer => {
                self.rest(name)?;
                // A table that cannot be had is refused here, and the old player stays.
                self.thinker = Some(Self::player(&options)?);
            }
        }
        self.options = options;
        Ok(())
    }

    fn player(options: &Options) -> Result<Box<dyn Thinker>, Refusal> {
        let session = registry::open("chess", "", None)?;
        let spec: PlayerSpec = session.best_player().with("hash", options.hash_mib).with("threads", options.threads);
        session.thinker(&spec)
    }

    /// The thinker, made if there is none.
    fn awake(&mut self) -> Result<&mut Box<dyn Thinker>, Refusal> {
        let thinker = match self.thinker.take() {
            Some(thinker) => thinker,
            None => Self::player(&self.options)?,
        };
        Ok(self.thinker.insert(thinker))
    }

    /// Makes sure that no search runs: one that is about to end is waited for, another one is not disturbed.
    fn rest(&mut self, what: &str) -> Result<(), Refusal> {
        if self.running.as_ref().is_some_and(|running| !running.is_ending()) {
            return Err(Refusal::plain(format!("{} is refused while a search runs: send stop first", quote(what))));
        }
        if let Some(running) = self.running.take() {
            self.thinker = running.join();
        }
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), Refusal> {
        self.rest("ucinewgame")?;
        self.thinker.iter_mut().for_each(|thinker| thinker.clear());
        self.game = Match::new(Position::start(&self.rules()));
        Ok(())
    }

    const fn rules(&self) -> Rules {
        if self.options.chess960 { Rules::Chess960 } else { Rules::Standard }
    }

    /// The game that a position and moves stand for; a claimable draw on the way does not end it.
    fn set_up(&self, fen: Option<&str>, moves: &[String]) -> Result<Match<Position>, Refusal> {
        let start = match fen {
            None => Position::start(&self.rules()),
            Some(fen) => Position::parse_position(&self.rules(), fen)?,
        };
        let mut game = Match::new(start);
        for (i, text) in moves.iter().enumerate() {
            let m = game.position().parse_move(text);
            game.play(m.map_err(|error| Refusal::plain(format!("move {} of the position: {error}", i + 1)))?);
        }
        Ok(game)
    }

    fn display(&self) {
        let position = self.game.position();
        let (diagram, fen, key) = (position.diagram(), position.fen(), position.key());
        self.out.say(format_args!("{diagram}Fen: {fen}\nKey: {key:016X}"));
    }

    fn evaluate(&self) {
        let position = self.game.position();
        let score = evaluation::Tapered.evaluate(position);
        let white = if position.to_move() == Player::White { score } else { -score };
        self.out.say(format_args!("info string evaluation {white} (White's side)"));
    }

    /// The end of the conversation.
    fn finish(&mut self, at_once: bool) {
        if let Some(running) = self.running.take() {
            if at_once || running.endless {
                running.end();
            } else {
                running.join();
            }
        }
    }
}

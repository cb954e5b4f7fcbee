//! The Universal Chess Interface (Kahlen and Meyer-Kahlen, 2006).
//!
//! Read [`serve_uci`], then [`Engine::obey`]. `command.rs` parses lines, `options.rs` declares the options,
//! `thinking.rs` handles `go`, `info.rs` writes `info` lines, `strength.rs` limits the strength, `book.rs` opens books,
//! `work.rs` runs `perft` and `bench`.

mod book;
mod command;
mod info;
mod options;
mod strength;
mod thinking;
mod work;

use crate::wire::{NAME, Out, VERSION, converse, one_line, short};
use crate::words;
use crate::worker::Worker;
use book::OpenBook;
use command::{Command, Go};
use options::{Effect, Options};
use quadrille_chess::{Move, Position, Rules, evaluation};
use quadrille_chess_expert::endgame::Endgames;
use quadrille_chess_expert::known::Known;
use quadrille_chess_expert::syzygy::Tables;
use quadrille_core::{Evaluation, Game, Lang, Notation, Player, Refusal, Rng};
use quadrille_engine::{GamePlayer, Match, PlayerSpec, Registered, Stop};
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::thread::Scope;
use std::time::{Duration, Instant};
use thinking::Task;

/// Serves UCI until `quit` or the end of the input. At the end of the input a search with limits gets five more
/// seconds; an infinite one is stopped.
///
/// ```
/// let mut answer = Vec::new();
/// quadrille_protocol::serve_uci(&b"position startpos moves f2f3 e7e5 g2g4\ngo depth 2\n"[..], &mut answer)?;
/// assert!(String::from_utf8_lossy(&answer).contains("bestmove d8h4"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When the input cannot be read. A closed output ends the session without error.
pub fn serve_uci(input: impl BufRead, mut output: impl Write + Send) -> io::Result<()> {
    let out = Out::new(&mut output);
    std::thread::scope(|scope| {
        let mut engine = Engine::new(scope, &out);
        let result = converse(input, &out, |line| engine.obey(line));
        engine.worker.close(result)
    })
}

/// Everything the conversation is about.
struct Engine<'scope, 'env, 'out> {
    out: &'scope Out<'out>,
    options: Options,
    game: Match<Position>,
    worker: Worker<'scope, 'env, Box<dyn GamePlayer<Position>>>,
    /// How long to think when the opponent plays the expected move.
    ponder_budget: Option<Duration>,
    book: Option<OpenBook>,
    rng: Rng,
}

impl<'scope, 'env, 'out> Engine<'scope, 'env, 'out> {
    fn new(scope: &'scope Scope<'scope, 'env>, out: &'scope Out<'out>) -> Self {
        Self {
            out,
            options: Options::default(),
            game: Match::new(Position::start(&Rules::Standard)),
            worker: Worker::new(scope),
            ponder_budget: None,
            book: None,
            rng: Rng::new(1),
        }
    }

    /// One line, one answer.
    fn obey(&mut self, line: Result<String, Refusal>) -> ControlFlow<()> {
        let done = match line.and_then(|line| Command::parse(&line)) {
            Ok(Some(Command::Quit)) => return ControlFlow::Break(()),
            Ok(command) => command.map_or(Ok(()), |command| self.handle(command)),
            Err(error) => Err(error),
        };
        if let Err(error) = done {
            self.out.say(format_args!("info string {}", one_line(&error)));
        }
        ControlFlow::Continue(())
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

    fn introduce(&self) {
        self.out.say(format_args!(
            "id name {NAME} {VERSION}\nid author the Quadrille authors\n\n{}\nuciok",
            Options::listing()
        ));
    }

    /// All slow work is finished before the answer; a running search is not waited for.
    fn ready(&mut self) -> Result<(), Refusal> {
        let made = if self.worker.stop().is_none() { self.awake() } else { Ok(()) };
        self.out.say("readyok");
        made
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Refusal> {
        let mut options = self.options.clone();
        let effect = options.set(name, value)?;
        match effect {
            Effect::None => {}
            Effect::OpenBook if options.own_book => {
                self.book = Some(book::open(&options.book_file)?);
            }
            Effect::OpenBook => self.book = None,
            Effect::Forget => {
                self.rest(name)?;
                if let Some(player) = self.worker.resting() {
                    player.clear();
                }
            }
            Effect::NewPlayer => {
                self.rest(name)?;
                // If the table cannot be allocated, this fails and the old player stays.
                self.worker.replace(Some(player(&options)?));
            }
        }
        self.options = options;
        Ok(())
    }

    /// Makes sure that there is a player.
    fn awake(&mut self) -> Result<(), Refusal> {
        self.worker.player(|| player(&self.options)).map(|_| ())
    }

    /// Makes sure that no search is running: waits for one that is about to end, and refuses if another is running.
    fn rest(&mut self, what: &str) -> Result<(), Refusal> {
        if self.worker.is_busy() {
            return Err(words::BUSY.refuse().quote("what", short(what)));
        }
        self.worker.finish();
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), Refusal> {
        self.rest("ucinewgame")?;
        if let Some(player) = self.worker.resting() {
            player.clear();
        }
        self.game = Match::new(Position::start(&self.rules()));
        Ok(())
    }

    const fn rules(&self) -> Rules {
        if self.options.chess960 { Rules::Chess960 } else { Rules::Standard }
    }

    /// The game given by a position and moves; a claimable draw on the way does not end it.
    fn set_up(&self, fen: Option<&str>, moves: &[String]) -> Result<Match<Position>, Refusal> {
        let start = match fen {
            None => Position::start(&self.rules()),
            Some(fen) => Position::parse_position(&self.rules(), fen)?,
        };
        let mut game = Match::new(start);
        for (i, text) in moves.iter().enumerate() {
            let m = game.position().parse_move(text);
            let refuse = |why: Refusal| words::MOVE_OF_POSITION.refuse().with("number", i + 1).with("why", why);
            game.play(m.map_err(refuse)?);
        }
        Ok(game)
    }

    fn display(&self) {
        let position = self.game.position();
        let (diagram, fen, key) = (position.diagram(Lang::English), position.fen(), position.key());
        self.out.say(format_args!("{diagram}Fen: {fen}\nKey: {key:016X}"));
    }

    fn evaluate(&self) {
        let position = self.game.position();
        let score = evaluation::Network::default().evaluate(position);
        let white = if position.to_move() == Player::White { score } else { -score };
        self.out.say(format_args!("info string evaluation {white} (White's side)"));
    }

    /// `go`: searches on its own thread, or answers at once from the book or if there is nothing to search.
    fn go(&mut self, go: &Go) -> Result<(), Refusal> {
        self.rest("go")?;
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        let position = *self.game.position();
        let Some(task) = Task::new(go, &self.options, &self.game)? else {
            let score = if position.is_check() { "mate 0" } else { "cp 0" };
            self.out.say(format_args!("info depth 0 score {score}\nbestmove (none)"));
            return Ok(());
        };
        if let Some(m) = self.book_move(go, &position) {
            self.out.say(format_args!("info string book move\nbestmove {}", position.format_move(m)));
            return Ok(());
        }
        self.ponder_budget = if go.ponder { task.budget_after_pondering() } else { None };
        let (stop, endless) = (task.stop.clone(), task.limits.infinite);
        self.launch(&stop, endless, move |player, out| task.run(player, out))
    }

    /// Runs work on the player's thread and reports the result.
    fn launch(
        &mut self,
        stop: &Stop,
        endless: bool,
        work: impl FnOnce(&mut dyn GamePlayer<Position>, &Out<'_>) -> String + Send + 'static,
    ) -> Result<(), Refusal> {
        self.awake()?;
        let out = self.out;
        self.worker.start(stop, endless, move |player, answered| {
            let answer = work(player.as_mut(), out);
            answered.mark();
            out.say(answer);
        });
        Ok(())
    }

    fn book_move(&mut self, go: &Go, position: &Position) -> Option<Move> {
        let analysing = go.infinite || go.ponder || go.mate.is_some() || !go.search_moves.is_empty();
        let book = self.book.as_ref().filter(|_| !analysing)?;
        quadrille_chess_expert::book::choose(book, position, &mut self.rng)
    }

    /// `stop`: the answer comes from the thinking thread.
    fn stop(&self) {
        if let Some(stop) = self.worker.stop() {
            stop.request();
        }
    }

    /// `ponderhit`: the clock starts now. Without a clock the best move so far is played.
    fn ponder_hit(&mut self) -> Result<(), Refusal> {
        let stop = self.worker.stop().ok_or_else(|| words::NO_PONDER.refuse())?;
        match self.ponder_budget.take() {
            Some(budget) => stop.finish_by(Instant::now() + budget),
            None => stop.request(),
        }
        Ok(())
    }

    fn perft(&mut self, depth: u32) -> Result<(), Refusal> {
        if depth > work::DEEPEST_PERFT {
            let refusal = words::PERFT_TOO_DEEP.refuse().quote("depth", depth.to_string());
            return Err(refusal.with("most", work::DEEPEST_PERFT));
        }
        let (stop, position) = (Stop::new(), *self.game.position());
        self.launch(&stop.clone(), false, move |_, out| work::perft(&position, depth, &stop, out))
    }

    fn bench(&mut self, depth: Option<u32>) -> Result<(), Refusal> {
        self.rest("bench")?;
        let stop = Stop::new();
        self.launch(&stop.clone(), false, move |player, out| work::bench(player, depth, &stop, out))
    }
}

fn player(options: &Options) -> Result<Box<dyn GamePlayer<Position>>, Refusal> {
    let capabilities = Position::capabilities();
    let spec = PlayerSpec::new((capabilities.best)(&Rules::Standard));
    let spec = spec.with("hash", options.hash_mib).with("threads", options.threads);
    let (file, folders) = (&options.endgame_file, &options.syzygy_path);
    if file.is_empty() && folders.is_empty() {
        return capabilities.player(&spec);
    }
    let known = Known {
        endgames: if file.is_empty() { Endgames::installed()? } else { Some(Endgames::open(file.as_ref())?) },
        syzygy: if folders.is_empty() { Tables::installed()? } else { Some(Tables::open(folders.as_ref())?) },
    };
    let mut player = capabilities.player(&spec.with("oracle", false))?;
    player.ask(known.oracle());
    Ok(player)
}

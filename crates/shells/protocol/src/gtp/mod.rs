//! The Go Text Protocol, version 2 (Farnebäck 2002), for Go, Othello and Breakthrough.
//!
//! Read [`serve_gtp`], then [`Engine::answer`]. `command.rs` parses commands and frames answers, `board.rs` holds the
//! game, `engine.rs` moves and analysis, `analysis.rs` the analysis lines, `stones.rs` the commands about stones,
//! `clock.rs` the time, `rules.rs` the `gogui-rules` commands.

mod analysis;
mod board;
mod clock;
mod command;
mod engine;
mod rules;
mod stones;

pub use engine::GtpSettings;

use crate::wire::{NAME, Out, VERSION, converse, short};
use crate::words;
use analysis::Dialect;
use board::{Board, stones};
use clock::Clock;
use command::{Command, Request, Response};
use engine::Engine;
use quadrille_core::{Game, Player, Refusal};
use quadrille_go::{Small, status};
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::time::Duration;

/// Speaks GTP until `quit` or the end of the input.
///
/// ```
/// use quadrille_protocol::{GtpSettings, serve_gtp};
/// let mut answer = Vec::new();
/// serve_gtp(&b"boardsize 9\nplay b D4\n7 get_komi\n"[..], &mut answer, &GtpSettings::new("go"))?;
/// assert_eq!(answer, b"=\n\n=\n\n=7 7.5\n\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When the game or its rules are unknown, or the input cannot be read.
pub fn serve_gtp(input: impl BufRead, mut output: impl Write + Send, settings: &GtpSettings) -> io::Result<()> {
    let usual = if settings.game == Small::NAME { "19 chinese" } else { "" };
    let rules = if settings.rules.is_empty() { usual } else { &settings.rules };
    let board = Board::new(&settings.game, rules).map_err(io::Error::other)?;
    let out = Out::new(&mut output);
    std::thread::scope(|scope| {
        let mut engine = Engine::new(scope, &out, settings, board);
        let result = converse(input, &out, |line| engine.obey(line));
        engine.end_analysis();
        result.map(|_| ())
    })
}

impl Engine<'_, '_, '_> {
    /// One request, one answer.
    fn obey(&mut self, line: Result<String, Refusal>) -> ControlFlow<()> {
        self.begin();
        // Any input ends an analysis, an empty line too.
        self.end_analysis();
        let Ok(line) = line else {
            self.out.write("? the line was too long\n\n");
            return ControlFlow::Continue(());
        };
        let Some(request) = &Request::parse(&line) else { return ControlFlow::Continue(()) };
        let command = Command::named(&request.name).filter(|&command| self.knows(command));
        let result = match command {
            None => Err(words::UNKNOWN_COMMAND.refuse().quote("name", short(&request.name))),
            Some(command) => self.answer(command, request),
        };
        // `None`: the command has already written its answer.
        if let Some(result) = result.transpose() {
            self.out.write(&Response { id: &request.id, result }.to_string());
        }
        if command == Some(Command::Quit) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn knows(&self, command: Command) -> bool {
        self.board.is_go() || command.is_general()
    }

    fn answer(&mut self, command: Command, request: &Request) -> Result<Option<String>, Refusal> {
        let session = self.board.session();
        let text = match command {
            Command::ProtocolVersion => "2".to_owned(),
            Command::Name => NAME.to_owned(),
            Command::Version => VERSION.to_owned(),
            Command::Knows => self.known_command(request),
            Command::List => self.list_commands(),
            Command::BoardSize => self.board_size(request)?,
            Command::QueryBoardSize | Command::RulesBoardSize => session.picture().rows.to_string(),
            Command::ClearBoard => self.clear_board()?,
            Command::Komi => self.komi(request)?,
            Command::GetKomi => self.board.go_rules()?.komi().to_string(),
            Command::FixedHandicap => self.board.fixed_handicap(request.number(0, &words::STONES)?)?.join(" "),
            Command::PlaceFreeHandicap => self.place_free_handicap(request)?,
            Command::SetFreeHandicap => self.set_free_handicap(request)?,
            Command::Play => self.play(request)?,
            Command::GenMove => self.generate_move(request.colour(0)?, true)?,
            Command::RegGenMove => self.generate_move(request.colour(0)?, false)?,
            Command::Undo => self.undo()?,
            Command::TimeSettings => self.time_settings(request)?,
            Command::TimeLeft => self.time_left(request)?,
            Command::FinalScore => self.final_score()?,
            Command::FinalStatusList => self.final_status_list(request)?,
            Command::ListStones => self.board.list_stones(request)?,
            Command::IsLegal => self.board.is_legal(request)?,
            Command::AllLegal => self.board.all_legal(request)?,
            Command::Captures => self.board.captures(request.colour(0)?).to_string(),
            Command::LoadSgf => self.load_sgf(request)?,
            Command::ShowBoard => format!("\n{}", session.diagram()),
            Command::GoguiMenu => rules::menu(self.board.is_go()),
            Command::RulesGameId => session.descriptor().title.en.to_owned(),
            Command::RulesBoard => rules::board(&session.picture()),
            Command::RulesLegalMoves => rules::legal_moves(session),
            Command::RulesSideToMove => session.to_move().to_string(),
            Command::RulesFinalResult => rules::final_result(session),
            Command::MoveValues => self.last.as_ref().map(rules::move_values).unwrap_or_default(),
            Command::Ownership => rules::ownership(&status::status(&stones(session)?)?, session.picture().columns),
            Command::Quit => String::new(),
            Command::Analyze | Command::LzAnalyze => return self.stream(Dialect::Leela, false, request).map(|()| None),
            Command::KataAnalyze => return self.stream(Dialect::Kata, false, request).map(|()| None),
            Command::GenMoveAnalyze | Command::LzGenMoveAnalyze => {
                return self.stream(Dialect::Leela, true, request).map(|()| None);
            }
            Command::KataGenMoveAnalyze => return self.stream(Dialect::Kata, true, request).map(|()| None),
        };
        Ok(Some(text))
    }

    fn known_command(&self, request: &Request) -> String {
        let name = request.arguments.first().map_or("", String::as_str);
        Command::named(name).is_some_and(|command| self.knows(command)).to_string()
    }

    fn list_commands(&self) -> String {
        let known = Command::ALL.iter().filter(|(_, command)| self.knows(*command));
        known.map(|(name, _)| *name).collect::<Vec<_>>().join("\n")
    }

    fn board_size(&mut self, request: &Request) -> Result<String, Refusal> {
        self.board.resize(request.number(0, &words::LINES)?)?;
        self.forget();
        Ok(String::new())
    }

    fn clear_board(&mut self) -> Result<String, Refusal> {
        self.board.clear()?;
        self.clear();
        Ok(String::new())
    }

    fn komi(&mut self, request: &Request) -> Result<String, Refusal> {
        self.board.set_komi(request.number(0, &words::A_KOMI)?)?;
        self.clear();
        Ok(String::new())
    }

    /// Fewer stones than requested are allowed, and we have at most nine points for them.
    fn place_free_handicap(&mut self, request: &Request) -> Result<String, Refusal> {
        let stones: u8 = request.number(0, &words::STONES)?;
        let rules = self.board.go_rules()?;
        let possible = (2..=stones.min(9)).rev().find(|&stones| rules.with_handicap(stones).is_ok());
        Ok(self.board.fixed_handicap(possible.unwrap_or(stones))?.join(" "))
    }

    fn set_free_handicap(&mut self, request: &Request) -> Result<String, Refusal> {
        if request.arguments.len() < 2 {
            return Err(words::TWO_POINTS.refuse());
        }
        self.board.free_handicap(&request.arguments)?;
        Ok(String::new())
    }

    fn play(&mut self, request: &Request) -> Result<String, Refusal> {
        let (player, text) = (request.colour(0)?, request.argument(1, &words::A_MOVE)?);
        let refuse = |why: Refusal| words::ILLEGAL_MOVE.refuse().with("why", why);
        self.board.play(player, text).map_err(refuse)?;
        Ok(String::new())
    }

    fn undo(&mut self) -> Result<String, Refusal> {
        if self.board.undo()? { Ok(String::new()) } else { Err(words::CANNOT_UNDO.refuse()) }
    }

    fn time_settings(&mut self, request: &Request) -> Result<String, Refusal> {
        self.clock = Clock::new(request.seconds(0)?, request.seconds(1)?, request.number(2, &words::STONES)?);
        Ok(String::new())
    }

    fn time_left(&mut self, request: &Request) -> Result<String, Refusal> {
        let (player, time) = (request.colour(0)?, request.seconds(1)?);
        let stones = request.number(2, &words::STONES)?;
        self.clock = self.clock.take().or_else(|| Clock::new(time, Duration::ZERO, 0));
        if let Some(clock) = &mut self.clock {
            clock.show(player, time, stones);
        }
        Ok(String::new())
    }

    fn final_score(&self) -> Result<String, Refusal> {
        if self.board.is_go() {
            return Ok(status::result(status::margin_halves(&stones(self.board.session())?)?));
        }
        let points = self.board.session().points().ok_or_else(|| words::NO_POINTS.refuse())?;
        Ok(status::result((2.0 * (points[Player::Black] - points[Player::White])) as i32))
    }

    fn final_status_list(&self, request: &Request) -> Result<String, Refusal> {
        let kind = request.argument(0, &words::A_STATUS)?;
        let stones = stones(self.board.session())?;
        let status = status::status(&stones)?;
        let strict = !stones.rules.set().removes_dead_stones();
        let chains = match kind {
            "alive" if strict => status.alive.into_iter().chain(status.dead).collect(),
            "alive" => status.alive,
            "dead" if strict => Vec::new(),
            "dead" => status.dead,
            "seki" => Vec::new(),
            _ => return Err(words::STATUS.refuse().quote("kind", short(kind))),
        };
        Ok(chains.iter().map(|chain| chain.join(" ")).collect::<Vec<_>>().join("\n"))
    }

    fn load_sgf(&mut self, request: &Request) -> Result<String, Refusal> {
        let path = request.argument(0, &words::A_FILE)?;
        let before = if request.arguments.len() > 1 { Some(request.number(1, &words::A_MOVE_NUMBER)?) } else { None };
        self.board.load(path, before)?;
        self.forget();
        Ok(self.board.session().to_move().to_string())
    }
}

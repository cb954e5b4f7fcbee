//! The Go Text Protocol, version 2 (Farnebäck 2002), for Go, Othello and Breakthrough.
//!
//! Read [`serve_gtp`], then [`Engine::answer`]. `command.rs` has the commands and the frame of answers, `board.rs` the
//! game as GTP sees it, `thinking.rs` moves and analysis, `analysis.rs` the lines of analysis, `status.rs` life and death,
//! `clock.rs` the time, `rules.rs` the commands by which GoGui learns other games.

mod analysis;
mod board;
mod clock;
mod command;
mod rules;
mod status;
mod thinking;

use crate::search::Running;
use crate::wire::{Line, Out, quote, read_line};
use crate::{NAME, VERSION};
use board::Board;
use clock::Clock;
use command::{Command, Request, Response};
use quadrille_core::{Player, Refusal};
use quadrille_engine::{Limits, PlayerSpec, Report, Thinker};
use quadrille_go::RuleSet;
use std::io::{self, BufRead, Write};
use std::thread::Scope;
use std::time::Duration;

/// What a GTP engine is started with.
#[derive(Clone, Debug)]
pub struct GtpSettings {
    /// `go`, `othello` or `breakthrough`.
    pub game: String,
    /// Rules as text; empty for the usual ones (Go: Chinese rules on 19 lines).
    pub rules: String,
    /// Who plays; `None` is the game's best.
    pub player: Option<PlayerSpec>,
    /// How long a move may take while the controller sets no clock.
    pub limits: Limits,
}

impl GtpSettings {
    const USUAL_TIME: Duration = Duration::from_secs(3);

    /// A game under its usual rules, played by its best player, three seconds a move.
    #[must_use]
    pub fn new(game: &str) -> Self {
        Self { game: game.to_owned(), rules: String::new(), player: None, limits: Limits::time(Self::USUAL_TIME) }
    }
}

/// Speaks GTP until `quit` or the end of the input.
///
/// # Errors
/// When the game or its rules are unknown, or the input cannot be read.
pub fn serve_gtp(input: impl BufRead, mut output: impl Write + Send, settings: &GtpSettings) -> io::Result<()> {
    let usual = if settings.game == "go" { "19 chinese" } else { "" };
    let rules = if settings.rules.is_empty() { usual } else { &settings.rules };
    let board = Board::new(&settings.game, rules).map_err(io::Error::other)?;
    let out = Out::new(&mut output);
    std::thread::scope(|scope| {
        let mut engine =
            Engine { scope, out: &out, settings, board, clock: None, thinker: None, running: None, last: None };
        let result = converse(input, &mut engine);
        engine.end_analysis();
        result
    })
}

fn converse(mut input: impl BufRead, engine: &mut Engine<'_, '_, '_>) -> io::Result<()> {
    while let Some(line) = read_line(&mut input)? {
        // Any input ends an analysis, an empty line too.
        engine.end_analysis();
        let Line::Text(text) = line else {
            engine.out.write("? the line was too long\n\n");
            continue;
        };
        let Some(request) = Request::parse(&text) else { continue };
        if engine.obey(&request) == Flow::Quit || engine.out.is_closed() {
            break;
        }
    }
    Ok(())
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
    settings: &'scope GtpSettings,
    board: Board,
    clock: Option<Clock>,
    /// Absent while it analyses, and until it is needed.
    thinker: Option<Box<dyn Thinker>>,
    running: Option<Running<'scope>>,
    /// What the last search said.
    last: Option<Report>,
}

impl Engine<'_, '_, '_> {
    /// One request, one answer.
    fn obey(&mut self, request: &Request) -> Flow {
        let command = Command::named(&request.name).filter(|&command| self.knows(command));
        let result = match command {
            None => Err(Refusal::plain(format!("unknown command {}", quote(&request.name)))),
            Some(command) => self.answer(command, request),
        };
        // `None`: the command has framed its answer itself.
        if let Some(result) = result.transpose() {
            self.out.write(&Response { id: &request.id, result }.to_string());
        }
        if command == Some(Command::Quit) { Flow::Quit } else { Flow::Continue }
    }

    fn knows(&self, command: Command) -> bool {
        self.board.is_go() || command.is_general()
    }

    fn answer(&mut self, command: Command, request: &Request) -> Result<Option<String>, Refusal> {
        if let Some(streamed) = self.stream(command, request)? {
            return Ok(streamed);
        }
        let text = match command {
            Command::ProtocolVersion => "2".to_owned(),
            Command::Name => NAME.to_owned(),
            Command::Version => VERSION.to_owned(),
            Command::Knows => self.known_command(request),
            Command::List => self.list_commands(),
            Command::BoardSize => self.board_size(request)?,
            Command::QueryBoardSize | Command::RulesBoardSize => self.size().to_string(),
            Command::ClearBoard => self.clear_board()?,
            Command::Komi => self.komi(request)?,
            Command::GetKomi => self.board.go_rules()?.komi().to_string(),
            Command::FixedHandicap => self.board.fixed_handicap(request.number(0, "a number of stones")?)?.join(" "),
            Command::PlaceFreeHandicap => self.place_free_handicap(request)?,
            Command::SetFreeHandicap => self.set_free_handicap(request)?,
            Command::Play => self.play(request)?,
            Command::GenMove => self.generate_move(request, true)?,
            Command::RegGenMove => self.generate_move(request, false)?,
            Command::Undo => self.undo()?,
            Command::TimeSettings => self.time_settings(request)?,
            Command::TimeLeft => self.time_left(request)?,
            Command::FinalScore => self.final_score()?,
            Command::FinalStatusList => self.final_status_list(request)?,
            Command::LoadSgf => self.load_sgf(request)?,
            Command::ShowBoard => format!("\n{}", self.board.session().diagram()),
            Command::GoguiMenu => self.gogui_analyze_commands(),
            Command::RulesGameId => self.game_id(),
            Command::RulesBoard => self.rules_board(),
            Command::RulesLegalMoves => self.legal_moves(),
            Command::RulesSideToMove => self.board.session().to_move().to_string(),
            Command::RulesFinalResult => self.final_result(),
            Command::MoveValues => self.move_values(),
            Command::Ownership => self.ownership()?,
            // The streaming ones have been answered above.
            Command::Quit
            | Command::Analyze
            | Command::GenMoveAnalyze
            | Command::LzAnalyze
            | Command::LzGenMoveAnalyze
            | Command::KataAnalyze
            | Command::KataGenMoveAnalyze => String::new(),
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
        self.board.resize(request.number(0, "a number of lines")?)?;
        self.forget();
        Ok(String::new())
    }

    /// What was thought about another game helps nothing; another size needs another player.
    fn forget(&mut self) {
        (self.thinker, self.last) = (None, None);
    }

    fn clear_board(&mut self) -> Result<String, Refusal> {
        self.board.clear()?;
        self.thinker.iter_mut().for_each(|thinker| thinker.clear());
        self.last = None;
        Ok(String::new())
    }

    fn komi(&mut self, request: &Request) -> Result<String, Refusal> {
        self.board.set_komi(request.number(0, "a number such as 7.5")?)?;
        self.thinker.iter_mut().for_each(|thinker| thinker.clear());
        Ok(String::new())
    }

    /// Fewer stones than asked for are allowed, and we have at most nine points for them.
    fn place_free_handicap(&mut self, request: &Request) -> Result<String, Refusal> {
        let stones: u8 = request.number(0, "a number of stones")?;
        let rules = self.board.go_rules()?;
        let possible = (2..=stones.min(9)).rev().find(|&stones| rules.with_handicap(stones).is_ok());
        Ok(self.board.fixed_handicap(possible.unwrap_or(stones))?.join(" "))
    }

    fn set_free_handicap(&mut self, request: &Request) -> Result<String, Refusal> {
        if request.arguments.len() < 2 {
            return Err(Refusal::plain("set_free_handicap needs at least two points"));
        }
        self.board.free_handicap(&request.arguments)?;
        Ok(String::new())
    }

    fn play(&mut self, request: &Request) -> Result<String, Refusal> {
        let player = request.colour(0)?;
        let text = request.argument(1, "a move")?;
        let refuse = |error: Refusal| Refusal::plain(format!("illegal move: {error}"));
        self.board.play(player, text).map_err(refuse)?;
        Ok(String::new())
    }

    fn undo(&mut self) -> Result<String, Refusal> {
        if self.board.undo()? { Ok(String::new()) } else { Err(Refusal::plain("cannot undo")) }
    }

    fn time_settings(&mut self, request: &Request) -> Result<String, Refusal> {
        self.clock = Clock::new(request.seconds(0)?, request.seconds(1)?, request.number(2, "a number of stones")?);
        Ok(String::new())
    }

    fn time_left(&mut self, request: &Request) -> Result<String, Refusal> {
        let (player, time, stones) =
            (request.colour(0)?, request.seconds(1)?, request.number(2, "a number of stones")?);
        let clock = self.clock.take().or_else(|| Clock::new(time, Duration::ZERO, 0));
        self.clock = clock.map(|mut clock| {
            clock.show(player, time, stones);
            clock
        });
        Ok(String::new())
    }

    /// Tromp and Taylor count the board as it stands; Chinese players take the dead stones off first.
    fn final_score(&self) -> Result<String, Refusal> {
        let session = self.board.session();
        if !self.board.is_go() {
            let points = session.points().ok_or_else(|| Refusal::plain("this game has no points"))?;
            return Ok(status::result((2.0 * (points[Player::Black] - points[Player::White])) as i32));
        }
        Ok(status::result(self.margin_halves()?))
    }

    /// Black's lead in Go.
    fn margin_halves(&self) -> Result<i32, Refusal> {
        let (rules, position) = (self.board.go_rules()?, self.board.session().position());
        match rules.set() {
            RuleSet::Chinese => Ok(status::status(&rules, &position)?.margin_halves),
            RuleSet::TrompTaylor | RuleSet::Simplified => status::margin_as_it_stands(&rules, &position),
        }
    }

    fn final_status_list(&self, request: &Request) -> Result<String, Refusal> {
        let kind = request.argument(0, "alive, dead or seki")?;
        let (rules, position) = (self.board.go_rules()?, self.board.session().position());
        let status = status::status(&rules, &position)?;
        let strict = rules.set() != RuleSet::Chinese;
        let chains = match kind {
            "alive" if strict => status.alive.into_iter().chain(status.dead).collect(),
            "alive" => status.alive,
            "dead" if strict => Vec::new(),
            "dead" => status.dead,
            "seki" => Vec::new(),
            _ => {
                return Err(Refusal::plain(format!("status {} is refused: expected alive, dead or seki", quote(kind))));
            }
        };
        Ok(chains.iter().map(|chain| chain.join(" ")).collect::<Vec<_>>().join("\n"))
    }

    fn load_sgf(&mut self, request: &Request) -> Result<String, Refusal> {
        let path = request.argument(0, "a file name")?;
        let before = if request.arguments.len() > 1 { Some(request.number(1, "a move number")?) } else { None };
        self.board.load(path, before)?;
        self.forget();
        Ok(self.board.session().to_move().to_string())
    }
}

//! `quadrille play`: a game in the terminal.

use super::analyse::value;
use crate::game_args::GameArgs;
use crate::limit_args::LimitArgs;
use crate::output;
use crate::words;
use quadrille_core::{PerPlayer, Player};
use quadrille_engine::{Level, PlayerSpec, Question, Session, Stop, Thinker};
use std::io::{self, BufRead, IsTerminal, Write};

/// Play in the terminal, with a human or an engine on each side.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  quadrille play othello --white alphabeta --time 2s
  quadrille play go --size 9 --black rave,threads=2 --white random
  quadrille play chess --black engine --level casual

At the prompt, type a move or: hash, draws, history, undo, moves, eval, go, position, help, quit.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// White: human, engine, or ALGORITHM[,key=value…].
    #[arg(long, default_value = "human", value_name = "PLAYER")]
    white: String,
    /// Black: human, engine, or ALGORITHM[,key=value…].
    #[arg(long, default_value = "human", value_name = "PLAYER")]
    black: String,
    /// Level of `engine`, 1 to 8 or its name; replaces the limits.
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["time", "depth", "nodes", "playouts"])]
    level: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let session = args.game.open()?;
    let level = args.level.as_deref().map(Level::parse).transpose()?;
    let engine = level.map_or_else(|| session.best_player(), |level| level.player(session.as_ref()));
    let seat = |text: &str| Seat::open(session.as_ref(), text, &engine);
    let seats = PerPlayer([seat(&args.black)?, seat(&args.white)?]);
    let limits = level.map_or_else(|| args.limits.limits_or_default(), |level| Ok(level.limits()))?;
    let mut table = Table { session, seats, limits, out: io::stdout() };
    table.play(io::stdin().lock(), io::stdin().is_terminal())
}

/// Who sits at one side of the board.
enum Seat {
    Human,
    Engine(Box<dyn Thinker>),
}

impl Seat {
    fn open(session: &dyn Session, text: &str, engine: &PlayerSpec) -> anyhow::Result<Self> {
        Ok(match text {
            "human" => Self::Human,
            "engine" | "ai" => Self::Engine(session.thinker(engine)?),
            _ => Self::Engine(session.thinker(&text.parse::<PlayerSpec>()?)?),
        })
    }
}

/// A game with its two seats and the terminal it is shown on.
struct Table<W: Write> {
    session: Box<dyn Session>,
    seats: PerPlayer<Seat>,
    limits: quadrille_engine::Limits,
    out: W,
}

/// What to do after a command at the prompt.
enum Next {
    Ask,
    Show,
    Quit,
}

impl<W: Write> Table<W> {
    fn play(&mut self, mut input: impl BufRead, prompts: bool) -> anyhow::Result<()> {
        self.show()?;
        loop {
            if let Some(end) = self.session.end() {
                writeln!(self.out, "{} ({})", end.outcome, end.reason.template(output::language()))?;
                if let Some(points) = self.session.points() {
                    let score = Player::BOTH.map(|player| format!("{player} {}", points[player]));
                    writeln!(self.out, "{}", score.join(", "))?;
                }
                let both_engines = Player::BOTH.iter().all(|&player| matches!(self.seats[player], Seat::Engine(_)));
                if both_engines {
                    return Ok(());
                }
            } else if matches!(self.seats[self.session.to_move()], Seat::Engine(_)) {
                self.engine_moves()?;
                self.show()?;
                continue;
            }
            match self.ask(&mut input, prompts)? {
                Next::Ask => {}
                Next::Show => self.show()?,
                Next::Quit => return Ok(()),
            }
        }
    }

    fn ask(&mut self, input: &mut impl BufRead, prompts: bool) -> anyhow::Result<Next> {
        if prompts {
            write!(self.out, "{} to move> ", self.session.to_move())?;
            self.out.flush()?;
        }
        let mut line = Vec::new();
        // One line, of bounded length: a pipe that never ends a line must not fill the memory.
        let mut bounded = io::Read::take(&mut *input, LONGEST_LINE);
        if bounded.read_until(b'\n', &mut line)? == 0 {
            return Ok(Next::Quit);
        }
        let text = String::from_utf8_lossy(&line);
        match text.trim() {
            "" => Ok(Next::Ask),
            "quit" | "exit" => Ok(Next::Quit),
            command => self.obey(command).or_else(|error| {
                // A refused command leaves the game as it was.
                writeln!(self.out, "{}", output::one_line(&error))?;
                Ok(Next::Ask)
            }),
        }
    }

    fn obey(&mut self, command: &str) -> anyhow::Result<Next> {
        match command {
            "hash" => writeln!(self.out, "{}", output::hex(self.session.key()))?,
            "position" => writeln!(self.out, "{}", self.session.position())?,
            "draws" => {
                let report = self
                    .session
                    .draws()
                    .ok_or_else(|| words::NO_DRAWING_RULES.refuse().with("game", self.session.descriptor().name))?;
                let reason = report.draw.as_deref().unwrap_or("none");
                writeln!(
                    self.out,
                    "occurrences {}, half-move clock {}, draw: {reason}",
                    report.occurrences, report.halfmove_clock
                )?;
            }
            "history" => {
                for row in self.session.history() {
                    let played = row.played.as_ref().map_or("start", |name| &name.record);
                    writeln!(self.out, "{:>4}  {played:<8} {}", row.ply, output::hex(row.key))?;
                }
            }
            "moves" => {
                let moves: Vec<String> = self.session.legal_moves().into_iter().map(|m| m.record).collect();
                writeln!(self.out, "{}", moves.join(" "))?;
            }
            "eval" => self.evaluate()?,
            "go" => {
                self.hint_and_play()?;
                return Ok(Next::Show);
            }
            "undo" => {
                anyhow::ensure!(self.session.undo(), words::NOTHING_TO_UNDO.refuse());
                // Against an engine, back to the human's own turn.
                if matches!(self.seats[self.session.to_move()], Seat::Engine(_)) {
                    self.session.undo();
                }
                return Ok(Next::Show);
            }
            "help" => writeln!(
                self.out,
                "type a move, or: hash, draws, history, undo, moves, eval, go, position, help, quit"
            )?,
            text => {
                self.session.play(text)?;
                return Ok(Next::Show);
            }
        }
        Ok(Next::Ask)
    }

    fn show(&mut self) -> anyhow::Result<()> {
        Ok(writeln!(self.out, "{}", self.session.diagram())?)
    }

    fn engine_moves(&mut self) -> anyhow::Result<()> {
        let mover = self.session.to_move();
        if let Seat::Engine(thinker) = &mut self.seats[mover] {
            let report =
                thinker.think(self.session.as_ref(), &Question::new(self.limits, &Stop::new()), &mut |_| {})?;
            let best = report.best.ok_or_else(|| words::NO_MOVE_FOUND.refuse())?;
            writeln!(self.out, "{mover} plays {}  ({}, {:.2} s)", best.record, value(report.verdict), report.seconds)?;
            self.session.play(&best.text)?;
        }
        Ok(())
    }

    fn think_once(&self) -> anyhow::Result<quadrille_engine::Report> {
        anyhow::ensure!(self.session.end().is_none(), words::GAME_OVER.refuse());
        let mut thinker = self.session.thinker(&self.session.best_player())?;
        Ok(thinker.think(self.session.as_ref(), &Question::new(self.limits, &Stop::new()), &mut |_| {})?)
    }

    fn evaluate(&mut self) -> anyhow::Result<()> {
        let report = self.think_once()?;
        Ok(writeln!(
            self.out,
            "{} for {} to move: {}",
            value(report.verdict),
            self.session.to_move(),
            report.line.records().join(" ")
        )?)
    }

    fn hint_and_play(&mut self) -> anyhow::Result<()> {
        let best = self.think_once()?.best.ok_or_else(|| words::NO_MOVE_FOUND.refuse())?;
        let mover = self.session.to_move();
        self.session.play(&best.text)?;
        Ok(writeln!(self.out, "{mover} plays {}", best.record)?)
    }
}

const LONGEST_LINE: u64 = 4_096;

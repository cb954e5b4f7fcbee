//! `quadrille play`: a game in the terminal.

use super::analyse::value;
use crate::drawing::{self, Style};
use crate::game_args::GameArgs;
use crate::limit_args::LimitArgs;
use crate::output;
use crate::words;
use quadrille_core::{PerPlayer, Player, to_move};
use quadrille_engine::exchange::{self, Format, Record, Target};
use quadrille_engine::{Level, Limits, PlayerSpec, Question, Session, Stop, Thinker};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

/// Play in the terminal, with a human or an engine on each side.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  quadrille play othello --white alphabeta --time 2s
  quadrille play go --size 9 --black rave,threads=2 --white random
  quadrille play chess --black engine --level casual

At the prompt, type a move or a command: hint, undo, moves, eval, go, save FILE, resign, position, hash, draws, history, help, quit.

Without --white and --black, at a terminal, you move first against the engine at level `club`.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// White: human, engine, or ALGORITHM[,key=value…] [default: human].
    #[arg(long, value_name = "PLAYER")]
    white: Option<String>,
    /// Black: human, engine, or ALGORITHM[,key=value…] [default: human].
    #[arg(long, value_name = "PLAYER")]
    black: Option<String>,
    /// Level of `engine`: 1 to 8 or a name; cannot be combined with limits.
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["time", "depth", "nodes", "playouts"])]
    level: Option<String>,
    /// Draw the board with letters, without colours.
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The default level of the opponent.
const USUAL_LEVEL: &str = "club";

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let session = args.game.open()?;
    let alone = args.white.is_none() && args.black.is_none() && io::stdin().is_terminal();
    let usual = (alone && args.limits.limits()? == Limits::default()).then_some(USUAL_LEVEL);
    let level = args.level.as_deref().or(usual).map(Level::parse).transpose()?;
    let engine = level.map_or_else(|| session.best_player(), |level| level.player(session.as_ref()));
    let seat = |player: Player, text: &Option<String>| {
        let opponent = if alone && player != session.to_move() { "engine" } else { "human" };
        Seat::open(session.as_ref(), text.as_deref().unwrap_or(opponent), &engine)
    };
    let seats = PerPlayer([seat(Player::Black, &args.black)?, seat(Player::White, &args.white)?]);
    let limits = level.map_or_else(|| args.limits.limits_or_default(), |level| Ok(level.limits()))?;
    let mut table = Table { session, seats, limits, style: style(args.ascii), out: io::stdout() };
    table.play(&mut Input::open()?)
}

/// How boards are drawn: with letters if the output is not a terminal or on request.
fn style(ascii: bool) -> Option<Style> {
    let coloured = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let drawn = !ascii && io::stdout().is_terminal();
    drawn.then_some(if coloured { Style::Coloured } else { Style::Plain })
}

/// Where moves come from.
enum Input {
    /// A human player, with a line editor and history.
    Editor(Box<DefaultEditor>),
    /// A file or another program.
    Lines,
}

impl Input {
    fn open() -> anyhow::Result<Self> {
        let person = io::stdin().is_terminal() && io::stdout().is_terminal();
        Ok(if person { Self::Editor(Box::new(DefaultEditor::new()?)) } else { Self::Lines })
    }

    /// The next line; none at the end.
    fn line(&mut self, prompt: &str) -> anyhow::Result<Option<String>> {
        match self {
            Self::Editor(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    _ = editor.add_history_entry(&line);
                    Ok(Some(line))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(error) => Err(error.into()),
            },
            Self::Lines => {
                let mut line = Vec::new();
                // One line of bounded length: a pipe without line breaks must not fill the memory.
                let mut bounded = io::Read::take(io::stdin().lock(), LONGEST_LINE);
                let length = bounded.read_until(b'\n', &mut line)?;
                Ok((length > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
            }
        }
    }
}

const LONGEST_LINE: u64 = 4_096;

/// The player of one side.
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
    limits: Limits,
    /// None for the game's own diagram.
    style: Option<Style>,
    out: W,
}

/// The name of a side.
fn side(player: Player) -> String {
    player.name().template(output::language()).to_owned()
}

/// What to do after a command at the prompt.
enum Next {
    Ask,
    Show,
    Quit,
}

impl<W: Write> Table<W> {
    fn play(&mut self, input: &mut Input) -> anyhow::Result<()> {
        self.show()?;
        loop {
            if let Some(end) = self.session.end() {
                let reason = end.reason.template(output::language());
                writeln!(self.out, "{} ({reason})", output::say(&end.outcome.say()))?;
                if let Some(points) = self.session.points() {
                    let score = Player::BOTH.map(|player| format!("{} {}", side(player), points[player]));
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
            match self.ask(input)? {
                Next::Ask => {}
                Next::Show => self.show()?,
                Next::Quit => return Ok(()),
            }
        }
    }

    fn prompt(&self) -> String {
        output::say(&to_move(self.session.to_move())) + "> "
    }

    fn ask(&mut self, input: &mut Input) -> anyhow::Result<Next> {
        let Some(text) = input.line(&self.prompt())? else { return Ok(Next::Quit) };
        match text.trim() {
            "" => Ok(Next::Ask),
            "quit" | "exit" => Ok(Next::Quit),
            command => self.obey(command).or_else(|error| {
                // A rejected command does not change the game.
                writeln!(self.out, "{}", output::one_line(&error))?;
                Ok(Next::Ask)
            }),
        }
    }

    fn obey(&mut self, command: &str) -> anyhow::Result<Next> {
        match command {
            "hash" => writeln!(self.out, "{}", output::hex(self.session.key()))?,
            "position" => writeln!(self.out, "{}", self.session.position())?,
            "draws" => self.draws()?,
            "history" => {
                let start = words::report::START.template(output::language());
                for row in self.session.history() {
                    let played = row.played.as_ref().map_or(start, |name| &name.record);
                    writeln!(self.out, "{:>4}  {played:<8} {}", row.ply, output::hex(row.key))?;
                }
            }
            "moves" => {
                let moves: Vec<String> = self.session.legal_moves().into_iter().map(|m| m.record).collect();
                writeln!(self.out, "{}", moves.join(" "))?;
            }
            "eval" => self.evaluate()?,
            "hint" => {
                let best = self.think_once()?.best.ok_or_else(|| words::NO_MOVE_FOUND.refuse())?;
                writeln!(self.out, "{}", best.record)?;
            }
            "resign" => {
                self.resign()?;
                return Ok(Next::Quit);
            }
            "go" => {
                self.hint_and_play()?;
                return Ok(Next::Show);
            }
            "undo" => {
                anyhow::ensure!(self.session.undo(), words::NOTHING_TO_UNDO.refuse());
                // Against an engine, undo back to the human's turn.
                if matches!(self.seats[self.session.to_move()], Seat::Engine(_)) {
                    self.session.undo();
                }
                return Ok(Next::Show);
            }
            "help" => writeln!(self.out, "{}", output::say(&words::PROMPT_HELP.say()))?,
            text if text.starts_with("save ") => self.save(Path::new(text[5..].trim()))?,
            text => {
                self.session.play(text)?;
                return Ok(Next::Show);
            }
        }
        Ok(Next::Ask)
    }

    fn show(&mut self) -> anyhow::Result<()> {
        let Some(style) = self.style else {
            return Ok(writeln!(self.out, "{}", self.session.diagram_in(output::language()))?);
        };
        let last = self.session.last_move().map(|last| last.effect);
        let marked = last.iter().flat_map(|effect| [&effect.from, &effect.to]).filter_map(Option::as_deref);
        let board = drawing::draw(&self.session.picture(), &marked.collect::<Vec<_>>(), style);
        Ok(write!(self.out, "\n{board}\n")?)
    }

    fn draws(&mut self) -> anyhow::Result<()> {
        for line in super::draws::lines(self.session.as_ref())? {
            writeln!(self.out, "{}", output::say(&line))?;
        }
        Ok(())
    }

    fn resign(&mut self) -> anyhow::Result<()> {
        anyhow::ensure!(self.session.end().is_none(), words::GAME_OVER.refuse());
        let mover = self.session.to_move();
        let resigned = words::RESIGNS.say().with("player", mover).with("other", !mover);
        Ok(writeln!(self.out, "{}", output::say(&resigned))?)
    }

    /// Writes the game to a file, in the format of its extension.
    fn save(&mut self, path: &Path) -> anyhow::Result<()> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let refusal = || words::SAVE_ENDING.refuse().quote("name", path.display().to_string());
        let target = Target::of_extension(ending).ok_or_else(refusal)?;
        let record = Record::of(self.session.as_ref(), Format::Transcript)?;
        let bytes = exchange::write(&record, target)?;
        quadrille_support::file::write(path, &bytes).map_err(|error| quadrille_support::file::refusal(path, &error))?;
        Ok(writeln!(self.out, "{}", output::say(&words::SAVED.say().with("file", path.display().to_string())))?)
    }

    fn engine_moves(&mut self) -> anyhow::Result<()> {
        let mover = self.session.to_move();
        if let Seat::Engine(thinker) = &mut self.seats[mover] {
            let report =
                thinker.think(self.session.as_ref(), &Question::new(self.limits, &Stop::new()), &mut |_| {})?;
            let best = report.best.ok_or_else(|| words::NO_MOVE_FOUND.refuse())?;
            let played = words::PLAYS.say().with("player", mover).with("move", best.record.clone());
            let value = Some(value(report.verdict)).filter(|value| !value.is_empty());
            let about = format!("({}{:.2} s)", value.map(|value| value + ", ").unwrap_or_default(), report.seconds);
            writeln!(self.out, "{}  {about}", output::say(&played))?;
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
        let judged = words::JUDGED.say().with("value", value(report.verdict));
        let judged = judged.with("player", self.session.to_move());
        Ok(writeln!(self.out, "{}", output::say(&judged.with("line", report.line.records().join(" "))))?)
    }

    fn hint_and_play(&mut self) -> anyhow::Result<()> {
        let best = self.think_once()?.best.ok_or_else(|| words::NO_MOVE_FOUND.refuse())?;
        let mover = self.session.to_move();
        self.session.play(&best.text)?;
        let played = words::PLAYS.say().with("player", mover).with("move", best.record);
        Ok(writeln!(self.out, "{}", output::say(&played))?)
    }
}

//! The `quadrille` command: one binary, one subcommand per thing the product does.
//!
//! Each subcommand is a file in `cmd/` with its arguments and a `run`. What they share is here: exit statuses (0
//! success, 1 an error in the input or the environment, 2 wrong usage) and the guarantee that bad input never causes a
//! panic.
#![forbid(unsafe_code)]

mod builds;
mod cmd;
mod drawing;
mod game_args;
mod limit_args;
mod output;
mod progress;
mod usage;
mod words;

use clap::{CommandFactory, Parser, Subcommand};
use quadrille_core::Lang;
use std::process::ExitCode;

/// Options of every command come last in its help.
const LAST: usize = 900;

/// One engine, four board games: Breakthrough, chess, Othello and Go.
#[derive(Debug, Parser)]
#[command(
    name = "quadrille",
    version,
    disable_version_flag = true,
    about,
    max_term_width = 100,
    after_help = "Without a command, quadrille starts the web application, like `quadrille serve`.\n\n\
    Examples:\n  \
    quadrille play othello --white engine\n  \
    quadrille analyse chess --moves \"e4 e5\" --time 2s"
)]
struct Cli {
    /// Language of messages, en or fr; help, JSON and protocols are in English [default: from the environment, else en].
    #[arg(long, global = true, value_name = "LANG", value_parser = parse_language, display_order = LAST)]
    lang: Option<Lang>,
    /// Print the version.
    #[arg(short = 'V', long)]
    version: bool,
    /// With --version: also print the commit, the processor, the features and the weights of this build.
    #[arg(long, requires = "version")]
    verbose: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start the web application: play, analyse and watch the search.
    Serve(cmd::serve::Args),
    /// Play in the terminal.
    Play(cmd::play::Args),
    /// Find the best move and show the search behind it.
    Analyse(cmd::analyse::Args),
    /// Record a search step by step: events as JSON lines, or the tree as SVG or DOT.
    Trace(Box<cmd::trace::Args>),
    /// Compute the exact value of a position (Breakthrough, Othello and chess endgames, small Go boards, chess mates).
    Solve(cmd::solve::Args),
    /// Build a chess opening book from Quadrille's own searches.
    Book(cmd::book::Args),
    /// Build exact tables for chess endgames with up to four men.
    Endgames(cmd::endgames::Args),
    /// Check a certificate that proves the value of a position.
    Verify(cmd::verify::Args),
    /// Count the leaves of the tree of legal moves.
    Perft(cmd::perft::Args),
    /// Print the Zobrist key of a position.
    Hash(cmd::hash::Args),
    /// Show how close a chess game is to a draw.
    Draws(cmd::draws::Args),
    /// List the positions of a game with their keys.
    History(cmd::history::Args),
    /// Convert game records between formats.
    Convert(Box<cmd::convert::Args>),
    /// Compile a formula into a Go position that White wins if and only if the formula is satisfiable.
    Sat2go(cmd::sat2go::Args),
    /// Play a match between two players and report Elo with error bars.
    Match(Box<cmd::match_::Args>),
    /// Play a round-robin or gauntlet tournament.
    Tournament(Box<cmd::tournament::Args>),
    /// Run a reproducible experiment: tables, a JSON file and a plot.
    Experiment(cmd::experiment::Args),
    /// Measure speed and print the behaviour signature.
    Bench(cmd::bench::Args),
    /// Act as a UCI engine (chess).
    #[command(after_help = "Example:\n  printf 'position startpos moves e2e4\\ngo depth 8\\n' | quadrille uci")]
    Uci,
    /// Act as a GTP engine (Go, and other games by the gogui-rules commands).
    Gtp(cmd::protocols::GtpArgs),
    /// Act as an NBoard engine (Othello).
    #[command(after_help = "Example:\n  printf 'nboard 2\\nset depth 6\\ngo\\n' | quadrille nboard")]
    Nboard,
    /// Act as an MCP server for an AI assistant.
    #[command(after_help = "To use it, register `quadrille mcp` as a local MCP server in your assistant.\n\n\
    Example:\n  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}' | quadrille mcp")]
    Mcp,
    /// Print statistics about a collection of Go games.
    Corpus(cmd::corpus::Args),
    /// Learn to predict moves from Go games.
    Learn(cmd::learn::Args),
    /// Predict the moves of Go players.
    Predict(cmd::predict::Args),
    /// Train an evaluation for Othello or chess.
    Train(cmd::train::Args),
    /// Generate training data for networks.
    Data(cmd::data::Args),
    /// Check this machine (processor, memory, folders, port) and report what is slow and why.
    Doctor(cmd::doctor::Args),
    /// Print a shell completion script.
    Completions(cmd::completions::Args),
    /// Print the manual page, or write one page for each command.
    Man(cmd::man::Args),
    #[command(hide = true)]
    Bundle(cmd::bundle::Args),
}

fn main() -> ExitCode {
    builds::take_over();
    let cli = usage::read();
    output::choose_language(cli.lang);
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        // A closed pipe (`quadrille history … | head`) is not an error.
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("quadrille: {}", output::one_line(&error));
            ExitCode::FAILURE
        }
    }
}

fn parse_language(text: &str) -> Result<Lang, String> {
    Lang::first_of(text).ok_or_else(|| "expected en or fr".to_owned())
}

fn run(cli: Cli) -> anyhow::Result<()> {
    if cli.verbose {
        return cmd::doctor::version();
    }
    if cli.version {
        return output::line(concat!("quadrille ", env!("CARGO_PKG_VERSION")));
    }
    match cli.command {
        None => cmd::serve::run(&cmd::serve::Args::default()),
        Some(Command::Serve(args)) => cmd::serve::run(&args),
        Some(Command::Uci) => cmd::protocols::uci(),
        Some(Command::Gtp(args)) => cmd::protocols::gtp(&args),
        Some(Command::Nboard) => cmd::protocols::nboard(),
        Some(Command::Mcp) => cmd::protocols::mcp(),
        Some(Command::Convert(args)) => cmd::convert::run(&args),
        Some(Command::Book(args)) => cmd::book::run(&args),
        Some(Command::Endgames(args)) => cmd::endgames::run(&args),
        Some(Command::Verify(args)) => cmd::verify::run(&args),
        Some(Command::Sat2go(args)) => cmd::sat2go::run(&args),
        Some(Command::Match(args)) => cmd::match_::run(&args),
        Some(Command::Tournament(args)) => cmd::tournament::run(&args),
        Some(Command::Experiment(args)) => cmd::experiment::run(&args),
        Some(Command::Corpus(args)) => cmd::corpus::run(&args),
        Some(Command::Data(args)) => cmd::data::run(&args),
        Some(Command::Learn(args)) => cmd::learn::run(&args),
        Some(Command::Train(args)) => cmd::train::run(&args),
        Some(Command::Predict(args)) => cmd::predict::run(&args),
        Some(Command::Bench(args)) => cmd::bench::run(&args),
        Some(Command::Perft(args)) => cmd::perft::run(&args),
        Some(Command::Hash(args)) => cmd::hash::run(&args),
        Some(Command::Draws(args)) => cmd::draws::run(&args),
        Some(Command::History(args)) => cmd::history::run(&args),
        Some(Command::Play(args)) => cmd::play::run(&args),
        Some(Command::Analyse(args)) => cmd::analyse::run(&args),
        Some(Command::Trace(args)) => cmd::trace::run(&args),
        Some(Command::Solve(args)) => cmd::solve::run(&args),
        Some(Command::Completions(args)) => cmd::completions::run(&args, &mut Cli::command()),
        Some(Command::Doctor(args)) => cmd::doctor::run(&args),
        Some(Command::Bundle(args)) => cmd::bundle::run(&args),
        Some(Command::Man(args)) => cmd::man::run::<Cli>(&args),
    }
}

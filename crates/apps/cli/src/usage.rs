//! Parsing the command line, and usage errors.

use crate::{Cli, output, words};
use clap::error::ErrorKind;
use clap::{Command, CommandFactory, FromArgMatches};
use quadrille_core::{Lang, Refusal};
use std::error::Error;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

/// Parses the command line; exits on a usage error.
pub fn read() -> Cli {
    let matches = with_negative_numbers(Cli::command()).try_get_matches();
    matches.and_then(|matches| Cli::from_arg_matches(&matches)).unwrap_or_else(|error| refuse(&error))
}

/// Treats `--depth -1` as an invalid number, not as an unknown option.
fn with_negative_numbers(command: Command) -> Command {
    let command = command.mut_args(|argument| {
        let takes_a_value = argument.get_action().takes_values() && !argument.is_allow_hyphen_values_set();
        if takes_a_value { argument.allow_negative_numbers(true) } else { argument }
    });
    command.mut_subcommands(with_negative_numbers)
}

/// Exits with clap's output: help, or a usage error in English.
fn refuse(error: &clap::Error) -> ! {
    let after = |argument: String| argument.strip_prefix("--lang=").map(str::to_owned);
    let mut arguments = std::env::args().skip_while(|argument| argument != "--lang");
    let asked = arguments.nth(1).or_else(|| std::env::args().find_map(after));
    output::choose_language(asked.as_deref().and_then(Lang::first_of));
    if error.use_stderr() && output::language() != Lang::English {
        eprintln!("{}", output::say(&words::WRONG_COMMAND.say()));
    }
    if let Some(text) = about_a_number(error) {
        eprint!("{text}");
        std::process::exit(error.exit_code());
    }
    error.exit()
}

/// Our message for an invalid or out-of-range number; clap would quote the Rust library.
fn about_a_number(error: &clap::Error) -> Option<String> {
    let source = error.source().filter(|_| error.kind() == ErrorKind::ValueValidation)?;
    let text = error.to_string();
    let (before, after) = text.rsplit_once(&source.to_string())?;
    Some(format!("{before}{}{after}", expected(source)?))
}

fn expected(source: &(dyn Error + 'static)) -> Option<Refusal> {
    if let Some(error) = source.downcast_ref::<ParseIntError>() {
        let too_large = matches!(error.kind(), IntErrorKind::PosOverflow);
        return Some(if too_large { words::NOT_SO_LARGE.refuse() } else { words::NOT_WHOLE.refuse() });
    }
    if source.is::<ParseFloatError>() {
        return Some(words::NOT_REAL.refuse());
    }
    let text = source.to_string();
    let (least, most) = text.split_once(" is not in ")?.1.split_once("..")?;
    let most = most.trim_start_matches('=');
    Some(if most.is_empty() || most.parse() == Ok(u64::MAX) {
        words::NOT_AT_LEAST.refuse().with("least", least)
    } else {
        words::NOT_BETWEEN.refuse().with("least", least).with("most", most)
    })
}

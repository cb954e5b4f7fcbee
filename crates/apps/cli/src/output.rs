//! Output to the terminal.

use quadrille_core::{Lang, Refusal, Sentence};
use quadrille_support::file;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Instant;

/// The version of the JSON objects, described in `docs/json.md`. It increases when a field disappears or changes its
/// meaning.
const JSON_VERSION: u32 = 1;

/// Prints one JSON object on one line, with the version of its shape.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    #[derive(Serialize)]
    struct Versioned<'a, T> {
        version: u32,
        #[serde(flatten)]
        value: &'a T,
    }
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, &Versioned { version: JSON_VERSION, value })?;
    writeln!(out)?;
    Ok(out.flush()?)
}

/// Prints one line of text. Unlike `println!`, a closed pipe is an error and not a panic.
pub fn line(text: impl AsRef<str>) -> anyhow::Result<()> {
    Ok(writeln!(io::stdout().lock(), "{}", text.as_ref())?)
}

/// Writes a file atomically.
pub fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    Ok(file::write(path, text.as_bytes()).map_err(|error| file::refusal(path, &error))?)
}

/// Whether the error is a closed pipe.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.or(json)
    };
    error.chain().any(|cause| kind(cause) == Some(io::ErrorKind::BrokenPipe))
}

/// The maximum length of quoted input in an error message.
const LONGEST_MESSAGE: usize = 400;

static LANGUAGE: OnceLock<Lang> = OnceLock::new();

/// Chooses the language of messages: the requested one, the first one in the environment, or English.
pub fn choose_language(asked: Option<Lang>) {
    let named = |variable: &str| std::env::var(variable).ok().and_then(|list| Lang::first_of(&list));
    let lang = asked.or_else(|| ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(named));
    // Set once, at the start.
    let _ = LANGUAGE.set(lang.unwrap_or_default());
}

/// The language of messages.
pub fn language() -> Lang {
    LANGUAGE.get().copied().unwrap_or_default()
}

/// A sentence in the user's language.
pub fn say(sentence: &Sentence) -> String {
    sentence.text(language())
}

/// Prints a sentence for people.
pub fn tell(sentence: &Sentence) -> anyhow::Result<()> {
    line(say(sentence))
}

/// Prints a progress line with the elapsed time.
pub fn on_the_way(start: Instant, sentence: &Sentence) {
    eprintln!("{:8.1} s  {}", start.elapsed().as_secs_f64(), say(sentence));
}

/// A move, or "none".
pub fn or_none(text: Option<&str>) -> String {
    text.map_or_else(|| say(&crate::words::NONE.say()), str::to_owned)
}

/// The whole error chain on one line of bounded length, with control characters escaped.
pub fn one_line(error: &anyhow::Error) -> String {
    let in_words = |cause: &(dyn std::error::Error + 'static)| {
        let system = || cause.downcast_ref::<io::Error>().map(|error| say(&file::reason(error)));
        cause.downcast_ref::<Refusal>().map(say).or_else(system).unwrap_or_else(|| cause.to_string())
    };
    let chain: Vec<String> = error.chain().map(in_words).collect();
    let mut text: String = chain
        .join(if language() == Lang::French { " : " } else { ": " })
        .chars()
        .flat_map(|c| if c.is_control() { c.escape_debug().collect::<Vec<_>>() } else { vec![c] })
        .collect();
    if text.chars().count() > LONGEST_MESSAGE {
        let head: String = text.chars().take(LONGEST_MESSAGE * 3 / 4).collect();
        let tail: Vec<char> = text.chars().rev().take(LONGEST_MESSAGE / 4).collect();
        text = format!("{head} … {}", tail.into_iter().rev().collect::<String>());
    }
    text
}

/// A key as 16 hexadecimal digits.
pub fn hex(key: u64) -> String {
    format!("{key:016x}")
}

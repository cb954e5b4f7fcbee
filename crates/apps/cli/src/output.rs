//! What goes to the terminal and how.

use anyhow::Context;
use serde::Serialize;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Prints one JSON object on one line.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)?;
    Ok(out.flush()?)
}

/// Prints one line of text. Unlike `println!`, a closed pipe is an error and not a panic.
pub fn line(text: impl AsRef<str>) -> anyhow::Result<()> {
    Ok(writeln!(io::stdout().lock(), "{}", text.as_ref())?)
}

/// Writes a file by way of a neighbour that then takes its name, so that nobody ever sees half a file.
pub fn file(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut neighbour = path.as_os_str().to_owned();
    neighbour.push(".part");
    fs::write(&neighbour, text).and_then(|()| fs::rename(&neighbour, path)).with_context(|| path.display().to_string())
}

/// Whether the error is only that nobody reads our output any more.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.or(json)
    };
    error.chain().any(|cause| kind(cause) == Some(io::ErrorKind::BrokenPipe))
}

/// The longest quotation of an input in an error message.
const LONGEST_MESSAGE: usize = 400;

/// The whole chain of an error on one line of bounded length, control characters made visible.
pub fn one_line(error: &anyhow::Error) -> String {
    let mut text: String = format!("{error:#}")
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

//! Recorded dialogues, replayed: files of lines with `>` (what a controller says), `<` (what must come back, in order) and
//! `#` (remarks). In `<` lines `*` stands for anything. Answers that no line expects may come in between, so that progress
//! lines do not matter; `!` lines must not occur at all.
//!
//! The input is given line by line: the next one is sent when the answers expected before it have come.

use quadrille_engine::Limits;
use quadrille_protocol::{GtpSettings, serve_gtp, serve_nboard, serve_uci};
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// Longer silence than this is a failure, however loaded the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

/// A reader fed through a channel; it ends when the sender goes.
struct Feed(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            match self.0.recv() {
                Ok(bytes) => self.1 = bytes,
                Err(_) => return Ok(0),
            }
        }
        let length = self.1.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.1[..length]);
        self.1.drain(..length);
        Ok(length)
    }
}

/// A writer that sends whole lines through a channel.
struct Tap(Sender<String>, Vec<u8>);

impl Write for Tap {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.extend_from_slice(bytes);
        while let Some(end) = self.1.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.1.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).trim_end().to_owned();
            self.0.send(line).map_err(io::Error::other)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether a line is like a pattern in which `*` stands for anything.
fn is_like(line: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut open_ended = false;
    for part in parts {
        open_ended = true;
        match rest.find(part) {
            // The last part must end the line: look for its last occurrence.
            Some(at) if !part.is_empty() => rest = &rest[at + part.len()..],
            Some(_) => {}
            None => return false,
        }
    }
    rest.is_empty() || (open_ended && pattern.ends_with('*'))
}

fn replay(name: &str, serve: impl FnOnce(BufReader<Feed>, Tap) -> io::Result<()> + Send + 'static) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/protocol").join(name);
    let script = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let forbidden: Vec<&str> = script.lines().filter_map(|line| line.strip_prefix("! ")).collect();
    let (input, feed) = channel();
    let (tap, output) = channel();
    let server = std::thread::spawn(move || serve(BufReader::new(Feed(feed, Vec::new())), Tap(tap, Vec::new())));
    for (number, line) in script.lines().enumerate() {
        let place = format!("{name}:{}", number + 1);
        if let Some(said) = line.strip_prefix('>') {
            input
                .send(format!("{}\n", said.trim_start()).into_bytes())
                .unwrap_or_else(|_| panic!("{place}: it has ended"));
        } else if let Some(pattern) = line.strip_prefix('<') {
            let pattern = pattern.strip_prefix(' ').unwrap_or(pattern);
            let mut seen = Vec::new();
            loop {
                let answer = output.recv_timeout(PATIENCE);
                let answer = answer.unwrap_or_else(|_| panic!("{place}: expected {pattern:?}, but came {seen:#?}"));
                assert!(!forbidden.iter().any(|forbidden| is_like(&answer, forbidden)), "{place}: {answer:?} came");
                if is_like(&answer, pattern) {
                    break;
                }
                seen.push(answer);
            }
        }
    }
    drop(input);
    server.join().expect("no panic").expect("no error");
}

fn gtp(game: &str) -> GtpSettings {
    GtpSettings {
        limits: Limits { playouts: Some(200), depth: Some(3), ..Limits::default() },
        ..GtpSettings::new(game)
    }
}

#[test]
fn patterns() {
    assert!(is_like("info depth 3 score cp 5", "info depth * score cp *"));
    assert!(is_like("abc", "abc") && is_like("", "") && is_like("abc", "*"));
    assert!(!is_like("abcd", "abc") && !is_like("abc", "a*d"));
}

#[test]
fn uci_as_a_match_runner_drives_it() {
    replay("uci-match.txt", serve_uci);
}

#[test]
fn uci_as_python_chess_analyses() {
    replay("uci-analysis.txt", serve_uci);
}

#[test]
fn uci_as_python_chess_was_recorded() {
    replay("uci-python-chess.txt", serve_uci);
}

#[test]
fn uci_at_the_wrong_moment() {
    replay("uci-errors.txt", serve_uci);
}

#[test]
fn gtp_as_a_referee_drives_it() {
    replay("gtp-go.txt", |input, output| serve_gtp(input, output, &gtp("go")));
}

#[test]
fn gtp_as_sabaki_and_lizzie_analyse() {
    replay("gtp-analysis.txt", |input, output| serve_gtp(input, output, &gtp("go")));
}

#[test]
fn gtp_for_othello() {
    replay("gtp-othello.txt", |input, output| serve_gtp(input, output, &gtp("othello")));
}

#[test]
fn gtp_for_breakthrough() {
    replay("gtp-breakthrough.txt", |input, output| serve_gtp(input, output, &gtp("breakthrough")));
}

#[test]
fn nboard_with_passes() {
    replay("nboard.txt", serve_nboard);
}

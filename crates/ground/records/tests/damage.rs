//! Feeds damaged records to every reader, which must never panic.
//!
//! Valid inputs are damaged by a seeded generator: bytes changed, cut out, doubled, swapped, pieces of other inputs and of
//! the formats' own syntax put in. Every reader gets them for a second; `DAMAGE_SECONDS` and `DAMAGE_SEED` ask for more.
//! The targets in `fuzz` check the same with libFuzzer.

#[path = "support/readers.rs"]
mod readers;
mod support;

use quadrille_records::polyglot::{BookMove, Entry, write_book};
use std::time::{Duration, Instant};
use support::Seeded;

/// The longest damaged input.
const LONGEST: usize = 4096;
/// Pieces of syntax that damage may put in, one a word.
const SYNTAX: &str =
    "( ) (; ; [ ] \\ : B[aa] W[tt] CA[Shift_JIS] SZ[ aa:zz { } [Event $ !? 1-0 1/2-1/2 * % \" ;D1 pass \u{feff} é";
/// White space that damage may put in.
const SPACES: [&str; 5] = [" ", "\n", "\r\n", "\t", "\n[Event \""];

const SGF: &[u8] = include_bytes!("../../../../testdata/records/sample.sgf");
const PGN: &[u8] = include_bytes!("../../../../testdata/records/sample.pgn");
const GGF: &[u8] = include_bytes!("../../../../testdata/records/sample.ggf");
const EPD: &[u8] = b"8/8/8/8/8/8/8/K6k w - - bm Kb1; id \"x; y\";\n8/8/8/8/8/8/8/K6k b - - 0 1 ;D1 3 ;D2 9";
const BOARD: &[u8] = b"---------------------------OX------XO--------------------------- X";
const PROBLEM: &[u8] = b"---------------------------OX------XO--------------------------- X; d3:+2; c4:-4; % remark";
const LISTS: [&[u8]; 4] = [b"1. f5 2. d6 pa c3", b"b2b3 b4xc3 a2-a3", b"D4 Q16 pass resign", b"f5d6c3d3c4"];
const LINES: &[u8] = b"B+Resign\tpdddtt\n?\t\nW+0.5\taass";

/// A WTHOR file of one game.
fn database() -> Vec<u8> {
    let mut bytes = vec![20, 7, 5, 22, 1, 0, 0, 0, 0, 0, 0xb9, 7, 8, 0, 24, 0, 1, 0, 2, 0, 3, 0, 34, 41, 56, 64, 33];
    bytes.resize(16 + 68, 0);
    bytes
}

fn book() -> Vec<u8> {
    let entry = |key, play, weight| Entry { key, play: BookMove(play), weight, learn: 0 };
    write_book(&[entry(1, 796, 1), entry(u64::MAX, 0xffff, 9)])
}

#[test]
fn sgf() {
    survive(readers::sgf, &[SGF]);
}

#[test]
fn pgn() {
    survive(readers::pgn, &[PGN]);
}

#[test]
fn epd() {
    survive(readers::epd, &[EPD]);
}

#[test]
fn ggf() {
    survive(readers::ggf, &[GGF]);
}

#[test]
fn wthor() {
    survive(readers::wthor, &[&database()]);
}

#[test]
fn obf() {
    survive(readers::obf, &[PROBLEM, BOARD]);
}

#[test]
fn transcript() {
    survive(readers::transcript, &LISTS);
}

#[test]
fn polyglot() {
    survive(readers::polyglot, &[&book()]);
}

#[test]
fn compact() {
    survive(readers::compact, &[LINES]);
}

#[test]
fn detect() {
    let samples = [SGF, PGN, GGF, EPD, BOARD, PROBLEM, LINES, &database(), &book()];
    survive(readers::detect, &[&samples[..], &LISTS].concat());
}

/// A number from the environment.
fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap_or_else(|error| panic!("{name}={text}: {error}")))
}

/// Gives a reader damaged samples until the time is over.
fn survive(reader: fn(&[u8]), samples: &[&[u8]]) {
    let time = Duration::from_secs(setting("DAMAGE_SECONDS", 1));
    let mut random = Seeded(setting("DAMAGE_SEED", 1));
    let start = Instant::now();
    let mut inputs = 0u64;
    while start.elapsed() < time {
        let bytes = damage(&mut random, samples);
        let outcome = std::panic::catch_unwind(|| reader(&bytes));
        assert!(outcome.is_ok(), "input {inputs}: {:?}", String::from_utf8_lossy(&bytes));
        inputs += 1;
    }
    println!("{inputs} damaged inputs in {time:?}");
}

/// A valid input with one to eight injuries.
fn damage(random: &mut Seeded, samples: &[&[u8]]) -> Vec<u8> {
    let mut bytes = random.pick(samples).to_vec();
    for _ in 0..=random.below(8) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(40)).min(bytes.len());
        match random.below(8) {
            0 if at < bytes.len() => bytes[at] = random.bits() as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            2 => drop(bytes.drain(at..end)),
            3 => bytes.truncate(at),
            4 => {
                let piece = bytes[at..end].to_vec();
                let times = if random.once_in(20) { 200 } else { 1 + random.below(20) };
                bytes.splice(at..at, piece.repeat(times));
            }
            5 => {
                let other = random.pick(samples);
                let from = random.below(other.len() + 1);
                let piece = other[from..(from + random.below(60)).min(other.len())].to_vec();
                bytes.splice(at..end, piece);
            }
            _ => {
                let words: Vec<&str> = SYNTAX.split(' ').chain(SPACES).collect();
                bytes.splice(at..at, random.pick(&words).bytes());
            }
        }
        bytes.truncate(LONGEST);
    }
    bytes
}

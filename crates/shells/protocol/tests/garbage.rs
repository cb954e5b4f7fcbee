//! Any command at any time, any garbage: an answer, the position kept, the process alive.
//!
//! Lines are made by a seeded generator from words of the protocols, numbers of all sizes and bytes of all kinds, good and
//! damaged lines mixed; at the end the program must still answer sensibly. `GARBAGE_SEEDS=1000` makes more of it.

use quadrille_core::Rng;
use quadrille_engine::Limits;
use quadrille_protocol::{GtpSettings, serve_gtp, serve_nboard, serve_uci};

const NUMBERS: [&str; 10] =
    ["0", "1", "2", "-1", "7", "3.5", "99999999999999999999", "1e308", "nan", "18446744073709551615"];

/// A line of words from `vocabulary`, numbers and noise.
fn line(rng: &mut Rng, vocabulary: &[&str]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..1 + rng.below(6) {
        match rng.below(10) {
            0 => bytes.extend(NUMBERS[rng.below(10) as usize].bytes()),
            1 => bytes.extend((0..rng.below(12)).map(|_| (rng.next_u64() as u8).max(11))),
            _ => bytes.extend(vocabulary[rng.below(vocabulary.len() as u32) as usize].bytes()),
        }
        bytes.push(b' ');
    }
    if rng.below(8) == 0 && !bytes.is_empty() {
        let at = rng.below(bytes.len() as u32) as usize;
        bytes[at] = (rng.next_u64() as u8).max(11);
    }
    bytes.retain(|&byte| byte != b'\n');
    bytes.push(b'\n');
    bytes
}

/// How many conversations there are with each protocol.
fn seeds() -> u64 {
    std::env::var("GARBAGE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(6)
}

fn conversation(seed: u64, lines: usize, vocabulary: &[&str], ending: &str) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let mut input: Vec<u8> = (0..lines).flat_map(|_| line(&mut rng, vocabulary)).collect();
    input.extend(ending.bytes());
    input
}

#[test]
fn uci_survives() {
    let words = [
        "uci",
        "isready",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "go depth 1",
        "depth",
        "stop",
        "ponderhit",
        "setoption name",
        "value",
        "Hash",
        "MultiPV",
        "ucinewgame",
        "d",
        "eval",
        "searchmoves",
        "perft 1",
        "infinite",
        "go infinite\nstop",
        "ponder",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 99 1",
        "mate",
        "wtime 1 btime 1",
        "Skill Level",
    ];
    for seed in 0..seeds() {
        let ending = "stop\nsetoption name MultiPV value 1\nsetoption name Skill Level value 20\nposition startpos moves e2e4\ngo depth 1\nisready\nd\n";
        let mut output = Vec::new();
        serve_uci(&conversation(seed, 200, &words, ending)[..], &mut output).expect("no error");
        let text = String::from_utf8_lossy(&output);
        assert!(text.contains("bestmove"), "seed {seed}");
        assert!(text.contains("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), "seed {seed}");
    }
}

#[test]
fn gtp_survives() {
    let words = [
        "1",
        "boardsize",
        "9",
        "5",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "b",
        "w",
        "D4",
        "C3",
        "A1",
        "pass",
        "undo",
        "showboard",
        "known_command",
        "list_commands",
        "time_settings",
        "time_left",
        "final_score",
        "final_status_list dead",
        "fixed_handicap",
        "set_free_handicap",
        "place_free_handicap",
        "loadsgf /nowhere",
        "lz-analyze",
        "kata-analyze b 1",
        "interval",
        "avoid",
        "gogui-rules_board",
        "reg_genmove",
        "#",
        "resign",
        "quadrille-ownership",
        "analyze",
        "gogui-analyze_commands",
        "gogui-rules_final_result",
    ];
    for seed in 0..seeds() {
        let game = ["go", "othello", "breakthrough"][seed as usize % 3];
        let limits = Limits { playouts: Some(4), depth: Some(1), ..Limits::default() };
        let settings = GtpSettings {
            limits,
            rules: if game == "go" { "5 chinese".into() } else { String::new() },
            ..GtpSettings::new(game)
        };
        // A clock that a garbled line set would let the last move take its time.
        let mut input = conversation(seed, 300, &words, "");
        input.extend(b"time_settings 0 1 0\n4711 known_command play\n4712 list_commands\n");
        let mut output = Vec::new();
        serve_gtp(&input[..], &mut output, &settings).expect("no error");
        let text = String::from_utf8_lossy(&output);
        assert!(text.contains("=4711 true\n\n"), "{game} {seed}");
        assert!(text.contains("=4712 protocol_version\n"), "{game} {seed}");
        assert!(
            text.split("\n\n").all(|answer| answer.is_empty() || answer.trim_start().starts_with(['=', '?'])),
            "{game} {seed}"
        );
    }
}

#[test]
fn nboard_survives() {
    let words = [
        "nboard",
        "set",
        "depth",
        "1",
        "game",
        "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)",
        "contempt",
        "move",
        "F5",
        "F6",
        "E6",
        "PA",
        "D3//1",
        "hint",
        "go",
        "ping",
        "learn",
        "analyze",
        "(;",
        ";)",
        "BO[8 ]",
    ];
    for seed in 0..seeds() {
        let mut input = conversation(seed, 300, &words, "");
        input.extend(b"set depth 1\nset game (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)\nping 4711\ngo\n");
        let mut output = Vec::new();
        serve_nboard(&input[..], &mut output).expect("no error");
        let text = String::from_utf8_lossy(&output);
        let (_, after) = text.split_once("pong 4711\n").unwrap_or_else(|| panic!("seed {seed}"));
        assert!(after.contains("=== "), "seed {seed}: {after}");
    }
}

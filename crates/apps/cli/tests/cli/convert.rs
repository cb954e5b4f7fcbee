//! `quadrille convert`: records from one format to another.

use crate::program::{json, quadrille, quadrille_with_input};
use std::path::{Path, PathBuf};

/// A folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("quadrille-convert-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn text(path: &Path) -> String {
    path.to_str().expect("UTF-8").to_owned()
}

/// What comes out of a pipe.
#[track_caller]
fn through(input: &[u8], options: &[&str]) -> Vec<u8> {
    let output = quadrille_with_input(&[&["convert", "-", "-"], options].concat(), input);
    assert!(output.status.success(), "{options:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The sentence of a refusal.
#[track_caller]
fn refused(input: &str, options: &[&str]) -> String {
    let output = quadrille_with_input(&[&["convert", "-", "-"], options].concat(), input.as_bytes());
    assert_eq!(output.status.code(), Some(1), "{options:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn a_game_survives_all_formats_of_its_game() {
    // A game that wipes White out after nine moves, and one with a pass in it.
    let othello = "e6 f4 e3 f6 g5 d6 e7 f5 c5\nf5 f4 e3 f6 e6 d3 f3 c5 c4 e2 c3 d2 f2 g4 g3 f1 d6 g5 d1 h4 e1 c1 c2 c7 b5 e7 \
        f7 d7 e8 d8 c8 b6 c6 f8 a6 b8 g6 h5 h3 h2 h7 a4 a5 a7 h6 h8 g8 g7 g2 g1 b7 b1 a8 h1 b4 b2 a3 pass a2 a1 b3\n";
    for chain in [&["ggf"][..], &["sgf"], &["wthor"], &["ggf", "wthor", "sgf"]] {
        let mut bytes = othello.as_bytes().to_vec();
        for format in chain.iter().chain(&["moves"]) {
            bytes = through(&bytes, &["--to", format]);
        }
        assert_eq!(String::from_utf8_lossy(&bytes), othello, "{chain:?}");
    }
    let go = "D4 Q16 Q4 D16 pass C3 D3\n";
    for chain in [&["sgf"][..], &["compact"], &["sgf", "compact"]] {
        let mut bytes = go.as_bytes().to_vec();
        for format in chain.iter().chain(&["moves"]) {
            bytes = through(&bytes, &["--to", format]);
        }
        assert_eq!(String::from_utf8_lossy(&bytes), go, "{chain:?}");
    }
    let chess = "e2e4 e7e5 g1f3 b8c6\nd2d4 d7d5\n";
    let pgn = through(chess.as_bytes(), &["--to", "pgn", "--game", "chess"]);
    assert!(String::from_utf8_lossy(&pgn).contains("1. e4 e5 2. Nf3 Nc6 *"));
    assert_eq!(through(&pgn, &["--to", "moves"]), chess.as_bytes());
    let breakthrough = "b2b3 a4xb3 a2xb3\n";
    let board = through(breakthrough.as_bytes(), &["--to", "board", "--rules", "5x5"]);
    assert_eq!(through(&board, &["--to", "board"]), board);
}

#[test]
fn its_own_format_keeps_variations_and_comments() {
    let pgn = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 $1 1-0\n";
    let kept = String::from_utf8(through(pgn.as_bytes(), &["--to", "pgn"])).expect("text");
    assert!(kept.contains("(1... c5 {Sicilian} 2. Nf3) 2. Nf3 $1 1-0"), "{kept}");
    let sgf = "(;FF[4]GM[1]SZ[9]XX[unknown];B[ee]C[centre](;W[cc])(;W[gg]))";
    let kept = String::from_utf8(through(sgf.as_bytes(), &["--to", "sgf"])).expect("text");
    assert_eq!(kept.replace('\n', ""), sgf);
}

#[test]
fn positions_last_or_every() {
    let pgn = b"[Event \"x\"]\n\n1. e4 e5 1/2-1/2\n";
    let last = through(pgn, &["--to", "fen"]);
    assert_eq!(last, b"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n");
    let every = String::from_utf8(through(pgn, &["--to", "epd", "--every"])).expect("text");
    assert_eq!(every.lines().count(), 3);
    assert!(every.lines().all(|line| line.ends_with("c9 \"1/2-1/2\";")), "{every}");
    let problem = "---------------------------OX------XO--------------------------- X; d3:+0; % start\n";
    assert_eq!(String::from_utf8_lossy(&through(problem.as_bytes(), &["--to", "obf"])), problem);
}

#[test]
fn names_say_the_formats_and_bad_games_can_be_passed_over() {
    let folder = folder("names");
    let (input, output) = (folder.join("games.pgn"), folder.join("games.txt"));
    std::fs::write(&input, "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. Ke2 *\n").expect("a file");
    std::fs::write(&output, "older\n").expect("a file");
    let failed = quadrille(&["convert", &text(&input), &text(&output)]);
    let sentence = String::from_utf8(failed.stderr).expect("text");
    assert_eq!(failed.status.code(), Some(1));
    assert!(sentence.contains("games.pgn: the game on line 5: move 1") && sentence.contains("Ke2"), "{sentence}");
    assert_eq!(std::fs::read_to_string(&output).expect("the older file"), "older\n");
    let done = json(&["convert", &text(&input), &text(&output), "--skip", "--json"]);
    assert_eq!((&done["records"], &done["skipped"], &done["from"]), (&1.into(), &1.into(), &"PGN".into()));
    assert_eq!(std::fs::read_to_string(&output).expect("the new file"), "e2e4\n");
    assert_eq!(std::fs::read_dir(&folder).expect("the folder").count(), 2, "nothing is left lying about");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn refusals_are_sentences() {
    for (input, options, word) in [
        ("f5d6", &[][..], "--to FORMAT"),
        ("f5d6", &["--to", "doc"], "\"doc\""),
        ("f5d6", &["--to", "pgn"], "Othello cannot be written as pgn"),
        ("f5d6", &["--to", "moves", "--every"], "--every"),
        ("hello world", &["--to", "moves"], "cannot tell the format"),
        ("", &["--to", "moves"], "cannot tell the format"),
        ("[Event \"x\"]\n\n1. e5 *", &["--to", "moves"], "line 1: move 1"),
        ("f5d6\nf5a8", &["--to", "moves"], "line 2"),
    ] {
        let sentence = refused(input, options);
        assert!(sentence.contains(word) && sentence.lines().count() == 1, "{options:?}: {sentence}");
    }
    assert!(refused("", &["--to", "moves", "--from", "pgn"]).contains("no game"));
}

//! Bad input gets one clear sentence on stderr and exit status 1; never a panic.
use crate::program::{quadrille, quadrille_with_input};
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

const EMPTY_RANKS: &str = "8/8/8/8/8/8/8/8";

/// A name for the case, the arguments, and a word the sentence must contain.
fn cases() -> Vec<(&'static str, Vec<String>, &'static str)> {
    let mut cases = Vec::new();
    let mut add = |name, arguments: &[&str], word| {
        cases.push((name, arguments.iter().map(|&text| text.to_owned()).collect(), word));
    };
    let fens = [
        ("empty FEN", ""),
        ("FEN of spaces", "   "),
        ("FEN with 7 ranks", "8/8/8/8/8/8/4k2K w - - 0 1"),
        ("FEN with 9 ranks", "8/8/8/8/8/8/8/8/4k2K w - - 0 1"),
        ("FEN rank too long", "9/8/8/8/8/8/8/4k2K w - - 0 1"),
        ("FEN rank too short", "7/8/8/8/8/8/8/4k2K w - - 0 1"),
        ("FEN with an unknown piece", "8/8/8/8/8/8/8/4k2X w - - 0 1"),
        ("FEN with two white kings", "8/8/8/8/8/8/8/K3k2K w - - 0 1"),
        ("FEN with two black kings", "k7/8/8/8/8/8/8/4k2K w - - 0 1"),
        ("FEN without a white king", "8/8/8/8/8/8/8/4k3 w - - 0 1"),
        ("FEN without a black king", "8/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("FEN without pieces", EMPTY_RANKS),
        ("FEN with a pawn on rank 1", "8/8/8/8/8/8/8/4k1PK w - - 0 1"),
        ("FEN with a pawn on rank 8", "p7/8/8/8/8/8/8/4k2K w - - 0 1"),
        ("FEN with the wrong side in check", "8/8/8/8/8/8/4r3/4K2k b - - 0 1"),
        ("FEN with a side to move of z", "8/8/8/8/8/8/8/4k2K z - - 0 1"),
        ("FEN with bad castling letters", "8/8/8/8/8/8/8/4k2K w XY - 0 1"),
        ("FEN with a bad en-passant square", "8/8/8/8/8/8/8/4k2K w - e9 0 1"),
        ("FEN with an overflowing clock", "8/8/8/8/8/8/8/4k2K w - - 99999999999999999999 1"),
        ("FEN with a negative clock", "8/8/8/8/8/8/8/4k2K w - - -1 1"),
        ("FEN with an overflowing move number", "8/8/8/8/8/8/8/4k2K w - - 0 99999999999999999999"),
        ("FEN with a word too many", "8/8/8/8/8/8/8/4k2K w - - 0 1 extra words"),
        ("FEN with touching kings", "8/8/8/8/8/8/8/4kK2 w - - 0 1"),
        ("FEN with control characters", "8/8/8/8/8/8/8/4k2K w - - \u{7} 1\n"),
    ];
    for (name, fen) in fens {
        add(name, &["hash", "chess", "--position", fen], "");
    }
    let chess_moves = [
        ("illegal pawn move", "e2e5"),
        ("move of an empty square", "e4e5"),
        ("move of the other side", "e7e5"),
        ("move off the board", "e2e9"),
        ("ambiguous SAN", "e4 e5 Nf3 Nf6 Nc3 Nc6 Nd4 Nd5 Nb5"),
        ("SAN that does not exist", "Qh5"),
        ("promotion of a piece", "g1f3q"),
        ("move into check", "f2f3 e7e5 g2g4 d8h4 a2a3"),
        ("move after mate", "f2f3 e7e5 g2g4 d8h4 e1f2"),
        ("unicode move", "♘f3"),
    ];
    for (name, moves) in chess_moves {
        add(name, &["hash", "chess", "--moves", moves], "move");
    }
    let breakthrough = [
        ("breakthrough board of 4 rows", "bbbbb/bbbbb/wwwww/wwwww/ w"),
        ("breakthrough ragged rows", "bbbbb/bbbb/5/wwwww/wwwww w"),
        ("breakthrough unknown pawn", "bbbbb/bbbbb/2x2/wwwww/wwwww w"),
        ("breakthrough without a turn", "bbbbb/bbbbb/5/wwwww/wwwww"),
        ("breakthrough turn of z", "bbbbb/bbbbb/5/wwwww/wwwww z"),
        ("breakthrough empty", ""),
    ];
    for (name, position) in breakthrough {
        add(name, &["hash", "breakthrough", "--position", position], "");
    }
    for (name, size) in [
        ("size 2x9", "2x9"),
        ("size 9x9", "9x9"),
        ("size 0x0", "0x0"),
        ("size words", "large"),
        ("size huge", "99999999999x5"),
    ] {
        add(name, &["hash", "breakthrough", "--size", size], "");
    }
    for (name, moves) in [
        ("breakthrough straight capture", "b2xb3"),
        ("breakthrough backwards", "b2b1"),
        ("breakthrough off the board", "e2f3"),
        ("breakthrough far jump", "b2b5"),
    ] {
        add(name, &["hash", "breakthrough", "--moves", moves], "move");
    }
    let othello = [
        ("othello 63 squares", "---------------------------OX------XO-------------------------- X"),
        ("othello 65 squares", "---------------------------OX------XO---------------------------- X"),
        ("othello strange disc", "---------------------------OZ------XO--------------------------- X"),
        ("othello no turn", "---------------------------OX------XO---------------------------"),
        ("othello empty", ""),
    ];
    for (name, position) in othello {
        add(name, &["hash", "othello", "--position", position], "");
    }
    for (name, moves) in [
        ("othello a1 first", "a1"),
        ("othello pass too early", "pass"),
        ("othello z9", "z9"),
        ("othello occupied", "d4"),
    ] {
        add(name, &["hash", "othello", "--moves", moves], "move");
    }
    let go = [
        ("go ragged rows", "9/9/9/9/9/9/9/9/8 X"),
        ("go strange stone", "Z8/9/9/9/9/9/9/9/9 X"),
        ("go no turn", "9/9/9/9/9/9/9/9/9"),
        ("go empty", ""),
    ];
    for (name, position) in go {
        add(name, &["hash", "go", "--position", position], "");
    }
    add("go stones without a liberty", &["hash", "go", "--position", "OX1/X2/3 X"], "libert");
    for (name, moves) in [
        ("go column I", "I5"),
        ("go off the board", "A10"),
        ("go occupied", "D4 D4"),
        ("go after two passes", "pass pass D4"),
    ] {
        add(name, &["hash", "go", "--size", "9", "--moves", moves], "");
    }
    for (name, size) in [("go size 0", "0"), ("go size 60", "60"), ("go size words", "big")] {
        add(name, &["hash", "go", "--size", size], "");
    }
    add("size of chess", &["hash", "chess", "--size", "8"], "--size does not apply to chess");
    add("one number for a Breakthrough board", &["hash", "breakthrough", "--size", "6"], "such as 5x5");
    add("unknown rules", &["hash", "chess", "--rules", "atomic"], "atomic");
    add("two sizes", &["hash", "go", "--size", "9", "--position", "9/9/9 X"], "contradicts --position, which is 3x9");
    let both = ["predict", "--size", "19", "--position", "9/9/9/9/9/9/9/9/9 X"];
    add("two sizes to predict", &both, "--size 19 contradicts --position, which is 9x9");
    add("draws of othello", &["draws", "othello"], "Othello");
    add("pass-free chess", &["perft", "chess", "--depth", "2", "--pass-free"], "pass");
    add("sgf that is not there", &["hash", "go", "--sgf", "no-such-file.sgf"], "no-such-file.sgf");
    add("sgf for chess", &["hash", "chess", "--sgf", "x.sgf"], "Go games");
    cases
}

#[test]
fn every_bad_input_gets_one_sentence_and_status_1() {
    let cases = cases();
    assert!(cases.len() >= 60, "only {} cases", cases.len());
    let mut faults = Vec::new();
    for (name, arguments, word) in cases {
        let output = quadrille(&arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let one_line = stderr.lines().count() == 1 && stderr.len() > 25;
        if output.status.code() != Some(1) || !one_line || !output.stdout.is_empty() || !stderr.contains(word) {
            faults.push(format!("{name}: {:?}, stderr: {stderr}", output.status));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn text_that_is_not_utf8_is_refused() {
    for (command, option) in [("hash", "--position"), ("history", "--moves"), ("hash", "--rules"), ("hash", "--size")] {
        let arguments = [command.into(), "chess".into(), option.into(), OsString::from_vec(vec![0x65, 0xFF, 0xFE])];
        let output = quadrille(&arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{option}: {stderr}");
        assert!(stderr.contains("UTF-8"), "{option}: {stderr}");
    }
}

#[test]
fn wrong_usage_is_status_2() {
    for arguments in [
        vec!["hash", "checkers"],
        vec!["perft", "chess"],
        vec!["perft", "chess", "--depth", "x"],
        vec!["no-such-command"],
    ] {
        assert_eq!(quadrille(&arguments).status.code(), Some(2), "{arguments:?}");
    }
}

/// Numbers are refused in the words of people, not of the Rust library.
#[test]
fn bad_numbers_are_refused_in_plain_words() {
    let cases: [(&[&str], &str); 8] = [
        (&["match", "go", "--a", "uct", "--b", "uct", "--games", "x"], "expected a whole number\n"),
        (&["match", "go", "--a", "uct", "--b", "uct", "--games", "99999999999"], "from 0 to 4294967295\n"),
        (&["match", "go", "--a", "uct", "--b", "uct", "--seed", "99999999999999999999"], "a smaller whole number\n"),
        (&["perft", "chess", "--depth", "-1"], "'-1' for '--depth <N>': expected a whole number"),
        (&["book", "--out", "x", "--nodes", "0"], "expected a whole number of at least 1\n"),
        (&["book", "--out", "x", "--margin", "5000"], "expected a whole number from 0 to 1000\n"),
        (&["serve", "--port", "99999"], "expected a whole number from 0 to 65535\n"),
        (&["learn", "x", "--out", "y", "--holdout", "much"], "expected a number, such as 0.5\n"),
    ];
    for (arguments, expected) in cases {
        let output = quadrille(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(expected), "{arguments:?}: {stderr}");
    }
}

/// Broken SGF files: written, opened, refused.
#[test]
fn broken_sgf_files_are_refused() {
    let deep = format!("{}{}", "(;B[aa]".repeat(1_000_000), ")".repeat(999_999));
    let files: [(&str, &[u8]); 10] = [
        ("empty", b""),
        ("no game", b"hello"),
        ("truncated", b"(;SZ[9];B[aa"),
        ("truncated property", b"(;SZ"),
        ("wrong size", b"(;SZ[0];B[aa])"),
        ("size of words", b"(;SZ[nineteen];B[aa])"),
        ("move off the board", b"(;SZ[9];B[zz])"),
        ("move on a stone", b"(;SZ[9];B[aa];W[aa])"),
        ("another game", b"(;GM[6]SZ[9];B[aa])"),
        ("a million deep, one bracket short", deep.as_bytes()),
    ];
    let folder = std::env::temp_dir().join(format!("quadrille-bad-sgf-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    for (name, bytes) in files {
        let path = folder.join(name.replace(' ', "-"));
        std::fs::write(&path, bytes).expect("a temporary file");
        let path = path.to_str().expect("a plain path");
        let output = quadrille(&["hash", "go", "--sgf", path]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{name}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{name}: {stderr}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// At the prompt a refused move leaves the position as it was.
#[test]
fn a_refused_move_changes_nothing() {
    let input = b"hash\ne2e5\nzzz\n\xff\xfe\nhash\nquit\n";
    let output = quadrille_with_input(&["play", "chess"], input);
    let text = String::from_utf8_lossy(&output.stdout);
    let hashes: Vec<&str> =
        text.lines().filter(|line| line.len() == 16 && line.bytes().all(|b| b.is_ascii_hexdigit())).collect();
    assert_eq!(hashes.len(), 2, "{text}");
    assert_eq!(hashes[0], hashes[1]);
}

/// What is wrong with a setting outside the command line names that setting.
#[test]
fn a_variable_with_a_bad_folder_is_named() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(["analyse", "chess", "--depth", "1"])
        .env("QUADRILLE_SYZYGY", "/no/such/folder")
        .output()
        .expect("the program starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("QUADRILLE_SYZYGY") && stderr.contains("/no/such/folder"), "{stderr}");
}

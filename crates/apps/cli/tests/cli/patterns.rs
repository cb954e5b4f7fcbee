//! Learning Go moves and predicting them, through the program.

use crate::program::{json, quadrille, stdout};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("quadrille-cli-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Games whose stones never touch, so that all are legal, in the compact form.
    fn games(&self, count: u64) -> String {
        let mut state = 7_u64;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut lines = String::new();
        for _ in 0..count {
            let mut points: Vec<(u8, u8)> =
                (0..10).flat_map(|row| (0..10).map(move |column| (2 * row, 2 * column))).collect();
            lines.push_str("?\t");
            for _ in 0..80 {
                let (row, column) = points.swap_remove(next(points.len()));
                lines.extend([char::from(b'a' + column), char::from(b'a' + row)]);
            }
            lines.push('\n');
        }
        let path = self.file("games.txt");
        fs::write(&path, lines).expect("writable");
        path
    }

    /// A game of two moves.
    fn sgf(&self) -> String {
        let path = self.file("game.sgf");
        fs::write(&path, "(;GM[1]SZ[19];B[aa];W[cc])").expect("writable");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder left behind harms nobody.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Learning that is killed goes on when the same command is given again, and ends with the same bytes.
#[test]
fn killed_learning_goes_on() {
    let folder = Folder::new("kill");
    let games = folder.games(120);
    for method in [&["--method", "model"][..], &["--method", "zoom"], &["--method", "zoom", "--exact"]] {
        let (whole, killed) = (folder.file("whole"), folder.file("killed"));
        let arguments = |out: &str| {
            let mut all = vec!["learn", &games, "--zooms", "3", "--min-count", "1", "--save-every", "8", "--out", out];
            all.extend(method);
            all.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert!(quadrille(&arguments(&whole)).status.success());
        let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
            .args(arguments(&killed))
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        // Killed as soon as there is a state to go on from; if it is done before, there is nothing to go on from.
        while !Path::new(&format!("{killed}.progress")).exists() && child.try_wait().expect("a child").is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().expect("killed");
        child.wait().expect("it ends");
        assert!(quadrille(&arguments(&killed)).status.success());
        assert!(fs::read(&whole).expect("written") == fs::read(&killed).expect("written"), "{method:?}");
        assert!(!Path::new(&format!("{killed}.progress")).exists());
        fs::remove_file(killed).expect("removable");
    }
}

/// Tables of halves add up to the whole's; cut, changed and foreign files are refused with a sentence.
#[test]
fn tables_are_merged_and_bad_files_refused() {
    let folder = Folder::new("merge");
    let games = folder.games(20);
    let text = fs::read_to_string(&games).expect("written");
    let lines: Vec<&str> = text.lines().collect();
    let mut files = Vec::new();
    for (name, part) in [("a", &lines[..7]), ("b", &lines[7..]), ("all", &lines[..])] {
        let (input, out) = (folder.file(&format!("{name}.txt")), folder.file(name));
        fs::write(&input, part.join("\n")).expect("writable");
        stdout(&["learn", &input, "--method", "zoom", "--exact", "--zooms", "3", "--out", &out]);
        files.push(out);
    }
    let sum = folder.file("sum");
    let report = json(&["learn", "--merge", &files[0], &files[1], "--out", &sum, "--json"]);
    let good = fs::read(&files[2]).expect("written");
    assert!(fs::read(&sum).expect("written") == good && report["patterns"].as_u64() > Some(100), "{report}");
    let mut changed = good.clone();
    changed[good.len() / 2] ^= 1;
    for (bytes, words) in
        [(&good[..good.len() - 5], "bytes after its header"), (&changed, "damaged"), (b"PNG", "not a pattern file")]
    {
        fs::write(&sum, bytes).expect("writable");
        for arguments in
            [vec!["predict", "--patterns", &sum, "--games", &games], vec!["learn", "--merge", &sum, "--out", &files[0]]]
        {
            let output = quadrille(&arguments);
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            let told = error.contains(words) || (bytes.len() == 3 && error.contains("too short"));
            assert!(output.status.code() == Some(1) && told && error.lines().count() == 1, "{arguments:?}: {error}");
        }
    }
}

/// Without any file the built-in model ranks the moves of a position, with counts and neighbours.
#[test]
fn moves_of_a_position_are_ranked() {
    let folder = Folder::new("rank");
    let games = folder.games(3);
    let empty = "19/19/19/15X3/19/19/19/19/19/19/19/19/19/19/19/3O15/19/19/19 X";
    let ranking = json(&["predict", "--position", empty, "--records", &games, "--k", "4", "--json"]);
    let moves = ranking["moves"].as_array().expect("moves");
    assert!(moves.len() == 20 && moves[0]["zoom"].as_u64().is_some() && moves[0]["n"].as_u64().is_some(), "{ranking}");
    let chance = |index: usize| moves[index]["probability"].as_f64().expect("a number");
    assert!((1..20).all(|index| chance(index) <= chance(index - 1)) && chance(0) < 1.0, "{ranking}");
    assert_eq!(ranking["neighbours"].as_array().map(Vec::len), Some(4));
    let figures = json(&["predict", "--games", &games, "--limit", "1", "--json"]);
    assert_eq!(figures["positions"], 80);
}

/// One learned file predicts by every method: it has the model and the counts, its positions lie beside it. A small one has the
/// model alone.
#[test]
fn one_file_predicts_by_every_method() {
    let folder = Folder::new("methods");
    let (games, out, small) = (folder.games(30), folder.file("model"), folder.file("small"));
    let learned = json(&["learn", &games, "--min-count", "2", "--out", &out, "--json"]);
    assert_eq!((&learned["games"], &learned["positions"]), (&30.into(), &2_400.into()));
    stdout(&["learn", &games, "--least", "2", "--small", "--out", &small]);
    assert!(fs::metadata(&small).expect("written").len() < fs::metadata(&out).expect("written").len());
    let asked = |file: &str, method: &str| {
        let arguments = ["predict", "--patterns", file, "--games", &games, "--positions", "60", "--method", method];
        quadrille(&[&arguments[..], &["--json"]].concat())
    };
    for (method, least) in [("model", 0.02), ("zoom", 0.01), ("back-off", 0.01), ("knn", 0.4)] {
        let output = asked(&out, method);
        let figures: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        assert_eq!(figures["positions"], 60, "{method}");
        // The positions are on record, so neighbours find most moves after the first few stones.
        assert!(figures["top1"].as_f64() >= Some(least), "{method}: {figures}");
        let output = asked(&small, method);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        let told = error.contains("without counts") || error.contains("--records");
        assert!(output.status.success() == (method == "model") && (told || method == "model"), "{method}: {error}");
    }
    let ranking = json(&["predict", "--patterns", &out, "--sgf", &folder.sgf(), "--k", "3", "--json"]);
    assert_eq!(ranking["neighbours"].as_array().map(Vec::len), Some(3));
}

//! Every example that people read is run: those of `--help` and those of README.md.
//!
//! They are run by a shell in a folder that has the files they name. Numbers that make a command long are made small, a
//! server is stopped when it has printed its address, and whatever still works without a complaint after [`LONGEST`] is
//! stopped too.

use crate::program::stdout;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");
/// An example that takes longer is a good one if it has not complained until then.
const LONGEST: Duration = Duration::from_secs(4);
/// One whose file a later example reads is run to its end, even on a busy machine.
const LONGEST_IF_READ: Duration = Duration::from_secs(120);
/// What a server says when it is ready.
const READY: &str = "Quadrille is running at http";

/// A folder with the files that examples name, removed in the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("quadrille-examples-{name}-{}", std::process::id()));
        fs::create_dir_all(path.join("bin")).expect("a folder");
        let folder = Self(path);
        symlink(env!("CARGO_BIN_EXE_quadrille"), folder.0.join("bin/quadrille")).expect("a link to the program");
        // No test opens a browser.
        for opener in ["xdg-open", "open"] {
            folder.write(&format!("bin/{opener}"), "#!/bin/sh\n");
            let path = folder.0.join("bin").join(opener);
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("executable");
        }
        folder.fill();
        folder
    }

    /// The files that examples read.
    fn fill(&self) {
        self.write("games.txt", &compact_games(30, 7));
        self.write("test.txt", &compact_games(3, 8));
        self.write("game.sgf", "(;GM[1]SZ[19];B[pd];W[dp];B[pp];W[dd])");
        self.write("broken.sgf", "(;GM[1]SZ[19];B[pd];W[pd])");
        self.write("games.pgn", "[Event \"one\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n");
        self.write("broken.pgn", "[Event \"one\"]\n\n1. e4 e5 *\n\n[Event \"two\"]\n\n1. e4 e4 *\n");
        self.write(
            "formula.json",
            r#"{"vars":2,"clauses":[{"sign":"+","legs":[{"var":0},{"var":1}]},{"sign":"-","legs":[{"var":0}]}]}"#,
        );
        fs::create_dir_all(self.0.join("lessons/mine")).expect("a folder");
        self.write("lessons/mine/lesson.json", r#"{"steps": [{}]}"#);
        self.write("lessons/mine/en.md", "# Mine\n\nA lesson.\n\n## One step\n\nText.\n");
        let othello = "f5 f4 e3 f6 e6 d3 f3 c5 c4 e2 c3 d2 f2 g4 g3 f1 d6 g5 d1 h4 e1 c1 c2 c7 b5 e7 f7 d7 e8 d8 c8 b6 c6 f8 a6 b8 \
             g6 h5 h3 h2 h7 a4 a5 a7 h6 h8 g8 g7 g2 g1 b7 b1 a8 h1 b4 b2 a3 pass a2 a1 b3\n";
        self.write("othello.txt", &othello.repeat(60));
        fs::create_dir_all(self.0.join("wthor")).expect("a folder");
        for command in [
            "quadrille convert othello.txt WTH_2004.wtb",
            "cp WTH_2004.wtb wthor/",
            "quadrille learn games.txt --min-count 2 --out model.bin",
        ] {
            let output = self.shell(command);
            assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("writable");
    }

    fn command(&self, line: &str) -> Command {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = Command::new("sh");
        command.args(["-c", line]).current_dir(&self.0).stdin(Stdio::null());
        command.env("PATH", format!("{}:{path}", self.0.join("bin").display()));
        command.env("QUADRILLE_DATA", self.0.join("kept")).env_remove("LANG").env_remove("LC_ALL");
        command.env("QUADRILLE_ENDGAMES", self.0.join("kept/endgames.bin"));
        command
    }

    /// Runs a line in the shell to its end.
    pub fn shell(&self, line: &str) -> Output {
        self.command(line).output().expect("a shell")
    }

    /// Runs an example within the limits; what is wrong with it, if anything.
    fn run(&self, example: &str, longest: Duration) -> Result<(), String> {
        let line = bounded(example);
        let (out, err) = (self.0.join("stdout"), self.0.join("stderr"));
        let mut child = self
            .command(&line)
            .stdout(fs::File::create(&out).expect("a file"))
            .stderr(fs::File::create(&err).expect("a file"))
            .process_group(0)
            .spawn()
            .expect("a shell");
        let started = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("a child") {
                break Some(status);
            }
            let is_ready = fs::read_to_string(&out).is_ok_and(|text| text.contains(READY));
            if is_ready || started.elapsed() > longest {
                stop(&mut child);
                break None;
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        let errors = fs::read_to_string(&err).unwrap_or_default();
        match status {
            // Another program that is not installed here.
            Some(_) if errors.contains("could not be started") => Ok(()),
            Some(status) if !status.success() => Err(format!("{line}\n  {status}: {errors}")),
            _ if errors.contains("quadrille:") => Err(format!("{line}\n  {errors}")),
            _ => Ok(()),
        }
    }

    fn run_all(&self, examples: &[String]) {
        let longest = |index: usize| {
            let written = examples[index].split(' ').skip_while(|word| *word != "--out").nth(1);
            let is_read =
                |name: &str| examples[index + 1..].iter().any(|later| later.split(' ').any(|word| word == name));
            if written.is_some_and(is_read) { LONGEST_IF_READ } else { LONGEST }
        };
        let runs = examples.iter().enumerate().map(|(index, example)| self.run(example, longest(index)));
        let faults: Vec<String> = runs.filter_map(Result::err).collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder left behind harms nobody.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Ends a shell with everything it has started.
fn stop(child: &mut Child) {
    let group = child.id();
    let signal = |signal: &str| {
        let line = format!("kill -{signal} -{group} 2>&-");
        Command::new("sh").args(["-c", &line]).status().expect("a shell").success()
    };
    assert!(signal("9"));
    child.wait().expect("it ends");
    // What it has started goes a moment later.
    while signal("0") {
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Games whose stones never touch, so that all are legal, in the compact form.
fn compact_games(count: u64, seed: u64) -> String {
    let mut rng = quadrille_core::Rng::new(seed);
    let mut lines = String::new();
    for _ in 0..count {
        let mut points: Vec<u8> = (0..100).collect();
        rng.shuffle(&mut points);
        let letters = |point: &u8| [point % 10, point / 10].map(|place| char::from(b'a' + 2 * place));
        lines.push_str("?\t");
        lines.extend(points[..80].iter().flat_map(letters));
        lines.push('\n');
    }
    lines
}

/// Options whose number decides how long a command takes, and a small one.
const SMALL: [(&str, &str); 10] = [
    ("--games", "2"),
    ("--rounds", "1"),
    ("--moves", "200"),
    ("--playouts", "20"),
    ("--nodes", "20"),
    ("--time", "50ms"),
    ("--samples", "10"),
    ("--multipv", "2"),
    ("--positions", "20"),
    ("--port", "0"),
];

/// The same command with less work, and servers on any free port.
fn bounded(example: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in example.split(' ') {
        let is_number = word.starts_with(|first: char| first.is_ascii_digit());
        let small = SMALL.iter().find(|(option, _)| is_number && words.last().is_some_and(|last| last == option));
        words.push(small.map_or(word, |(_, small)| small).to_owned());
    }
    // Whoever reads it has games of their own.
    let line = words.join(" ").replace("GAMES", "test.txt");
    match line.strip_prefix("quadrille").map(str::trim_start) {
        Some("") => "quadrille serve --port 0".to_owned(),
        Some(rest) if rest.starts_with("serve") && !rest.contains("--port") => format!("{line} --port 0"),
        _ => line,
    }
}

/// What `--help` says about a command.
pub fn help(path: &[String]) -> String {
    let words = path.iter().map(String::as_str).chain(["--help"]);
    stdout(&words.collect::<Vec<_>>())
}

/// All commands, with those below them: `perft`, `corpus`, `corpus stats`.
pub fn commands() -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut waiting = vec![Vec::new()];
    while let Some(path) = waiting.pop() {
        let help = help(&path);
        let names = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
        // A description that goes on in the next line is indented further.
        let names = names.filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
        let names = names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
        waiting.extend(names.map(|name| [&path[..], &[name.to_owned()]].concat()));
        found.push(path);
    }
    found
}

/// The examples of a help text: the indented lines below `Example:` or `Examples:`.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| !matches!(*line, "Example:" | "Examples:")).skip(1);
    let text = lines.take_while(|line| line.starts_with("  ")).collect::<Vec<_>>().join("\n");
    let joined = text.replace("\\\n", "");
    joined.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn every_command_has_examples_that_work() {
    let folder = Folder::new("help");
    let mut all = Vec::new();
    for path in commands() {
        let help = help(&path);
        let examples = examples(&help);
        assert!(!examples.is_empty(), "{path:?} has no example:\n{help}");
        for example in &examples {
            let shown = format!("quadrille {}", path.join(" "));
            assert!(example.contains(shown.trim_end()), "{example:?} is not about {shown:?}");
        }
        let widest = help.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(100), "{path:?}: a line of {widest:?} columns");
        all.extend(examples);
    }
    // What one command writes, another one reads.
    all.sort_by_key(|example| !example.contains("--out"));
    folder.run_all(&all);
}

/// The commands of a page: lines of shell blocks, what follows `$` in dialogues, and commands in tables.
fn of_page(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut fence: Option<&str> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), fence) {
            (Some(_), Some(_)) => fence = None,
            (Some(kind), None) => fence = Some(kind),
            (None, Some("sh")) => found.push(line),
            (None, Some("console")) => found.extend(line.strip_prefix("$ ")),
            (None, Some(_)) => {}
            (None, None) => {
                let spans = line.split('`').skip(1).step_by(2);
                found.extend(spans.filter(|span| span.starts_with("quadrille ") || span.starts_with("cargo ")));
            }
        }
    }
    let bare = |line: &&str| line.split(" #").next().unwrap_or_default().trim().to_owned();
    found.iter().map(bare).filter(|line| !line.is_empty()).collect()
}

/// Whether what a cargo command names is there. To build and run it is the business of other tests.
fn cargo_knows(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |option: &str| words.iter().position(|word| *word == option).and_then(|at| words.get(at + 1));
    let manifests = ["crates", "examples"].map(|folder| Path::new(ROOT).join(folder));
    let package = |name: &str| manifests.iter().find_map(|folder| package_in(folder, name));
    match words[..] {
        ["cargo", "run", "--release"] | ["cargo", "run", "--release", "--"] => true,
        ["cargo", "xtask", command, ..] => {
            fs::read_to_string(Path::new(ROOT).join("xtask/src/main.rs")).is_ok_and(|text| text.contains(command))
        }
        ["cargo", "install", "--path", path] => Path::new(ROOT).join(path).join("Cargo.toml").exists(),
        ["cargo", "run", ..] => {
            let folder = after("-p").and_then(|name| package(name));
            let example = after("--example").map(|name| format!("examples/{name}.rs"));
            folder.zip(example).is_some_and(|(folder, example)| folder.join(example).exists())
        }
        _ => false,
    }
}

/// The folder of a package of this name.
fn package_in(folder: &Path, name: &str) -> Option<PathBuf> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    if manifest.contains(&format!("name = \"{name}\"")) {
        return Some(folder.to_owned());
    }
    let entries = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let below = entries.filter(|path| path.is_dir() && !path.ends_with("src") && !path.ends_with("tests"));
    below.into_iter().find_map(|path| package_in(&path, name))
}

#[test]
fn the_commands_of_the_readme_work() {
    let folder = Folder::new("readme");
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).expect("README.md");
    let (cargo, ours): (Vec<String>, Vec<String>) =
        of_page(&readme).into_iter().partition(|line| line.starts_with("cargo "));
    assert!(ours.len() >= 15 && cargo.len() >= 5, "{ours:?} {cargo:?}");
    for line in cargo {
        assert!(cargo_knows(&line), "{line}");
    }
    folder.run_all(&ours);
}

/// Dialogues in README.md show what the program says.
#[test]
fn the_dialogues_of_the_readme_are_true() {
    let folder = Folder::new("dialogues");
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).expect("README.md");
    let blocks = readme.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut dialogues = 0;
    for part in blocks.flat_map(|block| block.split("$ ").skip(1)) {
        let (command, shown) = part.split_once('\n').expect("a command and what it says");
        let output = folder.shell(command);
        let said = String::from_utf8_lossy(&output.stdout);
        let mut lines = said.lines();
        for line in shown.lines() {
            let start = line.trim_end_matches('…').trim_end();
            assert!(lines.any(|said| said.starts_with(start)), "{command}: {line:?} is not in\n{said}");
        }
        dialogues += 1;
    }
    assert!(dialogues > 0);
}

/// The manual describes every command on one page and refers to no other.
#[test]
fn the_manual_has_every_command() {
    let manual = stdout(&["man"]);
    for path in commands().iter().filter(|path| !path.is_empty()) {
        let section = format!(".SS \"quadrille {}\"", path.join(" "));
        assert!(manual.contains(&section), "{section}");
    }
    let elsewhere = manual.lines().find(|line| line.contains("(1)") && !line.starts_with(".TH"));
    assert_eq!(elsewhere, None);
}

#[test]
fn examples_are_found_and_made_small() {
    let help =
        "Usage: x\n\nExamples:\n  quadrille solve a \\\n    \"b\"\n  quadrille match --games 200 --b uct\n\nMore";
    assert_eq!(examples(help), ["quadrille solve a \"b\"", "quadrille match --games 200 --b uct"]);
    assert_eq!(bounded("quadrille match --games 200 --b uct"), "quadrille match --games 2 --b uct");
    assert_eq!(bounded("quadrille predict --games test.txt"), "quadrille predict --games test.txt");
    assert_eq!(bounded("quadrille"), "quadrille serve --port 0");
    let page = "```sh\nquadrille uci   # talk\n```\n| x | `quadrille hash chess` and `other` |\n```console\n$ quadrille draws chess\nno\n```";
    assert_eq!(of_page(page), ["quadrille uci", "quadrille hash chess", "quadrille draws chess"]);
    let folder = Folder::new("faults");
    assert!(folder.run("quadrille hash chess --moves e2e5", LONGEST).is_err());
    assert!(!cargo_knows("cargo run --release -p quadrille-go --example no_such_example"));
}

//! The invariants of ARCHITECTURE.md that a machine can check.

use std::fs;
use std::path::{Path, PathBuf};

const GAMES: [&str; 4] = ["breakthrough", "chess", "othello", "go"];

/// Checks all invariants and reports every violation.
pub fn check(root: &Path) -> Result<(), String> {
    let mut faults = Vec::new();
    rules_depend_on_core_alone(root, &mut faults);
    search_names_no_game(root, &mut faults);
    every_crate_takes_the_workspace_lints(root, &mut faults);
    nothing_is_left_undone(root, &mut faults);
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// Invariant: rules crates know neither search nor protocols nor interface, nor each other.
fn rules_depend_on_core_alone(root: &Path, faults: &mut Vec<String>) {
    for game in GAMES {
        let manifest = root.join("crates/games").join(game).join("Cargo.toml");
        let text = read(&manifest, faults);
        let (_, dependencies) = text.split_once("[dependencies]").unwrap_or_default();
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        for line in dependencies.lines().filter(|line| line.starts_with("quadrille-")) {
            if !line.starts_with("quadrille-core") {
                faults.push(format!("{}: rules may depend on the core alone, not on `{line}`", manifest.display()));
            }
        }
    }
}

/// Invariant: no file under crates/search/src names a game. Titles of papers about Go are not code.
fn search_names_no_game(root: &Path, faults: &mut Vec<String>) {
    for path in files(&root.join("crates/search/src"), &["rs"]) {
        let text = read(&path, faults);
        let code = |line: &&str| !line.trim_start().starts_with("//");
        for line in text.lines().filter(code) {
            if GAMES
                .iter()
                .any(|game| line.contains(&format!("quadrille_{game}")) || line.contains(&format!("\"{game}\"")))
            {
                faults.push(format!("{}: the search names no game: `{}`", path.display(), line.trim()));
            }
        }
    }
}

/// Invariant: lints live in one place.
fn every_crate_takes_the_workspace_lints(root: &Path, faults: &mut Vec<String>) {
    for path in files(&root.join("crates"), &["toml"]).into_iter().filter(|path| path.ends_with("Cargo.toml")) {
        if !read(&path, faults).contains("[lints]\nworkspace = true") {
            faults.push(format!("{}: lacks `[lints] workspace = true`", path.display()));
        }
    }
}

/// Invariant: what is in the tree is finished.
fn nothing_is_left_undone(root: &Path, faults: &mut Vec<String>) {
    // Spelled in two halves so that this file does not find itself.
    let marks = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("#[igno", "re")];
    for folder in ["crates", "xtask", "tools"] {
        for path in files(&root.join(folder), &["rs", "js", "mjs", "py"]) {
            let text = read(&path, faults);
            for mark in marks.iter().filter(|&&mark| text.contains(mark)) {
                faults.push(format!("{}: contains `{mark}`", path.display()));
            }
        }
    }
}

fn read(path: &Path, faults: &mut Vec<String>) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| {
        faults.push(format!("{}: {error}", path.display()));
        String::new()
    })
}

/// All files below a folder with one of the extensions, without what other tools put there.
fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                let skipped = ["target", "node_modules"].iter().any(|name| path.ends_with(name));
                folders.extend((!skipped).then_some(path));
            } else if path.extension().is_some_and(|end| extensions.iter().any(|wanted| end == *wanted)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

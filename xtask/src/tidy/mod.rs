//! The invariants of ARCHITECTURE.md that a machine can check. Every violation is reported, with its place.

mod graph;
mod names;
mod sources;
mod text;

use std::fs;
use std::path::{Path, PathBuf};

/// Known violations. The list may only become shorter.
const DEBTS: &str = "xtask/tidy-debts.txt";

/// Checks all invariants.
pub fn check(root: &Path) -> Result<(), String> {
    let mut faults = Vec::new();
    graph::check(root, &mut faults);
    names::check(root, &mut faults);
    sources::check(root, &mut faults);
    text::check(root, &mut faults);
    let debts = read(&root.join(DEBTS), &mut faults);
    let debts: Vec<&str> = debts.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    // Lines of functions move with every edit: a debt is known by what it is, not by where it stands.
    let known = |fault: &str| debts.contains(&without_line(fault).as_str());
    let mut wrong: Vec<String> = faults.iter().filter(|fault| !known(fault)).cloned().collect();
    let paid = debts.iter().filter(|debt| !faults.iter().any(|fault| without_line(fault) == **debt));
    wrong.extend(paid.map(|debt| format!("{DEBTS}: this is mended, take it out: {debt}")));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// `src/file.rs:12: …` as `src/file.rs: …`.
fn without_line(fault: &str) -> String {
    match fault.split_once(':') {
        Some((place, rest)) => {
            let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
            format!("{place}:{}", rest.strip_prefix(':').unwrap_or(rest))
        }
        None => fault.to_owned(),
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
                let skipped = ["target", "node_modules", "fuzz/corpus"].iter().any(|name| path.ends_with(name));
                folders.extend((!skipped).then_some(path));
            } else if path.extension().is_some_and(|end| extensions.iter().any(|wanted| end == *wanted)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A path as people write it: from the root.
fn short(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

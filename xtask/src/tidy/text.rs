//! Text: nothing unfinished, every message translated, and prose rules.

use super::{files, read, short};
use std::path::Path;

/// Prose wraps here.
const LONGEST_LINE: usize = 100;
/// The one page that may mention its sources freely.
const SOURCES: &str = "docs/sources.md";

pub(super) fn check(root: &Path, faults: &mut Vec<String>) {
    // Spelled in two halves so that this file does not find itself.
    let marks = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("#[igno", "re"),
        concat!("Refusal::", "plain"),
        concat!("Sentence::", "plain"),
    ];
    for folder in ["crates", "examples", "xtask", "tools"] {
        for path in files(&root.join(folder), &["rs", "js", "mjs", "py"]) {
            let text = read(&path, faults);
            for mark in marks.iter().filter(|&&mark| text.contains(mark)) {
                faults.push(format!("{}: contains `{mark}`", short(root, &path)));
            }
        }
    }
    phrases(root, faults);
    for path in files(root, &["md"]) {
        let text = read(&path, faults);
        wrapping(&short(root, &path), &text, faults);
        links(root, &path, &text, faults);
    }
}

/// Phrases that are not idiomatic, or refer to a document that readers do not have.
const PHRASES: [[&str; 2]; 6] = [
    ["so ma", "ny"],
    ["so oft", "en"],
    ["is no mo", "ve"],
    ["the pap", "er"],
    ["the cour", "se "],
    ["the docu", "ments "],
];

fn phrases(root: &Path, faults: &mut Vec<String>) {
    let phrases = PHRASES.map(|halves| halves.concat());
    let read_by_people = ["rs", "js", "mjs", "py", "md", "html", "toml", "json"];
    for path in files(root, &read_by_people).iter().filter(|path| short(root, path) != SOURCES) {
        let text = unwrapped(&read(path, faults));
        for phrase in phrases.iter().filter(|phrase| text.contains(*phrase)) {
            faults.push(format!("{}: contains `{phrase}`", short(root, path)));
        }
    }
}

/// The text in lower case with single spaces, comments joined over their lines.
fn unwrapped(text: &str) -> String {
    let bare = |line: &str| line.trim().trim_start_matches(['/', '!', '*', '#']).to_lowercase();
    let joined = text.lines().map(bare).collect::<Vec<_>>().join(" ");
    joined.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Paragraphs and lists of the documentation wrap; tables, pictures and code cannot.
fn wrapping(place: &str, text: &str, faults: &mut Vec<String>) {
    let mut code = false;
    for (number, line) in text.lines().enumerate() {
        code ^= line.trim_start().starts_with("```");
        let fixed = code || line.starts_with('|') || line.starts_with("    ") || line.contains("](");
        if !fixed && line.chars().count() > LONGEST_LINE {
            faults.push(format!("{place}:{}: longer than {LONGEST_LINE} columns", number + 1));
        }
    }
}

/// Links to files of the project lead somewhere.
fn links(root: &Path, path: &Path, text: &str, faults: &mut Vec<String>) {
    for rest in text.split("](").skip(1) {
        let target = rest.split([')', '#']).next().unwrap_or_default();
        let is_file = !target.is_empty() && !target.contains("://") && !target.contains(char::is_whitespace);
        if is_file && !path.parent().unwrap_or(root).join(target).exists() {
            faults.push(format!("{}: links to {target}, which does not exist", short(root, path)));
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn phrases_are_found_across_lines_of_a_comment() {
        let text = super::unwrapped("    /// Stops after  SO\n    /// many nodes.");
        assert!(text.contains(&super::PHRASES[0].concat()));
    }
}

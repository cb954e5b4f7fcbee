//! What is written: everything is finished, and what people read has a translation.

use super::{files, read, short};
use std::path::Path;

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
}

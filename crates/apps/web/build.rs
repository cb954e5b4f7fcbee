//! Prepares what the program carries: the page's files without their comments, and the sources and documents that
//! lessons name, so that the page can show them.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=lessons");
    println!("cargo::rerun-if-changed=ui");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by Cargo"));
    fs::write(out.join("readings.rs"), readings()).expect("the build folder can be written to");
    copy(Path::new("ui"), &out.join("ui"));
}

/// The files that lessons name, with their contents, as a list for `include!`.
fn readings() -> String {
    // In a browser they lie beside the page.
    let beside = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    let mut list = String::from("&[\n");
    for name in named() {
        // Outside the repository, in a published crate, there are none, and lessons only name them.
        let Ok(path) = Path::new("../../..").join(&name).canonicalize() else { continue };
        let contents = if beside { "\"\"".to_owned() } else { format!("include_str!({path:?})") };
        writeln!(list, "    ({name:?}, {contents}),").expect("a text takes everything");
    }
    list + "]\n"
}

/// Copies the page's files without their comments: a sixth of the page is for those who edit it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the build folder can be written to");
    for file in fs::read_dir(from).expect("the page's files").flatten() {
        let (path, to) = (file.path(), to.join(file.file_name()));
        if path.is_dir() {
            copy(&path, &to);
            continue;
        }
        let text = fs::read_to_string(&path).expect("a file of the page is text");
        let commented = path.extension().is_some_and(|kind| kind == "js" || kind == "css");
        let text = if commented { uncommented(&text) } else { text };
        fs::write(to, text).expect("the build folder can be written to");
    }
}

/// A script or a style sheet without the lines that are comments and nothing else. A test of the page's files sees to it
/// that none of these lines stands inside a text.
fn uncommented(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut inside = false;
    for line in text.lines() {
        let bare = line.trim();
        let begins = bare.starts_with("/*");
        let is_comment = inside || begins || bare.starts_with("//");
        // What stands after the end of a comment stays, with the comment.
        let ends = bare.find("*/").map(|at| at + 2 == bare.len());
        if !is_comment || (begins && ends == Some(false)) {
            kept += line;
            kept.push('\n');
        }
        inside = (inside || begins) && ends.is_none();
    }
    kept
}

/// The values of `"file"` in all lessons, found as text: a test notices if one is spelled otherwise.
fn named() -> BTreeSet<String> {
    let lessons = fs::read_dir("lessons").expect("the lessons").flatten();
    let plans = lessons.filter_map(|lesson| fs::read_to_string(lesson.path().join("lesson.json")).ok());
    plans
        .flat_map(|plan| {
            plan.split("\"file\": \"")
                .skip(1)
                .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
                .collect::<Vec<_>>()
        })
        .collect()
}

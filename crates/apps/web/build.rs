//! Gathers the sources and documents that lessons name, so that the page can show them.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=lessons");
    // In a browser they lie beside the page.
    let beside = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    let mut list = String::from("&[\n");
    for name in named() {
        // Outside the repository, in a published crate, there are none, and lessons only name them.
        let Ok(path) = Path::new("../../..").join(&name).canonicalize() else { continue };
        let contents = if beside { "\"\"".to_owned() } else { format!("include_str!({path:?})") };
        list += &format!("    ({name:?}, {contents}),\n");
    }
    let out = env::var_os("OUT_DIR").expect("set by Cargo");
    fs::write(Path::new(&out).join("readings.rs"), list + "]\n").expect("the build folder can be written to");
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

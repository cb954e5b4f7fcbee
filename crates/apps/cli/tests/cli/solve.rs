//! Solving Breakthrough from the command line: values, proofs, pictures, and runs that were killed.

use crate::program::{json, quadrille};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("quadrille-cli-{}-{name}", std::process::id()))
}

#[test]
fn a_solved_board_comes_with_a_proof_and_a_picture() {
    let (proof, picture) = (scratch("proof"), scratch("picture.svg"));
    let (proof_name, picture_name) = (proof.to_str().unwrap(), picture.to_str().unwrap());
    let solved =
        json(&["solve", "breakthrough", "--size", "5x4", "--json", "--proof", proof_name, "--svg", picture_name]);
    assert_eq!(
        (&solved["value"], &solved["winner"], &solved["distance"]),
        (&"second".into(), &"black".into(), &22.into())
    );
    assert_eq!(solved["notes"][0], "5 rows by 4 columns");
    let svg = std::fs::read_to_string(&picture).unwrap();
    assert_eq!(svg.matches("<text").count(), 23, "the start and a board for each ply");
    let verified = json(&["verify", proof_name, "--json"]);
    assert_eq!((&verified["valid"], &verified["winner"]), (&true.into(), &"black".into()));
    let mut bytes = std::fs::read(&proof).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&proof, bytes).unwrap();
    assert_eq!(quadrille(&["verify", proof_name]).status.code(), Some(1));
    std::fs::remove_file(proof).unwrap();
    std::fs::remove_file(picture).unwrap();
}

/// Whether level 20 of a sweep is finished, or a later one.
fn has_come_far(folder: &Path) -> bool {
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.ok()?.file_name().into_string().ok();
    std::fs::read_dir(folder).is_ok_and(|list| list.filter_map(name).any(|name| name.as_str() >= "level-020"))
}

/// Killed in the middle of a level, a sweep goes on from its folder; should it end before it is killed, it answers again.
#[test]
fn a_killed_sweep_goes_on() {
    let folder = scratch("levels");
    let arguments = ["solve", "breakthrough", "--size", "6x3", "--method", "sweep", "--json", "--checkpoint"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(arguments)
        .arg(&folder)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    while !has_come_far(&folder) && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(has_come_far(&folder));
    let solved = json(&[&arguments[..], &[folder.to_str().unwrap()]].concat());
    assert_eq!((&solved["value"], &solved["method"]), (&"first".into(), &"sweep".into()));
    std::fs::remove_dir_all(folder).unwrap();
}

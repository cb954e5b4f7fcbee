//! Driving the built program.

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program with these arguments and nothing on its input.
pub fn quadrille<S: AsRef<OsStr>>(arguments: &[S]) -> Output {
    quadrille_with_input(arguments, b"")
}

/// Runs the program with these arguments and this input.
pub fn quadrille_with_input<S: AsRef<OsStr>>(arguments: &[S], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may end without reading: then the pipe is closed, which is fine.
    let _ = child.stdin.take().expect("input is piped").write_all(input);
    child.wait_with_output().expect("the program ends")
}

/// The output of a run that must succeed.
pub fn stdout(arguments: &[&str]) -> String {
    let output = quadrille(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} failed: {errors}");
    String::from_utf8(output.stdout).expect("output is text")
}

/// The JSON object a run prints.
pub fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&stdout(arguments)).expect("output is one JSON object")
}

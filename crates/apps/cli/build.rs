//! Lets a release say which commit it was built from, and every build what the processor lacks.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    name_commit();
    check_processor();
}

/// Only releases record their commit: otherwise every commit would recompile development builds.
fn name_commit() {
    println!("cargo::rerun-if-env-changed=QUADRILLE_COMMIT");
    if env::var_os("QUADRILLE_COMMIT").is_some() || env::var("PROFILE").as_deref() != Ok("release") {
        return;
    }
    let log = Path::new("../../../.git/logs/HEAD");
    if log.exists() {
        println!("cargo::rerun-if-changed={}", log.display());
    }
    let asked = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).output();
    if let Some(output) = asked.ok().filter(|output| output.status.success()) {
        println!("cargo::rustc-env=QUADRILLE_COMMIT={}", String::from_utf8_lossy(&output.stdout).trim());
    }
}

/// What the check knows: a feature as Rust names it and as C does.
const FEATURES: [(&str, &str); 13] = [
    ("sse3", "sse3"),
    ("sse4.2", "sse4.2"),
    ("popcnt", "popcnt"),
    ("avx", "avx"),
    ("avx2", "avx2"),
    ("bmi1", "bmi"),
    ("bmi2", "bmi2"),
    ("fma", "fma"),
    ("avx512f", "avx512f"),
    ("avx512bw", "avx512bw"),
    ("avx512cd", "avx512cd"),
    ("avx512dq", "avx512dq"),
    ("avx512vl", "avx512vl"),
];

/// Links `src/processor.c` into the program where compilers know how.
fn check_processor() {
    println!("cargo::rerun-if-changed=src/processor.c");
    let target = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    if target("ARCH") != "x86_64" || target("FAMILY") != "unix" {
        return;
    }
    let compiled = target("FEATURE");
    let needed = FEATURES.iter().filter(|(rust, _)| compiled.split(',').any(|feature| feature == *rust));
    let needed: String = needed.map(|(_, c)| format!("NEED(\"{c}\") ")).collect();
    let objects = cc::Build::new().file("src/processor.c").define("NEEDED", needed.as_str()).compile_intermediates();
    for object in objects {
        println!("cargo::rustc-link-arg-bins={}", object.display());
    }
}

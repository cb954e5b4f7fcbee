//! The Python wheel: built by maturin, installed into a virtual environment of its own, and tested by pytest.
//!
//! The quick form, `cargo xtask python`, links the development build into a copy of the package and runs the same
//! tests: no wheel is made.

use crate::{cargo_command, run, target};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the Python package is.
const CRATE: &str = "crates/apps/py";
/// What the tests need; the other packages that tests know are used where they are installed.
const TOOLS: [&str; 2] = ["pytest", "numpy"];

/// `cargo xtask wheel [--portable]`: the wheel in `target/wheel/dist`, tested. It uses every instruction of this machine,
/// unless it is to be portable.
pub fn build(root: &Path, arguments: &[String]) -> Result<(), String> {
    let portable = match arguments {
        [] => false,
        [only] if only == "--portable" => true,
        other => return Err(format!("unknown arguments {other:?}: expected none or --portable")),
    };
    make(root, portable).map(drop)
}

/// Installs the build tools of a wheel; returns the reason if that is impossible.
pub fn tools(root: &Path) -> Result<PathBuf, String> {
    environment(&target(root).join("wheel"), &["maturin", "chess", "sgfmill", "pettingzoo", "gymnasium"])
}

/// Makes a wheel and tests it; its path.
pub fn make(root: &Path, portable: bool) -> Result<PathBuf, String> {
    let folder = target(root).join("wheel");
    let python = tools(root)?;
    let dist = folder.join("dist");
    // Remove wheels of earlier versions.
    let _ = fs::remove_dir_all(&dist);
    let mut maturin = Command::new(&python);
    maturin.args(["-m", "maturin", "build", "--release", "--compression-level", "9", "--out"]).arg(&dist);
    maturin.arg("--interpreter").arg(&python);
    maturin.arg("--manifest-path").arg(root.join(CRATE).join("Cargo.toml")).current_dir(root);
    if portable {
        // In place of the flags for this machine.
        maturin.env("RUSTFLAGS", "-C target-cpu=x86-64").env_remove("CARGO_ENCODED_RUSTFLAGS");
    }
    run(&mut maturin)?;
    let wheel = only_wheel(&dist)?;
    run(pip(&python).args(["--force-reinstall", "--no-deps"]).arg(&wheel))?;
    run(&mut pytest(root, &python, &folder))?;
    let size = fs::metadata(&wheel).map_or(0, |file| file.len()) as f64 / 1e6;
    eprintln!("{}: {size:.1} MB", wheel.display());
    Ok(wheel)
}

/// Builds the module for the quick form. The interpreter is left to PyO3, as in every other build: naming it would compile
/// PyO3 once more.
pub fn module() -> Result<(), String> {
    run(&mut cargo_command(&["build", "--package", "quadrille-py", "--quiet"]))
}

/// The quick form, with the module that is built already. Without Python or its packages it prints a message and succeeds.
pub fn test(root: &Path) -> Result<(), String> {
    let folder = target(root).join("wheel");
    let python = match environment(&folder, &[]) {
        Ok(python) => python,
        Err(reason) => {
            eprintln!("the Python package is not tested: {reason}");
            return Ok(());
        }
    };
    let package = folder.join("package");
    let _ = fs::remove_dir_all(&package);
    copy(&root.join(CRATE).join("python/quadrille"), &package.join("quadrille")).map_err(|error| error.to_string())?;
    let library = target(root).join("debug").join(format!("{DLL_PREFIX}_quadrille{DLL_SUFFIX}"));
    let module = package.join("quadrille/_quadrille.abi3.so");
    fs::copy(&library, module).map_err(|error| format!("{}: {error}", library.display()))?;
    run(pytest(root, &python, &folder).env("PYTHONPATH", package))
}

/// A virtual environment with the tools; its interpreter.
fn environment(folder: &Path, more: &[&str]) -> Result<PathBuf, String> {
    let home = folder.join("venv");
    let python = home.join("bin/python");
    if !python.exists() {
        let system = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
        run(Command::new(system).args(["-m", "venv"]).arg(&home))?;
    }
    let has = |tool: &&str| {
        let found = Command::new(&python).args(["-c", &format!("import {tool}")]).output();
        found.is_ok_and(|output| output.status.success())
    };
    let missing: Vec<&str> = TOOLS.iter().chain(more).copied().filter(|tool| !has(tool)).collect();
    if !missing.is_empty() {
        run(pip(&python).args(&missing))?;
    }
    Ok(python)
}

fn pip(python: &Path) -> Command {
    let mut command = Command::new(python);
    command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    command
}

/// The tests; run from a folder where the source of the package is not in the way.
fn pytest(root: &Path, python: &Path, folder: &Path) -> Command {
    let mut command = Command::new(python);
    command.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]).current_dir(folder);
    command.arg(root.join(CRATE).join("python/tests"));
    command
}

fn only_wheel(dist: &Path) -> Result<PathBuf, String> {
    let files = fs::read_dir(dist).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut wheels = files.filter(|path| path.extension().is_some_and(|end| end == "whl"));
    wheels.next().ok_or_else(|| format!("{}: there is no wheel", dist.display()))
}

/// Copies a folder with its folders.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (source, goal) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy(&source, &goal)?;
        } else {
            fs::copy(&source, &goal).map(drop)?;
        }
    }
    Ok(())
}

//! The programs in docs/le-jeu-de-go.md compile and pass their own tests, where a compiler is installed.

use std::fs;
use std::path::Path;
use std::process::Command;

/// All blocks of a language on the page, one after the other.
fn blocks(language: &str) -> String {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/le-jeu-de-go.md");
    let page = fs::read_to_string(page).expect("the page");
    let opening = format!("```{language}\n");
    page.split(opening.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// Compiles the source by `compiler ARGUMENTS` in a folder of its own and runs the program `answers`.
fn compiles_and_passes(language: &str, source: &str, (compiler, arguments): (&str, &[&str])) {
    if Command::new(compiler).arg("-version").output().is_err() {
        return eprintln!("{compiler} is not installed: the programs in {language} are not tried");
    }
    let folder = std::env::temp_dir().join(format!("quadrille-answers-{language}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let program = blocks(language);
    assert!(program.lines().count() > 100, "the page has no {language}");
    fs::write(folder.join(source), program).expect("writable");
    let built = Command::new(compiler).args(arguments).current_dir(&folder).output().expect("a compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let run = Command::new(Path::new("./answers")).current_dir(&folder).output().expect("a program");
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success() && said.contains("all tests pass"), "{said}{}", String::from_utf8_lossy(&run.stderr));
    fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn the_c_functions_pass_their_tests() {
    let arguments = ["-std=c11", "-Wall", "-Wextra", "-Werror", "answers.c", "-o", "answers"];
    compiles_and_passes("c", "answers.c", ("cc", &arguments));
}

#[test]
fn the_ocaml_functions_pass_their_tests() {
    let arguments = ["-I", "+unix", "-I", "+threads", "unix.cma", "threads.cma", "answers.ml", "-o", "answers"];
    compiles_and_passes("ocaml", "answers.ml", ("ocamlc", &arguments));
}

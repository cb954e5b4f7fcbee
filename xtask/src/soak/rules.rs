//! Random games by the rules, beside other implementations of them: slow twins and another generator in the tests of the
//! games, and open_spiel where Python has it.

use super::checks::{Check, python_with};
use super::table::Row;
use super::{Rows, Trial};
use serde_json::Value;
use std::process::Command;

/// The game, the other implementation, and the test that compares them.
const TWINS: [(&str, &str, &str, &str); 5] = [
    ("breakthrough", "its slow twin", "rules", "agrees_with_the_slow_twin_on_every_board"),
    ("chess", "cozy-chess", "perft", "agrees_with_the_oracle_in_random_games"),
    ("othello", "its slow twin", "rules", "moves_and_flips_equal_the_slow_twin"),
    ("go", "its slow twin, 9x9", "twin", "nine_by_nine_agrees"),
    ("go", "its slow twin, small boards under nine rule sets", "twin", "small_boards_agree_under_every_rule_set"),
];
/// Games in which open_spiel and the program are compared.
const SPIEL: &str = "tools/spiel_games.py";

pub fn differential(trial: &Trial<'_>) -> Rows {
    let games = trial.scale("1000", "100000");
    let mut rows = Vec::new();
    for (game, other, file, test) in TWINS {
        let package = format!("quadrille-{game}");
        let check = Check { package: &package, file, test, settings: &[("REFERENCE_GAMES", games)] };
        let passed = check.run()?.passed();
        let figure = if passed { "no difference" } else { "a difference" };
        rows.push(Row::new(format!("{games} games of {game} beside {other}"), figure, "no difference", passed));
    }
    rows.extend(open_spiel(trial, games)?);
    Ok(rows)
}

fn open_spiel(trial: &Trial<'_>, games: &str) -> Rows {
    let Some(python) = python_with("pyspiel") else {
        return Ok(vec![Row::skipped("games beside open_spiel", "needs Python with open_spiel")]);
    };
    let mut command = Command::new(python);
    command.arg(trial.root.join(SPIEL)).arg(trial.program.binary).arg(games);
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let mut rows = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let report: Value = serde_json::from_str(line).map_err(|error| format!("{line}: {error}"))?;
        let number = |member: &str| report[member].as_u64().unwrap_or(u64::MAX) as usize;
        if number("different") > 0 {
            eprintln!("{line}");
        }
        let name = format!("games of {} beside open_spiel", report["game"].as_str().unwrap_or_default());
        rows.push(Row::none_of(name, number("different"), number("games"), "different"));
    }
    Ok(rows)
}

//! The same question in a fresh process gives the same answer.

use super::table::Row;
use super::{Rows, Trial};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

const LONGEST: Duration = Duration::from_secs(300);
/// Games, algorithms and budgets.
const QUESTIONS: [(&str, &str, &str, &str); 20] = [
    ("breakthrough", "alphabeta", "--nodes", "20000"),
    ("breakthrough", "alphabeta", "--depth", "5"),
    ("breakthrough", "uct", "--playouts", "500"),
    ("breakthrough", "rave", "--playouts", "500"),
    ("breakthrough", "mc", "--playouts", "300"),
    ("chess", "alphabeta", "--nodes", "20000"),
    ("chess", "alphabeta", "--nodes", "1"),
    ("chess", "alphabeta", "--depth", "6"),
    ("chess", "uct", "--playouts", "200"),
    ("chess", "random", "--playouts", "1"),
    ("othello", "alphabeta", "--nodes", "20000"),
    ("othello", "alphabeta", "--depth", "7"),
    ("othello", "specialist", "--depth", "8"),
    ("othello", "uct", "--playouts", "500"),
    ("othello", "grave", "--playouts", "500"),
    ("go", "uct", "--playouts", "200"),
    ("go", "rave", "--playouts", "200"),
    ("go", "puct", "--playouts", "100"),
    ("go", "prior", "--playouts", "1"),
    ("connect-four", "uct", "--playouts", "1000"),
];

/// An answer without its times.
fn timeless(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|name, _| {
                !["second", "time", "speed", "rate"].iter().any(|word| name.contains(word)) && !name.ends_with("_ms")
            });
            members.values_mut().for_each(timeless);
        }
        Value::Array(values) => values.iter_mut().for_each(timeless),
        _ => {}
    }
}

pub fn all(trial: &Trial<'_>) -> Rows {
    let mut different = Vec::new();
    for (game, algorithm, budget, amount) in QUESTIONS {
        let command = ["analyse", game, "--algorithm", algorithm, budget, amount, "--json"];
        let mut answers = BTreeSet::new();
        for _ in 0..2 {
            let output = trial.program.run(trial.folder, &command, LONGEST)?.output();
            let output = output.map_err(|error| format!("{}: {error}", command.join(" ")))?;
            let mut value: Value = serde_json::from_str(&output).map_err(|error| format!("{output}: {error}"))?;
            timeless(&mut value);
            answers.insert(value.to_string());
        }
        if answers.len() != 1 {
            eprintln!("{}: {answers:#?}", command.join(" "));
            different.push(game);
        }
    }
    let name = "20 questions, twice in fresh processes";
    let mut rows = vec![Row::none_of(name, different.len(), QUESTIONS.len(), "answered differently")];
    rows.push(signature(trial)?);
    Ok(rows)
}

fn signature(trial: &Trial<'_>) -> Result<Row, String> {
    let file = trial.root.join("testdata/bench-signature.txt");
    let expected = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let expected = expected.trim();
    let mut same = 0;
    for _ in 0..3 {
        let output = trial.program.run(trial.folder, &["bench", "--only", "signature"], LONGEST)?.output()?;
        same += usize::from(output.contains(expected));
    }
    Ok(Row::new(format!("bench signature {expected}"), format!("{same} of 3 runs"), "all three", same == 3))
}

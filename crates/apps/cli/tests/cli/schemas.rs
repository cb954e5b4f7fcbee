//! What `--json` prints against the schemas of `docs/schemas`: everything required is there, and nothing else.
//!
//! Only the words of JSON Schema that those files use are understood; any other one is an error.

use crate::examples::Folder;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Words that describe without demanding anything of a value.
const REMARKS: [&str; 5] = ["$schema", "$id", "$defs", "title", "description"];

/// Checks a value against a schema of the document `root`; the error says where and why.
fn fit(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let wrong = |why: &str| Err(format!("{value} {why}"));
    for (word, demand) in schema.as_object().expect("a schema is an object") {
        match word.as_str() {
            "$ref" => fit(root, resolve(root, demand), value)?,
            "type" if !types(demand).any(|name| is_a(value, name)) => {
                return wrong(&format!("is not of type {demand}"));
            }
            "const" if value != demand => return wrong(&format!("is not {demand}")),
            "enum" if !list(demand).contains(value) => return wrong(&format!("is none of {demand}")),
            "oneOf" if list(demand).iter().filter(|choice| fit(root, choice, value).is_ok()).count() != 1 => {
                return wrong("does not fit exactly one choice");
            }
            "minimum" if value.as_f64() < demand.as_f64() => return wrong(&format!("is below {demand}")),
            "maximum" if value.as_f64() > demand.as_f64() => return wrong(&format!("is above {demand}")),
            "minItems" if list(value).len() < count(demand) => return wrong("has too few items"),
            "maxItems" if list(value).len() > count(demand) => return wrong("has too many items"),
            "items" => list(value).iter().try_for_each(|item| fit(root, demand, item))?,
            "required" => {
                if let Some(missing) = types(demand).find(|name| value.get(*name).is_none()) {
                    return wrong(&format!("lacks {missing}"));
                }
            }
            "properties" => fit_properties(root, demand, value)?,
            "additionalProperties" if *demand == false => {
                let known = &schema["properties"];
                if let Some(name) = fields(value).find(|(name, _)| known.get(name.as_str()).is_none()) {
                    return wrong(&format!("has the field {}, which is not described", name.0));
                }
            }
            // The one pattern there is.
            "pattern" if *demand == "^[0-9a-f]{16}$" => {
                if !value.as_str().is_some_and(|text| text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit())) {
                    return wrong("is not a key");
                }
            }
            "type" | "const" | "enum" | "oneOf" | "minimum" | "maximum" | "minItems" | "maxItems" => {}
            remark if REMARKS.contains(&remark) => {}
            other => panic!("this checker does not know {other}: {demand}"),
        }
    }
    Ok(())
}

fn fit_properties(root: &Value, properties: &Value, value: &Value) -> Result<(), String> {
    for (name, property) in fields(properties) {
        if let Some(field) = value.get(name) {
            fit(root, property, field).map_err(|why| format!("{name}: {why}"))?;
        }
    }
    Ok(())
}

fn resolve<'a>(root: &'a Value, reference: &Value) -> &'a Value {
    let path = reference.as_str().and_then(|text| text.strip_prefix('#')).expect("a reference into this document");
    root.pointer(path).unwrap_or_else(|| panic!("{path} is missing"))
}

fn types(demand: &Value) -> impl Iterator<Item = &str> {
    demand.as_array().into_iter().flatten().chain(demand.is_string().then_some(demand)).filter_map(Value::as_str)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn count(demand: &Value) -> usize {
    demand.as_u64().expect("a count") as usize
}

fn fields(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn is_a(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("there is no type {name}"),
    }
}

fn schemas() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/schemas");
    let entries = fs::read_dir(folder).expect("schemas").map(|entry| entry.expect("an entry").path());
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").replace(".schema.json", "");
        (name, serde_json::from_str(&fs::read_to_string(path).expect("text")).expect("JSON"))
    };
    entries.map(read).collect()
}

/// Commands whose output has the shape of that name; later ones need what earlier ones wrote.
const COMMANDS: [(&str, &str); 35] = [
    ("perft", "perft chess --depth 2"),
    ("perft", "perft othello --depth 3 --divide --bulk"),
    ("hash", "hash go --size 9 --moves D4"),
    ("hash", "hash chess --parts"),
    ("draws", "draws chess --moves 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8'"),
    ("draws", "draws chess --position '7k/5Q2/6K1/8/8/8/8/8 b - - 99 90'"),
    ("draws", "draws chess --position 'R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 90'"),
    ("history", "history chess --moves 'e4 e5'"),
    ("analyse", "analyse chess --depth 4 --multipv 2"),
    ("analyse", "analyse chess --position '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1' --depth 3"),
    ("analyse", "analyse othello --nodes 2000"),
    ("analyse", "analyse go --size 5 --algorithm rave --playouts 300"),
    ("analyse", "analyse go --size 9 --playouts 5"),
    ("analyse", "analyse breakthrough --algorithm uct-tt,verify=true --playouts 300"),
    ("analyse", "analyse breakthrough --algorithm puct,threads=2 --playouts 300 --threads 1"),
    ("solve", "solve breakthrough --size 4x4 --proof 4x4.proof"),
    ("solve", "solve go --size 2"),
    ("solve", "solve othello --position '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X'"),
    ("solve", "solve chess --position '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1'"),
    ("verify", "verify 4x4.proof"),
    ("convert", "convert games.pgn moves.txt"),
    ("convert", "convert broken.pgn moves.txt --skip"),
    ("sat2go", "sat2go 'x; -x' --reserve small --verify"),
    ("sat2go", "sat2go x --reserve small --play 'x=1; clause 1; literal 1'"),
    ("match", "match breakthrough --a random --b random --games 4"),
    ("match", "match breakthrough --a uct --b random --playouts 20 --games 4 --sprt 0,50"),
    ("tournament", "tournament breakthrough random uct --playouts 10 --rounds 1"),
    ("experiment", "experiment hash --quick"),
    ("corpus-stats", "corpus stats games.txt broken.sgf"),
    ("learn", "learn games.txt --out model.bin --min-count 2 --holdout 0.1"),
    ("train", "train othello WTH_2004.wtb --out weights.bin --games 2 --depth 1 --exact 4 --variants 0 --iterations 2"),
    ("predict-games", "predict --patterns model.bin --games test.txt"),
    ("predict-position", "predict --patterns model.bin --sgf game.sgf --k 2"),
    ("doctor", "doctor"),
    ("bench", "bench --only breakthrough-perft"),
];

#[test]
fn every_json_output_fits_its_schema() {
    let folder = Folder::new("schemas");
    let schemas = schemas();
    // A trace is a file of lines.
    for (name, schema) in schemas.iter().filter(|(name, _)| name != "trace") {
        assert!(COMMANDS.iter().any(|(shape, _)| shape == name), "no command prints {name}");
        assert_eq!(schema["properties"]["version"]["const"], 1, "{name}");
    }
    for (name, command) in COMMANDS {
        let (_, schema) =
            schemas.iter().find(|(shape, _)| shape == name).unwrap_or_else(|| panic!("{name}: no schema"));
        let output = folder.shell(&format!("quadrille {command} --json"));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {errors}");
        let value: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{command}: {error}"));
        fit(schema, schema, &value).unwrap_or_else(|why| panic!("{command}: {why}"));
    }
    check_traces(&folder, &schemas);
}

/// Every line of a trace is as described: the first says what was searched, the last what was found.
fn check_traces(folder: &Folder, schemas: &[(String, Value)]) {
    let (_, schema) = schemas.iter().find(|(name, _)| name == "trace").expect("a schema");
    for command in [
        "trace tree --position '((+3+12+8)(+2+4+6)(+14+5+2))' --depth 3",
        "trace chess --algorithm alphabeta --depth 5",
        "trace othello --algorithm minimax --depth 2",
        "trace go --size 5 --algorithm rave,threads=2 --playouts 60",
        "trace breakthrough --size 4x4 --algorithm uct --playouts 300 --max-events 200",
    ] {
        let output = folder.shell(&format!("quadrille {command} --out steps.jsonl"));
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let text = folder.shell("cat steps.jsonl").stdout;
        let text = String::from_utf8(text).expect("text");
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let last = lines.len() - 1;
        for (i, line) in lines.iter().enumerate() {
            let part = if i == 0 { schema } else { &schema["$defs"][if i == last { "end" } else { "event" }] };
            fit(schema, part, line).unwrap_or_else(|why| panic!("{command}, line {}: {why}", i + 1));
        }
        let said = String::from_utf8_lossy(&output.stdout);
        let missed = lines[last]["found"]["missed"].as_u64().expect("a count");
        assert_eq!(missed > 0, said.contains("were dropped"), "{command}: {said}");
    }
}

/// Every command that takes `--json` is among those above.
#[test]
fn no_json_is_without_a_schema() {
    for path in crate::examples::commands() {
        let help = crate::examples::help(&path);
        let words = path.join(" ");
        if help.contains("--json") {
            assert!(COMMANDS.iter().any(|(_, command)| command.starts_with(&words)), "{words} prints JSON");
        }
    }
}

#[test]
fn the_checker_finds_faults() {
    let schemas = schemas();
    let (_, hash) = schemas.iter().find(|(name, _)| name == "hash").expect("a schema");
    let good = serde_json::json!({"version": 1, "hash": "7340bed6aea55283", "position": "x"});
    assert_eq!(fit(hash, hash, &good), Ok(()));
    for (field, value) in [("hash", "7340".into()), ("hash", 7.into()), ("extra", 1.into()), ("version", 2.into())] {
        let mut bad = good.clone();
        bad[field] = value;
        assert!(fit(hash, hash, &bad).is_err(), "{bad}");
    }
    assert!(fit(hash, hash, &serde_json::json!({"version": 1, "hash": "7340bed6aea55283"})).is_err());
}

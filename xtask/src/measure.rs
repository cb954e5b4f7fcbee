//! Measuring tools: long manual runs, each an example of the crate it measures.

use crate::{cargo_command, peers, run};
use serde_json::Value;
use std::path::Path;

struct Tool {
    package: String,
    name: String,
    about: String,
}

/// Lists the tools, or runs one in a release build.
pub fn run_tool(root: &Path, arguments: &[String]) -> Result<(), String> {
    if let Some((name, rest)) = arguments.split_first()
        && name == "peers"
    {
        return peers::run(root, rest);
    }
    let tools = tools(root)?;
    let Some((name, rest)) = arguments.split_first() else {
        for tool in &tools {
            println!("{:<28} {}", format!("{}/{}", tool.package, tool.name), tool.about);
        }
        println!("{:<28} our speed beside that of other programs", "peers");
        return Ok(());
    };
    let wanted = |tool: &&Tool| tool.name == *name || format!("{}/{}", tool.package, tool.name) == *name;
    let tool = tools
        .iter()
        .find(wanted)
        .ok_or_else(|| format!("there is no tool {name:?}: `cargo xtask measure` lists them"))?;
    let mut command = cargo_command(&["run", "--release", "--package", &tool.package, "--example", &tool.name, "--"]);
    run(command.args(rest))
}

fn tools(root: &Path) -> Result<Vec<Tool>, String> {
    let output = cargo_command(&["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let graph: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut tools = Vec::new();
    for package in graph["packages"].as_array().into_iter().flatten() {
        for target in package["targets"].as_array().into_iter().flatten() {
            if target["kind"] == serde_json::json!(["example"]) {
                let about = first_line(Path::new(&text(&target["src_path"])));
                tools.push(Tool { package: text(&package["name"]), name: text(&target["name"]), about });
            }
        }
    }
    Ok(tools)
}

/// The first sentence of the file's comment.
fn first_line(path: &Path) -> String {
    let source = std::fs::read_to_string(path).unwrap_or_default();
    let line = source.lines().find_map(|line| line.strip_prefix("//! ")).unwrap_or_default();
    line.trim_end_matches('.').to_owned()
}

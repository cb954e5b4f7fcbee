//! The software bill of materials of a release (CycloneDX 1.5): the crates that the program links, with versions,
//! licences and registry checksums.

use crate::{cargo_command, root};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Writes the bill of materials of this version for a target.
pub fn write(path: &Path, version: &str, triple: &str) -> Result<(), String> {
    let mut cargo = cargo_command(&["metadata", "--format-version", "1", "--locked", "--filter-platform", triple]);
    let output = cargo.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let lock = fs::read_to_string(root().join("Cargo.lock")).map_err(|error| format!("Cargo.lock: {error}"))?;
    let linked = linked(&metadata);
    let components: Vec<Value> = linked.iter().map(|package| component(package, &lock)).collect();
    let bill = json!({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": { "component": {
            "type": "application", "name": "quadrille", "version": version, "bom-ref": purl("quadrille", version),
        } },
        "components": components,
    });
    fs::write(path, format!("{bill:#}\n")).map_err(|error| format!("{}: {error}", path.display()))?;
    eprintln!("{}: {} components", path.display(), components.len());
    Ok(())
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

fn purl(name: &str, version: &str) -> String {
    format!("pkg:cargo/{name}@{version}")
}

/// The packages the program links: its normal dependencies, without build and test dependencies.
fn linked(metadata: &Value) -> Vec<Value> {
    let (nodes, packages) = (list(&metadata["resolve"]["nodes"]), list(&metadata["packages"]));
    let start = packages.iter().find(|package| package["name"] == "quadrille").map(|package| package["id"].clone());
    let mut reached: Vec<Value> = start.into_iter().collect();
    let mut next = 0;
    while let Some(id) = reached.get(next).cloned() {
        next += 1;
        let node = nodes.iter().find(|node| node["id"] == id);
        for dependency in node.map(|node| list(&node["deps"])).unwrap_or_default() {
            let normal = list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            if normal && !reached.contains(&dependency["pkg"]) {
                reached.push(dependency["pkg"].clone());
            }
        }
    }
    packages.into_iter().filter(|package| reached[1..].contains(&package["id"])).collect()
}

fn component(package: &Value, lock: &str) -> Value {
    let text = |field: &str| package[field].as_str().unwrap_or("").to_owned();
    let (name, version) = (text("name"), text("version"));
    // Old manifests write a slash where the standard says OR.
    let licence = text("license").replace('/', " OR ").replace("  ", " ");
    let mut component = json!({
        "type": "library", "name": name, "version": version, "purl": purl(&name, &version),
        "bom-ref": purl(&name, &version),
    });
    if !licence.is_empty() {
        component["licenses"] = json!([{ "expression": licence }]);
    }
    let head = format!("name = \"{name}\"\nversion = \"{version}\"\n");
    let entry = lock.split("[[package]]\n").find(|entry| entry.starts_with(&head));
    if let Some(sum) = entry.and_then(|entry| entry.split("checksum = \"").nth(1)?.split('"').next()) {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
    }
    component
}

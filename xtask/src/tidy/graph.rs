//! The crates: each sees lower layers only, and uses every dependency it names.

use super::{files, read, short};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The layers from the lowest up; a crate depends on crates of lower layers only. A folder stands for all crates in it.
const LAYERS: [&[&str]; 11] = [
    &["crates/ground/words"],
    &["crates/ground"],
    &["crates/games", "examples"],
    &["crates/search"],
    &["crates/experts", "crates/learning"],
    &["crates/engine"],
    &["crates/shells/protocol"],
    &["crates/shells/arena"],
    &["crates/apps/web", "crates/apps/py"],
    &["crates/apps/cli", "crates/apps/site"],
    &["xtask"],
];
/// The search knows no game: it stands above games only so that its tests may use them.
const GAMELESS: &str = "crates/search";

struct Member {
    name: String,
    folder: PathBuf,
    /// Names of the dependencies, and whether each is for tests alone.
    dependencies: Vec<(String, bool)>,
}

pub(super) fn check(root: &Path, faults: &mut Vec<String>) {
    let members = match members(root) {
        Ok(members) => members,
        Err(error) => return faults.push(error),
    };
    for member in &members {
        layers(root, member, &members, faults);
        used(root, member, faults);
        let manifest = read(&member.folder.join("Cargo.toml"), faults);
        if !manifest.contains("[lints]\nworkspace = true") {
            faults.push(format!("{}: lacks `[lints] workspace = true`", member.name));
        }
    }
    workspace_dependencies(root, &members, faults);
}

fn members(root: &Path) -> Result<Vec<Member>, String> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let graph: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let member = |package: &Value| Member {
        name: text(&package["name"]),
        folder: Path::new(&text(&package["manifest_path"])).parent().unwrap_or(root).to_path_buf(),
        dependencies: package["dependencies"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|dependency| (text(&dependency["name"]), dependency["kind"] == "dev"))
            .collect(),
    };
    Ok(graph["packages"].as_array().into_iter().flatten().map(member).collect())
}

/// The layer of a folder: the most exact entry wins.
fn layer(root: &Path, folder: &Path) -> Option<usize> {
    let place = short(root, folder);
    let fits = |entry: &&str| place == **entry || place.starts_with(&format!("{entry}/"));
    let entries = LAYERS.iter().enumerate().flat_map(|(layer, group)| group.iter().map(move |entry| (layer, entry)));
    entries.filter(|(_, entry)| fits(entry)).max_by_key(|(_, entry)| entry.len()).map(|(layer, _)| layer)
}

fn layers(root: &Path, member: &Member, members: &[Member], faults: &mut Vec<String>) {
    let Some(own) = layer(root, &member.folder) else {
        return faults.push(format!("{}: stands in no layer", member.name));
    };
    for (name, _) in member.dependencies.iter().filter(|(_, for_tests)| !for_tests) {
        let Some(other) = members.iter().find(|other| other.name == *name) else { continue };
        let below = layer(root, &other.folder).is_some_and(|other| other < own);
        let gameless = short(root, &member.folder) != GAMELESS
            || !["crates/games", "examples"].iter().any(|folder| short(root, &other.folder).starts_with(folder));
        if !below || !gameless {
            faults.push(format!("{} depends on {name}, which is not below it", member.name));
        }
    }
}

/// Every dependency is named somewhere in the crate's code.
fn used(root: &Path, member: &Member, faults: &mut Vec<String>) {
    let code: String = files(&member.folder, &["rs"]).iter().map(|path| read(path, faults)).collect();
    for (name, _) in &member.dependencies {
        if !code.contains(&name.replace('-', "_")) {
            faults.push(format!("{}: does not use its dependency {name}", short(root, &member.folder)));
        }
    }
}

/// Every dependency of the workspace is some crate's.
fn workspace_dependencies(root: &Path, members: &[Member], faults: &mut Vec<String>) {
    let manifest = read(&root.join("Cargo.toml"), faults);
    let (_, table) = manifest.split_once("[workspace.dependencies]").unwrap_or_default();
    let table = table.split("\n[").next().unwrap_or_default();
    for name in table.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name.trim()) {
        let wanted = |member: &Member| member.dependencies.iter().any(|(dependency, _)| dependency == name);
        if !members.iter().any(wanted) {
            faults.push(format!("Cargo.toml: no crate uses the dependency {name}"));
        }
    }
}

//! The games have the same file names, and no other code names a game.

use super::{files, read, short};
use std::fs;
use std::path::Path;

/// What every game has, as a file or a folder of that name.
const ROOMS: [&str; 10] =
    ["lib", "position", "movegen", "rules", "notation", "zobrist", "playout", "evaluation", "playable", "words"];
/// Go counts instead of evaluating.
const WITHOUT: [(&str, &str); 1] = [("go", "evaluation")];

/// Folders with generic code. Code about one game is in a file named after it.
const GENERIC: [&str; 6] = [
    "crates/ground/core/src",
    "crates/ground/support/src",
    "crates/search/src",
    "crates/engine/src/think",
    "crates/apps/web/src",
    "crates/apps/web/ui",
];

pub(super) fn check(root: &Path, faults: &mut Vec<String>) {
    let games = games(root);
    for game in &games {
        let source = root.join("crates/games").join(game).join("src");
        for room in ROOMS {
            let excused = WITHOUT.contains(&(game.as_str(), room));
            if !excused && !source.join(format!("{room}.rs")).exists() && !source.join(room).is_dir() {
                faults.push(format!("crates/games/{game}/src: has no {room}.rs"));
            }
        }
    }
    for folder in GENERIC {
        for path in files(&root.join(folder), &["rs", "js", "mjs"]) {
            let own = path.file_stem().is_some_and(|stem| games.iter().any(|game| stem == game.as_str()));
            if !own {
                no_game_is_named(root, &path, &games, faults);
            }
        }
    }
}

fn games(root: &Path) -> Vec<String> {
    let folders = fs::read_dir(root.join("crates/games")).into_iter().flatten().flatten();
    let mut games: Vec<String> = folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    games.sort();
    games
}

/// Tests may name games: they are about them. Comments may explain by example.
fn no_game_is_named(root: &Path, path: &Path, games: &[String], faults: &mut Vec<String>) {
    let text = read(path, faults);
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    for (number, line) in code.lines().enumerate() {
        let bare = line.trim_start();
        if bare.starts_with("//") || bare.starts_with('*') || bare.starts_with("/*") {
            continue;
        }
        let named =
            |game: &String| line.contains(&format!("\"{game}\"")) || line.contains(&format!("quadrille_{game}"));
        if games.iter().any(named) {
            faults.push(format!("{}:{}: names a game: `{}`", short(root, path), number + 1, bare));
        }
    }
}

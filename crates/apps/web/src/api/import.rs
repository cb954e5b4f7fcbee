//! Pasted text: the engine detects the format and replays it, so that the result is playable.

use super::formula;
use crate::game::tree::{Notes, StoredNode};
use crate::problem::{Body, Problem};
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use quadrille_engine::exchange::{self, Hints};
use quadrille_engine::{is_set_up, registry};
use serde::{Deserialize, Serialize};
use std::iter::successors;

/// A pasted text, and the game on the screen where it was pasted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pasted {
    text: String,
    #[serde(default)]
    game: Option<String>,
}

/// The result: a game to be set up.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    format: String,
    game: &'static str,
    rules: String,
    position: Option<String>,
    moves: Vec<String>,
    /// The record's header.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<(String, String)>,
}

/// The result: a game with its variations and comments, or a formula.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// A game or a position.
    Game {
        /// The game.
        #[serde(flatten)]
        found: Found,
        /// Its moves with variations.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tree: Vec<StoredNode>,
        /// The annotations before the first move.
        #[serde(skip_serializing_if = "Option::is_none")]
        opening: Option<Box<Notes>>,
    },
    /// A formula for `sat2go`, or one of its boards.
    Formula {
        /// The formula.
        formula: String,
        /// The choices of both players.
        choices: String,
    },
}

/// Recognises a text.
pub async fn detect(State(state): State<AppState>, Body(pasted): Body<Pasted>) -> Result<Json<Answer>, Problem> {
    state.imports.run(move || recognise(&pasted)).await?
}

fn recognise(pasted: &Pasted) -> Result<Json<Answer>, Problem> {
    let text = pasted.text.trim();
    if let Some((formula, choices)) = quadrille_reduction::read_back(text) {
        return Ok(Json(Answer::Formula { formula, choices }));
    }
    match read(text, pasted.game.as_deref()) {
        Ok(answer) => Ok(Json(answer)),
        Err(problem) if !formula::is_formula(text) => Err(problem),
        Err(_) => Ok(Json(Answer::Formula { formula: text.to_owned(), choices: String::new() })),
    }
}

fn read(text: &str, here: Option<&str>) -> Result<Answer, Problem> {
    let game = registry::names().find(|name| Some(*name) == here);
    let record = exchange::paste(text, &Hints { game, rules: String::new() })?;
    let course = record.course();
    let opening = (!course.opening.is_empty()).then(|| Box::new(course.opening.into()));
    let tree: Vec<StoredNode> = course.twigs.into_iter().map(StoredNode::from).collect();
    // A record in which positions are set up goes on where a mere list of its moves ends.
    let moves = if tree.is_empty() { record.moves.into_iter().map(|m| m.text).collect() } else { main_line(&tree) };
    let found = Found {
        format: record.format.to_string(),
        game: record.game,
        rules: record.rules,
        position: course.start,
        tags: record.about.tags,
        moves,
    };
    Ok(Answer::Game { found, tree, opening })
}

/// The moves of the main line, without the positions that are set up in it.
fn main_line(tree: &[StoredNode]) -> Vec<String> {
    let first_after = |&node: &usize| tree.iter().position(|after| after.parent == node).map(|index| index + 1);
    let nodes = successors(Some(0), first_after).skip(1);
    nodes.map(|node| &tree[node - 1].text).filter(|text| !is_set_up(text)).cloned().collect()
}

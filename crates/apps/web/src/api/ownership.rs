//! Ownership and lead, estimated by playouts.
//!
//! As with patterns, the position is copied from its game and analysed on a separate thread.

use crate::game::tree::NodeId;
use crate::problem::{Kind, Problem};
use crate::runtime;
use crate::state::AppState;
use crate::words;
use axum::Json;
use axum::extract::{Path, State};
use quadrille_core::Player;
use serde::Serialize;

/// The playouts' result for the current position.
#[derive(Serialize)]
pub struct Ownership {
    node: NodeId,
    /// Black's share of each cell, from 0 to 1.
    shares: Vec<f32>,
    /// Black's lead in points, komi included.
    lead: f32,
    /// The cells of pieces that could not be saved.
    dead: Vec<String>,
}

/// Analyses the current position.
pub async fn look(State(state): State<AppState>, Path(id): Path<String>) -> Result<Json<Ownership>, Problem> {
    let (node, session) = state.games.get(&id)?.copy().await?;
    let game = session.descriptor().in_text;
    let _turn = state.lookups.acquire().await.map_err(Problem::shutting_down)?;
    let settled = runtime::blocking(move || session.settle(None)).await;
    let settled = settled.map_err(|_| Problem::new(Kind::Fault, words::OWNERSHIP_FAILED.refuse()))?;
    let settled = settled.ok_or_else(|| words::NO_TERRITORY.refuse().with("game", game))?;
    Ok(Json(Ownership { node, lead: settled.lead(Player::Black), shares: settled.shares, dead: settled.dead }))
}

//! Exact values: what `quadrille solve` answers.
//!
//! Each game provides its own solver through [`crate::Capabilities`]; this file holds what they share: the request, the
//! answer, and the general solver for games without one.

use crate::matches::Match;
use crate::words;
use quadrille_core::{Playable, Player, Refusal, Sentence};
use quadrille_search::{Limits, Request, Stop, proof};
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;

/// What a solution may cost and how it is found.
#[derive(Clone, Debug)]
pub struct SolveOrder {
    /// How many threads work.
    pub threads: usize,
    /// Memory for tables, in MiB; none for the solver's default.
    pub memory_mib: Option<usize>,
    /// Give up after this time.
    pub time: Option<Duration>,
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// The game's own name of a method; none for the best one.
    pub method: Option<String>,
    /// Find the distance even where that is expensive.
    pub distance: bool,
    /// Recompute a stored result.
    pub recompute: bool,
    /// The checkpoint folder, from which a killed run resumes.
    pub checkpoint: Option<PathBuf>,
    /// Where to write a certificate that can be checked independently.
    pub proof: Option<PathBuf>,
}

impl Default for SolveOrder {
    fn default() -> Self {
        Self {
            threads: 1,
            memory_mib: None,
            time: None,
            nodes: None,
            method: None,
            distance: false,
            recompute: false,
            checkpoint: None,
            proof: None,
        }
    }
}

/// The default memory of a solver.
const USUAL_MIB: usize = 1_024;

impl SolveOrder {
    /// Refuses options that only some solvers have, so that none is silently ignored.
    pub fn refuse_extras(&self) -> Result<(), Refusal> {
        let extras = [
            ("method", self.method.is_some()),
            ("checkpoint", self.checkpoint.is_some()),
            ("proof", self.proof.is_some()),
        ];
        match extras.into_iter().find(|&(_, given)| given) {
            Some((option, _)) => Err(words::NO_SOLVER_OPTION.refuse().with("option", option)),
            None => Ok(()),
        }
    }

    /// The memory limit, 1 GiB by default.
    #[must_use]
    pub fn memory_or_usual(&self) -> usize {
        self.memory_mib.unwrap_or(USUAL_MIB)
    }
}

/// A solved position, in the game's own moves.
#[derive(Clone, Debug)]
pub struct Solved<M> {
    /// The margin with best play for the side to move, in games that count one.
    pub margin: Option<f64>,
    /// Who wins, if anybody does.
    pub winner: Option<Player>,
    /// Plies to the end, if known.
    pub distance: Option<u32>,
    /// A move that keeps the value.
    pub best: Option<M>,
    /// Best play.
    pub pv: Vec<M>,
    /// Positions visited.
    pub nodes: u64,
    /// What solved it.
    pub method: &'static str,
    /// Remarks about the answer, such as a stored result.
    pub notes: Vec<Sentence>,
}

/// The value of a solved position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Worth {
    /// A margin in discs or points for the side to move.
    Margin(f64),
    /// Who wins, as the side to move sees it.
    Result(Winner),
}

/// The winner as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The side to move.
    First,
    /// The other side.
    Second,
    /// Nobody.
    Draw,
}

/// A solved position with its moves spelled out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solution {
    /// The value.
    pub value: Worth,
    /// Who wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Player>,
    /// Plies to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// A move that keeps the value.
    pub best: Option<String>,
    /// Best play.
    pub pv: Vec<String>,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub seconds: f64,
    /// What solved it.
    pub method: &'static str,
    /// Remarks about the answer, such as a stored result.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "crate::sentences")]
    pub notes: Vec<Sentence>,
}

impl<M> Solved<M> {
    /// The value of the position for `mover`.
    #[must_use]
    pub fn worth(&self, mover: Player) -> Worth {
        match (self.margin, self.winner) {
            (Some(margin), _) => Worth::Margin(margin),
            (None, None) => Worth::Result(Winner::Draw),
            (None, Some(winner)) if winner == mover => Worth::Result(Winner::First),
            (None, Some(_)) => Worth::Result(Winner::Second),
        }
    }
}

/// The general solver: proof-number search on any game that ends.
pub fn by_proof<G: Playable>(game: &Match<G>, order: &SolveOrder, stop: &Stop) -> Result<Solved<G::Move>, Refusal> {
    order.refuse_extras()?;
    let limits = Limits { time: order.time, nodes: order.nodes, ..Limits::default() };
    let request = Request::new(game.position(), game.history(), limits, stop);
    let options = proof::Options { table: order.memory_or_usual(), ..proof::Options::default() };
    let report = proof::solve(&request, &options, &mut |_| {})?;
    let Some(score) = report.score else {
        return Err(words::NOT_SOLVED.refuse().with("nodes", report.nodes));
    };
    let mover = game.position().to_move();
    let winner = match (score.is_win(), score.is_loss()) {
        (true, _) => Some(mover),
        (_, true) => Some(!mover),
        _ => None,
    };
    Ok(Solved {
        margin: None,
        winner,
        distance: None,
        best: report.best,
        pv: report.pv,
        nodes: report.nodes,
        method: "proof-number search",
        notes: Vec::new(),
    })
}

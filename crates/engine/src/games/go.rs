//! Go in the engine, once for every class of board sizes.

use crate::matches::Match;
use crate::picture::{Ground, Picture, Touch};
use crate::playable::Playable;
use crate::solve::{self, SolveOrder, Solved, Value};
use quadrille_core::{Game, KeyHistory, Player, Prior, Refusal};
use quadrille_go::{Goban, Komi, Move, Position, Random, RuleSet, Rules, format_point, score};
use quadrille_patterns::board::SIDE;
use quadrille_patterns::insight::{self, Insight, Library};
use quadrille_patterns::model::Model;
use quadrille_patterns::{Play, Record};
use quadrille_search::Stop;
use std::sync::Arc;

impl<const CAP: usize> Playable for Position<CAP> {
    type Rollout = Random;

    fn prior() -> Option<Arc<dyn Prior<Self>>> {
        Some(Model::built_in())
    }

    fn insight(game: &Match<Self>, library: &Library, k: usize) -> Option<Insight> {
        let grid = game.position().grid();
        let spot =
            |m: &Move| m.point().and_then(|p| grid.row_column(p)).map(|(row, column)| (row * SIDE + column) as u16);
        let turns = game.positions().iter().zip(game.moves());
        let plays = turns.map(|(position, m)| Play { player: position.to_move(), spot: spot(m) });
        // Boards that are too large, and positions set up with a stone that could not be played, have no insight.
        let record = Record::from_position(&game.positions()[0]).and_then(|start| start.with_plays(plays)).ok()?;
        Some(insight::look(library, &record, game.position().to_move(), k))
    }

    fn best_algorithm(_: &Rules) -> &'static str {
        "rave"
    }

    fn key_parts(&self) -> Vec<(String, u64)> {
        Goban::key_parts(self)
    }

    fn picture(&self) -> Option<Picture> {
        let grid = self.rules().grid();
        let (rows, columns) = (grid.rows(), grid.columns());
        let stone = |point| match self.stone(point) {
            Some(Player::Black) => "b".to_owned(),
            Some(Player::White) => "w".to_owned(),
            None => String::new(),
        };
        Some(Picture {
            ground: Ground::Lines,
            rows,
            columns,
            names: grid.points().map(|point| format_point(grid, point)).collect(),
            pieces: grid.points().map(stone).collect(),
        })
    }

    fn touch(&self, m: Move) -> Touch {
        Touch { to: m.point().map(|point| format_point(self.grid(), point)), ..Touch::default() }
    }

    fn points(&self) -> Option<(f32, f32)> {
        let points = score::points(self);
        let compensation = self.rules().compensation_halves() as f32 / 2.0;
        Some((points.of[Player::Black] as f32, points.of[Player::White] as f32 + compensation))
    }

    /// The margin with best play: the komi at which the winner changes, found by halving, each question answered by
    /// proof-number search.
    fn solve(
        game: &Match<Self>,
        order: &SolveOrder,
        stop: &Stop,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Solved<Move>, Refusal> {
        margin_by_komi(game, order, stop, tell)
    }

    fn end_reason(&self, _: &KeyHistory) -> String {
        let reason = match self.rules().set() {
            RuleSet::Simplified => "every point controlled",
            RuleSet::TrompTaylor | RuleSet::Chinese => "two passes",
        };
        reason.to_owned()
    }
}

/// Largest board whose margin is tried.
const LARGEST_SOLVED: usize = 16;

fn margin_by_komi<const CAP: usize>(
    game: &Match<Position<CAP>>,
    order: &SolveOrder,
    stop: &Stop,
    tell: &mut dyn FnMut(&str),
) -> Result<Solved<Move>, Refusal> {
    let position = game.position();
    let area = position.grid().area();
    if area > LARGEST_SOLVED {
        return Err(Refusal::plain(format!(
            "a board of {area} points is too large to solve: expected at most 16 points"
        )));
    }
    if position.rules().set() == RuleSet::Simplified {
        return solve::by_proof(game, order, stop);
    }
    // Black's margin before komi lies between -area and area; at komi k + 1/2 Black wins exactly if it exceeds k.
    let (mut low, mut high) = (-(area as i32), area as i32);
    // Boards this small need little room, and the table is made anew for every question.
    let small = SolveOrder { memory_mib: Some(order.memory_or_usual().min(64)), ..order.clone() };
    let mut nodes = 0;
    let mut last = None;
    while low < high {
        let middle = (low + high).div_euclid(2);
        let komi = Komi::from_halves(2 * middle + 1).ok_or_else(|| Refusal::plain("no such komi"))?;
        let solved = solve::by_proof(&Match::new(position.with_komi(komi)?), &small, stop)?;
        nodes += solved.nodes;
        if solved.winner == Some(Player::Black) {
            low = middle + 1;
        } else {
            high = middle;
        }
        tell(&format!("Black's margin is between {low} and {high}"));
        if solved.winner == Some(position.to_move()) || last.is_none() {
            last = Some(solved);
        }
    }
    let compensation = position.rules().compensation_halves() as f64 / 2.0;
    let black = f64::from(low) - compensation;
    let mover = position.to_move();
    let margin = if mover == Player::Black { black } else { -black };
    let (best, pv) = last.map_or((None, Vec::new()), |solved| (solved.best, solved.pv));
    Ok(Solved {
        value: Value::Margin(margin),
        winner: quadrille_core::Outcome::from_black_margin((2.0 * black) as i32).winner(),
        distance: None,
        best,
        pv,
        nodes,
        method: "proof-number search, halving the komi".to_owned(),
        notes: vec![
            "positional superko is obeyed, with the game so far as its past: a position counts as another one where \
             other boards were seen before"
                .to_owned(),
        ],
    })
}

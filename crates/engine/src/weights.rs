//! A simple evaluation with four weights that work on any board. Lessons let students try their own.

use crate::matches::Match;
use quadrille_core::{Evaluation, Outcome, Playable, Player, Rng, Score};
use quadrille_search::{Limits, Request, Stop, alphabeta};
use serde::{Deserialize, Serialize};

/// The weights of a piece, a corner piece, an edge piece and a legal move, each applied to the difference between the
/// mover and the opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Weights {
    /// Pieces.
    pub men: f32,
    /// Pieces in corners.
    pub corners: f32,
    /// Pieces on edges, not counting corners.
    pub edges: f32,
    /// Legal moves.
    pub moves: f32,
}

/// Larger weights are clamped to this.
const LARGEST: f32 = 100.0;

impl<G: Playable> Evaluation<G> for Weights {
    fn name(&self) -> &'static str {
        "weights"
    }

    fn evaluate(&self, position: &G) -> Score {
        let picture = position.picture();
        let mover = position.to_move();
        let mut sum = 0.0;
        for (cell, piece) in picture.pieces.iter().enumerate() {
            let Some(piece) = piece else { continue };
            let (row, column) = (cell / picture.columns, cell % picture.columns);
            let ends = [row == 0 || row + 1 == picture.rows, column == 0 || column + 1 == picture.columns];
            let place = match ends {
                [true, true] => self.corners,
                [false, false] => 0.0,
                _ => self.edges,
            };
            sum += (self.men + place).clamp(-LARGEST, LARGEST) * if piece.owner == mover { 1.0 } else { -1.0 };
        }
        let theirs = position.null_move().map_or(0, |other| other.count_legal_moves());
        sum += self.moves.clamp(-LARGEST, LARGEST) * (position.count_legal_moves() as f32 - theirs as f32);
        Score::heuristic((100.0 * sum) as i32)
    }
}

/// How often the first evaluation won, drew and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Contest {
    /// Games it won.
    pub wins: u32,
    /// Games nobody won.
    pub draws: u32,
    /// Games it lost.
    pub losses: u32,
}

/// Plays two evaluations against each other: pairs of games from random openings with colours swapped, at the same
/// depth. The result depends only on the seed.
pub(crate) fn contest<G: Playable>(start: &Match<G>, weights: [Weights; 2], pairs: u32, depth: u32) -> Contest {
    let mut contest = Contest::default();
    for pair in 0..pairs {
        let mut opening = start.clone();
        let mut rng = Rng::stream(0x1E55, u64::from(pair));
        for _ in 0..start.position().opening_plies() {
            let moves = opening.legal_moves();
            if let (None, Some(&m)) = (opening.outcome(), rng.pick(&moves)) {
                opening.play(m);
            }
        }
        for first in Player::BOTH {
            match play(opening.clone(), weights, first, depth).map(Outcome::winner) {
                Some(Some(winner)) if winner == first => contest.wins += 1,
                Some(Some(_)) => contest.losses += 1,
                _ => contest.draws += 1,
            }
        }
    }
    contest
}

/// One game; `first` is the side of the first evaluation.
fn play<G: Playable>(mut game: Match<G>, weights: [Weights; 2], first: Player, depth: u32) -> Option<Outcome> {
    const LONGEST: usize = 300;
    let stop = Stop::new();
    for _ in 0..LONGEST {
        if let Some(outcome) = game.outcome() {
            return Some(outcome);
        }
        let mine = game.position().to_move() == first;
        let mut searcher = alphabeta::Searcher::<G>::new(alphabeta::Options::exact(), 1).ok()?;
        let request = Request::new(game.position(), game.history(), Limits::depth(depth), &stop);
        let weights: &dyn Evaluation<G> = &weights[usize::from(!mine)];
        game.play(searcher.search(&request, weights, &mut |_| {}).best?);
    }
    None
}

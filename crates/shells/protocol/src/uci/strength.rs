//! Playing below full strength: fewer nodes, and not always the best of the moves found.
//!
//! The level runs from 0 to 20. It limits the nodes, which double about every 1.3 levels, and adds noise to the scores
//! of the best few moves, less at higher levels. The noise is seeded by the position's key, so the same position gets
//! the same answer.

use super::options::{ELO, Options, SKILL};
use quadrille_chess::{Move, Position};
use quadrille_core::Rng;
use quadrille_search::Report;

/// How many moves are considered.
pub(super) const CANDIDATES: usize = 4;
/// Nodes at level 0.
const LEAST_NODES: f64 = 60.0;
/// Levels for a doubling of the nodes.
const DOUBLING: f64 = 4.0 / 3.0;
/// The noise at level 0, in centipawns; it falls to zero at full strength.
const LARGEST_WHIM: f64 = 300.0;
/// The level of full strength.
const FULL: f64 = *SKILL.end() as f64;

/// Levels and their ratings, measured against Stockfish at limited strength and, for the lowest, against the page's
/// levels (docs/protocols.md). The last is the rating of full strength. Ratings in between are interpolated.
const MEASURED: [(f64, u32); 6] =
    [(0.0, *ELO.start()), (4.0, 1_550), (8.0, 1_720), (12.0, 1_790), (16.0, 2_470), (19.5, *ELO.end())];

/// The level the options ask for; `None` is full strength.
pub(super) fn level(options: &Options) -> Option<f64> {
    if options.limit_strength {
        return Some(level_rated(options.elo));
    }
    (options.skill < *SKILL.end()).then(|| f64::from(options.skill))
}

/// The level of a rating.
fn level_rated(rating: u32) -> f64 {
    let above = MEASURED.iter().position(|&(_, measured)| measured > rating).unwrap_or(MEASURED.len() - 1).max(1);
    let ((low, from), (high, to)) = (MEASURED[above - 1], MEASURED[above]);
    let share = (f64::from(rating) - f64::from(from)) / f64::from(to - from);
    low + share.clamp(0.0, 1.0) * (high - low)
}

/// The node limit of a level.
pub(super) fn nodes(level: f64) -> u64 {
    (LEAST_NODES * (level / DOUBLING).exp2()) as u64
}

/// The move a level plays.
pub(super) fn choose(report: &Report<Position>, level: f64, key: u64) -> Option<Move> {
    let mut rng = Rng::new(key);
    let whim = LARGEST_WHIM * (1.0 - level / FULL);
    let candidates = report.moves.iter().take(CANDIDATES).filter_map(|line| Some((line.score?, line.m)));
    let fancied = candidates.map(|(score, m)| (f64::from(score.raw()) + whim * rng.unit(), m));
    fancied.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, m)| m).or(report.best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_chess::Rules;
    use quadrille_core::{Game, Notation, Score};
    use quadrille_search::MoveReport;

    #[test]
    fn levels_grow_with_the_options() {
        let mut options = Options::default();
        assert_eq!(level(&options), None);
        options.skill = 3;
        assert_eq!(level(&options), Some(3.0));
        options.limit_strength = true;
        options.elo = *ELO.start();
        assert_eq!(level(&options), Some(0.0));
        options.elo = *ELO.end();
        assert_eq!(level(&options), Some(19.5));
        for (expected, rating) in MEASURED {
            assert!((level_rated(rating) - expected).abs() < 1e-9);
        }
        assert!(ELO.map(level_rated).is_sorted());
        assert!(nodes(0.0) < 100 && nodes(19.5) > 1_000_000);
    }

    #[test]
    fn a_clearly_best_move_is_always_played() {
        let start = Position::start(&Rules::Standard);
        let [a, b] = ["e2e4", "d2d4"].map(|text| start.parse_move(text).unwrap());
        let report = |ahead| {
            let line = |m, score| MoveReport { score: Some(Score::heuristic(score)), ..MoveReport::new(m) };
            Report { moves: vec![line(a, ahead), line(b, 0)], ..Report::new("alphabeta") }
        };
        assert!((0..200).all(|key| choose(&report(900), 0.0, key) == Some(a)));
        assert!((0..200).any(|key| choose(&report(10), 0.0, key) == Some(b)));
    }
}

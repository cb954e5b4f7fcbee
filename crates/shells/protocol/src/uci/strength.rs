//! Playing below full strength: fewer nodes, and not always the best of the moves found.
//!
//! A level goes from 0 to 20. It bounds the nodes, doubling about every step and a third, and it adds to each of the best
//! few moves' scores a random part that shrinks as the level grows. Randomness comes from the position's key, so the
//! same position gets the same answer.

use super::options::{ELO, MOST_SKILL, Options};
use quadrille_core::Rng;
use quadrille_engine::Report;

/// How many moves are considered.
pub(super) const CANDIDATES: usize = 4;
/// Nodes at level 0.
const LEAST_NODES: f64 = 60.0;
/// Levels for a doubling of the nodes.
const DOUBLING: f64 = 4.0 / 3.0;
/// The random part at level 0, in units of the game (pawns); it falls to nothing at full strength.
const LARGEST_WHIM: f64 = 3.0;

/// The level the options ask for; `None` is full strength.
pub(super) fn level(options: &Options) -> Option<f64> {
    let most = f64::from(MOST_SKILL);
    if options.limit_strength {
        let share = f64::from(options.elo - ELO.start()) / f64::from(ELO.end() - ELO.start());
        return Some((share * most).min(most - 0.5));
    }
    (options.skill < MOST_SKILL).then(|| f64::from(options.skill))
}

/// How many nodes a level may visit.
pub(super) fn nodes(level: f64) -> u64 {
    (LEAST_NODES * (level / DOUBLING).exp2()) as u64
}

/// The move a level plays.
pub(super) fn choose(report: &Report, level: f64, key: u64) -> Option<String> {
    let mut rng = Rng::new(key);
    let whim = LARGEST_WHIM * (1.0 - level / f64::from(MOST_SKILL));
    let candidates = report.moves.iter().take(CANDIDATES).filter_map(|m| Some((m.verdict?.number(), &m.name.text)));
    let fancied = candidates.map(|(score, text)| (score + whim * rng.unit(), text));
    let chosen = fancied.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, text)| text.clone());
    chosen.or_else(|| report.best.clone().map(|best| best.text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Value;
    use quadrille_engine::{MoveName, MoveReport, Verdict};

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
        assert!(nodes(0.0) < 100 && nodes(19.5) > 1_000_000);
    }

    #[test]
    fn a_clearly_best_move_is_always_played() {
        let line = |text: &str, score| {
            let name = MoveName { text: text.into(), record: text.into() };
            MoveReport {
                name,
                verdict: Some(Verdict { value: Value::Score(score), chance: 0.5 }),
                ..MoveReport::default()
            }
        };
        let report = Report { moves: vec![line("a", 9.0), line("b", 0.0)], ..Report::default() };
        assert!((0..200).all(|key| choose(&report, 0.0, key).as_deref() == Some("a")));
        let even = Report { moves: vec![line("a", 0.1), line("b", 0.0)], ..Report::default() };
        assert!((0..200).any(|key| choose(&even, 0.0, key).as_deref() == Some("b")));
    }
}

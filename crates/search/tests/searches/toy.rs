//! Every exact searcher must equal plain minimax on random made-up trees.

use quadrille_core::{Game, KeyHistory, Rng, Score, Uniform};
use quadrille_search::toy::{Margin, Toy, WinLoss};
use quadrille_search::{Limits, Oracle, Request, Settings, Stop, alphabeta, mcts, proof};
use std::sync::Arc;

const DEEP: u32 = 60;

fn history_of(toy: &Toy) -> KeyHistory {
    std::iter::once(toy.history_key()).collect()
}

fn random_toy(rng: &mut Rng) -> (String, Toy) {
    let (depth, width, margin) = (1 + rng.below(6), 1 + rng.below(4), 1 + rng.below(5));
    let text = Toy::random_text(rng, depth, width, margin);
    let toy = text.parse().unwrap();
    (text, toy)
}

/// Every option set to test: the three presets, and each of them with one switch the other way.
fn option_sets() -> Vec<(String, alphabeta::Options)> {
    let presets = [
        ("bare", alphabeta::Options::bare()),
        ("exact", alphabeta::Options::exact()),
        ("default", alphabeta::Options::default()),
    ];
    let mut sets = Vec::new();
    for (name, preset) in presets {
        sets.push((name.to_string(), preset.clone()));
        for setting in preset.list().iter().filter(|s| s.value == "true" || s.value == "false") {
            let flipped = if setting.value == "true" { "false" } else { "true" };
            // Strict entries are for fixed depths, and verification needs a comparison: both have tests of their own.
            if matches!(setting.name, "strict" | "verify") {
                continue;
            }
            let mut options = preset.clone();
            options.set(setting.name, flipped).unwrap();
            sets.push((format!("{name},{}={flipped}", setting.name), options));
        }
    }
    sets
}

fn search(options: &alphabeta::Options, toy: &Toy, wins: bool, limits: Limits, threads: usize) -> Score {
    let (history, stop) = (history_of(toy), Stop::new());
    let request = Request { threads, ..Request::new(toy, &history, limits, &stop) };
    let mut searcher = alphabeta::Searcher::new(options.clone(), 0).unwrap();
    let report = if wins {
        searcher.search(&request, &WinLoss, &mut |_| {})
    } else {
        searcher.search(&request, &Margin, &mut |_| {})
    };
    assert!(toy.is_legal(report.best.unwrap()));
    assert_eq!(report.pv.first(), report.best.as_ref());
    report.score.unwrap()
}

#[test]
fn alpha_beta_with_every_option_equals_minimax() {
    let sets = option_sets();
    let mut rng = Rng::new(77);
    let mut cases = 0;
    for round in 0..130 {
        let (text, toy) = random_toy(&mut rng);
        if toy.outcome().is_some() {
            continue;
        }
        let (margin, _) = alphabeta::minimax(&toy, &history_of(&toy), &Margin, DEEP);
        let (result, _) = alphabeta::minimax(&toy, &history_of(&toy), &WinLoss, DEEP);
        for (name, options) in &sets {
            assert_eq!(search(options, &toy, false, Limits::depth(DEEP), 1), margin, "{name} on {text}");
            assert_eq!(search(options, &toy, true, Limits::depth(DEEP), 1), result, "{name} on {text}");
            cases += 2;
            if round % 10 == 0 {
                assert_eq!(
                    search(options, &toy, false, Limits::depth(DEEP), 4),
                    margin,
                    "{name}, 4 threads, on {text}"
                );
                cases += 1;
            }
        }
    }
    assert!(cases >= 10_000, "only {cases} cases");
}

#[test]
fn a_strict_search_to_a_fixed_depth_equals_minimax_to_that_depth() {
    let mut rng = Rng::new(78);
    let options = alphabeta::Options { strict: true, ..alphabeta::Options::exact() };
    for _ in 0..600 {
        let (text, toy) = random_toy(&mut rng);
        if toy.outcome().is_some() {
            continue;
        }
        let depth = 1 + rng.below(4);
        let (score, _) = alphabeta::minimax(&toy, &history_of(&toy), &Margin, depth);
        for threads in [1, 2] {
            assert_eq!(search(&options, &toy, false, Limits::depth(depth), threads), score, "depth {depth} of {text}");
        }
    }
}

#[test]
fn every_variation_of_multi_pv_is_the_value_of_its_move() {
    let mut rng = Rng::new(79);
    for _ in 0..300 {
        let (text, toy) = random_toy(&mut rng);
        if toy.outcome().is_some() {
            continue;
        }
        let (history, stop) = (history_of(&toy), Stop::new());
        let request = Request { multipv: 3, ..Request::new(&toy, &history, Limits::depth(DEEP), &stop) };
        let mut searcher = alphabeta::Searcher::new(alphabeta::Options::default(), 1).unwrap();
        let report = searcher.search(&request, &Margin, &mut |_| {});
        let mut last = Score::INFINITE;
        for line in report.moves.iter().take(3) {
            let mut child = toy.clone();
            child.play(line.m);
            let (score, _) = alphabeta::minimax(&child, &history_of(&child), &Margin, DEEP);
            assert_eq!(line.score, Some(-score), "move {} of {text}", line.m);
            assert!(-score <= last, "variations out of order on {text}");
            last = -score;
        }
    }
}

#[test]
fn df_pn_equals_minimax() {
    let mut rng = Rng::new(80);
    for _ in 0..1_500 {
        let (text, toy) = random_toy(&mut rng);
        if toy.outcome().is_some() {
            continue;
        }
        let (history, stop) = (history_of(&toy), Stop::new());
        let request = Request::new(&toy, &history, Limits::default(), &stop);
        let options = proof::Options { table: 1, ..Default::default() };
        let report = proof::solve(&request, &options, &mut |_| {}).unwrap();
        let (score, _) = alphabeta::minimax(&toy, &history, &WinLoss, DEEP);
        let found = report.score.unwrap();
        assert_eq!((found.is_win(), found.is_loss()), (score.is_win(), score.is_loss()), "{text}");
        if !found.is_loss() {
            let mut child = toy.clone();
            child.play(report.best.unwrap());
            let (after, _) = alphabeta::minimax(&child, &history_of(&child), &WinLoss, DEEP);
            assert_eq!((after.is_loss(), after.is_win()), (score.is_win(), score.is_loss()), "best move of {text}");
        }
    }
}

#[test]
fn tree_search_proves_small_trees_under_every_rule() {
    let mut rng = Rng::new(81);
    let playout = Uniform;
    let knowledge = mcts::Knowledge {
        playout: &playout,
        prior: Some(&quadrille_core::UniformPrior),
        evaluation: Some(&Margin),
        judge: None,
    };
    for round in 0..150 {
        let (text, toy) = random_toy(&mut rng);
        if toy.outcome().is_some() {
            continue;
        }
        let (score, _) = alphabeta::minimax(&toy, &history_of(&toy), &WinLoss, DEEP);
        for name in mcts::NAMES.iter().filter(|&&name| name != "mc") {
            let (history, stop) = (history_of(&toy), Stop::new());
            let threads = if round % 4 == 0 { 4 } else { 1 };
            // Only UCT is sure to come back to every move, so only it is given as long as it takes.
            let must_prove = matches!(*name, "uct" | "uct-tt");
            let limits = Limits::playouts(if must_prove { 1_000_000 } else { 40_000 });
            let request = Request { threads, ..Request::new(&toy, &history, limits, &stop) };
            let mut options = mcts::Options::preset(name).unwrap();
            if round % 3 == 0 {
                options.minimax_weight = 0.3;
            }
            let report = mcts::Searcher::new(options).search(&request, &knowledge, &mut |_| {});
            let Some(found) = report.score else {
                // The others hardly return to a move that once looked bad, so a drawn tree may stay unproven.
                assert!(!must_prove, "{name} did not prove {text}");
                continue;
            };
            assert_eq!((found.is_win(), found.is_loss()), (score.is_win(), score.is_loss()), "{name} on {text}");
        }
    }
}

/// Leaves out the second of two moves.
struct FirstOnly;

impl mcts::Judge<Toy> for FirstOnly {
    fn judge(&self, _: &Toy, _: &[u16], moves: &[u16], priors: &mut [f32]) -> f32 {
        for (prior, &m) in priors.iter_mut().zip(moves) {
            *prior = if m == 0 { 1.0 } else { 0.0 };
        }
        0.5
    }
}

/// Where every move but those left out loses, the game is lost: it is no draw, and what was left out is not played.
#[test]
fn what_a_judge_leaves_out_saves_nobody() {
    let judged = |text: &str, only: Option<&[u16]>| {
        let toy: Toy = text.parse().unwrap();
        let (history, stop) = (history_of(&toy), Stop::new());
        let request = Request { root_moves: only, ..Request::new(&toy, &history, Limits::playouts(1_000), &stop) };
        let knowledge = mcts::Knowledge { judge: Some(&FirstOnly), ..mcts::Knowledge::playout(&Uniform) };
        let report = mcts::Searcher::new(mcts::Options::judged()).search(&request, &knowledge, &mut |_| {});
        (report.best, report.value.unwrap_or(0.5))
    };
    let (best, value) = judged("((+1-1)(-1-1))", None);
    assert!(best == Some(0) && value > 0.98, "White's only likely answer loses: {value}");
    let (best, value) = judged("((-1-1)(+1+1))", None);
    assert!(best == Some(0) && value < 0.02, "Black's only likely move loses: {best:?}, {value}");
    let (best, value) = judged("((-1-1)(+1+1))", Some(&[1]));
    assert!(best == Some(1) && value > 0.98, "a move that is asked about is searched: {value}");
}

/// Knows the positions whose key leaves no remainder.
struct Knowing {
    one_in: u64,
}

impl Oracle<Toy> for Knowing {
    fn value(&self, toy: &Toy) -> Option<Score> {
        let known = toy.key().is_multiple_of(self.one_in);
        known.then(|| alphabeta::minimax(toy, &history_of(toy), &WinLoss, DEEP).0)
    }
}

/// Values from an oracle are as good as searched ones, and cost nothing. The root is always searched, or it had no move.
#[test]
fn known_values_change_no_result() {
    let mut rng = Rng::new(17);
    for _ in 0..200 {
        let (text, toy) = random_toy(&mut rng);
        if toy.outcome().is_some() {
            continue;
        }
        let exact = alphabeta::minimax(&toy, &history_of(&toy), &WinLoss, DEEP).0;
        for (one_in, on) in [(1, true), (1, false), (3, true)] {
            let options = alphabeta::Options { oracle: on, ..alphabeta::Options::exact() };
            let mut searcher = alphabeta::Searcher::new(options, 0).unwrap();
            searcher.ask(Some(Arc::new(Knowing { one_in })));
            let (history, stop) = (history_of(&toy), Stop::new());
            let request = Request::new(&toy, &history, Limits::depth(DEEP), &stop);
            let report = searcher.search(&request, &WinLoss, &mut |_| {});
            assert_eq!(report.score, Some(exact), "{text} {one_in} {on}");
            assert_eq!(report.pv.first(), report.best.as_ref());
            match (one_in, on) {
                (1, true) => {
                    assert_eq!(report.nodes, 1 + report.known, "{text}: only the root and its moves");
                    assert!(report.exact && report.depth == 1);
                    let end = report.pv.iter().fold(toy.clone(), |mut toy, &m| {
                        toy.play(m);
                        toy
                    });
                    assert_eq!(exact.plies_to_end().unwrap_or(1) as usize, report.pv.len(), "{text}");
                    assert!(end.outcome().is_some() || exact == Score::DRAW);
                }
                (_, false) => assert_eq!((report.known, report.exact), (0, false)),
                _ => {}
            }
        }
    }
}

//! Every exact searcher must equal plain minimax on small positions of all four games.

use crate::common::{Hashed, random_position};
use quadrille_core::{KeyHistory, Notation, Playout, Tactics, Uniform};
use quadrille_search::{Limits, Request, Settings, Stop, alphabeta, mcts, proof};

type Breakthrough = quadrille_breakthrough::Position;
type Chess = quadrille_chess::Position;
type Othello = quadrille_othello::Position;
type Go = quadrille_go::Small;

/// Alpha-beta to a fixed depth, with each switch that must not change the value, against minimax to that depth.
fn fixed_depth_equals_minimax<G: Tactics + Notation>(
    position: &G,
    history: &KeyHistory,
    depth: u32,
    table: bool,
) -> u32 {
    let (expected, _) = alphabeta::minimax(position, history, &Hashed, depth);
    let stop = Stop::new();
    let mut cases = 0;
    for (pairs, threads) in [
        ("", 1),
        ("", 4),
        ("scout=off", 1),
        ("aspiration=off", 1),
        ("killers=off", 1),
        ("history=off", 1),
        ("countermoves=off", 1),
        ("table=off", 1),
    ] {
        let mut options = alphabeta::Options { strict: true, table, ..alphabeta::Options::exact() };
        options.set_all(pairs).unwrap();
        let request = Request { threads, ..Request::new(position, history, Limits::depth(depth), &stop) };
        let mut searcher = alphabeta::Searcher::new(options, 0).unwrap();
        let report = searcher.search(&request, &Hashed, &mut |_| {});
        let shown = position.format_position();
        assert_eq!(report.score, Some(expected), "{pairs:?}, {threads} threads, depth {depth} of {shown}");
        assert!(report.best.is_some_and(|m| position.is_legal(m)), "{shown}");
        cases += 1;
    }
    cases
}

#[test]
fn fixed_depths_of_all_four_games_equal_minimax() {
    let mut cases = 0;
    for seed in 0..60 {
        let plies = seed as u32 % 40;
        let (position, history) = random_position::<Breakthrough>("4x4", seed, plies);
        cases += fixed_depth_equals_minimax(&position, &history, 3, true);
        let (position, history) = random_position::<Othello>("", seed, plies);
        cases += fixed_depth_equals_minimax(&position, &history, 3, true);
        let (position, history) = random_position::<Chess>("", seed, plies * 3);
        cases += fixed_depth_equals_minimax(&position, &history, 2, true);
        // Superko makes the value of a position depend on the path to it: no table here.
        let (position, history) = random_position::<Go>("3 tromp-taylor", seed, plies);
        cases += fixed_depth_equals_minimax(&position, &history, 3, false);
    }
    assert_eq!(cases, 60 * 4 * 8);
}

/// All searchers that see the end, on positions small enough for minimax to see it too.
/// Returns how many of the two tree searches found a proof within their budget.
fn end_equals_minimax<G: Tactics + Notation, P: Playout<G>>(position: &G, history: &KeyHistory, playout: &P) -> u32 {
    let (expected, _) = alphabeta::minimax(position, history, &Hashed, 64);
    let stop = Stop::new();
    let shown = position.format_position();
    // With reductions it takes many more plies of nominal depth until nothing is guessed any more.
    for (name, options, threads, depth) in [
        ("exact", alphabeta::Options::exact(), 1, 64),
        ("exact", alphabeta::Options::exact(), 4, 64),
        ("default", alphabeta::Options::default(), 1, 200),
    ] {
        let request = Request { threads, ..Request::new(position, history, Limits::depth(depth), &stop) };
        let mut searcher = alphabeta::Searcher::new(options, 1).unwrap();
        let report = searcher.search(&request, &Hashed, &mut |_| {});
        assert_eq!(report.score, Some(expected), "alpha-beta {name}, {threads} threads, on {shown}");
        assert!(report.depth < depth, "{name} never ran out of guesses on {shown}");
    }
    let result = (expected.is_win(), expected.is_loss());
    let request = Request::new(position, history, Limits::default(), &stop);
    let options = proof::Options { table: 1, ..Default::default() };
    let found = proof::solve(&request, &options, &mut |_| {}).unwrap().score.unwrap();
    assert_eq!((found.is_win(), found.is_loss()), result, "df-pn on {shown}");
    let mut proofs = 0;
    for name in ["uct", "uct-tt"] {
        let request = Request::new(position, history, Limits::playouts(50_000), &stop);
        let mut searcher = mcts::Searcher::new(mcts::Options::preset(name).unwrap());
        let report = searcher.search(&request, &mcts::Knowledge::playout(playout), &mut |_| {});
        if let Some(found) = report.score.filter(|_| report.playouts < 50_000) {
            assert_eq!((found.is_win(), found.is_loss()), result, "{name} on {shown}");
            proofs += 1;
        }
    }
    proofs
}

#[test]
fn small_boards_are_solved_to_the_end() {
    const BOARDS: u64 = 100;
    let mut proofs = 0;
    for seed in 0..BOARDS {
        let (position, history) = random_position::<Breakthrough>("4x3", seed, 4 + seed as u32 % 8);
        proofs += end_equals_minimax(&position, &history, &quadrille_breakthrough::playout::Random);
        let (position, history) = random_position::<Othello>("", seed, 54 + seed as u32 % 6);
        proofs += end_equals_minimax(&position, &history, &quadrille_othello::playout::Random);
    }
    let asked = 4 * BOARDS as u32;
    assert!(proofs * 100 >= asked * 95, "tree search proved only {proofs} of {asked}");
}

#[test]
fn tree_search_without_any_policy_of_the_game_works_too() {
    let (position, history) = random_position::<Breakthrough>("4x3", 1, 8);
    assert_eq!(end_equals_minimax(&position, &history, &Uniform), 2);
}

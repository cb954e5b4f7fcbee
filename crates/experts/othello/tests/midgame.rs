//! The midgame search: exact near the end, legal always, obedient to its limits.

mod common;

use common::random_position;
use quadrille_core::{Evaluation, Game, Notation, Rng, Score};
use quadrille_othello::evaluation::Patterns;
use quadrille_othello::{Move, Position, Rules};
use quadrille_othello_expert::midgame::{Info, Limits, Searcher};
use quadrille_othello_expert::solver::{Solver, SolverOptions};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Black must pass: White alone can move, to c1.
const BLACK_PASSES: &str = "OX--------------------------------------------------------------";

fn options(threads: usize) -> SolverOptions {
    SolverOptions { threads, table_mib: 1, ..SolverOptions::default() }
}

fn search(searcher: &mut Searcher, position: &Position, limits: &Limits) -> Info {
    searcher.search(position, limits, &AtomicBool::new(false), &mut |_| ())
}

fn exact(solver: &mut Solver, position: &Position) -> i32 {
    solver.solve(position.board(), &AtomicBool::new(false), |_| ()).expect("nobody stops this search").score
}

/// Plays the line of an answer; fails at an illegal move.
fn follow(position: &Position, info: &Info) {
    let mut after = *position;
    for &m in &info.pv {
        assert!(after.is_legal(m), "{m} of {info:?} is illegal");
        after.play(m);
    }
}

#[test]
fn endgames_get_the_solver_s_score_and_a_move_that_keeps_it() {
    let mut rng = Rng::new(51);
    let (mut searcher, mut solver) = (Searcher::new(&options(1)), Solver::new(&options(1)));
    for round in 0..120 {
        let position = random_position(round % 15, &mut rng);
        let limits = Limits { depth: Some(2), exact_empties: Some(14), ..Limits::default() };
        let info = search(&mut searcher, &position, &limits);
        let score = exact(&mut solver, &position);
        assert!(info.exact, "{info:?}");
        assert_eq!(info.score, Score::heuristic(100 * score), "{position:?}");
        follow(&position, &info);
        if let Some(best) = info.best {
            let mut after = position;
            after.play(best);
            assert_eq!(exact(&mut solver, &after), -score, "{best} gives discs away in {position:?}");
        }
    }
}

#[test]
fn whole_games_are_legal_with_any_number_of_nodes() {
    for (nodes, threads) in [(1, 1), (300, 1), (5_000, 1), (3_000, 3)] {
        let mut searcher = Searcher::new(&options(threads));
        let mut rng = Rng::stream(52, nodes);
        let mut position = random_position(50, &mut rng);
        let limits = Limits { nodes: Some(nodes), exact_empties: Some(10), ..Limits::default() };
        while let Some(best) = search(&mut searcher, &position, &limits).best {
            assert!(position.is_legal(best), "{best} in {position:?}");
            position.play(best);
        }
        assert!(position.board().is_over());
    }
}

#[test]
fn depth_is_kept_where_the_end_is_far() {
    let mut searcher = Searcher::new(&options(1));
    let mut rng = Rng::new(53);
    for depth in 1..=7 {
        let position = random_position(40, &mut rng);
        let limits = Limits { depth: Some(depth), exact_empties: Some(14), ..Limits::default() };
        let mut heard = Vec::new();
        let info = searcher.search(&position, &limits, &AtomicBool::new(false), &mut |info| heard.push(info.depth));
        assert_eq!((info.depth, info.exact), (depth, false));
        assert_eq!(heard.last(), Some(&depth));
        assert!(heard.is_sorted(), "{heard:?}");
        follow(&position, &info);
    }
}

#[test]
fn a_raised_flag_ends_the_search_with_a_legal_move() {
    let position = random_position(40, &mut Rng::new(54));
    let mut searcher = Searcher::new(&options(2));
    let before = searcher.search(&position, &Limits::default(), &AtomicBool::new(true), &mut |_| ());
    assert!(before.best.is_some_and(|best| position.is_legal(best)));
    let stop = AtomicBool::new(false);
    let raise = &mut |info: &Info| stop.store(info.depth >= 4, Relaxed);
    let during = searcher.search(&position, &Limits::default(), &stop, raise);
    assert!(during.best.is_some_and(|best| position.is_legal(best)));
    assert!((4..40).contains(&during.depth), "{during:?}");
}

#[test]
fn passes_are_played() {
    let position = Position::parse_position(&Rules::Standard, &format!("{BLACK_PASSES} X")).unwrap();
    let info = search(&mut Searcher::new(&options(1)), &position, &Limits { depth: Some(5), ..Limits::default() });
    assert_eq!(info.best, Some(Move::PASS), "{info:?}");
    follow(&position, &info);
}

#[test]
fn a_finished_game_has_its_margin_and_no_move() {
    let position =
        Position::parse_position(&Rules::Standard, &format!("{} X", "X".repeat(40) + &"-".repeat(24))).unwrap();
    let info = search(&mut Searcher::new(&options(1)), &position, &Limits::default());
    assert_eq!((info.best, info.exact, info.score), (None, true, Score::heuristic(6_400)));
}

#[test]
fn one_ply_chooses_the_move_that_leaves_the_opponent_least() {
    let patterns = Patterns::default();
    let mut searcher = Searcher::new(&options(1));
    let mut rng = Rng::new(55);
    for _ in 0..40 {
        let position = random_position(30, &mut rng);
        let info = search(&mut searcher, &position, &Limits { depth: Some(1), ..Limits::default() });
        let value = |m: Move| {
            let mut after = position;
            after.play(m);
            // A pass behind the move would make the search look further: such positions are left out.
            (after.board().moves() != 0).then(|| patterns.evaluate(&after).raw())
        };
        let mut moves = <Position as Game>::Moves::default();
        position.legal_moves(&mut moves);
        let values: Option<Vec<i32>> = moves.as_slice().iter().map(|&m| value(m)).collect();
        let Some(least) = values.and_then(|values| values.into_iter().min()) else { continue };
        let chosen = info.best.and_then(value).unwrap();
        // The search counts whole discs.
        assert!(chosen - least <= 100, "{chosen} is chosen where {least} can be had: {position:?}");
    }
}

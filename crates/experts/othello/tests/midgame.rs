//! The midgame search: exact near the end, legal always, obedient to its limits.

mod common;

use common::{random_position, search};
use quadrille_core::{Evaluation, Game, KeyHistory, Notation, Rng, Score};
use quadrille_othello::evaluation::Patterns;
use quadrille_othello::{Move, Position, Rules};
use quadrille_othello_expert::midgame::Searcher;
use quadrille_othello_expert::solver::{Solver, SolverOptions};
use quadrille_search::{Limits, Report, Request, Specialist, Stop};

/// Black must pass: White alone can move, to c1.
const BLACK_PASSES: &str = "OX--------------------------------------------------------------";

fn options(threads: usize) -> SolverOptions {
    SolverOptions { threads, table_mib: 1, ..SolverOptions::default() }
}

fn exact(solver: &mut Solver, position: &Position) -> i32 {
    let solution = solver.solve(position.board(), &Limits::default(), &Stop::new(), |_| ());
    solution.expect("nobody stops this search").score
}

/// Plays the line of an answer; fails at an illegal move.
fn follow(position: &Position, report: &Report<Position>) {
    let mut after = *position;
    for &m in &report.pv {
        assert!(after.is_legal(m), "{m} of {report:?} is illegal");
        after.play(m);
    }
}

#[test]
fn endgames_get_the_solver_s_score_and_a_move_that_keeps_it() {
    let mut rng = Rng::new(51);
    let (mut searcher, mut solver) = (Searcher::new(&options(1)), Solver::new(&options(1)));
    for round in 0..120 {
        let position = random_position(round % 15, &mut rng);
        let info = search(&mut searcher, &position, Limits::depth(2));
        let score = exact(&mut solver, &position);
        assert!(info.exact, "{info:?}");
        assert_eq!(info.score, Some(Score::heuristic(100 * score)), "{position:?}");
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
        while let Some(best) = search(&mut searcher, &position, Limits::nodes(nodes)).best {
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
        let mut heard = Vec::new();
        let (history, stop) = (KeyHistory::new(), Stop::new());
        let request = Request::new(&position, &history, Limits::depth(depth), &stop);
        let info = searcher.search(&request, &mut |report| heard.push(report.depth));
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
    let (history, stop) = (KeyHistory::new(), Stop::new());
    let request = Request::new(&position, &history, Limits::default(), &stop);
    stop.request();
    let compared = Request { multipv: 2, ..request.clone() };
    for request in [&request, &compared] {
        let before = searcher.search(request, &mut |_| ());
        assert!(before.best.is_some_and(|best| position.is_legal(best)));
    }
    stop.reset();
    let during = searcher.search(&request, &mut |report| {
        if report.depth >= 4 {
            stop.request();
        }
    });
    assert!(during.best.is_some_and(|best| position.is_legal(best)));
    assert!((4..40).contains(&during.depth), "{during:?}");
}

#[test]
fn passes_are_played() {
    let position = Position::parse_position(&Rules::Standard, &format!("{BLACK_PASSES} X")).unwrap();
    let info = search(&mut Searcher::new(&options(1)), &position, Limits::depth(5));
    assert_eq!(info.best, Some(Move::PASS), "{info:?}");
    follow(&position, &info);
}

#[test]
fn a_finished_game_has_its_margin_and_no_move() {
    let position =
        Position::parse_position(&Rules::Standard, &format!("{} X", "X".repeat(40) + &"-".repeat(24))).unwrap();
    let info = search(&mut Searcher::new(&options(1)), &position, Limits::default());
    assert_eq!((info.best, info.exact, info.score), (None, true, Some(Score::heuristic(6_400))));
}

#[test]
fn one_ply_chooses_the_move_that_leaves_the_opponent_least() {
    let patterns = Patterns::default();
    let mut searcher = Searcher::new(&options(1));
    let mut rng = Rng::new(55);
    for _ in 0..40 {
        let position = random_position(30, &mut rng);
        let info = search(&mut searcher, &position, Limits::depth(1));
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

#[test]
fn table_look_ups_are_counted() {
    let position = random_position(30, &mut Rng::new(56));
    let report = search(&mut Searcher::new(&options(1)), &position, Limits::depth(8));
    let table = report.table;
    assert!(0 < table.hits && table.hits < table.probes && table.probes != report.nodes, "{report:?}");
}

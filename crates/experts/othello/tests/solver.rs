//! The solver against plain minimax, against itself with every cutoff switched off, and on the published FFO suite.

mod common;

use common::{random_position, search};
use quadrille_core::bits::Bits;
use quadrille_core::{Game, Notation, Rng, Score};
use quadrille_othello::{Board, Move, Position, Rules};
use quadrille_othello_expert::midgame::Searcher;
use quadrille_othello_expert::solver::{Cutoffs, Solution, Solver, SolverOptions};
use quadrille_search::{Limits, Stop};

const SUITE: &str = include_str!("../../../../testdata/othello/ffo.txt");

/// The score by trying everything.
fn plain(board: Board) -> i32 {
    let moves = board.moves();
    if moves == 0 {
        let passed = board.pass();
        return if passed.moves() == 0 { board.final_margin() } else { -plain(passed) };
    }
    Bits(moves).map(|square| -plain(board.play(square))).max().unwrap_or(0)
}

fn small(cutoffs: Cutoffs) -> Solver {
    Solver::new(&SolverOptions { threads: 1, table_mib: 1, cutoffs })
}

fn solved(solver: &mut Solver, board: Board) -> Solution {
    solver.solve(board, &Limits::default(), &Stop::new(), |_| ()).expect("nobody stops this search")
}

fn score(solver: &mut Solver, board: Board) -> i32 {
    solved(solver, board).score
}

#[test]
fn scores_equal_plain_minimax() {
    let mut solver = small(Cutoffs::default());
    let mut rng = Rng::new(1);
    for round in 0..400 {
        let board = random_position(round % 8, &mut rng).board();
        assert_eq!(score(&mut solver, board), plain(board), "{board:?}");
    }
}

#[test]
fn every_cutoff_can_be_switched_off_without_changing_a_score() {
    let all = Cutoffs::default();
    let mut solvers = [
        Cutoffs { table: false, ..all },
        Cutoffs { enhanced: false, ..all },
        Cutoffs { stability: false, ..all },
        Cutoffs { parity: false, ..all },
        Cutoffs { fastest_first: false, ..all },
        Cutoffs { evaluation: false, ..all },
        Cutoffs { presearch: false, ..all },
    ]
    .map(small);
    let mut reference = small(all);
    let mut rng = Rng::new(2);
    for round in 0..5_000 {
        let board = random_position(8 + round % 5, &mut rng).board();
        let expected = score(&mut reference, board);
        for solver in &mut solvers {
            assert_eq!(score(solver, board), expected, "{board:?}");
        }
    }
}

/// The evaluation and the searches that prepare the exact one begin above the positions of the test before.
#[test]
fn what_guides_the_search_of_larger_endgames_changes_no_score() {
    let all = Cutoffs::default();
    let mut solvers = [
        all,
        Cutoffs { evaluation: false, ..all },
        Cutoffs { presearch: false, ..all },
        Cutoffs { table: false, ..all },
        Cutoffs { enhanced: false, ..all },
        Cutoffs { stability: false, ..all },
    ]
    .map(small);
    let mut rng = Rng::new(4);
    for round in 0..24 {
        let board = random_position(14 + round % 3, &mut rng).board();
        let scores = solvers.each_mut().map(|solver| score(solver, board));
        assert_eq!(scores, [scores[0]; 6], "{board:?}");
    }
}

#[test]
fn the_line_leads_to_the_score() {
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let board = random_position(11, &mut rng).board();
        let mut position = Position::new(Rules::Standard, board.own, board.other, quadrille_core::Player::Black);
        let solution = solved(&mut small(Cutoffs::default()), board);
        assert_eq!(solution.best, solution.pv.first().copied());
        for &m in &solution.pv {
            assert!(position.is_legal(m));
            position.play(m);
        }
        assert!(position.outcome().is_some());
        let margin = position.final_margin();
        let black = if position.to_move() == quadrille_core::Player::Black { margin } else { -margin };
        assert_eq!(black, solution.score);
    }
}

#[test]
fn a_stopped_search_says_nothing() {
    let position = ffo(44).0;
    let stop = Stop::new();
    let mut solver = small(Cutoffs::default());
    assert_eq!(solver.solve(position.board(), &Limits::nodes(1), &stop, |_| ()), None);
    stop.request();
    assert_eq!(solver.solve(position.board(), &Limits::default(), &stop, |_| ()), None);
}

/// What a search had not finished when it was stopped must not be in the table it leaves behind.
#[test]
fn a_stopped_search_leaves_nothing_wrong_behind() {
    let mut rng = Rng::new(5);
    for round in 0..12 {
        let position = random_position(15 + round % 4, &mut rng);
        let expected = score(&mut small(Cutoffs::default()), position.board());
        let mut searcher = Searcher::new(&SolverOptions { table_mib: 1, ..SolverOptions::default() });
        for nodes in (1..=40).map(|part| part * part * 500) {
            search(&mut searcher, &position, Limits::nodes(nodes));
        }
        let report = search(&mut searcher, &position, Limits::default());
        assert_eq!((report.exact, report.score), (true, Some(Score::heuristic(100 * expected))), "{position:?}");
    }
}

#[test]
fn finished_and_passing_positions_are_solved_too() {
    let solve_text = |text: &str| {
        let position = Position::parse_position(&Rules::Standard, text).unwrap();
        solved(&mut small(Cutoffs::default()), position.board())
    };
    let over = solve_text(&format!("{}{} O", "X".repeat(40), "-".repeat(24)));
    assert_eq!((over.score, over.best, over.pv.len()), (-64, None, 0));
    let full = solve_text(&format!("{}{} X", "X".repeat(30), "O".repeat(34)));
    assert_eq!(full.score, -4);
    let pass = solve_text(&format!("{}O- O", "X".repeat(62)));
    assert_eq!(pass.best, Some(Move::PASS));
}

fn ffo(number: usize) -> (Position, i32, Vec<String>) {
    let line = SUITE.lines().find(|line| line.starts_with(&format!("{number} "))).unwrap();
    let fields: Vec<&str> = line.split(' ').collect();
    let position = Position::parse_position(&Rules::Standard, &format!("{} {}", fields[1], fields[2])).unwrap();
    (position, fields[4].parse().unwrap(), fields[5].split(',').map(str::to_owned).collect())
}

fn check_ffo(numbers: impl Iterator<Item = usize>, threads: usize) {
    let mut solver = Solver::new(&SolverOptions { threads, table_mib: 64, ..SolverOptions::default() });
    for number in numbers {
        let (position, expected, best) = ffo(number);
        solver.forget();
        let solution = solved(&mut solver, position.board());
        assert_eq!(solution.score, expected, "FFO {number}");
        let found = solution.best.unwrap().to_string();
        assert!(best.contains(&found), "FFO {number}: {found} instead of {best:?}");
    }
}

#[test]
fn ffo_1_to_37_are_solved() {
    check_ffo(1..=37, 1);
}

#[test]
fn ffo_38_to_44_are_solved_by_two_threads() {
    check_ffo(38..=44, 2);
}

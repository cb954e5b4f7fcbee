//! A tempting way to count liberties and where it goes wrong; and that an odd board has a winner. More in `docs/go.md`.

use quadrille_core::{Game, Notation, Outcome, Playout, Rng};
use quadrille_go::{Goban, Point, Random, Rules, Small, general, score};

/// The wrong count: it counts an empty point once for each stone of the group next to it.
fn faulty_liberties(board: &impl Goban, point: Point) -> usize {
    let empty_neighbours = |stone: Point| board.grid().neighbours(stone).filter(|&n| board.stone(n).is_none()).count();
    board.chain(point).into_iter().map(empty_neighbours).sum()
}

/// What the faulty function says and what the boards say about the chain at a point.
fn counts(position: &str, point: &str) -> (usize, usize) {
    let rules = Rules::default();
    let fast = Small::parse_position(&rules, position).expect("a position");
    let slow = general::Position::parse_position(&rules, position).expect("a position");
    let point = quadrille_go::parse_point(fast.grid(), point).expect("a point");
    assert_eq!(fast.liberties(point), slow.liberties(point));
    (faulty_liberties(&fast, point), fast.liberties(point).len())
}

#[test]
fn right_for_a_corner_stone_beside_an_enemy() {
    assert_eq!(counts("XO3/5/5/5/5 X", "A5"), (1, 1));
}

#[test]
fn right_for_two_stones_in_line() {
    assert_eq!(counts("5/5/1XX2/5/5 X", "B3"), (6, 6));
}

#[test]
fn wrong_for_three_stones_around_a_corner() {
    assert_eq!(counts("5/1X3/1XX2/5/5 X", "B4"), (8, 7), "C4 is counted twice");
}

#[test]
fn wrong_for_a_ring_around_an_eye() {
    assert_eq!(counts("5/1XXX1/1X1X1/1XXX1/5 X", "B4"), (16, 13), "C3 is counted four times");
}

#[test]
fn an_odd_board_has_a_winner() {
    for size in ["3 simplified", "5 simplified"] {
        let rules: Rules = size.parse().expect("rules");
        let mut rng = Rng::new(2);
        let mut finished = 0;
        for _ in 0..500 {
            let mut board = Small::start(&rules);
            let outcome = Random.run(&mut board, &mut rng, &mut ());
            if score::points(&board).is_complete() {
                assert_ne!(outcome, Outcome::Draw, "{board:?}");
                finished += 1;
            }
        }
        assert!(finished > 100, "only {finished} games on {size} ended with every point controlled");
    }
}

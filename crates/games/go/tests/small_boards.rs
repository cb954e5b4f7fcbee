//! Small boards against published and independently recomputed figures: legal positions (Tromp and Farnebäck,
//! *Combinatorics of Go*, 2007), games under superko, and the values of tiny boards.

use quadrille_core::{Game, KeyHistory, Notation, Player};
use quadrille_go::{Goban, Move, Small, score};
use std::collections::HashSet;

/// Every board that play can reach from the empty one if either side may move at any time.
fn reachable(size: &str) -> usize {
    let start = Small::start(&size.parse().expect("a size"));
    let mut found: HashSet<u64> = [start.history_key()].into();
    let mut to_visit = vec![start];
    while let Some(board) = to_visit.pop() {
        for player in Player::BOTH {
            let free = free_to_move(&board, player);
            for_each_point(&free, |m| {
                let mut next = free.clone();
                next.play(m);
                if found.insert(next.history_key()) {
                    to_visit.push(next);
                }
            });
        }
    }
    found.len()
}

/// The board with this player to move and no ko: giving the turn away and taking it back forgets it.
fn free_to_move(board: &Small, player: Player) -> Small {
    board.with_to_move(player.opponent()).with_to_move(player)
}

fn for_each_point(board: &Small, mut visit: impl FnMut(Move)) {
    let mut moves = <Small as Game>::Moves::default();
    board.legal_moves(&mut moves);
    moves.as_slice().iter().copied().filter(|&m| m != Move::Pass).for_each(&mut visit);
}

#[test]
fn the_numbers_of_legal_positions_are_the_published_ones() {
    assert_eq!(["1", "2", "3"].map(reachable), [1, 57, 12_675]);
    assert_eq!(["1x2", "1x3", "1x4", "1x5", "1x6", "2x3"].map(reachable), [5, 15, 41, 113, 313, 489]);
    assert_eq!(reachable("3x2"), 489);
}

/// The number of games in which either side may move at any time and no board repeats.
fn games(board: &Small, seen: &mut KeyHistory) -> u64 {
    let mut count = 1;
    for player in Player::BOTH {
        let free = free_to_move(board, player);
        for_each_point(&free, |m| {
            if free.allowed_by_history(m, seen) {
                let mut next = free.clone();
                next.play(m);
                seen.push(next.history_key());
                count += games(&next, seen);
                seen.pop();
            }
        });
    }
    count
}

#[test]
fn the_numbers_of_games_under_superko_are_the_published_ones() {
    let count = |size: &str| {
        let start = Small::start(&size.parse().expect("a size"));
        games(&start, &mut [start.history_key()].into_iter().collect())
    };
    assert_eq!(["1", "1x2", "1x3"].map(count), [1, 9, 907]);
}

/// Black's margin in points under perfect play, superko included, between two bounds.
fn value(board: &Small, seen: &mut KeyHistory, mut low: i32, mut high: i32) -> i32 {
    if board.outcome().is_some() {
        return score::points(board).black_margin_halves() / 2;
    }
    let mut moves = <Small as Game>::Moves::default();
    board.legal_moves(&mut moves);
    let maximise = board.to_move() == Player::Black;
    let mut best = if maximise { i32::MIN } else { i32::MAX };
    // The pass first: it ends games soon, which gives the bounds.
    for &m in moves.as_slice().iter().rev() {
        if !board.allowed_by_history(m, seen) {
            continue;
        }
        let mut next = board.clone();
        next.play(m);
        seen.push(next.history_key());
        let found = value(&next, seen, low, high);
        seen.pop();
        if maximise {
            best = best.max(found);
            low = low.max(best);
        } else {
            best = best.min(found);
            high = high.min(best);
        }
        if low >= high {
            break;
        }
    }
    best
}

#[test]
fn tiny_boards_have_their_known_values() {
    let solved = |size: &str| {
        let start = Small::start(&format!("{size} komi=0").parse().expect("rules"));
        value(&start, &mut [start.history_key()].into_iter().collect(), -100, 100)
    };
    assert_eq!(["1", "1x2", "1x3", "1x4", "2"].map(solved), [0, 0, 3, 4, 1]);
}

#[test]
fn a_position_and_its_text_have_one_key() {
    let rules = "5".parse().expect("rules");
    let board = Small::parse_position(&rules, "5/1X3/2O2/5/5 O").expect("a position");
    let again = Small::parse_position(&rules, &board.format_position()).expect("its own text");
    assert_eq!(board.key(), again.key());
    let parts = board.key_parts();
    assert_eq!(
        parts.iter().map(|(name, _)| name.to_string()).collect::<Vec<_>>(),
        ["black stone at B4", "white stone at C3", "White to move"]
    );
    assert_eq!(parts.iter().fold(0, |key, (_, part)| key ^ part), board.key());
}

//! Counts the legal boards of a size by playing: every board reachable from the empty one if either side may move at any
//! time. `cargo run --release -p quadrille-go --example legal_positions -- 4` takes a minute and prints 24318165; the
//! published numbers are those of Tromp and Farnebäck, *Combinatorics of Go*, 2007.

use quadrille_core::{Game, Player};
use quadrille_go::{Goban, Grid, Move, Rules, Setup, Small};

/// The largest board that is counted: 3^16 boards fit in memory as bits.
const MOST_POINTS: usize = 16;

fn main() {
    let size = std::env::args().nth(1).unwrap_or_else(|| "3".into());
    match size.parse::<Rules>() {
        Ok(rules) if rules.grid().area() <= MOST_POINTS => println!("{}", count(&rules)),
        Ok(_) => eprintln!("size {size:?} is too large; expected at most {MOST_POINTS} points"),
        Err(error) => eprintln!("{error}"),
    }
}

fn count(rules: &Rules) -> usize {
    let grid = rules.grid();
    let mut found = vec![0_u64; 3_usize.pow(grid.area() as u32).div_ceil(64)];
    let mut to_visit = vec![0];
    found[0] |= 1;
    let mut count = 0;
    while let Some(number) = to_visit.pop() {
        count += 1;
        for player in Player::BOTH {
            let board = board_of(rules, number, player);
            let mut moves = <Small as Game>::Moves::default();
            board.legal_moves(&mut moves);
            for &m in moves.iter().filter(|&&m| m != Move::Pass) {
                let mut next = board.clone();
                next.play(m);
                let number = number_of(grid, &next) as usize;
                if found[number / 64] & 1 << (number % 64) == 0 {
                    found[number / 64] |= 1 << (number % 64);
                    to_visit.push(number as u32);
                }
            }
        }
    }
    count
}

/// A board as a number: a digit to base three for each point.
fn number_of(grid: Grid, board: &Small) -> u32 {
    let digit = |stone: Option<Player>| stone.map_or(0, |player| 1 + player.index() as u32);
    grid.points().fold(0, |number, point| 3 * number + digit(board.stone(point)))
}

fn board_of(rules: &Rules, mut number: u32, to_move: Player) -> Small {
    let mut setup = Setup::empty(*rules);
    setup.to_move = to_move;
    let points: Vec<_> = rules.grid().points().collect();
    for &point in points.iter().rev() {
        setup.put(point, [None, Some(Player::Black), Some(Player::White)][number as usize % 3]);
        number /= 3;
    }
    Small::from_setup(&setup).expect("play reaches only boards whose chains have liberties")
}

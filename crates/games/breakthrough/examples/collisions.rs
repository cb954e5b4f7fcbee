//! Ten million distinct positions of random games, and no two with the same key.
//!
//! `cargo run --release -p quadrille-breakthrough --example collisions [COUNT] [RULES]`

use quadrille_breakthrough::{Moves, Position, Rules};
use quadrille_core::{Game, Player, Rng};
use std::collections::HashMap;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let wanted = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(10_000_000);
    let rules: Rules = arguments.next().unwrap_or_else(|| "8x8".to_string()).parse().unwrap_or_default();
    let mut seen: HashMap<u64, (u64, u64, Player)> = HashMap::with_capacity(wanted);
    let mut rng = Rng::new(1);
    while seen.len() < wanted {
        let mut position = Position::start(&rules);
        loop {
            let board = (position.pawns(Player::White), position.pawns(Player::Black), position.to_move());
            let earlier = *seen.entry(position.key()).or_insert(board);
            if earlier != board {
                println!("collision: key {:016x} belongs to {earlier:?} and {board:?}", position.key());
                return ExitCode::FAILURE;
            }
            let mut moves = Moves::new();
            position.legal_moves(&mut moves);
            let Some(&m) = rng.pick(&moves) else { break };
            position.play(m);
        }
    }
    println!("{rules}: {} distinct positions, no collision", seen.len());
    ExitCode::SUCCESS
}

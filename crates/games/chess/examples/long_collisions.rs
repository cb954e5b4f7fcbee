//! Looks for two different positions with the same key among millions of distinct positions of random games.
//!
//! Each key is stored with a second, independent 64-bit fingerprint of the whole position; a key met again with another
//! fingerprint is a collision.
//! Run with `cargo run --release -p quadrille-chess --example long_collisions -- [POSITIONS]` (10 million by default).

use quadrille_chess::{Moves, Position, Role, Rules};
use quadrille_core::{Game, Player, Rng};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::process::ExitCode;

const LONGEST_GAME: usize = 200;

fn main() -> ExitCode {
    let wanted = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(10_000_000);
    let mut seen: HashMap<u64, u64> = HashMap::with_capacity(wanted);
    let (mut games, mut collisions) = (0_u64, 0_u64);
    while seen.len() < wanted {
        let mut rng = Rng::stream(0xC0111, games);
        let mut position = Position::start(&Rules::Standard);
        for _ in 0..LONGEST_GAME {
            let mut moves = Moves::new();
            position.legal_moves(&mut moves);
            let Some(&m) = rng.pick(&moves) else { break };
            position.play(m);
            match seen.entry(position.key()) {
                Entry::Vacant(slot) => {
                    slot.insert(fingerprint(&position));
                }
                Entry::Occupied(slot) if *slot.get() != fingerprint(&position) => {
                    collisions += 1;
                    println!("{:016x} belongs to two positions, one of them {}", position.key(), position.fen());
                }
                Entry::Occupied(_) => {}
            }
        }
        games += 1;
    }
    println!("{} distinct positions of {games} random games, {collisions} collisions", seen.len());
    if collisions == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A hash that shares nothing with the keys: the board's words, the turn and the rights through a multiplicative mixer.
fn fingerprint(position: &Position) -> u64 {
    let mut words: Vec<u64> = Role::ALL.into_iter().map(|role| position.all(role)).collect();
    words.push(position.of(Player::White));
    words.push(u64::from(position.turn() == Player::White));
    words.push(position.castling_rooks());
    words.push(position.en_passant().map_or(64, |square| square.index() as u64));
    words.into_iter().fold(0x9E37_79B9_7F4A_7C15, |hash, word| {
        let mixed = (hash ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(29)
    })
}

//! Zobrist keys of chess positions: [`keys`], their generator [`prng`], and the [`hasher`] that keeps a position's key.
//!
//! [`full`] computes the key from scratch: pieces, the turn, castling rights, and the en-passant file when such a capture is
//! legal. [`crate::Position`] keeps it up to date in `play`; the contract's tests compare the two after every move. The
//! history of positions, which repetition is read from, is [`quadrille_core::KeyHistory`]; the rules that read it are in
//! [`crate::draws`].

pub mod hasher;
pub mod keys;
pub mod prng;

pub use keys::{KEYS, Keys};

use crate::piece::Role;
use crate::position::Position;
use crate::square::squares_of;
use crate::words;
use hasher::{RIGHTS, right_index};
use quadrille_core::{Message, Player, Sentence, to_move};

/// The men of both sides, by player and role.
static MEN: [[&Message; 6]; 2] = [
    [
        &words::BLACK_PAWN,
        &words::BLACK_KNIGHT,
        &words::BLACK_BISHOP,
        &words::BLACK_ROOK,
        &words::BLACK_QUEEN,
        &words::BLACK_KING,
    ],
    [
        &words::WHITE_PAWN,
        &words::WHITE_KNIGHT,
        &words::WHITE_BISHOP,
        &words::WHITE_ROOK,
        &words::WHITE_QUEEN,
        &words::WHITE_KING,
    ],
];

/// The key of a position, computed from scratch.
#[must_use]
pub fn full(position: &Position) -> u64 {
    parts(position).into_iter().fold(0, |hash, (_, key)| hash ^ key)
}

/// The facts about a position that enter its key, each with a name and its own key. Their XOR is the key.
#[must_use]
pub fn parts(position: &Position) -> Vec<(Sentence, u64)> {
    let mut parts = Vec::with_capacity(40);
    for player in [Player::White, Player::Black] {
        for role in Role::ALL {
            for square in squares_of(position.pieces(player, role)) {
                let man = MEN[player.index()][role as usize];
                let label = words::MAN_ON.say().with("man", man).with("square", square.to_string());
                parts.push((label, KEYS.piece(player, role, square)));
            }
        }
    }
    if position.turn() == Player::Black {
        parts.push((to_move(Player::Black), KEYS.black_to_move));
    }
    for (player, side, name) in RIGHTS {
        if position.castling_rook(player, side).is_some() {
            parts.push((name.say(), KEYS.castling[right_index(player, side)]));
        }
    }
    if let Some(square) = position.en_passant() {
        let label = words::EN_PASSANT_FILE.say().with("file", square.file_letter());
        parts.push((label, KEYS.en_passant[usize::from(square.file())]));
    }
    parts
}

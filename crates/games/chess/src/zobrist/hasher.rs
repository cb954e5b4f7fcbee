//! From keys to the key of a position.
//!
//! [`full`] computes the key from scratch: pieces, the turn, castling rights, and the en-passant file when such a capture
//! is legal (C2). [`crate::Position`] keeps it up to date in `play` with the functions below (C3); the contract's tests
//! compare the two after every move.

use super::keys::{KEYS, piece_row};
use crate::piece::Role;
use crate::position::{NO_FILE, Position};
use crate::square::{RANK_1, Square, Squares, squares_of};
use quadrille_core::Player;

/// The key of a position, computed from scratch.
#[must_use]
pub fn full(position: &Position) -> u64 {
    parts(position).into_iter().fold(0, |hash, (_, key)| hash ^ key)
}

/// The facts about a position that enter its key, each with a name and its own key. Their XOR is the key.
#[must_use]
pub fn parts(position: &Position) -> Vec<(String, u64)> {
    let mut parts = Vec::with_capacity(40);
    for player in [Player::White, Player::Black] {
        for role in Role::ALL {
            for square in squares_of(position.pieces(player, role)) {
                let label = format!("{player} {} {square}", role.name());
                parts.push((label, KEYS.piece(player, role, square)));
            }
        }
    }
    if position.turn() == Player::Black {
        parts.push(("black to move".to_owned(), KEYS.black_to_move));
    }
    for (player, side, name) in RIGHTS {
        if position.castling_rook(player, side).is_some() {
            parts.push((name.to_owned(), KEYS.castling[right_index(player, side)]));
        }
    }
    if let Some(square) = position.en_passant() {
        let label = format!("en passant on the {}-file", square.file_letter());
        parts.push((label, KEYS.en_passant[usize::from(square.file())]));
    }
    parts
}

/// Towards which side of the board the king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wing {
    /// Towards the h-file.
    King,
    /// Towards the a-file.
    Queen,
}

/// The four castling rights in the order of their keys.
pub const RIGHTS: [(Player, Wing, &str); 4] = [
    (Player::White, Wing::King, "white may castle king side"),
    (Player::White, Wing::Queen, "white may castle queen side"),
    (Player::Black, Wing::King, "black may castle king side"),
    (Player::Black, Wing::Queen, "black may castle queen side"),
];

const fn right_index(player: Player, wing: Wing) -> usize {
    let of_player = match player {
        Player::White => 0,
        Player::Black => 2,
    };
    of_player + wing as usize
}

/// What the keys of one piece's two squares change.
#[inline]
pub(crate) fn moved(player: Player, role: Role, from: Square, to: Square) -> u64 {
    let row = &KEYS.pieces[piece_row(player, role)];
    row[from.index()] ^ row[to.index()]
}

/// The keys of the castling rights that belong to these rooks, given the squares of the kings that hold them.
pub(crate) fn castling_rights(rooks: Squares, white_king: Square, black_king: Square) -> u64 {
    let mut hash = 0;
    for rook in squares_of(rooks) {
        let (player, king) = match rook.bit() & RANK_1 {
            0 => (Player::Black, black_king),
            _ => (Player::White, white_king),
        };
        let wing = if rook > king { Wing::King } else { Wing::Queen };
        hash ^= KEYS.castling[right_index(player, wing)];
    }
    hash
}

/// The en-passant keys by file, with zeros for "no file": a table without a branch.
static EN_PASSANT_OR_NONE: [u64; 16] = {
    let mut table = [0; 16];
    let mut file = 0;
    while file < NO_FILE as usize {
        table[file] = KEYS.en_passant[file];
        file += 1;
    }
    table
};

/// The key of an en-passant file, or 0 for [`NO_FILE`].
#[inline]
pub(crate) fn en_passant(file: u8) -> u64 {
    EN_PASSANT_OR_NONE[usize::from(file & 15)]
}

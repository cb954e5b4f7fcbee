//! What a move changes in the key: how [`crate::Position`] keeps it up to date in `play`.

use super::keys::{KEYS, piece_row};
use crate::piece::Role;
use crate::square::{File, RANK_1, Square, Squares, squares_of};
use crate::words;
use quadrille_core::{Message, Player};

/// Towards which side of the board the king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wing {
    /// Towards the h-file.
    King,
    /// Towards the a-file.
    Queen,
}

/// The four castling rights in the order of their keys.
pub const RIGHTS: [(Player, Wing, &Message); 4] = [
    (Player::White, Wing::King, &words::WHITE_KING_SIDE),
    (Player::White, Wing::Queen, &words::WHITE_QUEEN_SIDE),
    (Player::Black, Wing::King, &words::BLACK_KING_SIDE),
    (Player::Black, Wing::Queen, &words::BLACK_QUEEN_SIDE),
];

pub(super) const fn right_index(player: Player, wing: Wing) -> usize {
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

/// The en-passant keys by file, then a zero for none: a table without a branch.
static EN_PASSANT_OR_NONE: [u64; NONE + 1] = {
    let mut table = [0; NONE + 1];
    let mut file = 0;
    while file < NONE {
        table[file] = KEYS.en_passant[file];
        file += 1;
    }
    table
};

/// The number behind the last file, which is also how the compiler writes "no file".
const NONE: usize = File::ALL.len();

/// The key of an en-passant file, or 0 for none.
#[inline]
pub(crate) fn en_passant(file: Option<File>) -> u64 {
    EN_PASSANT_OR_NONE[file.map_or(NONE, File::index)]
}

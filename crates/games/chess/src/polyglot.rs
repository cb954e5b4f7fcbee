//! Keys and moves of opening books in the Polyglot format.
//!
//! The format has its own 781 numbers and its own rule for en passant: the file counts if a pawn of the side to move
//! stands beside the pawn that has just made a double step, whether or not it may capture. So a book is looked up by
//! another key than [`crate::Position`] carries. (A position read from a text that leaves such a file out cannot know it;
//! our own FENs leave it out unless the capture is legal.)

mod random64;

use crate::attacks;
use crate::movegen::Moves;
use crate::moves::Move;
use crate::piece::Role;
use crate::position::Position;
use crate::square::{Square, squares_of};
use crate::zobrist::hasher::RIGHTS;
use quadrille_core::{Game, Player};
use random64::RANDOM64;

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// The position's key in Polyglot books.
#[must_use]
pub fn key(position: &Position) -> u64 {
    let mut key = 0;
    for player in Player::BOTH {
        for role in Role::ALL {
            // Pieces come in pairs: black pawn, white pawn, black knight, …
            let kind = 2 * role.index() + usize::from(player == Player::White);
            for square in squares_of(position.pieces(player, role)) {
                key ^= RANDOM64[64 * kind + square.index()];
            }
        }
    }
    for (right, (player, wing, _)) in RIGHTS.into_iter().enumerate() {
        if position.castling_rook(player, wing).is_some() {
            key ^= RANDOM64[CASTLING + right];
        }
    }
    if let Some(file) = position.double_push_file {
        let passed = position.passed_square(file);
        let beside = attacks::pawn(position.turn().opponent(), passed) & position.pieces(position.turn(), Role::Pawn);
        if beside != 0 {
            key ^= RANDOM64[EN_PASSANT + file.index()];
        }
    }
    if position.turn() == Player::White {
        key ^= RANDOM64[WHITE_TO_MOVE];
    }
    key
}

/// One entry of a book: sixteen bytes, big-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position's [`key`].
    pub key: u64,
    /// The move in the book's own packing; see [`decode`].
    pub packed_move: u16,
    /// How often the move should be chosen, relative to the position's others.
    pub weight: u16,
    /// What learning programs keep here.
    pub learn: u32,
}

impl Entry {
    /// Length of an entry in a book.
    pub const BYTES: usize = 16;

    /// Reads an entry.
    #[must_use]
    pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        let word = u128::from_be_bytes(bytes);
        Self {
            key: (word >> 64) as u64,
            packed_move: (word >> 48) as u16,
            weight: (word >> 32) as u16,
            learn: word as u32,
        }
    }
}

/// The legal move that a book's sixteen bits mean here, if they mean one: target file and rank, origin file and rank,
/// three bits each, then what a pawn becomes. Castling is the king taking its rook.
#[must_use]
pub fn decode(position: &Position, packed: u16) -> Option<Move> {
    let square = |shift: u32| Square::new((packed >> shift & 63) as u8);
    let promotion = match packed >> 12 & 7 {
        0 => None,
        number @ 1..=4 => Some(Role::PROMOTIONS[usize::from(number - 1)]),
        _ => return None,
    };
    let mut moves = Moves::new();
    position.legal_moves(&mut moves);
    moves.into_iter().find(|m| m.from() == square(6) && m.to() == square(0) && m.promotion() == promotion)
}

/// A move in the sixteen bits of a book; the inverse of [`decode`].
#[must_use]
pub fn encode(m: Move) -> u16 {
    let number = m.promotion().and_then(|role| Role::PROMOTIONS.into_iter().position(|known| known == role));
    let promotion = number.map_or(0, |number| number as u16 + 1);
    m.to().index() as u16 | (m.from().index() as u16) << 6 | promotion << 12
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use quadrille_core::Notation;

    /// The nine positions and keys of the format's description.
    const PUBLISHED: [(&str, u64); 9] = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
        ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
    ];

    #[test]
    fn the_nine_published_keys() {
        for (fen, expected) in PUBLISHED {
            let position = Position::from_fen(Rules::Standard, fen).expect("valid");
            assert_eq!(key(&position), expected, "{fen}");
        }
    }

    #[test]
    fn played_positions_have_the_published_keys_too() {
        let mut position = Position::start(&Rules::Standard);
        for (text, (_, expected)) in ["e4", "d5", "e5", "f5", "Ke2", "Kf7"].into_iter().zip(&PUBLISHED[1..]) {
            position.play(position.parse_move(text).expect("legal"));
            assert_eq!(key(&position), *expected, "after {text}");
        }
    }

    #[test]
    fn the_file_counts_even_if_the_capture_is_not_legal() {
        let pinned = "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1";
        let mut position = Position::from_fen(Rules::Standard, pinned).expect("valid");
        position.play(position.parse_move("h5").expect("legal"));
        assert_eq!(position.en_passant(), None);
        let forgotten = Position::from_fen(Rules::Standard, &position.fen()).expect("valid");
        assert_eq!(key(&position) ^ key(&forgotten), RANDOM64[EN_PASSANT + 7]);
        assert_eq!(position.key(), forgotten.key());
    }

    #[test]
    fn entries_and_moves_are_read() {
        let bytes = [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c, 0x00, 0x0a, 0, 0, 0, 7];
        let entry = Entry::from_bytes(bytes);
        assert_eq!(entry, Entry { key: PUBLISHED[0].1, packed_move: 0x031c, weight: 10, learn: 7 });
        let position = Position::start(&Rules::Standard);
        let m = decode(&position, entry.packed_move).expect("e2e4 is legal");
        assert_eq!(position.format_move(m), "e2e4");
        assert_eq!(decode(&position, 0xFFFF), None);
        let castling = Position::from_fen(Rules::Standard, "4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("valid");
        let m = decode(&castling, 4 << 6 | 7).expect("king takes rook is castling");
        assert_eq!(castling.format_move(m), "e1g1");
        let promotion = Position::from_fen(Rules::Standard, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1").expect("valid");
        let m = decode(&promotion, 1 << 12 | 48 << 6 | 56).expect("a knight");
        assert_eq!(promotion.format_move(m), "a7a8n");
        for position in [position, castling, promotion] {
            let mut moves = Moves::new();
            position.legal_moves(&mut moves);
            assert!(moves.into_iter().all(|m| decode(&position, encode(m)) == Some(m)));
        }
    }
}

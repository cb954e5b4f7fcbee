//! The 781 keys, built by the compiler.
//!
//! XorShift64 from the seed below; the state after each step is the next key, in the order of the fields. The values are
//! part of file formats and of the public interface: they never change. `docs/zobrist.md` is the recipe in prose and
//! `tools/zobrist_keys.py` the same in another language.

use super::prng::XorShift64;
use crate::piece::Role;
use crate::square::Square;
use quadrille_core::Player;

/// Where the stream of keys starts.
pub const SEED: u64 = 0x1234_5678_9ABC_DEF0;
/// How many keys there are: 12 x 64 pieces, the turn, 4 castling rights, 8 en-passant files.
pub const COUNT: usize = 781;

/// All keys, in the order in which they are generated.
pub struct Keys {
    /// White's `P N B R Q K`, then Black's, each on a1, b1 … h8.
    pub pieces: [[u64; 64]; 12],
    /// Present when Black is to move.
    pub black_to_move: u64,
    /// White king side, white queen side, black king side, black queen side.
    pub castling: [u64; 4],
    /// The file of a pawn that can legally be captured in passing.
    pub en_passant: [u64; 8],
}

/// The keys of this program.
pub static KEYS: Keys = Keys::generate(SEED);

impl Keys {
    /// The keys that follow from a seed.
    #[must_use]
    pub const fn generate(seed: u64) -> Self {
        let mut stream = XorShift64::new(seed);
        let mut keys = Self { pieces: [[0; 64]; 12], black_to_move: 0, castling: [0; 4], en_passant: [0; 8] };
        let mut piece = 0;
        while piece < 12 {
            fill(&mut keys.pieces[piece], &mut stream);
            piece += 1;
        }
        keys.black_to_move = stream.step();
        fill(&mut keys.castling, &mut stream);
        fill(&mut keys.en_passant, &mut stream);
        keys
    }

    /// The key of a piece on a square.
    #[inline]
    #[must_use]
    pub const fn piece(&self, player: Player, role: Role, square: Square) -> u64 {
        self.pieces[piece_row(player, role)][square.index()]
    }

    /// All keys in the order of their generation.
    pub fn in_order(&self) -> impl Iterator<Item = u64> {
        let rest = [self.black_to_move].into_iter().chain(self.castling).chain(self.en_passant);
        self.pieces.iter().flatten().copied().chain(rest)
    }
}

/// The row of `pieces` that belongs to a coloured piece.
#[inline]
pub(crate) const fn piece_row(player: Player, role: Role) -> usize {
    match player {
        Player::White => role.index(),
        Player::Black => 6 + role.index(),
    }
}

const fn fill(keys: &mut [u64], stream: &mut XorShift64) {
    let mut i = 0;
    while i < keys.len() {
        keys[i] = stream.step();
        i += 1;
    }
}

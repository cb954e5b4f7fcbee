//! One training position in 32 bytes, for `tools/train_chess.py`.
//!
//! The board is stored as the mover sees it: with Black to move it is turned over and the colours change. All numbers are
//! little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the occupied squares, a1 the lowest bit |
//! | 16 | the pieces on them in that order, four bits each, the low half first: the role, plus 8 for the opponent's |
//! | 2 | the score of the search in hundredths of a pawn, signed, for the mover |
//! | 1 | the result of the game for the mover: 0 lost, 1 drawn, 2 won |
//! | 1 | the half-move clock |
//! | 2 | plies since the start of the game |
//! | 2 | the outlook for the mover: the expected result as the rest of the game tells it, 65535 for a certain win |

use quadrille_chess::{Position, Role, square::squares_of};
use quadrille_core::{Outcome, Player};

/// How many bytes one position takes.
pub const BYTES: usize = 32;

/// A position worth learning from.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// The score of its search for the mover, in hundredths of a pawn.
    pub score: i16,
    /// Plies since the start of the game.
    pub ply: u16,
    /// How the game ended.
    pub outcome: Outcome,
    /// The expected result for the mover, 0 to 1, as the rest of the game tells it.
    pub outlook: f64,
}

impl Sample {
    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> [u8; BYTES] {
        let mover = self.position.turn();
        let turned = |set: u64| if mover == Player::White { set } else { set.swap_bytes() };
        let own = turned(self.position.of(mover));
        let occupied = turned(self.position.occupied());
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&occupied.to_le_bytes());
        for (place, square) in squares_of(occupied).enumerate() {
            let holds = |role: &Role| turned(self.position.all(*role)) & square.bit() != 0;
            let role = Role::ALL.into_iter().find(holds).map_or(0, Role::index) as u8;
            let piece = role + if own & square.bit() == 0 { 8 } else { 0 };
            bytes[8 + place / 2] |= piece << (4 * (place % 2));
        }
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = match self.outcome.winner() {
            None => 1,
            Some(winner) => 2 * u8::from(winner == mover),
        };
        bytes[27] = self.position.halfmove_clock().min(255) as u8;
        bytes[28..30].copy_from_slice(&self.ply.to_le_bytes());
        bytes[30..].copy_from_slice(&((self.outlook * 65_535.0) as u16).to_le_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_chess::Rules;

    #[test]
    fn the_board_is_as_the_mover_sees_it() {
        let fens = ["4k3/8/8/8/8/8/P7/4K2R w K - 3 9", "4k2r/p7/8/8/8/8/8/4K3 b k - 3 9"];
        let sample = |fen, outcome| {
            let position = Position::from_fen(Rules::Standard, fen).expect("valid");
            Sample { position, score: -250, ply: 17, outcome, outlook: 1.0 }.bytes()
        };
        let bytes = sample(fens[0], Outcome::Win(Player::White));
        assert_eq!(bytes, sample(fens[1], Outcome::Win(Player::Black)));
        assert_eq!(bytes[..8], (1_u64 << 4 | 1 << 7 | 1 << 8 | 1 << 60).to_le_bytes());
        assert_eq!(bytes[8..10], [5 | 3 << 4, 13 << 4]);
        assert_eq!(bytes[24..], [6, 255, 2, 3, 17, 0, 255, 255]);
        assert_eq!(sample(fens[1], Outcome::Draw)[26], 1);
    }
}

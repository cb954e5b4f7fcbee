//! Reference implementations for the contract's tests.

use crate::moves::Move;
use crate::piece::Role;
use crate::position::{Position, back_rank};
use crate::zobrist;
use quadrille_core::Player;
use quadrille_core::contract::Checked;

impl Checked for Position {
    fn recomputed_key(&self) -> u64 {
        zobrist::full(self)
    }

    /// All 65,536 bit patterns.
    fn every_move(&self) -> Vec<Move> {
        (0..=u16::MAX).map(Move::from_bits).collect()
    }

    fn assert_consistent(&self) {
        let union = self.roles.iter().fold(0, |all, set| all | set);
        let total: u32 = self.roles.iter().map(|set| set.count_ones()).sum();
        assert_eq!(union, self.occupied(), "roles and sides cover different squares");
        assert_eq!(total, union.count_ones(), "two roles share a square");
        assert_eq!(self.sides[0] & self.sides[1], 0, "two players share a square");
        for player in Player::BOTH {
            assert_eq!(self.pieces(player, Role::King).count_ones(), 1, "{player} must have one king");
            let rooks = self.castling_rooks & back_rank(player);
            assert_eq!(rooks & !self.pieces(player, Role::Rook), 0, "a castling right without its rook");
            assert!(rooks == 0 || self.pieces(player, Role::King) & back_rank(player) != 0, "a right without its king");
        }
        let waiting = self.turn.opponent();
        let exposed = self.attackers(self.king(waiting), self.turn, self.occupied());
        assert_eq!(exposed, 0, "the side that has moved is in check");
        if let Some(passed) = self.en_passant() {
            assert!(self.en_passant_is_legal(self.turn, passed));
        }
    }
}

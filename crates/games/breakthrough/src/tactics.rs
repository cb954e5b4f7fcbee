//! What alpha-beta may exploit: captures, races, and the order in which moves look promising.

use crate::moves::{Move, Moves};
use crate::position::Position;
use crate::rules::{Goal, Piece};
use quadrille_core::{Game, Player, Tactics};

/// A pawn in hundredths of the evaluation's unit.
const PAWN: i32 = 100;
/// The terms of `promise`, without a unit.
const PROMISE_WIN: i32 = 100_000;
const PROMISE_FORCED: i32 = 50_000;
const PROMISE_CAPTURE: i32 = 1_000;
const PROMISE_PER_ROW: i32 = 10;
const PROMISE_UNSAFE: i32 = 400;

impl Position {
    /// How many rows a pawn of `player` on this square is from its own first row.
    #[inline]
    pub(crate) fn rows_advanced(&self, player: Player, square: u8) -> i32 {
        let g = self.geometry();
        let x = i32::from(g.coordinates(square).0);
        if player == Player::White { x } else { i32::from(g.rows) - 1 - x }
    }

    /// The pawns of `player` that could take on this square: those diagonally behind it, seen from `player`.
    #[inline]
    pub(crate) fn attackers(&self, player: Player, square: u8) -> u64 {
        let g = self.geometry();
        let at = 1_u64 << square;
        let behind = match player {
            Player::White => (at & g.has_left) >> 1 >> g.columns | (at & g.has_right) << 1 >> g.columns,
            Player::Black => ((at & g.has_left) >> 1) << g.columns | ((at & g.has_right) << 1) << g.columns,
        };
        behind & self.pawns(player) & g.board
    }

    /// Static exchange evaluation: the mover's gain in pawns by `m` if both sides then capture on that square as long
    /// as it pays.
    pub(crate) fn exchange(&self, m: Move) -> i32 {
        let mover = self.to_move();
        let own = (self.attackers(mover, m.to) & !(1 << m.from)).count_ones() as i32;
        let theirs = self.attackers(!mover, m.to).count_ones() as i32;
        i32::from(self.is_capture(m)) - recapture(theirs, own)
    }
}

/// What the side with `own` attackers gains by taking a pawn that `defenders` can retake.
fn recapture(own: i32, defenders: i32) -> i32 {
    if own == 0 { 0 } else { (1 - recapture(defenders, own - 1)).max(0) }
}

impl Tactics for Position {
    const HAS_QUIESCENCE: bool = true;

    /// Captures, and steps onto the goal row or the row before it. In the misere game only captures are.
    #[inline]
    fn is_noisy(&self, m: Move) -> bool {
        if self.is_capture(m) {
            return true;
        }
        let g = self.geometry();
        let near = match self.to_move() {
            Player::White => g.top | g.before_top,
            Player::Black => g.bottom | g.before_bottom,
        };
        self.goal() == Goal::Win && near >> m.to & 1 == 1
    }

    fn noisy_moves(&self, moves: &mut Moves) {
        let mut all = Moves::new();
        self.legal_moves(&mut all);
        moves.extend(all.into_iter().filter(|&m| self.is_noisy(m)));
    }

    /// Whether the enemy could reach its goal with the next move.
    #[inline]
    fn is_threatened(&self) -> bool {
        if self.goal() == Goal::Lose {
            return false;
        }
        let mut passed = *self;
        let (white, black) = (self.pawns(Player::White), self.pawns(Player::Black));
        passed.jump_to(white, black, !self.to_move());
        let goal = self.goal_row(!self.to_move());
        passed.target_sets().iter().any(|&(_, targets)| targets & goal != 0)
    }

    fn promise(&self, m: Move) -> i32 {
        let mover = self.to_move();
        if self.goal_row(mover) >> m.to & 1 == 1 {
            return if self.goal() == Goal::Win { PROMISE_WIN } else { -PROMISE_WIN };
        }
        let mut promise = PROMISE_PER_ROW * self.rows_advanced(mover, m.to);
        if self.is_capture(m) {
            let danger = self.rows_advanced(!mover, m.to);
            promise += PROMISE_CAPTURE + PROMISE_PER_ROW * danger;
            if danger + 2 >= i32::from(self.rows()) {
                promise += PROMISE_FORCED;
            }
        }
        if self.piece() == Piece::Pawn && self.exchange(m) < 0 {
            promise -= PROMISE_UNSAFE;
        }
        promise
    }

    fn gains_at_least(&self, m: Move, threshold: i32) -> bool {
        match self.piece() {
            Piece::Pawn if self.goal_row(self.to_move()) >> m.to & 1 == 0 => PAWN * self.exchange(m) >= threshold,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Notation;

    fn exchange(position: &str, m: &str) -> i32 {
        let position = Position::parse_position(&"".parse().unwrap(), position).unwrap();
        position.exchange(position.parse_move(m).unwrap())
    }

    #[test]
    fn exchanges_are_counted_out() {
        assert_eq!(exchange("5/5/2b2/1w3/5 w", "b2xc3"), 1);
        assert_eq!(exchange("5/1b3/2b2/1w3/5 w", "b2xc3"), 0);
        assert_eq!(exchange("5/1b3/2b2/1w1w1/5 w", "b2xc3"), 1);
        assert_eq!(exchange("5/1b1b1/2b2/1w1w1/5 w", "b2xc3"), 0);
        assert_eq!(exchange("5/1b1b1/5/1w3/5 w", "b2c3"), -1);
        assert_eq!(exchange("5/1b3/5/1w1w1/5 w", "b2c3"), 0);
    }

    #[test]
    fn a_pawn_before_its_goal_is_a_threat() {
        let threatened = |text: &str| Position::parse_position(&"".parse().unwrap(), text).unwrap().is_threatened();
        assert!(threatened("5/5/5/b4/1ww2 w"));
        assert!(!threatened("5/5/b4/5/1ww2 w"));
        assert!(threatened("bb3/2w2/5/5/5 b"));
    }
}

//! Chess for alpha-beta: captures, checks, static exchange evaluation and the null move.

use crate::attacks;
use crate::draws;
use crate::evaluation::squares;
use crate::movegen::{self, Moves};
use crate::moves::Move;
use crate::piece::Role;
use crate::position::Position;
use crate::square::{Square, Squares};
use crate::zobrist::hasher;
use crate::zobrist::keys::KEYS;
use quadrille_core::{Player, Tactics};

/// Piece values for exchanges, in centipawns; the king is never given up.
pub const EXCHANGE_VALUE: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

/// Every capture is ordered before every quiet move.
const CAPTURE_PROMISE: i32 = 10_000;
/// When the half-move clock has come this far, the fifty-move rule may end the game within a search.
const CLOCK_MATTERS: u32 = 80;

const fn value(role: Role) -> i32 {
    EXCHANGE_VALUE[role.index()]
}

/// A key of some sets of squares. Its products do not wait for each other.
#[inline]
fn mixed<const SETS: usize>(sets: [Squares; SETS]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let factor = |i: usize| FACTOR.rotate_left(11 * i as u32) | 1;
    sets.into_iter().enumerate().fold(0, |key, (i, set)| key.wrapping_add(set.wrapping_mul(factor(i))))
}

impl Tactics for Position {
    const HAS_QUIESCENCE: bool = true;
    const TRACES: usize = 2 * 6 * 64;
    const ENDS_UNDER_THREAT: bool = true;
    const STRUCTURES: usize = 3;

    /// Captures and promotions to a queen; lesser promotions never are.
    #[inline]
    fn is_noisy(&self, m: Move) -> bool {
        match m.promotion() {
            Some(role) => role == Role::Queen,
            None => m.is_en_passant() || self.captured(m).is_some(),
        }
    }

    fn noisy_moves(&self, moves: &mut Moves) {
        movegen::generate::<true, _>(self, moves);
    }

    #[inline]
    fn is_threatened(&self) -> bool {
        self.is_check()
    }

    /// The most valuable victim first, the least valuable attacker among equals; quiet moves by where they lead.
    #[inline]
    fn promise(&self, m: Move) -> i32 {
        let promoted = m.promotion().map_or(0, value);
        match self.captured(m) {
            Some(victim) => CAPTURE_PROMISE + 10 * value(victim) - value(m.role()).min(1_000) / 10 + promoted,
            None if m.promotion() == Some(Role::Queen) => CAPTURE_PROMISE + promoted,
            None if m.promotion().is_some() => -value(Role::Queen) + promoted,
            None if m.is_castling() => 50,
            None => squares::gain(self.turn, m.role(), m.from(), m.to()),
        }
    }

    #[inline]
    fn gains_at_least(&self, m: Move, threshold: i32) -> bool {
        Exchange::new(self, m).gains_at_least(threshold)
    }

    #[inline]
    fn trace(&self, m: Move) -> usize {
        (self.turn.index() * 6 + m.role().index()) * 64 + m.to().index()
    }

    #[inline]
    fn prize(&self, m: Move) -> usize {
        self.captured(m).map_or(6, Role::index)
    }

    #[inline]
    fn loses_at_most(&self, m: Move, loss: i32) -> bool {
        Exchange::new(self, m).gains_at_least(-loss)
    }

    /// Direct checks; discovered ones are not looked for.
    fn is_forcing(&self, m: Move) -> bool {
        let king = self.king(self.turn.opponent());
        let occupied = self.occupied() & !m.from().bit();
        let attacked = match m.role() {
            Role::Pawn => attacks::pawn(self.turn, m.to()),
            Role::Knight => attacks::knight(m.to()),
            Role::Bishop => attacks::bishop(m.to(), occupied),
            Role::Rook => attacks::rook(m.to(), occupied),
            Role::Queen => attacks::queen(m.to(), occupied),
            Role::King => 0,
        };
        attacked & king.bit() != 0
    }

    /// The pawns, White's pieces, Black's pieces.
    #[inline]
    fn structure(&self, which: usize) -> u64 {
        const OFFICERS: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
        match which {
            0 => mixed(Player::BOTH.map(|player| self.pieces(player, Role::Pawn))),
            1 => mixed(OFFICERS.map(|role| self.pieces(Player::White, role))),
            _ => mixed(OFFICERS.map(|role| self.pieces(Player::Black, role))),
        }
    }

    /// Not in check, and not with only pawns left, where zugzwang is common.
    fn null_move(&self) -> Option<Self> {
        if self.is_check() || draws::has_only_pawns(self, self.turn) {
            return None;
        }
        let mut passed = *self;
        passed.key ^= KEYS.black_to_move ^ hasher::en_passant(self.en_passant_file);
        passed.en_passant_file = None;
        passed.double_push_file = None;
        passed.turn = self.turn.opponent();
        // No position before a null move can recur after it.
        passed.halfmove_clock = 0;
        Some(passed)
    }

    #[inline]
    fn past_matters(&self) -> bool {
        self.halfmove_clock() >= CLOCK_MATTERS
    }
}

impl Position {
    /// What a legal move captures.
    #[inline]
    #[must_use]
    pub fn captured(&self, m: Move) -> Option<Role> {
        if m.is_en_passant() {
            Some(Role::Pawn)
        } else if m.is_castling() {
            None
        } else {
            self.role_at(m.to())
        }
    }
}

/// A series of captures on one square, begun by a move; pins are not considered.
struct Exchange<'a> {
    position: &'a Position,
    square: Square,
    /// Who stands on the board once the first move is made.
    occupied: Squares,
    /// The immediate gain of the first move.
    first_gain: i32,
    /// What stands on the square after it, and can be captured.
    at_stake: i32,
}

impl<'a> Exchange<'a> {
    fn new(position: &'a Position, m: Move) -> Self {
        let mut occupied = (position.occupied() & !m.from().bit()) | m.to().bit();
        if m.is_en_passant() {
            occupied &= !Square::at(m.to().file(), m.from().rank()).bit();
        }
        let mut first_gain = position.captured(m).map_or(0, value);
        let mut at_stake = value(m.role());
        if let Some(role) = m.promotion() {
            first_gain += value(role) - value(Role::Pawn);
            at_stake = value(role);
        }
        if m.is_castling() {
            at_stake = 0;
        }
        Self { position, square: m.to(), occupied, first_gain, at_stake }
    }

    /// Both sides capture with their least valuable piece as long as it pays; a side that stands at or above its
    /// threshold even after losing what is at stake need not go on.
    fn gains_at_least(&self, threshold: i32) -> bool {
        let mut balance = self.first_gain - threshold;
        if balance < 0 {
            return false;
        }
        balance -= self.at_stake;
        if balance >= 0 {
            return true;
        }
        let mut occupied = self.occupied;
        let mut side = self.position.turn.opponent();
        let mut attackers = self.attackers(occupied);
        // Here the side to capture is always the one that would fail if it stopped.
        while let Some((role, from)) = self.least(attackers & self.position.of(side)) {
            occupied &= !from;
            attackers = (attackers | self.uncovered(role, occupied)) & occupied;
            if role == Role::King && attackers & self.position.of(side.opponent()) != 0 {
                break;
            }
            side = side.opponent();
            balance = -balance - 1 - value(role);
            if balance >= 0 {
                break;
            }
        }
        side != self.position.turn
    }

    /// The least valuable of these pieces.
    fn least(&self, attackers: Squares) -> Option<(Role, Squares)> {
        Role::ALL.into_iter().find_map(|role| {
            let set = attackers & self.position.all(role);
            (set != 0).then_some((role, set & set.wrapping_neg()))
        })
    }

    /// All pieces that attack the square, of both sides, with lines opened by those already gone.
    fn attackers(&self, occupied: Squares) -> Squares {
        let Self { position, square, .. } = *self;
        let pawns = attacks::pawn(Player::White, square) & position.of(Player::Black)
            | attacks::pawn(Player::Black, square) & position.of(Player::White);
        let leapers = pawns & position.all(Role::Pawn)
            | attacks::knight(square) & position.all(Role::Knight)
            | attacks::king(square) & position.all(Role::King);
        (leapers | self.diagonal(occupied) | self.straight(occupied)) & occupied
    }

    /// Those that attack the square through where a piece of this role stood.
    fn uncovered(&self, role: Role, occupied: Squares) -> Squares {
        match role {
            Role::Pawn | Role::Bishop => self.diagonal(occupied),
            Role::Rook => self.straight(occupied),
            Role::Queen | Role::King => self.diagonal(occupied) | self.straight(occupied),
            Role::Knight => 0,
        }
    }

    #[inline]
    fn diagonal(&self, occupied: Squares) -> Squares {
        attacks::bishop(self.square, occupied) & (self.position.all(Role::Bishop) | self.position.all(Role::Queen))
    }

    #[inline]
    fn straight(&self, occupied: Squares) -> Squares {
        attacks::rook(self.square, occupied) & (self.position.all(Role::Rook) | self.position.all(Role::Queen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use quadrille_core::{Game, Notation, Rng};

    /// The value of an exchange by plain recursion: capture with the least piece, or stop.
    fn plain(exchange: &Exchange<'_>, occupied: Squares, side: Player, at_stake: i32) -> i32 {
        let attackers = exchange.attackers(occupied);
        let Some((role, from)) = exchange.least(attackers & exchange.position.of(side)) else { return 0 };
        let left = occupied & !from;
        let defended = exchange.attackers(left) & exchange.position.of(side.opponent()) != 0;
        if role == Role::King && defended {
            return 0;
        }
        (at_stake - plain(exchange, left, side.opponent(), value(role))).max(0)
    }

    #[test]
    fn thresholds_agree_with_the_plain_exchange() {
        let mut rng = Rng::new(5);
        let mut asked = 0;
        for game in 0..60 {
            let mut position = Position::start(&Rules::Standard);
            for _ in 0..120 {
                let mut moves = Moves::new();
                position.legal_moves(&mut moves);
                let Some(&next) = rng.pick(&moves) else { break };
                for &m in &moves {
                    let exchange = Exchange::new(&position, m);
                    let lost = plain(&exchange, exchange.occupied, position.turn.opponent(), exchange.at_stake);
                    let gain = exchange.first_gain - lost;
                    for threshold in [gain - 1, gain, gain + 1, -100, 0, 1, 300] {
                        let expected = gain >= threshold;
                        assert_eq!(
                            position.gains_at_least(m, threshold),
                            expected,
                            "game {game}: {m:?} {threshold} in {position:?}"
                        );
                        asked += 1;
                    }
                }
                position.play(next);
            }
        }
        assert!(asked > 100_000);
    }

    #[test]
    fn known_exchanges() {
        let gain = |fen: &str, text: &str| {
            let position = Position::from_fen(Rules::Standard, fen).expect("valid");
            let m = position.parse_move(text).expect("legal");
            (-2_000..2_000).rev().find(|&threshold| position.gains_at_least(m, threshold))
        };
        assert_eq!(gain("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5"), Some(100));
        assert_eq!(gain("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5"), Some(-220));
        assert_eq!(gain("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "dxc6"), Some(100));
        assert_eq!(gain("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q"), Some(850));
    }

    #[test]
    fn noisy_moves_are_the_noisy_ones_of_all() {
        let mut rng = Rng::new(6);
        for _ in 0..100 {
            let mut position = Position::start(&Rules::Standard);
            for _ in 0..150 {
                let (mut moves, mut noisy) = (Moves::new(), Moves::new());
                position.legal_moves(&mut moves);
                position.noisy_moves(&mut noisy);
                let mut expected: Vec<u16> =
                    moves.iter().filter(|&&m| position.is_noisy(m)).map(|m| m.bits()).collect();
                let mut found: Vec<u16> = noisy.iter().map(|m| m.bits()).collect();
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{position:?}");
                let Some(&m) = rng.pick(&moves) else { break };
                position.play(m);
            }
        }
    }

    #[test]
    fn passing_the_turn_keeps_the_key_right() {
        let mut position = Position::start(&Rules::Standard);
        for text in ["e4", "a6", "e5", "d5"] {
            position.play(position.parse_move(text).expect("legal"));
        }
        assert!(position.en_passant().is_some());
        let passed = position.null_move().expect("not in check");
        assert_eq!(passed.key, crate::zobrist::full(&passed));
        assert_eq!(passed.turn, Player::Black);
        let pawns = Position::from_fen(Rules::Standard, "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1").expect("valid");
        assert!(pawns.null_move().is_none());
        let check = Position::from_fen(Rules::Standard, "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1").expect("valid");
        assert!(check.null_move().is_none() && check.is_threatened());
    }
}

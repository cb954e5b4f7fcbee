//! The legal moves.
//!
//! [`generate`] produces only legal moves. In check, every piece but the king may move only to the check mask (the
//! checker, and the squares between it and the king). A pinned piece may only move along its pin: pins on ranks and
//! files and pins on diagonals are kept as two sets of squares, and since a piece cannot get from one pin ray to
//! another of the same kind, testing membership in the set is enough. So all pawns are moved at once by shifts, and
//! each other piece gives one set of destinations.
//!
//! A [`Sink`] consumes these sets: it lists moves, or only counts them.

use crate::attacks;
use crate::moves::{Move, TAG_CASTLE, TAG_DOUBLE_PUSH, TAG_EN_PASSANT, TAG_PROMOTION};
use crate::piece::Role;
use crate::position::{Position, back_rank, castling_targets};
use crate::square::{FILE_A, FILE_H, RANK_1, RANK_8, Square, Squares, several, squares_of};
use arrayvec::ArrayVec;
use quadrille_core::Player;

/// Capacity for the moves of any position; 218 is the known maximum.
pub type Moves = ArrayVec<Move, 256>;

/// What is done with generated moves.
pub(crate) trait Sink {
    /// A piece other than a pawn may go from here to each of these squares.
    fn piece(&mut self, role: Role, from: Square, targets: Squares);
    /// Pawns may move to these squares, each from the square numbered `back` lower.
    fn pawns(&mut self, tag: u16, targets: Squares, back: i8);
    /// The same on the last rank; `queens_only` leaves the other three promotions out.
    fn promotions(&mut self, targets: Squares, back: i8, queens_only: bool);
    /// One single move.
    fn single(&mut self, m: Move);
}

/// Only counts.
pub(crate) struct Counter(pub(crate) usize);

impl Sink for Counter {
    #[inline]
    fn piece(&mut self, _: Role, _: Square, targets: Squares) {
        self.0 += targets.count_ones() as usize;
    }
    #[inline]
    fn pawns(&mut self, _: u16, targets: Squares, _: i8) {
        self.0 += targets.count_ones() as usize;
    }
    #[inline]
    fn promotions(&mut self, targets: Squares, _: i8, queens_only: bool) {
        self.0 += targets.count_ones() as usize * if queens_only { 1 } else { 4 };
    }
    #[inline]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

impl Sink for Moves {
    #[inline]
    fn piece(&mut self, role: Role, from: Square, targets: Squares) {
        for to in squares_of(targets) {
            self.push(Move::tagged(from, to, role as u16));
        }
    }
    #[inline]
    fn pawns(&mut self, tag: u16, targets: Squares, back: i8) {
        for to in squares_of(targets) {
            self.push(Move::tagged(step_back(to, back), to, tag));
        }
    }
    fn promotions(&mut self, targets: Squares, back: i8, queens_only: bool) {
        for to in squares_of(targets) {
            for role in Role::PROMOTIONS.into_iter().rev().take(if queens_only { 1 } else { 4 }) {
                self.push(Move::tagged(step_back(to, back), to, TAG_PROMOTION + role as u16));
            }
        }
    }
    #[inline]
    fn single(&mut self, m: Move) {
        self.push(m);
    }
}

#[inline]
const fn step_back(to: Square, back: i8) -> Square {
    Square::new((to.index() as u8).wrapping_add_signed(back.wrapping_neg()))
}

/// Gives all legal moves, or only the noisy ones (captures and promotions to a queen), to the sink.
#[inline]
pub(crate) fn generate<const NOISY: bool, S: Sink>(position: &Position, sink: &mut S) {
    match position.turn {
        Player::White => Generator::<true>::new(position).run::<NOISY, S>(sink),
        Player::Black => Generator::<false>::new(position).run::<NOISY, S>(sink),
    }
}

/// What the generation for one side knows about the position; `WHITE` is the side to move.
struct Generator<'a, const WHITE: bool> {
    position: &'a Position,
    own: Squares,
    their: Squares,
    occupied: Squares,
    king: Square,
    /// Where a piece other than the king must go to answer a check: everywhere, if there is none.
    check_mask: Squares,
    in_check: bool,
    in_double_check: bool,
    /// Pins along ranks and files: pinned pieces, the squares they may go to, and the pinning pieces.
    straight_pins: Squares,
    /// The same along diagonals.
    diagonal_pins: Squares,
}

impl<'a, const WHITE: bool> Generator<'a, WHITE> {
    const US: Player = if WHITE { Player::White } else { Player::Black };
    const THEM: Player = if WHITE { Player::Black } else { Player::White };
    const LAST_RANK: Squares = back_rank(Self::THEM);
    /// Where a pawn stands after a first single step.
    const FIRST_STEP_RANK: Squares = if WHITE { RANK_1 << 16 } else { RANK_8 >> 16 };
    const PUSH: i8 = if WHITE { 8 } else { -8 };
    const WEST: i8 = if WHITE { 7 } else { -9 };
    const EAST: i8 = if WHITE { 9 } else { -7 };

    #[inline]
    fn new(position: &'a Position) -> Self {
        let (own, their) = (position.of(Self::US), position.of(Self::THEM));
        let king = position.king(Self::US);
        let mut generator = Self {
            position,
            own,
            their,
            occupied: own | their,
            king,
            check_mask: 0,
            in_check: false,
            in_double_check: false,
            straight_pins: 0,
            diagonal_pins: 0,
        };
        generator.find_checks_and_pins();
        generator
    }

    #[inline]
    fn their(&self, role: Role) -> Squares {
        self.their & self.position.all(role)
    }

    #[inline]
    fn own(&self, role: Role) -> Squares {
        self.own & self.position.all(role)
    }

    /// Looks from the king through its own pieces: a slider gives check if nothing is in between, and pins if one own
    /// piece is.
    #[inline]
    fn find_checks_and_pins(&mut self) {
        let leapers = attacks::knight(self.king) & self.their(Role::Knight)
            | attacks::pawn(Self::US, self.king) & self.their(Role::Pawn);
        let mut checks = leapers;
        let mut checkers = leapers.count_ones();
        let queens = self.their(Role::Queen);
        for diagonal in [false, true] {
            let snipers = if diagonal {
                attacks::bishop(self.king, self.their) & (self.their(Role::Bishop) | queens)
            } else {
                attacks::rook(self.king, self.their) & (self.their(Role::Rook) | queens)
            };
            let mut pins = 0;
            for sniper in squares_of(snipers) {
                let ray = attacks::between(self.king, sniper) | sniper.bit();
                let blockers = ray & self.own;
                if blockers == 0 {
                    checks |= ray;
                    checkers += 1;
                } else if !several(blockers) {
                    pins |= ray;
                }
            }
            *if diagonal { &mut self.diagonal_pins } else { &mut self.straight_pins } = pins;
        }
        self.in_check = checkers > 0;
        self.in_double_check = checkers > 1;
        self.check_mask = if self.in_check { checks } else { !0 };
    }

    #[inline]
    fn run<const NOISY: bool, S: Sink>(&self, sink: &mut S) {
        let wanted = if NOISY { self.their } else { !self.own };
        self.king_moves::<NOISY, S>(sink, wanted);
        if self.in_double_check {
            return;
        }
        let allowed = wanted & self.check_mask;
        self.piece_moves(sink, allowed);
        self.pawn_pushes::<NOISY, S>(sink);
        self.pawn_captures::<NOISY, S>(sink);
        if let Some(target) = self.position.en_passant() {
            self.en_passant(target, sink);
        }
    }

    #[inline]
    fn piece_moves<S: Sink>(&self, sink: &mut S, allowed: Squares) {
        let pinned = self.straight_pins | self.diagonal_pins;
        for from in squares_of(self.own(Role::Knight) & !pinned) {
            sink.piece(Role::Knight, from, attacks::knight(from) & allowed);
        }
        for from in squares_of(self.own(Role::Bishop) & !self.straight_pins) {
            sink.piece(Role::Bishop, from, self.diagonal(from) & allowed);
        }
        for from in squares_of(self.own(Role::Rook) & !self.diagonal_pins) {
            sink.piece(Role::Rook, from, self.straight(from) & allowed);
        }
        for from in squares_of(self.own(Role::Queen)) {
            let mut targets = 0;
            if from.bit() & self.straight_pins == 0 {
                targets |= self.diagonal(from);
            }
            if from.bit() & self.diagonal_pins == 0 {
                targets |= self.straight(from);
            }
            sink.piece(Role::Queen, from, targets & allowed);
        }
    }

    /// Diagonal moves of a piece that is not pinned on a rank or file.
    #[inline]
    fn diagonal(&self, from: Square) -> Squares {
        let targets = attacks::bishop(from, self.occupied);
        if from.bit() & self.diagonal_pins == 0 { targets } else { targets & self.diagonal_pins }
    }

    /// Straight moves of a piece that is not pinned on a diagonal.
    #[inline]
    fn straight(&self, from: Square) -> Squares {
        let targets = attacks::rook(from, self.occupied);
        if from.bit() & self.straight_pins == 0 { targets } else { targets & self.straight_pins }
    }

    #[inline]
    fn pawn_pushes<const NOISY: bool, S: Sink>(&self, sink: &mut S) {
        let pawns = self.own(Role::Pawn) & !self.diagonal_pins;
        let free = Self::forward(pawns & !self.straight_pins);
        let pinned = Self::forward(pawns & self.straight_pins) & self.straight_pins;
        let once = (free | pinned) & !self.occupied;
        let single = once & self.check_mask;
        if single & Self::LAST_RANK != 0 {
            sink.promotions(single & Self::LAST_RANK, Self::PUSH, NOISY);
        }
        if !NOISY {
            let double = Self::forward(once & Self::FIRST_STEP_RANK) & !self.occupied & self.check_mask;
            sink.pawns(Role::Pawn as u16, single & !Self::LAST_RANK, Self::PUSH);
            sink.pawns(TAG_DOUBLE_PUSH, double, 2 * Self::PUSH);
        }
    }

    #[inline]
    fn pawn_captures<const NOISY: bool, S: Sink>(&self, sink: &mut S) {
        let pawns = self.own(Role::Pawn) & !self.straight_pins;
        let (free, pinned) = (pawns & !self.diagonal_pins, pawns & self.diagonal_pins);
        let victims = self.their & self.check_mask;
        let west = (Self::west(free) | Self::west(pinned) & self.diagonal_pins) & victims;
        let east = (Self::east(free) | Self::east(pinned) & self.diagonal_pins) & victims;
        for (targets, back) in [(west, Self::WEST), (east, Self::EAST)] {
            if targets & Self::LAST_RANK != 0 {
                sink.promotions(targets & Self::LAST_RANK, back, NOISY);
            }
            sink.pawns(Role::Pawn as u16, targets & !Self::LAST_RANK, back);
        }
    }

    #[inline]
    const fn forward(pawns: Squares) -> Squares {
        if WHITE { pawns << 8 } else { pawns >> 8 }
    }

    #[inline]
    const fn west(pawns: Squares) -> Squares {
        let pawns = pawns & !FILE_A;
        if WHITE { pawns << 7 } else { pawns >> 9 }
    }

    #[inline]
    const fn east(pawns: Squares) -> Squares {
        let pawns = pawns & !FILE_H;
        if WHITE { pawns << 9 } else { pawns >> 7 }
    }

    /// En passant removes two pawns from a rank at once, so pins are not sufficient: each capture is tested on the
    /// resulting occupancy.
    #[cold]
    fn en_passant<S: Sink>(&self, target: Square, sink: &mut S) {
        for from in squares_of(attacks::pawn(Self::THEM, target) & self.own(Role::Pawn)) {
            if self.position.en_passant_is_safe(Self::US, from, target) {
                sink.single(Move::tagged(from, target, TAG_EN_PASSANT));
            }
        }
    }

    #[inline]
    fn king_moves<const NOISY: bool, S: Sink>(&self, sink: &mut S, wanted: Squares) {
        let targets = attacks::king(self.king) & wanted;
        let rooks = self.position.castling_rooks & back_rank(Self::US);
        let castles = !NOISY && rooks != 0 && !self.in_check;
        if targets == 0 && !castles {
            return;
        }
        let attacked = self.attacked();
        sink.piece(Role::King, self.king, targets & !attacked);
        if castles {
            self.castling(sink, rooks & !self.straight_pins, attacked);
        }
    }

    /// All squares the other side attacks, with the king removed from the board: stepping back along the line of check
    /// is no escape.
    #[inline]
    fn attacked(&self) -> Squares {
        let occupied = self.occupied ^ self.king.bit();
        let mut attacked = attacks::pawns(Self::THEM, self.their(Role::Pawn))
            | attacks::knights(self.their(Role::Knight))
            | attacks::king(self.position.king(Self::THEM));
        let queens = self.their(Role::Queen);
        for from in squares_of(self.their(Role::Bishop) | queens) {
            attacked |= attacks::bishop(from, occupied);
        }
        for from in squares_of(self.their(Role::Rook) | queens) {
            attacked |= attacks::rook(from, occupied);
        }
        attacked
    }

    /// King and rook need free paths to their squares, and the king's path must not be attacked. A rook pinned on the
    /// back rank (possible in Chess960) may not castle: it would uncover its king.
    #[inline]
    fn castling<S: Sink>(&self, sink: &mut S, rooks: Squares, attacked: Squares) {
        for rook in squares_of(rooks) {
            let (king_to, rook_to) = castling_targets(self.king, rook);
            let king_way = attacks::between(self.king, king_to) | king_to.bit();
            let rook_way = attacks::between(rook, rook_to) | rook_to.bit();
            let others = self.occupied ^ self.king.bit() ^ rook.bit();
            if (king_way | rook_way) & others == 0 && king_way & attacked == 0 {
                sink.single(Move::tagged(self.king, rook, TAG_CASTLE));
            }
        }
    }
}

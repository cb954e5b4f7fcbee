//! Breakthrough: a square, one of six directions, and whether a pawn is taken.

use super::{Nothing, Shape, Space, append, put};
use quadrille_breakthrough::{Move, Moves, Piece, Position, pawn_steps};
use quadrille_core::bits::Bits;
use quadrille_core::{Game, Player};

/// A pawn has three ways up and three ways down.
const DIRECTIONS: usize = 6;
/// A knight of `knightthrough` has four jumps each way; no other program numbers them.
const JUMPS: usize = 8;

/// What the numbers of actions are made of.
trait Numbers {
    /// How many ways a piece has to leave a square.
    fn ways(&self) -> usize;
    /// 1 if the mover goes up the board, else -1.
    fn upward(&self) -> i32;
}

impl Numbers for Position {
    fn ways(&self) -> usize {
        if self.piece() == Piece::Pawn { DIRECTIONS } else { JUMPS }
    }

    fn upward(&self) -> i32 {
        if self.to_move() == Player::White { 1 } else { -1 }
    }
}

impl Space for Position {
    type Past = Nothing;

    fn shape(&self) -> Shape {
        let (rows, columns) = (usize::from(self.rows()), usize::from(self.columns()));
        Shape { actions: rows * columns * self.ways() * 2, planes: 3, rows, columns }
    }

    #[inline]
    fn action(&self, m: Move) -> u32 {
        let (from, to, columns) = (u32::from(m.from), u32::from(m.to), u32::from(self.columns()));
        let taken = u32::from(self.is_capture(m));
        let up = self.to_move() == Player::White;
        if self.piece() == Piece::Pawn {
            // The squares ahead are `columns` further on or back, one more or less to the side.
            let direction = if up { to + 1 - from - columns } else { to + columns + 4 - from };
            return (from * DIRECTIONS as u32 + direction) * 2 + taken;
        }
        let side = (to % columns + 2) - from % columns;
        let jump = side - u32::from(side > 2) + if up { 0 } else { 4 };
        (from * JUMPS as u32 + jump) * 2 + taken
    }

    #[inline]
    fn decode(&self, action: u32) -> Option<Move> {
        let columns = i32::from(self.columns());
        // Divisions by constants.
        let (from, way, half) = match self.piece() {
            Piece::Pawn => (action / 2 / DIRECTIONS as u32, action / 2 % DIRECTIONS as u32, DIRECTIONS as u32 / 2),
            Piece::Knight => (action / 2 / JUMPS as u32, action / 2 % JUMPS as u32, JUMPS as u32 / 2),
        };
        let (up, side) = if way < half { (1, way) } else { (-1, way - half) };
        let step = match self.piece() {
            Piece::Pawn => up * columns + side as i32 - 1,
            Piece::Knight => {
                let (forward, right) = [(1, -2), (2, -1), (2, 1), (1, 2)][side as usize];
                up * forward * columns + right
            }
        };
        let m = Move { from: u8::try_from(from).ok()?, to: u8::try_from(from as i32 + step).ok()? };
        // The number also says who moves and whether something is taken, and a step over the edge is another step.
        let exists = usize::from(m.from.max(m.to)) < self.geometry().squares();
        (exists && up == self.upward() && self.action(m) == action).then_some(m)
    }

    /// In ascending order. All three moves of a pawn are written, and only legal ones advance the place of the next:
    /// branches would be mispredicted.
    #[inline]
    fn list(&self, _: &Nothing, actions: &mut Vec<i32>) {
        if self.piece() == Piece::Knight {
            let mut moves = Moves::default();
            self.legal_moves(&mut moves);
            actions.extend(moves.iter().map(|&m| self.action(m) as i32));
            return;
        }
        let (g, mover) = (self.geometry(), self.to_move());
        let (own, enemy) = (self.pawns(mover), self.pawns(!mover));
        let [straight, right, left] = pawn_steps(g).map(|step| {
            let distance = step.distance(g.columns, mover);
            let targets = step.targets(own, enemy, g, mover);
            let back = |set: u64| if distance >= 0 { set >> distance } else { set << -distance };
            (back(targets), back(targets & enemy))
        });
        let first_way = if mover == Player::White { 0 } else { 3 };
        append(actions, 3 * own.count_ones() as usize, |room| {
            let mut count = 0;
            for from in Bits(own) {
                let mut number = (from * DIRECTIONS as u32 + first_way) * 2;
                for (movable, taking) in [left, straight, right] {
                    room[count] = (number + (taking >> from & 1) as u32) as i32;
                    count += (movable >> from & 1) as usize;
                    number += 2;
                }
            }
            count
        });
    }

    fn observe(&self, planes: &mut [f32]) {
        let area = self.geometry().squares();
        let mover = self.to_move();
        put(&mut planes[..area], self.pawns(mover), |square| square);
        put(&mut planes[area..2 * area], self.pawns(!mover), |square| square);
        if mover == Player::Black {
            planes[2 * area..].fill(1.0);
        }
    }
}

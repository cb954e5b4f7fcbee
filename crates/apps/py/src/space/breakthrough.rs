//! Breakthrough: a square, one of six directions, and whether a pawn is taken.

use super::{Nothing, Shape, Space, put, put_in_order};
use quadrille_breakthrough::{Direction, Move, Moves, Piece, Position, pawn_steps};
use quadrille_core::bits::Bits;
use quadrille_core::{Game, Player};
use quadrille_lanes::{FAST, LANES, Numbers, bits, deposit, extract, lowest_bits, thrice};

/// A pawn has three ways up and three ways down.
const DIRECTIONS: usize = 6;
/// A knight of `knightthrough` has four jumps each way; no other program numbers them.
const JUMPS: usize = 8;

/// What the numbers of actions are made of.
trait Numbering {
    /// How many ways a piece has to leave a square.
    fn ways(&self) -> usize;
    /// 1 if the mover goes up the board, else -1.
    fn upward(&self) -> i32;
}

impl Numbering for Position {
    fn ways(&self) -> usize {
        if self.piece() == Piece::Pawn { DIRECTIONS } else { JUMPS }
    }

    fn upward(&self) -> i32 {
        if self.to_move() == Player::White { 1 } else { -1 }
    }
}

/// The squares whose pawns can go one of the ways, and those from which they take something.
#[derive(Clone, Copy)]
struct Steps {
    from: u64,
    taking: u64,
}

/// Lists the steps of these pawns, pawn by pawn.
fn list_pawns(own: u64, steps: &[Steps; 3], first_way: i32, actions: &mut Numbers) {
    for from in Bits(own) {
        for (way, steps) in (first_way..).zip(steps) {
            if steps.from >> from & 1 == 1 {
                actions.push((from as i32 * DIRECTIONS as i32 + way) * 2 + (steps.taking >> from & 1) as i32);
            }
        }
    }
}

/// The same by three vectors for sixteen pawns: lane `3 i + way` is for pawn i.
#[inline(always)]
fn list_lanes(mut own: u64, steps: &[Steps; 3], first_way: i32, actions: &mut Numbers) {
    const EVERY_THIRD: u64 = 0x2492_4924_9249;
    while own != 0 {
        let pawns = deposit(0xFFFF, own);
        own ^= pawns;
        let [mut possible, mut taking] = [0_u64; 2];
        for (way, steps) in steps.iter().enumerate() {
            possible |= deposit(extract(steps.from, pawns), EVERY_THIRD << way);
            taking |= deposit(extract(steps.taking, pawns), EVERY_THIRD << way);
        }
        let mut first = lowest_bits(pawns);
        first.iter_mut().for_each(|square| *square = (*square * DIRECTIONS as i32 + first_way) * 2);
        for (third, two_ways) in TWO_WAYS.iter().enumerate() {
            let (mut numbers, taken) = (thrice(first, third), bits((taking >> (LANES * third)) as u16));
            for lane in 0..LANES {
                numbers[lane] += two_ways[lane] + taken[lane];
            }
            actions.push_lanes(numbers, (possible >> (LANES * third)) as u16);
        }
    }
}

/// Twice the way that each lane stands for.
const TWO_WAYS: [[i32; LANES]; 3] = {
    let mut ways = [[0; LANES]; 3];
    let mut lane = 0;
    while lane < 3 * LANES {
        ways[lane / LANES][lane % LANES] = 2 * (lane as i32 % 3);
        lane += 1;
    }
    ways
};

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

    /// All at once: a branch for each question would be mispredicted.
    #[inline]
    fn find(&self, _: &Nothing, action: u32) -> Option<Move> {
        if self.piece() == Piece::Knight {
            return self.decode(action).filter(|&m| self.is_legal(m));
        }
        let (from, way, taken) =
            (action as i32 / 2 / DIRECTIONS as i32, action as i32 / 2 % DIRECTIONS as i32, action & 1);
        let up = self.upward();
        // Straight on is way 1 or, down the board, 4; ways of the other side end up in another column.
        let to = from + up * i32::from(self.columns()) + way - if up > 0 { 1 } else { 4 };
        let m = Move { from: from.min(255) as u8, to: to.clamp(0, 255) as u8 };
        let takes = u32::from(self.is_capture(m));
        (self.is_pawn_step(m) & (takes == taken)).then_some(m)
    }

    /// The pawns' in ascending order.
    #[inline]
    fn list(&self, _: &Nothing, actions: &mut Numbers) {
        if self.piece() == Piece::Knight {
            let mut moves = Moves::default();
            self.legal_moves(&mut moves);
            actions.extend(moves.iter().map(|&m| self.action(m) as i32));
            return;
        }
        let (g, mover) = (self.geometry(), self.to_move());
        let (own, enemy) = (self.pawns(mover), self.pawns(!mover));
        let [straight, right, left] = pawn_steps(g);
        let steps = |direction: Direction| {
            // Turned, not shifted, which would need a branch: nothing wraps around, since no pawn stands on its last row.
            let back = |set: u64| set.rotate_right(direction.distance(g.columns, mover) as u32 & 63);
            let free = if direction.captures { !own } else { !(own | enemy) };
            let from = own & direction.sources & back(free & g.board);
            Steps { from, taking: from & back(enemy) }
        };
        let steps = [steps(left), steps(straight), steps(right)];
        let first_way = if mover == Player::White { 0 } else { DIRECTIONS as i32 / 2 };
        if FAST {
            list_lanes(own, &steps, first_way, actions);
        } else {
            list_pawns(own, &steps, first_way, actions);
        }
    }

    #[inline]
    fn list_in_order(&self, past: &Nothing, actions: &mut Numbers) {
        self.list(past, actions);
        if self.piece() == Piece::Knight {
            put_in_order(actions, self.shape().actions);
        }
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

//! How many discs a move onto the last empty square turns, for either side.
//!
//! With one square empty a line through it is described by one side's discs alone: at most eight bits, gathered by one instruction and
//! looked up. The same entry says what the other side would turn, so that a pass costs nothing more.

use super::instructions::gathered;
use quadrille_othello::rays::{RAYS, Rays};

/// For every length of a line and place of the empty square on it, by the discs of one side: how many discs that side would turn, and 256 times how
/// many the other side would.
static TURNED: [u16; SIZE] = turned();

/// Room for the entries of all lines, up to `start(8, 7) + 256`: a power of two, so that a place needs no check.
const SIZE: usize = 1 << 12;

/// Where the entries begin for lines of `length` squares with the empty one on `place`.
const fn start(length: usize, place: usize) -> usize {
    // The sum of i * 2^i for all i < n is (n - 2) * 2^n + 2.
    2 + (length << length) - (2 << length) + (place << length)
}

const fn turned() -> [u16; SIZE] {
    let mut table = [0; SIZE];
    let mut length = 1;
    while length <= 8 {
        let mut place = 0;
        while place < length {
            let mut own = 0_usize;
            while own < 1 << length {
                let other = !own & ((1 << length) - 1);
                table[start(length, place) + own] = enclosed(place, own) | enclosed(place, other) << 8;
                own += 1;
            }
            place += 1;
        }
        length += 1;
    }
    table
}

/// How many squares lie between `place` and the nearest disc of `own`, both ways along a line.
const fn enclosed(place: usize, own: usize) -> u16 {
    let (above, below) = (own >> place >> 1, own & ((1 << place) - 1));
    let up = if above == 0 { 0 } else { above.trailing_zeros() };
    let down = if below == 0 { 0 } else { place as u32 - 1 - below.ilog2() };
    (up + down) as u16
}

/// The four lines through a square, and where their entries begin.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Lines {
    squares: [u64; 4],
    starts: [u16; 4],
}

static LINES: [Lines; 64] = lines();

const fn lines() -> [Lines; 64] {
    let mut table = [Lines { squares: [0; 4], starts: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let Rays { up, down } = &RAYS[square];
        let mut axis = 0;
        while axis < 4 {
            let (below, above) = (down[axis], up[axis]);
            let squares = below | 1 << square | above;
            table[square].squares[axis] = squares;
            table[square].starts[axis] = start(squares.count_ones() as usize, below.count_ones() as usize) as u16;
            axis += 1;
        }
        square += 1;
    }
    table
}

/// What the owner of `own` turns by a move onto the last empty square, and what the other side would turn there.
#[inline]
pub(super) fn turned_on(square: u32, own: u64) -> (i32, i32) {
    let lines = &LINES[square as usize % 64];
    let of =
        |axis: usize| TURNED[(usize::from(lines.starts[axis]) + gathered(own, lines.squares[axis]) as usize) % SIZE];
    let both = of(0) + of(1) + of(2) + of(3);
    (i32::from(both & 0xFF), i32::from(both >> 8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;
    use quadrille_othello::Board;

    #[test]
    fn counts_equal_the_flips_of_both_sides() {
        let mut rng = Rng::new(12);
        for round in 0..20_000 {
            let square = round % 64;
            let taken = !(1_u64 << square);
            let mut own = rng.next_u64();
            if round % 3 == 0 {
                own |= rng.next_u64();
            }
            let board = Board { own: own & taken, other: !own & taken };
            let flips = |board: Board| board.flips(square).count_ones() as i32;
            assert_eq!(turned_on(square, board.own), (flips(board), flips(board.pass())), "{board:?} on {square}");
        }
    }
}

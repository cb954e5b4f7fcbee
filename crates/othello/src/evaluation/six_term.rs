//! `six-term`: the course's evaluation, six terms weighted by the phase of the game.
//!
//! The document fixes the terms, the corner and X-square values, the mobility formula and the weights of the three phases.
//! What it leaves open is decided here:
//!
//! - **Unit.** The document's points are taken as they are; one point is one hundredth of [`Score`]'s unit. The largest
//!   value (four corners late in the game) stays below the limit of heuristic scores.
//! - **Phases.** "up to 20" discs is the opening, 21 to 50 the middle, more than 50 the end.
//! - **Position table.** Beside the corner (+500) and X (-250) values the document only says that the other neighbours of a
//!   corner (C squares) are punished too. They get -150, the rest of the table is the one usually printed with these
//!   values. The punishment of the three neighbours of a corner is dropped (counts 0) once either side holds that corner.
//! - **Mobility, stability, frontier, parity** are all "normalised" the way the document writes mobility:
//!   `100 * (m - o) / (m + o)`, 0 when both are 0, rounded towards zero. A frontier disc (one with an empty neighbour in any
//!   of the eight directions) is a fault, so that term is `100 * (o - m) / (m + o)`.
//! - **Stability** spreads from the corners: a disc is stable if on each of the four axes one of its two neighbours is off
//!   the board or a stable disc of its own colour. No disc is stable before a corner is taken.
//! - **Parity.** Regions are empty squares connected by their sides. In an odd region the mover plays last if both fill it in turn, in an
//!   even one the opponent: `m` counts odd regions, `o` even ones.
//! - **Halves** (x0.5, x1.5) are exact: the sum is made in half points and rounded towards zero at the end, so that the
//!   two sides always see opposite values of the antisymmetric terms.
//! - A finished game is a proven win or loss, as in the document, which speaks of won, lost and drawn.

use crate::Position;
use crate::board::{Board, CORNERS};
use quadrille_core::bits::Bits;
use quadrille_core::{Evaluation, Score};

/// The evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct SixTerm;

/// Worth of a disc on each square of the upper left quarter; the board is symmetric.
const QUARTER: [[i32; 4]; 4] = [[500, -150, 30, 10], [-150, -250, 0, 0], [30, 0, 1, 2], [10, 0, 2, 16]];
const CORNER: i32 = 250;
/// Up to so many discs it is the opening.
const OPENING: u32 = 20;
/// Up to so many discs it is the middle game.
const MIDDLE: u32 = 50;

/// The terms before weighting, each from the mover's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Sum of the position table over own discs minus the opponent's.
    pub position: i32,
    /// `100 * (m - o) / (m + o)` legal moves.
    pub mobility: i32,
    /// 250 a corner.
    pub corners: i32,
    /// `100 * (m - o) / (m + o)` stable discs.
    pub stability: i32,
    /// `100 * (o - m) / (m + o)` discs next to an empty square.
    pub frontier: i32,
    /// `100 * (odd - even) / (odd + even)` regions of empty squares.
    pub parity: i32,
    /// Own discs minus the opponent's (used at the end only; the document's sixth weight there).
    pub discs: i32,
}

impl Terms {
    /// The terms of a board.
    #[must_use]
    pub fn of(board: Board) -> Self {
        let Board { own, other } = board;
        let frontier = near(board.empty());
        let (odd, even) = regions(board.empty());
        Self {
            position: placed(own, own | other) - placed(other, own | other),
            mobility: percent(count(board.moves()), count(board.pass().moves())),
            corners: CORNER * (count(own & CORNERS) - count(other & CORNERS)),
            stability: percent(count(stable(own)), count(stable(other))),
            frontier: percent(count(other & frontier), count(own & frontier)),
            parity: percent(odd, even),
            discs: board.difference(),
        }
    }

    /// The weighted sum of the phase with so many discs, in points.
    #[must_use]
    pub const fn weighted(&self, discs: u32) -> i32 {
        let halves = if discs <= OPENING {
            2 * self.position + 10 * self.mobility + 20 * self.corners + 4 * self.frontier
        } else if discs <= MIDDLE {
            self.position
                + 8 * self.mobility
                + 30 * self.corners
                + 6 * self.stability
                + 3 * self.frontier
                + 2 * self.parity
        } else {
            20 * self.discs + 40 * self.corners + 10 * self.stability + 6 * self.parity
        };
        halves / 2
    }
}

impl Evaluation<Position> for SixTerm {
    fn name(&self) -> &'static str {
        "six-term"
    }

    fn evaluate(&self, position: &Position) -> Score {
        Score::heuristic(Terms::of(position.board()).weighted(64 - position.empties()))
    }
}

const fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

const fn percent(good: i32, bad: i32) -> i32 {
    if good + bad == 0 { 0 } else { 100 * (good - bad) / (good + bad) }
}

/// The position table's sum over a set of discs on a board with these squares taken.
fn placed(discs: u64, taken: u64) -> i32 {
    let forgiven = Bits(taken & CORNERS).fold(0, |set, corner| set | near(1 << corner));
    Bits(discs)
        .map(|square| {
            let (row, column) = (square as usize / 8, square as usize % 8);
            let worth = QUARTER[row.min(7 - row)][column.min(7 - column)];
            if forgiven >> square & 1 == 1 { worth.max(0) } else { worth }
        })
        .sum()
}

const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// The neighbours of a set in all eight directions.
const fn near(set: u64) -> u64 {
    let row = set | (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    (row | row << 8 | row >> 8) & !set
}

/// The discs of one colour that are stable by contact with the corners.
const fn stable(discs: u64) -> u64 {
    const LEFT: u64 = !NOT_A;
    const RIGHT: u64 = !NOT_H;
    const TOP: u64 = 0xFF;
    const BOTTOM: u64 = 0xFF << 56;
    let mut stable = discs & CORNERS;
    loop {
        let row = LEFT | RIGHT | (stable << 1 & NOT_A) | (stable >> 1 & NOT_H);
        let column = TOP | BOTTOM | stable << 8 | stable >> 8;
        let border = LEFT | RIGHT | TOP | BOTTOM;
        let falling = border | (stable << 9 & NOT_A) | (stable >> 9 & NOT_H);
        let rising = border | (stable << 7 & NOT_H) | (stable >> 7 & NOT_A);
        let more = discs & row & column & falling & rising;
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

/// How many regions of empty squares are odd, and how many even.
fn regions(mut empty: u64) -> (i32, i32) {
    let (mut odd, mut even) = (0, 0);
    while empty != 0 {
        let mut region = empty & empty.wrapping_neg();
        loop {
            let wider = region | (region << 1 & NOT_A) | (region >> 1 & NOT_H) | region << 8 | region >> 8;
            let wider = wider & empty;
            if wider == region {
                break;
            }
            region = wider;
        }
        if region.count_ones() % 2 == 1 {
            odd += 1;
        } else {
            even += 1;
        }
        empty &= !region;
    }
    (odd, even)
}

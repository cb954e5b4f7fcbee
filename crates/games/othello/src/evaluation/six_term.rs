//! `six-term`: six terms weighted by the phase of the game.
//!
//! Position, mobility, corners, stability, frontier and parity, as introductions to computer Othello describe them, each
//! weighted by opening, middle and end. In detail:
//!
//! - **Unit.** One point is one hundredth of [`Score`]'s unit. The largest value (four corners late in the game) stays below
//!   the limit of heuristic scores.
//! - **Phases.** Up to 20 discs is the opening, 21 to 50 the middle, more than 50 the end.
//! - **Position table.** Corners count 500, X squares -250, C squares -150; the rest of the table is the one usually printed
//!   with these values. The three neighbours of a corner count 0 once either side holds that corner.
//! - **Mobility, stability, frontier, parity** are all normalised to
//!   `100 * (m - o) / (m + o)`, 0 when both are 0, rounded towards zero. A frontier disc (one with an empty neighbour in any
//!   of the eight directions) is a fault, so that term is `100 * (o - m) / (m + o)`.
//! - **Stability** spreads from the corners: a disc is stable if on each of the four axes one of its two neighbours is off
//!   the board or a stable disc of its own colour. No disc is stable before a corner is taken.
//! - **Parity.** Regions are empty squares connected by their sides. In an odd region the mover plays last if both fill it in turn, in an
//!   even one the opponent: `m` counts odd regions, `o` even ones.
//! - **Halves** (x0.5, x1.5) are exact: the sum is made in half points and rounded towards zero at the end, so that the
//!   two sides always see opposite values of the antisymmetric terms.
//! - A finished game is a proven win or loss.

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
/// Up to this many discs it is the opening.
const OPENING: u32 = 20;
/// Up to this many discs it is the middle game.
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
    /// Own discs minus the opponent's (used at the end only).
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

    /// The weighted sum of the phase with this many discs, in points.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use quadrille_core::Notation;

    /// A test position: rows separated by spaces, then the side to move; the rest of the board is empty.
    fn position(rows: &str, turn: char) -> Position {
        let squares = format!("{:-<64}", rows.replace(' ', ""));
        Position::parse_position(&Rules::Standard, &format!("{squares} {turn}")).unwrap()
    }

    /// Position, mobility, corners, stability, frontier, parity, discs; then the points. All computed by hand.
    #[track_caller]
    fn check(rows: &str, turn: char, terms: [i32; 7], points: i32) {
        let position = position(rows, turn);
        let [at, mobility, corners, stability, frontier, parity, discs] = terms;
        let expected = Terms { position: at, mobility, corners, stability, frontier, parity, discs };
        assert_eq!(Terms::of(position.board()), expected);
        assert_eq!(SixTerm.evaluate(&position).raw(), points);
    }

    #[test]
    fn opening_start_is_even() {
        check("-------- -------- -------- ---OX--- ---XO---", 'X', [0, 0, 0, 0, 0, -100, 0], 0);
    }

    #[test]
    fn opening_after_f5() {
        // d4 16 against e4, d5, e5 16 each and f5 2; three moves each; one frontier disc against four; 59 empty squares.
        check("-------- -------- -------- ---OX--- ---XXX--", 'O', [-34, 0, 0, 0, 60, 100, -3], 86);
    }

    #[test]
    fn opening_corner_forgives_its_neighbour() {
        // a1 500, b1 0 since the corner is taken; only X can move (c1).
        check("XO------", 'X', [500, 100, 250, 100, 0, -100, 0], 3_500);
    }

    #[test]
    fn opening_x_square_is_punished() {
        check("-------- -X------ --O-----", 'O', [251, 0, 0, 0, 0, -100, 0], 251);
    }

    #[test]
    fn opening_neighbours_of_a_lost_corner() {
        // X has b1, a2, b2 (0 each) around O's corner; O has three moves; the corner itself is not a frontier disc.
        check("OX------ XX------", 'X', [-500, -100, -250, -100, -100, -100, 2], -3_700);
    }

    #[test]
    fn opening_stability_spreads_over_a_triangle() {
        // Six stable discs against two; five frontier discs (not a1) against two.
        let rows = "XXX----- XX------ X------- -------- -------- -------- -------- ------OO";
        check(rows, 'X', [60, 0, 0, 50, -42, -100, 4], -24);
    }

    #[test]
    fn middle_full_rows() {
        // Row 1: 1080, row 3: 66, row 2 forgiven; O has eight moves; row 1 stable; row 3 is the frontier.
        check("XXXXXXXX OOOOOOOO XXXXXXXX", 'X', [1_146, -100, 500, 100, -100, -100, 8], 7_723);
    }

    #[test]
    fn middle_full_rows_seen_by_the_other_side() {
        // Everything changes its sign but parity.
        check("XXXXXXXX OOOOOOOO XXXXXXXX", 'O', [-1_146, 100, -500, -100, 100, -100, -8], -7_923);
    }

    #[test]
    fn middle_regions_of_both_parities() {
        // Two regions of nine and two of twelve empty squares; b3, b5, g3, g5 against f1, f7, c1, c7; frontier 16 against 6.
        // 88 - 3 * 45 = -47 half points, rounded towards zero.
        let rows = "---XX--- ---XX--- ---XX--- OOOXXOOO ---XX--- ---XX--- ---XX--- ---XX---";
        check(rows, 'X', [88, 0, 0, 0, -45, 0, 10], -23);
    }

    const SEVEN: &str = "XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX";

    #[test]
    fn end_all_discs_of_one_colour() {
        // 56 discs x10, two corners x20, stability x5, one even region x3.
        let terms = Terms::of(position(&format!("{SEVEN} XXXXXXXX"), 'X').board());
        assert_eq!((terms.discs, terms.corners, terms.stability, terms.parity), (56, 500, 100, -100));
        assert_eq!(SixTerm.evaluate(&position(&format!("{SEVEN} XXXXXXXX"), 'X')).raw(), 10_760);
    }

    #[test]
    fn end_far_behind() {
        let rows = format!("{SEVEN} OOOOOOOO");
        assert_eq!(SixTerm.evaluate(&position(&rows, 'O')).raw(), -400 - 10_000 - 500 - 300);
    }

    #[test]
    fn end_three_odd_regions() {
        // 53 discs against 8, three corners, no stable disc of O, a8, d8 and g8 empty.
        let rows = format!("{SEVEN} OOOOOOOO -XX-XX-X");
        assert_eq!(SixTerm.evaluate(&position(&rows, 'X')).raw(), 450 + 15_000 + 500 + 300);
    }

    #[test]
    fn phases_change_after_20_and_50_discs() {
        let terms =
            Terms { position: 2, mobility: 20, corners: 200, stability: 2_000, frontier: 20_000, parity: 7, discs: 3 };
        let opening = 2 + 100 + 2_000 + 40_000;
        let middle = 1 + 80 + 3_000 + 6_000 + 30_000 + 7;
        let end = 30 + 4_000 + 10_000 + 21;
        assert_eq!([4, 20].map(|discs| terms.weighted(discs)), [opening; 2]);
        assert_eq!([21, 50].map(|discs| terms.weighted(discs)), [middle; 2]);
        assert_eq!([51, 64].map(|discs| terms.weighted(discs)), [end; 2]);
    }
}

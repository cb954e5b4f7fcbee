//! Computes the words of the table from the words of their successors.
//!
//! [`black_block`] fills the words in which Black is to move, [`white_block`] those in which White is; the two are
//! separate code on purpose, since they must agree on colour-swapped positions. Both depend only on blocks of lower
//! levels and, for White, the Black words of the same block, so a table is filled level by level.
//!
//! A step onto the row before the goal threatens to win. The other side must take that pawn at once, after which the
//! position is quiet again with the same side to move, so such a step and its reply are handled as one.

use super::lanes::Lanes;
use super::layout::{Half, Layout, Words};
use crate::bmi::{deposit, extract};
use arrayvec::ArrayVec;

/// The part of the table available for a block: every lower level of both halves.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a, L, H> {
    /// Where things lie.
    pub layout: &'a Layout,
    /// Words with White to move.
    pub white: H,
    /// Words with Black to move.
    pub black: H,
    /// The value of an unstoppable threat for Black: lost as long as only wins in one ply count.
    pub black_threat: L,
}

/// A quiet step of Black.
struct Step<B> {
    block: B,
    /// The target square among White's squares, if White can stand there.
    target: u32,
    /// Straight steps do not capture.
    is_straight: bool,
}

impl<B> Step<B> {
    /// The stored word after this step, unless White blocks it.
    #[inline(always)]
    fn stored<L: Lanes>(&self, layout: &Layout, white: u32, mirror: u32) -> Option<L>
    where
        B: Words<L>,
    {
        if white & self.target == 0 {
            return Some(self.block.stored(white, mirror));
        }
        let left = white & !self.target;
        (!self.is_straight).then(|| self.block.stored(left, layout.mirrored_white(left)))
    }
}

/// Black's quiet steps, those into blocks that are stored mirrored apart.
struct Steps<B> {
    plain: ArrayVec<Step<B>, 72>,
    mirrored: ArrayVec<Step<B>, 72>,
}

/// Fills the block's words with Black to move.
pub fn black_block<L: Lanes, H: Half<L>>(known: Known<'_, L, H>, black: u32, out: &mut [L]) {
    let layout = known.layout;
    if black == 0 {
        out.fill(L::LOST);
        return;
    }
    let steps = black_steps(known, black);
    // A pawn on row 2 steps before the goal and is taken: what is left without it, by column.
    let front: Front<H::Block> = std::array::from_fn(|column| {
        let pawn = (1 << column) & black & layout.row;
        (pawn != 0).then(|| known.black.block(layout, black & !pawn))
    });
    let allowed = layout.allowed(black);
    for (index, word) in out.iter_mut().enumerate() {
        let white = deposit(index as u32, allowed);
        *word = black_word(known, &steps, &front, white);
    }
}

/// For each column with a black pawn on row 2, the block without it.
type Front<B> = [Option<B>; 8];

fn black_steps<L: Lanes, H: Half<L>>(known: Known<'_, L, H>, black: u32) -> Steps<H::Block> {
    let layout = known.layout;
    let mut steps = Steps { plain: ArrayVec::new(), mirrored: ArrayVec::new() };
    for from in columns(black & !layout.row) {
        let below = (1_u32 << from) >> layout.columns;
        for (to, is_straight) in [(layout.left(below), false), (layout.right(below), false), (below, true)] {
            if to & !black != 0 {
                let block = known.white.block(layout, black & !(1 << from) | to);
                let target = (to & layout.middle) << layout.columns;
                let list = if block.is_mirrored() { &mut steps.mirrored } else { &mut steps.plain };
                list.push(Step { block, target, is_straight });
            }
        }
    }
    steps
}

#[inline(always)]
fn black_word<L: Lanes, H: Half<L>>(
    known: Known<'_, L, H>,
    steps: &Steps<H::Block>,
    front: &Front<H::Block>,
    white: u32,
) -> L {
    let layout = known.layout;
    let mirror = layout.mirrored_white(white);
    let mut value = L::LOST;
    // A constant loop bound, so that the compiler unrolls it and every lane shift is a constant.
    for column in 0..L::COLUMNS {
        if let Some(block) = &front[column as usize] {
            value = value.best(black_threat(known, column, block, white, mirror));
            if value.is_won() {
                return value;
            }
        }
    }
    // The best of Black's steps is the worst of what they leave to White. Mirrored words are compared as they are stored,
    // so that turning them back is done once for all of them.
    let mut left = value.negated();
    for step in &steps.plain {
        if let Some(word) = step.stored(layout, white, mirror) {
            left = left.worst(word);
            if left.negated().is_won() {
                return L::WON;
            }
        }
    }
    if !steps.mirrored.is_empty() {
        left = left.mirrored();
        for step in &steps.mirrored {
            if let Some(word) = step.stored(layout, white, mirror) {
                left = left.worst(word);
                if left.negated().is_won() {
                    return L::WON;
                }
            }
        }
        left = left.mirrored();
    }
    left.negated().aged()
}

/// Black's best step from row 2 to row 1, White taking it from its first row where it can.
#[inline(always)]
fn black_threat<L: Lanes, H: Half<L>>(
    known: Known<'_, L, H>,
    column: u32,
    block: &H::Block,
    white: u32,
    mirror: u32,
) -> L {
    let mut value = L::LOST;
    for (target, is_straight) in [(column.wrapping_sub(1), false), (column, true), (column + 1, false)] {
        let to = 1_u32.wrapping_shl(target);
        let takes = white & to != 0;
        if target >= L::COLUMNS || is_straight && takes {
            continue;
        }
        // Taken back or not, a white pawn stands on the square afterwards.
        let after = block.read(white | to, mirror | 1 << (L::COLUMNS - 1 - target)).aged();
        let mut held = known.black_threat;
        if target > 0 {
            held = held.worst(after.if_leaving(target - 1, known.black_threat));
        }
        if target + 1 < L::COLUMNS {
            held = held.worst(after.if_leaving(target + 1, known.black_threat));
        }
        // White's last pawn was on that square, unless the first row has one.
        if takes && white == to {
            held = held.with_empty_won();
        }
        value = value.best(held);
    }
    value
}

/// The neighbouring blocks that [`white_block`] needs.
struct WhiteMoves<B> {
    /// After taking on a middle square: that square among White's, and the block without the black pawn.
    captures: ArrayVec<(u32, B), 32>,
    /// For each column of the row before the goal: the blocks after each of Black's ways to take there.
    retakes: ArrayVec<ArrayVec<B, 2>, 8>,
    /// Black pawns on the row before the goal: no straight step there.
    blocked: u32,
    /// Columns of that row where Black can take.
    defended: u32,
    /// Columns of that row where taking takes Black's last pawn.
    last: u32,
}

impl<B> WhiteMoves<B> {
    fn new<L: Lanes, H: Half<L, Block = B>>(known: Known<'_, L, H>, black: u32) -> Self {
        let layout = known.layout;
        let captures = columns(black & layout.middle)
            .map(|square| (1 << (square + layout.columns), known.black.block(layout, black & !(1 << square))))
            .collect();
        let blocked = black >> (layout.columns * (layout.rows - 4)) & layout.row;
        let behind = black >> (layout.columns * (layout.rows - 3)) & layout.row;
        let retakes = (0..layout.columns)
            .map(|column| {
                let to = 1_u32 << column;
                columns((layout.left(to) | layout.right(to)) & behind)
                    .map(|from| known.white.block(layout, retaken(layout, black, from, column)))
                    .collect()
            })
            .collect();
        let defended = (layout.left(behind) | layout.right(behind)) & layout.row;
        let last = if black.count_ones() == 1 { blocked } else { 0 };
        Self { captures, retakes, blocked, defended, last }
    }
}

/// Black after taking from column `from` of its first row on column `to` of the next.
const fn retaken(layout: &Layout, black: u32, from: u32, to: u32) -> u32 {
    let first_row = layout.columns * (layout.rows - 3);
    black & !(1 << (first_row + from)) | 1 << (first_row - layout.columns + to)
}

/// Fills the block's words with White to move, from the same block's with Black to move.
pub fn white_block<L: Lanes, H: Half<L>>(known: Known<'_, L, H>, black: u32, own: &[L], out: &mut [L]) {
    let layout = known.layout;
    let moves = WhiteMoves::new(known, black);
    let allowed = layout.allowed(black);
    for (index, word) in out.iter_mut().enumerate() {
        let white = deposit(index as u32, allowed);
        let value = white_word(known, &moves, own, allowed, white);
        *word = if white == 0 { value.with_empty_lost() } else { value };
    }
}

#[inline(always)]
fn white_word<L: Lanes, H: Half<L>>(
    known: Known<'_, L, H>,
    moves: &WhiteMoves<H::Block>,
    own: &[L],
    allowed: u32,
    white: u32,
) -> L {
    let mut value = white_threats(known, moves, white);
    if value.is_won() {
        return value;
    }
    // From the first row to the second: the pawn leaves its lane.
    let here = extract(white, allowed);
    for column in 0..L::COLUMNS {
        if white >> column & 1 == 1 {
            continue;
        }
        let word = own[(here | 1 << column) as usize].negated();
        if column > 0 {
            value = value.best(word.after_leaving(column - 1));
        }
        value = value.best(word.after_leaving(column));
        if column + 1 < L::COLUMNS {
            value = value.best(word.after_leaving(column + 1));
        }
    }
    if value.is_won() {
        return value;
    }
    value.best(white_steps(known, moves, own, allowed, white)).aged()
}

/// White's steps among the middle rows.
#[inline(always)]
fn white_steps<L: Lanes, H: Half<L>>(
    known: Known<'_, L, H>,
    moves: &WhiteMoves<H::Block>,
    own: &[L],
    allowed: u32,
    white: u32,
) -> L {
    let layout = known.layout;
    // The best of White's steps is the worst of what they leave to Black.
    let mut left = L::WON;
    let sources = white & layout.middle;
    for from in columns(sources) {
        let ahead = (1_u32 << from) << layout.columns;
        let rest = white & !(1 << from);
        let free = (ahead | layout.left(ahead) | layout.right(ahead)) & allowed & !white;
        for to in columns(free) {
            left = left.worst(own[extract(rest | 1 << to, allowed) as usize]);
            if left.negated().is_won() {
                return L::WON;
            }
        }
    }
    for (square, block) in &moves.captures {
        let below = square >> layout.columns;
        for from in columns((layout.left(below) | layout.right(below)) & sources) {
            let after = white & !(1 << from) | square;
            left = left.worst(block.read(after, layout.mirrored_white(after)));
        }
    }
    left.negated()
}

/// White's steps onto the row before the goal, Black taking the pawn where it can.
#[inline(always)]
fn white_threats<L: Lanes, H: Half<L>>(known: Known<'_, L, H>, moves: &WhiteMoves<H::Block>, white: u32) -> L {
    let layout = known.layout;
    let shift = layout.columns * (layout.rows - 4);
    let front = white >> shift & layout.row;
    let diagonal = (layout.left(front) | layout.right(front)) & layout.row;
    let targets = front & !moves.blocked | diagonal;
    if targets == 0 {
        return L::LOST;
    }
    let mut value = L::LOST;
    if targets & !moves.defended != 0 {
        value = if diagonal & moves.last != 0 { L::WON } else { L::THREAT };
        if value.is_won() {
            return value;
        }
    }
    for to in columns(targets & moves.defended) {
        let target = 1_u32 << to;
        let straight = target & !moves.blocked;
        for from in columns((straight | layout.left(target) | layout.right(target)) & front) {
            let rest = white & !(1 << (shift + from));
            let mirror = layout.mirrored_white(rest);
            let held =
                moves.retakes[to as usize].iter().fold(L::WON, |held, block| held.worst(block.read(rest, mirror)));
            value = value.best(held.aged());
        }
        if value.is_won() {
            return value;
        }
    }
    value
}

/// The numbers of the set bits.
#[inline(always)]
fn columns(set: u32) -> impl Iterator<Item = u32> {
    quadrille_core::bits::Bits(u64::from(set))
}

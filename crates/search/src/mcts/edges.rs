//! The moves of a record and their statistics.
//!
//! A record lists all its moves. The first eight have their statistics in the record, the others in blocks that exist
//! once one of their moves is followed: most records of a large tree have tried a few of their moves. Moves are in random
//! order and ties go to the first, so without priors the moves tried are those at the beginning.

use super::tally::{Count, Tally};
use quadrille_core::{Outcome, Player};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The proven result of a move, for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    Unknown = 0,
    Win = 1,
    Loss = 2,
    Draw = 3,
}

impl Proof {
    #[inline]
    pub(super) const fn from_bits(bits: u32) -> Self {
        match bits {
            0 => Self::Unknown,
            1 => Self::Win,
            2 => Self::Loss,
            _ => Self::Draw,
        }
    }

    pub(super) fn of(outcome: Outcome, mover: Player) -> Self {
        match outcome.winner() {
            None => Self::Draw,
            Some(winner) if winner == mover => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// The result that is proven, as an outcome.
    #[inline]
    pub(super) const fn outcome(self, mover: Player) -> Option<Outcome> {
        match self {
            Self::Unknown => None,
            Self::Win => Some(Outcome::Win(mover)),
            Self::Loss => Some(Outcome::Win(mover.opponent())),
            Self::Draw => Some(Outcome::Draw),
        }
    }
}

/// What is known about a move that was followed.
#[derive(Debug)]
pub(super) struct Stats {
    pub(super) tally: Tally,
    /// The minimax value of the evaluation below this move, 0 to 1 for its mover (bits of an `f32`).
    minimax: AtomicU32,
    /// Proof in the two highest bits, number of the child record plus one in the others.
    link: AtomicU32,
}

const _: () = assert!(size_of::<Stats>() == 16, "four to a cache line");

const CHILD_BITS: u32 = 30;
const CHILD_MASK: u32 = (1 << CHILD_BITS) - 1;
/// The minimax value of a move that has none.
const USUAL_MINIMAX: f32 = 0.5;

impl Default for Stats {
    fn default() -> Self {
        Self { tally: Tally::default(), minimax: AtomicU32::new(USUAL_MINIMAX.to_bits()), link: AtomicU32::new(0) }
    }
}

impl Stats {
    #[inline]
    pub(super) fn proof(&self) -> Proof {
        Proof::from_bits(self.link.load(Ordering::Relaxed) >> CHILD_BITS)
    }

    /// The number of the record this move leads to, if it has one.
    #[inline]
    pub(super) fn child(&self) -> Option<u32> {
        (self.link.load(Ordering::Acquire) & CHILD_MASK).checked_sub(1)
    }

    /// Stores a proof. Proofs never conflict, so races do not matter.
    pub(super) fn prove(&self, proof: Proof) {
        self.link.fetch_or((proof as u32) << CHILD_BITS, Ordering::Relaxed);
    }

    /// Publishes the child record and returns it; in a race the first one wins.
    pub(super) fn link(&self, child: u32) -> u32 {
        let mut old = self.link.load(Ordering::Relaxed);
        while old & CHILD_MASK == 0 {
            match self.link.compare_exchange_weak(old, old | (child + 1), Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return child,
                Err(now) => old = now,
            }
        }
        (old & CHILD_MASK) - 1
    }

    /// Replaces the child's number, when records are moved.
    fn relink(&mut self, child: u32) {
        let link = self.link.get_mut();
        *link = *link & !CHILD_MASK | (child + 1);
    }

    #[inline]
    pub(super) fn minimax(&self) -> f32 {
        f32::from_bits(self.minimax.load(Ordering::Relaxed))
    }

    #[inline]
    pub(super) fn set_minimax(&self, value: f32) {
        self.minimax.store(value.to_bits(), Ordering::Relaxed);
    }
}

/// One move as it is now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<'a, M> {
    pub(super) m: M,
    /// The probability of the move before the search.
    pub(super) prior: f32,
    stats: Option<&'a Stats>,
}

impl<M> Edge<'_, M> {
    #[inline]
    pub(super) fn count(&self) -> Count {
        self.stats.map_or(Count::NONE, |stats| stats.tally.count())
    }

    #[inline]
    pub(super) fn proof(&self) -> Proof {
        self.stats.map_or(Proof::Unknown, Stats::proof)
    }

    #[inline]
    pub(super) fn child(&self) -> Option<u32> {
        self.stats.and_then(Stats::child)
    }

    #[inline]
    pub(super) fn minimax(&self) -> f32 {
        self.stats.map_or(USUAL_MINIMAX, Stats::minimax)
    }
}

/// Moves in a block.
pub(super) const BLOCK: usize = 8;
/// The statistics of neighbouring moves.
pub(super) type Block = [Stats; BLOCK];
type Place = OnceLock<Box<Block>>;

/// The moves of a record.
#[derive(Debug)]
pub(super) struct Edges<M> {
    moves: Box<[M]>,
    /// Empty if all moves are equally likely.
    priors: Box<[f32]>,
    first: Block,
    /// The other blocks, once one of them is needed.
    rest: OnceLock<Box<[Place]>>,
}

impl<M: Copy> Edges<M> {
    /// `priors` is empty if all moves are equally likely.
    pub(super) fn new(moves: &[M], priors: &[f32]) -> Self {
        debug_assert!(priors.is_empty() || priors.len() == moves.len(), "a prior for each move");
        Self { moves: moves.into(), priors: priors.into(), first: Block::default(), rest: OnceLock::new() }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    #[inline]
    pub(super) fn m(&self, i: usize) -> M {
        self.moves[i]
    }

    #[inline]
    pub(super) fn prior(&self, i: usize) -> f32 {
        self.priors.get(i).copied().unwrap_or_else(|| 1.0 / self.moves.len() as f32)
    }

    #[inline]
    pub(super) fn at(&self, i: usize) -> Edge<'_, M> {
        Edge { m: self.moves[i], prior: self.prior(i), stats: self.stats(i) }
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = Edge<'_, M>> + ExactSizeIterator {
        (0..self.moves.len()).map(|i| self.at(i))
    }

    /// What is known about a move, if its block exists.
    #[inline]
    pub(super) fn stats(&self, i: usize) -> Option<&Stats> {
        Some(&self.block(i / BLOCK)?[i % BLOCK])
    }

    /// The blocks, and the number of the first move of each.
    #[inline]
    pub(super) fn blocks(&self) -> impl Iterator<Item = (usize, Option<&Block>)> {
        (0..self.moves.len().div_ceil(BLOCK)).map(|number| (number * BLOCK, self.block(number)))
    }

    /// Adds up something of all moves, block by block.
    #[inline]
    pub(super) fn fold<T>(&self, start: T, add: impl Fn(T, Count) -> T) -> T {
        self.blocks().fold(start, |sum, (_, block)| match block {
            Some(block) => block.iter().fold(sum, |sum, stats| add(sum, stats.tally.count())),
            None => sum,
        })
    }

    #[inline]
    fn block(&self, number: usize) -> Option<&Block> {
        match number.checked_sub(1) {
            None => Some(&self.first),
            Some(number) => self.rest.get()?[number].get().map(|block| &**block),
        }
    }

    /// The statistics of a move to be followed. `on_new` gets the bytes of what had to be allocated.
    #[inline]
    pub(super) fn followed(&self, i: usize, on_new: impl FnOnce(usize)) -> &Stats {
        self.stats(i).unwrap_or_else(|| &self.added(i / BLOCK - 1, on_new)[i % BLOCK])
    }

    #[cold]
    fn added(&self, number: usize, on_new: impl FnOnce(usize)) -> &Block {
        let mut bytes = size_of::<Block>();
        let rest = self.rest.get_or_init(|| {
            let others = self.moves.len().div_ceil(BLOCK) - 1;
            bytes += others * size_of::<Place>();
            (0..others).map(|_| Place::new()).collect()
        });
        on_new(bytes);
        rest[number].get_or_init(Box::default)
    }

    /// Gives the children new numbers, when records are moved.
    pub(super) fn relink(&mut self, mut number: impl FnMut(u32) -> u32) {
        let rest = self.rest.get_mut().into_iter().flat_map(|rest| rest.iter_mut());
        let others = rest.filter_map(OnceLock::get_mut).flat_map(|block| block.iter_mut());
        for stats in self.first.iter_mut().chain(others) {
            if let Some(child) = stats.child() {
                stats.relink(number(child));
            }
        }
    }

    /// The memory that it takes outside itself.
    pub(super) fn bytes(&self) -> usize {
        let rest = self.rest.get().map_or(0, |rest| size_of_val(&**rest));
        let blocks = self.blocks().skip(1).filter(|(_, block)| block.is_some()).count();
        size_of_val(&*self.moves) + size_of_val(&*self.priors) + rest + blocks * size_of::<Block>()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tally::WIN;
    use super::*;

    #[test]
    fn only_blocks_with_followed_moves_take_memory() {
        let moves: Vec<u16> = (0..70).collect();
        let edges = Edges::new(&moves, &[]);
        let (bare, mut added) = (edges.bytes(), 0);
        assert_eq!(bare, 140);
        for i in [3, 69, 68, 0, 40] {
            edges.followed(i, |bytes| added += bytes).tally.add(WIN, 0, false);
            assert_eq!(edges.bytes(), bare + added);
        }
        let known: Vec<usize> = edges.blocks().filter(|(_, block)| block.is_some()).map(|(first, _)| first).collect();
        assert_eq!(known, [0, 40, 64], "the first is always there");
        let visited: Vec<usize> = (0..70).filter(|&i| edges.at(i).count().visits > 0).collect();
        assert_eq!(visited, [0, 3, 40, 68, 69]);
        assert_eq!(edges.at(20).minimax(), edges.at(41).minimax());
    }

    #[test]
    fn children_get_new_numbers_in_order() {
        let mut edges = Edges::new(&[0_u8; 20], &[]);
        for (i, child) in [(19, 7), (2, 5), (9, 0)] {
            assert_eq!(edges.followed(i, |_| {}).link(child), child);
            edges.followed(i, |_| {}).prove(Proof::Win);
        }
        let mut seen = Vec::new();
        edges.relink(|child| {
            seen.push(child);
            child + 100
        });
        assert_eq!(seen, [5, 0, 7]);
        let children: Vec<_> = edges.iter().filter_map(|edge| edge.child()).collect();
        assert_eq!(children, [105, 100, 107]);
        assert_eq!(edges.at(9).proof(), Proof::Win);
    }

    #[test]
    fn priors_are_equal_unless_given() {
        assert_eq!(Edges::new(&[1_u8, 2, 3, 4], &[]).at(2).prior, 0.25);
        assert_eq!(Edges::new(&[1_u8, 2], &[0.9, 0.1]).at(1).prior, 0.1);
    }
}

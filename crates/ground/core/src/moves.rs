//! Buffers for generated moves.

use arrayvec::ArrayVec;

/// A list of moves on the stack.
///
/// Each game chooses a capacity large enough for any position; with a `Vec` per node, perft takes about 60 % longer per
/// leaf.
pub trait MoveBuf<M>: Default + AsRef<[M]> + AsMut<[M]> {
    /// Adds a move. The buffer is large enough by construction.
    fn push(&mut self, m: M);
    /// Forgets all moves.
    fn clear(&mut self);
    /// The moves so far.
    #[inline]
    fn as_slice(&self) -> &[M] {
        self.as_ref()
    }
    /// How many moves there are.
    #[inline]
    fn len(&self) -> usize {
        self.as_ref().len()
    }
    /// Whether there is none.
    #[inline]
    fn is_empty(&self) -> bool {
        self.as_ref().is_empty()
    }
}

impl<M, const CAPACITY: usize> MoveBuf<M> for ArrayVec<M, CAPACITY> {
    #[inline]
    fn push(&mut self, m: M) {
        ArrayVec::push(self, m);
    }
    #[inline]
    fn clear(&mut self) {
        ArrayVec::clear(self);
    }
}

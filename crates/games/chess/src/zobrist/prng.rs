//! XorShift64, the generator of the keys (Marsaglia, *Xorshift RNGs*, 2003, the triple 13, 7, 17).

/// The state of the generator; never zero.
#[derive(Clone, Copy, Debug)]
pub struct XorShift64(u64);

impl XorShift64 {
    /// A generator that starts from `seed`, which must not be zero.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        assert!(seed != 0, "XorShift64 stays at zero for ever");
        Self(seed)
    }

    /// The next number: the state after one step.
    pub const fn step(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

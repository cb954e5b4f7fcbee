//! Parity of the four quarters of the board.
//!
//! Late in the game the board falls apart into regions, and it is good to play last in each. Quarters are a cheap stand-in
//! for regions: moves into a quarter with an odd number of empty squares are tried first.

/// All squares of the quarters (4x4) that hold an odd number of the squares of `set`.
#[inline]
pub(super) const fn odd_quarters(set: u64) -> u64 {
    /// One bit for each quarter, at its first square.
    const FIRST: u64 = 0x0000_0011_0000_0011;
    /// A whole quarter, seen from its first square.
    const QUARTER: u64 = 0x0F0F_0F0F;
    let pairs = set ^ set >> 1;
    let rows = pairs ^ pairs >> 2;
    let pairs = rows ^ rows >> 8;
    let quarters = (pairs ^ pairs >> 16) & FIRST;
    quarters.wrapping_mul(QUARTER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    #[test]
    fn quarters_are_counted() {
        let quarters = [0x0F0F_0F0F_u64, 0xF0F0_F0F0, 0x0F0F_0F0F << 32, 0xF0F0_F0F0 << 32];
        let mut rng = Rng::new(3);
        for _ in 0..1_000 {
            let set = rng.next_u64() & rng.next_u64();
            let expected = quarters
                .iter()
                .filter(|&&quarter| (set & quarter).count_ones() % 2 == 1)
                .fold(0, |all, quarter| all | quarter);
            assert_eq!(odd_quarters(set), expected);
        }
    }
}

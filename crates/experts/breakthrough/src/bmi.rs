//! Bit extract and deposit on 32-bit words.

/// The bits of `value` at the set bits of `mask`, packed together at the low end.
#[inline]
pub(crate) fn extract(value: u32, mask: u32) -> u32 {
    quadrille_lanes::extract(u64::from(value), u64::from(mask)) as u32
}

/// The low bits of `value` spread to the set bits of `mask`: the inverse of [`extract`].
#[inline]
pub(crate) fn deposit(value: u32, mask: u32) -> u32 {
    quadrille_lanes::deposit(u64::from(value), u64::from(mask)) as u32
}

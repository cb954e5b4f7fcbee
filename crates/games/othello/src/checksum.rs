//! The checksum of the crate's files: FNV-1a, 64 bits.

/// What each byte multiplies the sum with.
pub const PRIME: u64 = 0x0000_0100_0000_01B3;
const START: u64 = 0xCBF2_9CE4_8422_2325;

/// The checksum of some bytes.
#[must_use]
pub fn fnv(bytes: &[u8]) -> u64 {
    fnv_from(START, bytes)
}

/// The checksum of some bytes behind those that gave `hash`.
#[must_use]
pub fn fnv_from(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

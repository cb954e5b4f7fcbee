//! The checksum of the files about Breakthrough: weights, tables, certificates.

/// FNV-1a over 64-bit words: fast, and enough against truncation and disk errors.
#[derive(Clone, Copy, Debug)]
pub struct Checksum(pub u64);

impl Default for Checksum {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Checksum {
    /// Adds bytes; the last word is filled up with zeros.
    pub fn add(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = (self.0 ^ u64::from_le_bytes(word)).wrapping_mul(0x0100_0000_01B3);
            self.0 ^= self.0 >> 29;
        }
    }
}

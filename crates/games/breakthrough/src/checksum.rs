//! The checksum of the files about Breakthrough: weights, tables, certificates.
//!
//! It is not the one of all other files (`quadrille_support::checksum`): tables that took days to compute end with it,
//! and the checker of certificates, which shares no code with the solvers, must be able to recompute it in four lines.

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

/// A file of weights: its mark, the weights, their checksum.
pub(crate) fn sealed(mark: &[u8; 8], weights: &[u8]) -> Vec<u8> {
    [mark, weights, &of(weights)].concat()
}

/// The weights in a file; `None` if it is damaged or of another kind.
pub(crate) fn opened<'a>(mark: &[u8; 8], file: &'a [u8]) -> Option<&'a [u8]> {
    let (weights, sum) = file.strip_prefix(mark)?.split_last_chunk::<8>()?;
    (of(weights) == *sum).then_some(weights)
}

fn of(bytes: &[u8]) -> [u8; 8] {
    let mut sum = Checksum::default();
    sum.add(bytes);
    sum.0.to_le_bytes()
}

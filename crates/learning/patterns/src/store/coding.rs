//! How numbers are written in files.

use crate::words;
use quadrille_core::{Message, Refusal};

/// The refusal of something that a good file cannot hold.
pub(crate) fn impossible(what: &'static Message) -> Refusal {
    words::IMPOSSIBLE.refuse().with("what", what)
}

/// Takes numbers off the front of bytes.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    /// The next bytes.
    pub(crate) fn bytes(&mut self, length: usize) -> Result<&'a [u8], Refusal> {
        let (head, rest) = self.0.split_at_checked(length).ok_or_else(|| impossible(&words::BLOCK))?;
        self.0 = rest;
        Ok(head)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Refusal> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N)?);
        Ok(array)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Refusal> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(crate) fn u64(&mut self) -> Result<u64, Refusal> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// The next numbers with a fraction.
    pub(crate) fn floats(&mut self, count: usize) -> Result<Vec<f32>, Refusal> {
        let (words, _) = self.bytes(count.saturating_mul(4))?.as_chunks::<4>();
        Ok(words.iter().map(|word| f32::from_le_bytes(*word)).collect())
    }

    /// A block of bytes with its length before it.
    pub(crate) fn block(&mut self) -> Result<&'a [u8], Refusal> {
        let length = self.u64()?;
        self.bytes(usize::try_from(length).unwrap_or(usize::MAX))
    }
}

/// Appends a block with its length.
pub(crate) fn put_block(body: &mut Vec<u8>, block: &[u8]) {
    body.extend((block.len() as u64).to_le_bytes());
    body.extend(block);
}

/// How many bytes a number has at most.
pub(crate) const LONGEST_NUMBER: usize = 10;

/// Appends a number, seven bits a byte.
pub(crate) fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes off a number that [`put_number`] wrote.
pub(crate) fn take_number(bytes: &mut &[u8]) -> Result<u64, Refusal> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let Some((&byte, rest)) = bytes.split_first() else { break };
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(impossible(&words::COUNT))
}

/// Rising numbers as the gaps between them, each a unary quotient and `low` plain bits (Rice 1979).
pub(crate) fn put_rising(body: &mut Vec<u8>, numbers: &[u64], range_bits: u32) {
    let gap = if numbers.is_empty() { 1 } else { (1_u64 << range_bits) / numbers.len() as u64 };
    let low = gap.max(2).ilog2().saturating_sub(1);
    let (mut bits, mut filled, mut bytes) = (0_u64, 0, Vec::new());
    let mut put = |value: u64, count: u32| {
        for at in 0..count {
            bits |= (value >> at & 1) << filled;
            filled += 1;
            if filled == 64 {
                bytes.extend(bits.to_le_bytes());
                (bits, filled) = (0, 0);
            }
        }
    };
    let mut before = 0;
    for &number in numbers {
        let gap = number - before;
        for _ in 0..gap >> low {
            put(1, 1);
        }
        put(0, 1);
        put(gap, low);
        before = number;
    }
    // What is left of the last word.
    put(0, 63);
    body.extend((numbers.len() as u64).to_le_bytes());
    body.extend(low.to_le_bytes());
    put_block(body, &bytes);
}

/// The numbers that [`put_rising`] wrote; all of them have at most `range_bits` bits.
pub(crate) fn take_rising(reader: &mut Reader<'_>, range_bits: u32) -> Result<Vec<u64>, Refusal> {
    let (count, low) = (reader.u64()?, reader.u32()?);
    let bytes = reader.block()?;
    if count > bytes.len() as u64 * 8 || low > 60 {
        return Err(impossible(&words::KEY));
    }
    let mut at = 0_usize;
    let mut bit = || {
        let byte = bytes.get(at / 8).ok_or_else(|| impossible(&words::KEY))?;
        at += 1;
        Ok::<u64, Refusal>(u64::from(byte >> ((at - 1) % 8) & 1))
    };
    let mut numbers = Vec::with_capacity(count as usize);
    let mut before = 0_u64;
    for _ in 0..count {
        let mut gap = 0_u64;
        while bit()? == 1 {
            gap += 1;
        }
        gap <<= low;
        for place in 0..low {
            gap |= bit()? << place;
        }
        before = before
            .checked_add(gap)
            .filter(|number| number >> range_bits == 0)
            .ok_or_else(|| impossible(&words::KEY))?;
        numbers.push(before);
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    #[test]
    fn rising_numbers_round_trip() {
        let mut rng = Rng::new(3);
        for count in [0, 1, 2, 5_000] {
            let mut numbers: Vec<u64> = (0..count).map(|_| rng.next_u64() >> 24).collect();
            numbers.sort_unstable();
            let mut body = Vec::new();
            put_rising(&mut body, &numbers, 40);
            assert_eq!(take_rising(&mut Reader(&body), 40).expect("well formed"), numbers);
            assert!(count < 100 || body.len() < count * 5);
            assert!(body.len() <= 20 || take_rising(&mut Reader(&body[..body.len() - 1]), 40).is_err());
            assert!(count < 100 || take_rising(&mut Reader(&body), 30).is_err());
        }
    }
}

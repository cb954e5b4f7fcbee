//! Small numbers in few bits: the Rice code (Rice and Plaunt 1971).
//!
//! A number is folded to 0, -1, 1, -2, ... = 0, 1, 2, 3, ...; what it is beyond its lowest `k` bits is written as this many ones and
//! a zero, then come the `k` bits. A list starts with its `k` in a byte, the best of all, and ends with a whole byte.

/// The most bits that are written as they are.
const MOST: u32 = 15;

const fn folded(number: i16) -> u32 {
    ((number as i32) << 1 ^ (number as i32) >> 15) as u32
}

const fn unfolded(folded: u32) -> i16 {
    ((folded >> 1) as i32 ^ -((folded & 1) as i32)) as i16
}

/// Appends the numbers.
pub(super) fn write(bytes: &mut Vec<u8>, numbers: &[i16]) {
    let length = |k: u32| numbers.iter().map(|&number| u64::from(folded(number) >> k) + 1 + u64::from(k)).sum::<u64>();
    let k = (0..=MOST).min_by_key(|&k| length(k)).unwrap_or(0);
    bytes.push(k as u8);
    let (mut byte, mut filled) = (0_u8, 0);
    let mut push = |bit: bool| {
        byte |= u8::from(bit) << filled;
        filled += 1;
        if filled == 8 {
            bytes.push(byte);
            (byte, filled) = (0, 0);
        }
    };
    for number in numbers.iter().map(|&number| folded(number)) {
        (0..number >> k).for_each(|_| push(true));
        push(false);
        (0..k).for_each(|bit| push(number >> bit & 1 == 1));
    }
    if filled > 0 {
        bytes.push(byte);
    }
}

/// Reads this many numbers from the front of `bytes`, which it shortens; none if they are not there.
pub(super) fn read(bytes: &mut &[u8], count: usize) -> Option<Vec<i16>> {
    let (&k, data) = bytes.split_first()?;
    let k = u32::from(k);
    if k > MOST {
        return None;
    }
    let mut at = 0;
    let mut numbers = Vec::new();
    for _ in 0..count {
        let mut ones = 0;
        loop {
            let more = window(data, at)?.trailing_ones().min(WINDOW);
            at += more as usize;
            ones += more;
            if ones > u32::from(u16::MAX) {
                return None;
            }
            if more < WINDOW {
                break;
            }
        }
        let low = window(data, at + 1)? as u32 & ((1 << k) - 1);
        at += 1 + k as usize;
        let number = ones.checked_mul(1 << k)? + low;
        if number > u32::from(u16::MAX) || at > 8 * data.len() {
            return None;
        }
        numbers.push(unfolded(number));
    }
    *bytes = &data[at.div_ceil(8)..];
    Some(numbers)
}

/// How many bits a look at the data shows at least.
const WINDOW: u32 = 56;

/// The bits from the given one on, zeros behind the end; none far behind it.
fn window(data: &[u8], at: usize) -> Option<u64> {
    let rest = data.get(at / 8..)?;
    let word = rest.first_chunk().map_or_else(
        || rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
        |word| u64::from_le_bytes(*word),
    );
    Some(word >> (at % 8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    #[test]
    fn lists_survive_one_after_the_other() {
        let mut rng = Rng::new(3);
        let lists = [1, 40, 3_000].map(|range| (0..777).map(|_| rng.below(2 * range) as i16 - range as i16).collect());
        let lists: [Vec<i16>; 5] =
            [&lists[..], &[vec![i16::MIN, i16::MAX, 0, -1], vec![]]].concat().try_into().unwrap();
        let mut bytes = Vec::new();
        lists.iter().for_each(|list| write(&mut bytes, list));
        let mut rest = &bytes[..];
        for list in &lists {
            assert_eq!(read(&mut rest, list.len()).as_ref(), Some(list));
        }
        assert!(rest.is_empty());
    }

    #[test]
    fn small_numbers_take_few_bits_and_a_short_list_is_none() {
        let mut bytes = Vec::new();
        write(&mut bytes, &[0; 800]);
        assert_eq!(bytes.len(), 101);
        assert_eq!(read(&mut &bytes[..100], 800), None);
        assert_eq!(read(&mut &[16, 0, 0][..], 1), None, "more bits than a number has");
        let mut endless = vec![0_u8];
        endless.extend([255; 9_000]);
        endless.push(0);
        assert_eq!(read(&mut &endless[..], 1), None, "a number beyond 16 bits");
    }
}

//! One Syzygy file: how it is read and how one value is unpacked.
//!
//! Values are symbols of a canonical Huffman code, and a symbol stands for a pair of shorter ones. Blocks of equal size
//! hold the bits; a sparse index says in which block a position is. The header is read on first use and blocks on
//! demand. Nothing is memory-mapped, so a damaged or shrinking file causes a wrong answer at worst.

use super::index::{Class, Man, Order, leading_file};
use std::fs::File;
use std::path::Path;

/// What a file of results begins with, and one of distances.
const RESULTS: [u8; 4] = [0x71, 0xE8, 0x23, 0x5D];
const DISTANCES: [u8; 4] = [0xD7, 0x66, 0x0C, 0xA5];

/// In the first byte of a file: both sides to move are stored; there are pawns.
const BOTH_SIDES: u8 = 1;
const PAWNS: u8 = 2;

/// In the first byte of a part of distances: Black is to move; values are looked up in a map; distances are in plies for
/// wins, for losses; the map is of two bytes. In every part: all values are one.
const BLACK_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
const WIN_PLIES: u8 = 4;
const LOSS_PLIES: u8 = 8;
const WIDE: u8 = 16;
const SINGLE: u8 = 128;

/// What the values of a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// 0 lost to 4 won.
    Results,
    /// Moves to a capture, a pawn move or mate.
    Distances,
}

/// A file, ready to be asked.
#[derive(Debug)]
pub(super) struct Table {
    file: File,
    symmetric: bool,
    class: Class,
    /// By file of the leading pawn, then by side to move.
    parts: Vec<Vec<Part>>,
}

/// The positions of one side to move and one file of the leading pawn.
#[derive(Debug)]
struct Part {
    order: Order,
    flags: u8,
    packed: Packed,
    /// Distances by result: those of wins, losses, wins and losses that the fifty-move rule makes draws.
    maps: [Vec<u16>; 4],
}

/// The packed values of a part.
#[derive(Debug, Default)]
struct Packed {
    /// The one value there is.
    single: Option<u16>,
    positions: u64,
    block_bytes: usize,
    span: u64,
    blocks: usize,
    lengths: usize,
    shortest: u32,
    /// The first code of each length, left-aligned, and its symbol.
    codes: Vec<(u64, u16)>,
    /// The pair a symbol stands for; a value has no second half.
    pairs: Vec<(u16, u16)>,
    /// How many values a symbol stands for, minus one.
    sizes: Vec<u32>,
    /// The block and the place in it of every `span`-th position.
    sparse: Vec<u8>,
    /// How many values each block has, minus one.
    counts: Vec<u8>,
    /// Where the blocks begin.
    start: u64,
}

/// Where reading is in a file.
struct Head<'a> {
    file: &'a File,
    len: u64,
    at: u64,
}

impl Head<'_> {
    fn take(&mut self, bytes: usize) -> Option<Vec<u8>> {
        let end = self.at.checked_add(bytes as u64).filter(|&end| end <= self.len)?;
        let mut taken = vec![0; bytes];
        read_at(self.file, &mut taken, self.at)?;
        self.at = end;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }

    fn word(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes(self.take(2)?.try_into().ok()?))
    }

    const fn align(&mut self, to: u64) {
        self.at = self.at.next_multiple_of(to);
    }
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> Option<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at).ok()
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> Option<()> {
    while !bytes.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, bytes, at).ok().filter(|&read| read > 0)?;
        (bytes, at) = (&mut bytes[read..], at + read as u64);
    }
    Some(())
}

#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> Option<()> {
    None
}

impl Table {
    /// Opens a file. None if it cannot be read, is of another kind, or is inconsistent.
    pub(super) fn open(path: &Path, kind: Kind, class: Class, symmetric: bool) -> Option<Self> {
        let file = File::open(path).ok()?;
        let len = file.metadata().ok()?.len();
        let mut head = Head { file: &file, len, at: 0 };
        let mark = if kind == Kind::Results { RESULTS } else { DISTANCES };
        let flags = (head.take(4)? == mark).then(|| head.byte())??;
        if (flags & PAWNS != 0) != class.has_pawns() || (flags & BOTH_SIDES == 0) != symmetric {
            return None;
        }
        let sides = if kind == Kind::Results && !symmetric { 2 } else { 1 };
        let files = if class.has_pawns() { 4 } else { 1 };
        let mut orders = Vec::new();
        for file in 0..files {
            orders.push(read_orders(&mut head, class, sides, file)?);
        }
        head.align(2);
        let mut parts = Vec::new();
        for orders in orders {
            let part = |order| Part::read(&mut head, order);
            parts.push(orders.into_iter().map(part).collect::<Option<Vec<_>>>()?);
        }
        if kind == Kind::Distances {
            read_maps(&mut head, &mut parts)?;
        }
        let packed = parts.iter_mut().flatten().map(|part| &mut part.packed);
        read_blocks(&mut head, packed.filter(|packed| packed.single.is_none()).collect())?;
        Some(Self { symmetric, class, parts, file })
    }

    /// The result, 0 lost to 4 won, of a position with these men.
    pub(super) fn result(&self, men: &[(Man, u8)], black_to_move: bool) -> Option<u16> {
        let part = self.part(men, black_to_move)?;
        part.packed.value(&self.file, part.order.number(men)?).filter(|&result| result <= 4)
    }

    /// The plies to a capture, a pawn move or mate, for a position with this result. Only one side to move is stored:
    /// `Some(None)` if it is the other.
    pub(super) fn distance(&self, men: &[(Man, u8)], black_to_move: bool, result: u16) -> Option<Option<u32>> {
        let part = self.part(men, black_to_move)?;
        let stored = part.flags & BLACK_TO_MOVE != 0;
        if stored != black_to_move && (!self.symmetric || self.class.has_pawns()) {
            return Some(None);
        }
        let value = part.packed.value(&self.file, part.order.number(men)?)?;
        let map = &part.maps[[1, 3, 0, 2, 0][usize::from(result)]];
        let value = if part.flags & MAPPED != 0 { *map.get(usize::from(value))? } else { value };
        let in_plies = match result {
            4 => part.flags & WIN_PLIES != 0,
            0 => part.flags & LOSS_PLIES != 0,
            _ => false,
        };
        Some(Some(u32::from(value) * if in_plies { 1 } else { 2 } + 1))
    }

    /// The part a position belongs to.
    fn part(&self, men: &[(Man, u8)], black_to_move: bool) -> Option<&Part> {
        let mut file = 0;
        if self.class.has_pawns() {
            let leader = self.parts.first()?.first()?.order.first_man();
            file = leading_file(men.iter().filter(|&&(man, _)| man == leader).map(|&(_, square)| square));
        }
        let sides = self.parts.get(file)?;
        sides.get(usize::from(black_to_move)).or_else(|| sides.first())
    }
}

fn read_orders(head: &mut Head<'_>, class: Class, sides: usize, file: usize) -> Option<Vec<Order>> {
    let first = head.byte()?;
    let second = if class.pawns[1] > 0 { head.byte()? } else { 0xFF };
    let men = head.take(class.men)?;
    let half = |side: usize, byte: u8| if side == 0 { byte & 15 } else { byte >> 4 };
    let order = |side| {
        let men: Vec<Man> = men.iter().map(|&byte| half(side, byte)).collect();
        Order::new(class, &men, [half(side, first), half(side, second)], file)
    };
    (0..sides).map(order).collect()
}

impl Part {
    fn read(head: &mut Head<'_>, order: Order) -> Option<Self> {
        let flags = head.byte()?;
        let packed = if flags & SINGLE != 0 {
            Packed { single: Some(u16::from(head.byte()?)), ..Packed::default() }
        } else {
            Packed::read(head, order.len)?
        };
        Some(Self { order, flags, packed, maps: Default::default() })
    }
}

/// The maps of distances come one after another; those of two bytes are aligned.
fn read_maps(head: &mut Head<'_>, parts: &mut [Vec<Part>]) -> Option<()> {
    for part in parts.iter_mut().flatten().filter(|part| part.flags & MAPPED != 0) {
        let wide = part.flags & WIDE != 0;
        if wide {
            head.align(2);
        }
        for map in &mut part.maps {
            let len = if wide { head.word()? } else { u16::from(head.byte()?) };
            let bytes = head.take(usize::from(len) * if wide { 2 } else { 1 })?;
            let width = if wide { 2 } else { 1 };
            *map =
                bytes.chunks_exact(width).map(|v| u16::from_le_bytes([v[0], v.get(1).copied().unwrap_or(0)])).collect();
        }
    }
    head.align(2);
    Some(())
}

/// What follows the heads of the parts: all sparse indexes, all counts, all blocks.
fn read_blocks(head: &mut Head<'_>, mut every: Vec<&mut Packed>) -> Option<()> {
    for packed in &mut every {
        packed.sparse = head.take(packed.sparse_len()?)?;
    }
    for packed in &mut every {
        packed.counts = head.take(packed.lengths.checked_mul(2)?)?;
    }
    for packed in &mut every {
        head.align(64);
        packed.start = head.at;
        head.at = head.at.checked_add((packed.block_bytes as u64).checked_mul(packed.blocks as u64)?)?;
    }
    (head.at <= head.len).then_some(())
}

impl Packed {
    /// An entry of the sparse index: a block (4 bytes) and a place in it (2 bytes).
    const SPARSE_BYTES: usize = 6;
    /// The largest block and the largest span are two to this.
    const LARGEST: u8 = 32;
    /// No code is longer, so that one always fits into what is read ahead.
    const LONGEST_CODE: u8 = 32;

    fn read(head: &mut Head<'_>, positions: u64) -> Option<Self> {
        let [block, span, padding] = head.take(3)?.try_into().ok()?;
        let blocks = u32::from_le_bytes(head.take(4)?.try_into().ok()?) as usize;
        let [longest, shortest] = head.take(2)?.try_into().ok()?;
        if block.max(span) > Self::LARGEST || longest > Self::LONGEST_CODE || shortest == 0 || longest < shortest {
            return None;
        }
        let lowest: Vec<u16> = (shortest..=longest).map(|_| head.word()).collect::<Option<_>>()?;
        let symbols = usize::from(head.word()?);
        let halves = head.take(symbols * 3)?;
        head.align(2);
        let pair = |half: &[u8]| {
            let [a, b, c] = [half[0], half[1], half[2]].map(u16::from);
            (a | (b & 15) << 8, b >> 4 | c << 4)
        };
        let pairs: Vec<_> = halves.chunks_exact(3).map(pair).collect();
        Some(Self {
            single: None,
            positions,
            block_bytes: 1 << block,
            span: 1 << span,
            blocks,
            lengths: blocks.checked_add(usize::from(padding))?,
            shortest: u32::from(shortest),
            codes: first_codes(&lowest, u32::from(shortest)),
            sizes: sizes(&pairs)?,
            pairs,
            ..Self::default()
        })
    }

    fn sparse_len(&self) -> Option<usize> {
        usize::try_from(self.positions.div_ceil(self.span)).ok()?.checked_mul(Self::SPARSE_BYTES)
    }

    /// The value of a position by its number.
    fn value(&self, file: &File, number: u64) -> Option<u16> {
        if self.single.is_some() {
            return self.single;
        }
        let (block, place) = self.place(number)?;
        let mut bytes = vec![0; self.block_bytes];
        read_at(file, &mut bytes, self.start + (block * self.block_bytes) as u64)?;
        self.unpack(&bytes, place)
    }

    /// The block of a position and its place there.
    fn place(&self, number: u64) -> Option<(usize, u32)> {
        let at = usize::try_from(number / self.span).ok()?.checked_mul(Self::SPARSE_BYTES)?;
        let [a, b, c, d, e, f] = self.sparse.get(at..at + Self::SPARSE_BYTES)?.try_into().ok()?;
        let mut block = u32::from_le_bytes([a, b, c, d]) as usize;
        let here = i64::from(u16::from_le_bytes([e, f]));
        let mut place = here + (number % self.span) as i64 - (self.span / 2) as i64;
        while place < 0 {
            block = block.checked_sub(1)?;
            place += self.values_in(block)?;
        }
        while place >= self.values_in(block)? {
            place -= self.values_in(block)?;
            block += 1;
        }
        (block < self.blocks).then_some((block, u32::try_from(place).ok()?))
    }

    fn values_in(&self, block: usize) -> Option<i64> {
        let count = self.counts.get(2 * block..2 * block + 2)?;
        Some(i64::from(u16::from_le_bytes([count[0], count[1]])) + 1)
    }

    /// The value at a place of a block.
    fn unpack(&self, block: &[u8], mut place: u32) -> Option<u16> {
        let mut words =
            block.chunks_exact(4).map(|word| u64::from(u32::from_be_bytes([word[0], word[1], word[2], word[3]])));
        let mut ahead = words.next()? << 32 | words.next()?;
        let mut bits = 64;
        let mut symbol = loop {
            let length = self.codes.iter().position(|&(first, _)| ahead >= first)?;
            let (first, symbol) = self.codes[length];
            let length = length as u32 + self.shortest;
            let symbol = u16::try_from((ahead - first) >> (64 - length)).ok()?.checked_add(symbol)?;
            let size = *self.sizes.get(usize::from(symbol))?;
            if place <= size {
                break symbol;
            }
            place -= size + 1;
            ahead <<= length;
            bits -= length;
            if bits <= 32 {
                ahead |= words.next().unwrap_or(0) << (32 - bits);
                bits += 32;
            }
        };
        while *self.sizes.get(usize::from(symbol))? > 0 {
            let (first, second) = self.pairs[usize::from(symbol)];
            let size = *self.sizes.get(usize::from(first))?;
            symbol = if place <= size { first } else { second };
            place -= if place <= size { 0 } else { size + 1 };
        }
        Some(self.pairs[usize::from(symbol)].0)
    }
}

/// The first code of each length, left-aligned: longer codes come first, as smaller numbers.
fn first_codes(lowest: &[u16], shortest: u32) -> Vec<(u64, u16)> {
    let mut codes = vec![0_u64; lowest.len()];
    for i in (0..lowest.len().saturating_sub(1)).rev() {
        let longer = codes[i + 1].wrapping_add(u64::from(lowest[i])).wrapping_sub(u64::from(lowest[i + 1]));
        codes[i] = longer / 2;
    }
    let aligned = codes.iter().zip(shortest..).map(|(&code, length)| code << (64 - length));
    aligned.zip(lowest.iter().copied()).collect()
}

/// How many values each symbol stands for, minus one. None if a symbol is part of itself.
fn sizes(pairs: &[(u16, u16)]) -> Option<Vec<u32>> {
    /// The second half of a symbol that is a value.
    const VALUE: u16 = 0xFFF;
    /// No symbol stands for more.
    const MOST: u32 = 1 << 16;
    let mut sizes: Vec<Option<u32>> = pairs.iter().map(|&(_, second)| (second == VALUE).then_some(0)).collect();
    // Nearly always a symbol is made of earlier ones, so one round is enough.
    while sizes.contains(&None) {
        let mut found = false;
        for (i, &(first, second)) in pairs.iter().enumerate() {
            let of = |half: u16| sizes.get(usize::from(half)).copied().flatten();
            if let (None, Some(one), Some(two)) = (sizes[i], of(first), of(second)) {
                sizes[i] = Some(one + two + 1).filter(|&size| size < MOST);
                found |= sizes[i].is_some();
            }
        }
        if !found {
            return None;
        }
    }
    sizes.into_iter().collect()
}

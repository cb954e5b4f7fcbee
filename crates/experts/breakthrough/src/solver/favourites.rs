//! The far layers of a strategy, whose positions are too many for a byte each.
//!
//! In most positions the move that an evaluation likes best wins. Only the exceptions are stored: a hash of the position
//! and the place of the winning move in the evaluation's order. A position may be looked up only if the game came to it
//! by the strategy and, after the first far layer's move, by likely replies ([`likely`]): every such position was compared
//! with the table when the layers were made, also those whose hash happens to be that of an exception. (All but those that
//! share 58 bits of their key with another one.)

use super::{after, folded, sorted_moves};
use quadrille_breakthrough::evaluation::network::Judged;
use quadrille_breakthrough::{Moves, Position};
use quadrille_core::{Evaluation, Game, Outcome};
use std::cmp::Reverse;
use std::io::Read;

/// The place of the winning move, by position.
#[derive(Clone, Debug, Default)]
pub(super) struct Favourites {
    /// The number of far layers.
    layers: usize,
    /// How many replies to the moves of these layers are likely.
    replies: usize,
    /// Hashes of positions whose first place loses, ascending, and the place that wins.
    exceptions: Vec<(u32, u8)>,
    /// Keys of positions that share the hash of an exception but not its place, ascending, and their places.
    clashes: Vec<(u64, u8)>,
}

fn hash(key: u64) -> u32 {
    (key >> 32) as u32
}

/// The moves of a position, best first by the network; equal ones in the order given.
pub(super) fn ranked(position: &Position, mut moves: Moves) -> Moves {
    moves.sort_by_cached_key(|&m| {
        let mut next = *position;
        next.play(m);
        match next.outcome() {
            Some(outcome) => Reverse(if outcome == Outcome::Win(position.to_move()) { i32::MAX } else { i32::MIN }),
            None => Reverse(-Judged.evaluate(&next).raw()),
        }
    });
    moves
}

/// The positions after the replies that the evaluation likes best.
pub(super) fn likely(answered: &Position, replies: usize) -> impl Iterator<Item = Position> {
    let (answered, _) = folded(answered);
    let moves = ranked(&answered, sorted_moves(&answered));
    moves.into_iter().take(replies).map(move |m| after(&answered, m))
}

impl Favourites {
    /// Of the keys and places of all positions of this many layers.
    pub(super) fn of((layers, replies): (usize, usize), places: &[(u64, u8)]) -> Self {
        let mut exceptions: Vec<(u32, u8)> =
            places.iter().filter(|(_, place)| *place > 0).map(|&(key, place)| (hash(key), place)).collect();
        exceptions.sort_unstable();
        exceptions.dedup_by_key(|(hash, _)| *hash);
        let mut favourites = Self { layers, replies, exceptions, clashes: Vec::new() };
        let mut clashes: Vec<(u64, u8)> =
            places.iter().copied().filter(|&(key, place)| favourites.place(key) != place).collect();
        clashes.sort_unstable();
        favourites.clashes = clashes;
        favourites
    }

    /// The place of the winning move in a position of these layers.
    pub(super) fn place(&self, key: u64) -> u8 {
        if let Ok(at) = self.clashes.binary_search_by_key(&key, |&(key, _)| key) {
            return self.clashes[at].1;
        }
        self.exceptions.binary_search_by_key(&hash(key), |&(hash, _)| hash).map_or(0, |at| self.exceptions[at].1)
    }

    /// Whether a reply to a move of these layers, by the position after it, is a likely one.
    pub(super) fn is_likely(&self, answered: &Position, next: &Position) -> bool {
        let next = folded(next).0;
        likely(answered, self.replies).any(|reply| folded(&reply).0 == next)
    }

    /// The numbers of layers, of replies, and of the positions stored: exceptions and clashes.
    pub(super) fn header(&self) -> [usize; 4] {
        [self.layers, self.replies, self.exceptions.len(), self.clashes.len()]
    }

    /// Appends the exceptions, then the clashes.
    pub(super) fn write(&self, body: &mut Vec<u8>) {
        write_places(self.exceptions.iter().map(|&(hash, place)| (u64::from(hash), place)), body);
        write_places(self.clashes.iter().copied(), body);
    }

    /// Reads what [`Favourites::write`] wrote; `None` if it is damaged.
    pub(super) fn read(header: [usize; 4], body: &mut impl Read) -> Option<Self> {
        let [layers, replies, exceptions, clashes] = header;
        let exceptions = read_places(exceptions, body)?;
        let exceptions = exceptions
            .into_iter()
            .map(|(hash, place)| Some((u32::try_from(hash).ok()?, place)))
            .collect::<Option<_>>()?;
        Some(Self { layers, replies, exceptions, clashes: read_places(clashes, body)? })
    }
}

/// Appends ascending keys and their places: the distances from one key to the next, with the places.
pub(super) fn write_places(entries: impl Iterator<Item = (u64, u8)>, body: &mut Vec<u8>) {
    let mut last = 0;
    for (key, place) in entries {
        write_entry(body, key - last, place);
        last = key;
    }
}

/// Reads this many entries; `None` if they are damaged.
pub(super) fn read_places(count: usize, body: &mut impl Read) -> Option<Vec<(u64, u8)>> {
    // No room is reserved for what the header says: it may be forged.
    let (mut entries, mut last) = (Vec::new(), 0_u64);
    for _ in 0..count {
        let (distance, place) = read_entry(body)?;
        last = last.checked_add(distance)?;
        entries.push((last, place));
    }
    Some(entries)
}

/// Places below this are stored with the distance, the others behind it.
const FEW: u8 = 3;

/// Seven bits a byte, the lowest first; the highest bit says that more follow.
fn write_entry(body: &mut Vec<u8>, distance: u64, place: u8) {
    let mut number = u128::from(distance) << 2 | u128::from(place.min(FEW));
    while number > 0x7f {
        body.push(number as u8 | 0x80);
        number >>= 7;
    }
    body.push(number as u8);
    if place >= FEW {
        body.push(place);
    }
}

fn read_entry(body: &mut impl Read) -> Option<(u64, u8)> {
    let mut byte = || {
        let mut byte = [0];
        body.read_exact(&mut byte).ok()?;
        Some(byte[0])
    };
    let (mut number, mut shift) = (0_u128, 0);
    loop {
        let next = byte()?;
        number |= u128::from(next & 0x7f) << shift;
        shift += 7;
        if next < 0x80 {
            break;
        }
        if shift > 70 {
            return None;
        }
    }
    let place = (number & 3) as u8;
    Some((u64::try_from(number >> 2).ok()?, if place < FEW { place } else { byte()? }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    #[test]
    fn every_place_is_found_also_where_hashes_clash() {
        let mut rng = Rng::new(12);
        let mut places: Vec<(u64, u8)> = (0..5_000).map(|i| (rng.next_u64(), [0, 0, 0, 1, 2, 3, 9][i % 7])).collect();
        for i in 0..300 {
            // The same hash with the same place, and with another.
            let (key, place) = places[i];
            places.push((key ^ 1, place));
            places.push((key ^ 2, (place + 1) % 4));
        }
        let favourites = Favourites::of((4, 9), &places);
        assert!(favourites.header()[3] >= 300);
        let mut body = Vec::new();
        favourites.write(&mut body);
        let mut rest = &body[..];
        let again = Favourites::read(favourites.header(), &mut rest).unwrap();
        assert!(rest.is_empty());
        for (key, place) in places {
            assert_eq!((favourites.place(key), again.place(key)), (place, place));
        }
        for end in 0..body.len() {
            assert!(Favourites::read(favourites.header(), &mut &body[..end]).is_none());
        }
    }
}

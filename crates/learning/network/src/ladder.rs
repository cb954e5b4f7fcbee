//! Reading ladders: chains that cannot escape by running or by taking one of their pursuers.
//!
//! Only the chain's own liberties and adjacent captures are tried, and ko is ignored, so the answer is an input
//! feature, not a proof.

use crate::stones::Stones;

/// The maximum number of stones per reading; nearly all working ladders take fewer. With kos a reading could be
/// endless.
const LONGEST: u32 = 100;

/// The liberties at which the enemy catches a chain of two liberties, moving first.
pub(crate) fn catching_moves(stones: &mut Stones, target: u32) -> [Option<u32>; 2] {
    let &[first, second] = stones.liberties(target, 3).as_slice() else { return [None; 2] };
    [(first, second), (second, first)].map(|(at, other)| {
        let mut left = LONGEST;
        catches_at(stones, target, at, other, &mut left).then_some(at)
    })
}

/// Whether a chain in atari is lost, its owner moving first.
pub(crate) fn is_lost_in_atari(stones: &mut Stones, target: u32) -> bool {
    let mut left = LONGEST;
    !escapes(stones, target, &mut left)
}

/// Whether the enemy of a chain with two liberties catches it from one of them.
fn catches_at(stones: &mut Stones, target: u32, at: u32, other: u32, left: &mut u32) -> bool {
    // Most chains simply run into the open.
    let next_to_each_other = stones.around(at).contains(&other);
    if stones.empty_neighbours(other) - usize::from(next_to_each_other) >= 3 {
        return false;
    }
    let before = stones.mark();
    if !try_place(stones, at, 1 - stones.colour(target), left) {
        return false;
    }
    let caught = !escapes(stones, target, left);
    stones.take_back(before);
    caught
}

/// Whether the owner of a chain in atari, to move, gets it out: by its last liberty, or by taking a neighbour.
fn escapes(stones: &mut Stones, target: u32, left: &mut u32) -> bool {
    if let &[last] = stones.liberties(target, 2).as_slice()
        && (stones.empty_neighbours(last) >= 3 || escapes_at(stones, target, last, left))
    {
        return true;
    }
    let captures = captures(stones, target);
    // A reading beyond the limit is inconclusive.
    captures.into_iter().any(|at| escapes_at(stones, target, at, left)) || *left == 0
}

fn escapes_at(stones: &mut Stones, target: u32, at: u32, left: &mut u32) -> bool {
    let before = stones.mark();
    if !try_place(stones, at, stones.colour(target), left) {
        return false;
    }
    let out = match *stones.liberties(target, 3).as_slice() {
        [_] => false,
        [first, second] => {
            !catches_at(stones, target, first, second, left) && !catches_at(stones, target, second, first, left)
        }
        _ => true,
    };
    stones.take_back(before);
    out
}

/// Where the owner of a chain takes neighbours of it that are in atari.
fn captures(stones: &mut Stones, target: u32) -> Vec<u32> {
    let enemy = 1 - stones.colour(target);
    let mut hunters = Vec::new();
    let chain = stones.chain(target).0.to_vec();
    for stone in chain {
        for near in stones.around(stone) {
            // Two liberties at hand are no atari.
            if stones.colour(near) == enemy && stones.empty_neighbours(near) < 2 {
                hunters.push(near);
            }
        }
    }
    hunters.sort_unstable();
    hunters.dedup();
    let mut captures = Vec::new();
    for hunter in hunters {
        if let &[last] = stones.liberties(hunter, 2).as_slice()
            && !captures.contains(&last)
        {
            captures.push(last);
        }
    }
    captures
}

fn try_place(stones: &mut Stones, at: u32, player: u8, left: &mut u32) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    stones.place(at, player)
}

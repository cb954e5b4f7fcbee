//! Reading ladders: chains that cannot escape by running or by taking one of their pursuers.
//!
//! Only the chain's own liberties and captures next to it are tried, and kos are not seen, so the answer is a hint to a
//! network and no proof.

use crate::stones::{EMPTY, Stones};

/// How many stones one reading may put down. A ladder across the board takes about a hundred.
const LONGEST: u32 = 200;

/// The liberties at which the enemy catches a chain of two liberties, moving first.
pub(crate) fn catching_moves(stones: &mut Stones, target: u32) -> [Option<u32>; 2] {
    let liberties = stones.liberties(target);
    let mut moves = [None; 2];
    if let &[first, second] = liberties.as_slice() {
        for (found, at) in moves.iter_mut().zip([first, second]) {
            let mut left = LONGEST;
            *found = catches_at(stones, target, at, &mut left).then_some(at);
        }
    }
    moves
}

/// Whether a chain in atari is lost, its owner moving first.
pub(crate) fn is_lost_in_atari(stones: &mut Stones, target: u32) -> bool {
    let mut left = LONGEST;
    !escapes(stones, target, &mut left)
}

fn catches_at(stones: &mut Stones, target: u32, at: u32, left: &mut u32) -> bool {
    let before = stones.mark();
    if !try_place(stones, at, 1 - stones.colour(target), left) {
        return false;
    }
    let caught = !escapes(stones, target, left);
    stones.take_back(before);
    caught
}

/// Whether the owner of a chain in atari, to move, gets it out.
fn escapes(stones: &mut Stones, target: u32, left: &mut u32) -> bool {
    let owner = stones.colour(target);
    for at in ways_out(stones, target) {
        let before = stones.mark();
        if !try_place(stones, at, owner, left) {
            continue;
        }
        let liberties = stones.liberties(target);
        let out = match *liberties.as_slice() {
            [_] => false,
            [first, second] => !catches_at(stones, target, first, left) && !catches_at(stones, target, second, left),
            _ => true,
        };
        stones.take_back(before);
        if out {
            return true;
        }
    }
    // A reading that became too long proves nothing.
    *left == 0
}

/// What may save a chain in atari: taking a neighbour in atari, or its own last liberty.
fn ways_out(stones: &mut Stones, target: u32) -> Vec<u32> {
    let enemy = 1 - stones.colour(target);
    let mut ways = Vec::new();
    let mut pursuers = Vec::new();
    let chain = stones.chain(target).0.to_vec();
    for stone in chain {
        for near in stones.around(stone) {
            if stones.colour(near) == enemy && !pursuers.contains(&near) {
                pursuers.push(near);
            } else if stones.colour(near) == EMPTY && !ways.contains(&near) {
                ways.push(near);
            }
        }
    }
    for pursuer in pursuers {
        if let &[last] = stones.liberties(pursuer).as_slice()
            && !ways.contains(&last)
        {
            ways.push(last);
        }
    }
    ways
}

fn try_place(stones: &mut Stones, at: u32, player: u8, left: &mut u32) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    stones.place(at, player)
}

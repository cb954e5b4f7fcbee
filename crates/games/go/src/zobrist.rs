//! The random numbers behind Go's keys.
//!
//! There are two keys. The key of the stones alone is what positional superko compares. The key of the situation adds
//! whose turn it is, the point a ko forbids and the passes just made: what a search table needs. The numbers depend on
//! the colour and the point's index alone, so the fast board and the general one agree; they are stable across versions.

use quadrille_core::{Player, Rng, Sentence};

const STONE_SEEDS: [u64; 2] = [0x60_B1AC, 0x60_3417E];
const KO_SEED: u64 = 0x60_00C0;
const SITUATION_SEED: u64 = 0x60_54A7E;

/// Points with a smaller index have their numbers in a table: all points of boards up to 25 lines.
pub(crate) const TABLE: usize = 1_024;

/// The number of a stone, for any point of any board.
pub(crate) const fn stone(player: Player, index: usize) -> u64 {
    Rng::stream(STONE_SEEDS[player.index()], index as u64).next_u64()
}

/// The number of a point forbidden by ko; none for index 0.
pub(crate) const fn ko(index: usize) -> u64 {
    if index == 0 { 0 } else { Rng::stream(KO_SEED, index as u64).next_u64() }
}

/// The number of White's turn.
pub(crate) const WHITE_TO_MOVE: u64 = Rng::stream(SITUATION_SEED, 0).next_u64();

/// The numbers of no pass, one pass, two passes in a row.
pub(crate) const PASSES: [u64; 3] =
    [0, Rng::stream(SITUATION_SEED, 1).next_u64(), Rng::stream(SITUATION_SEED, 2).next_u64()];

/// Everything in the key of the situation except the stones.
#[inline]
pub(crate) const fn situation(to_move: Player, ko_index: usize, passes: u8) -> u64 {
    let turn = match to_move {
        Player::Black => 0,
        Player::White => WHITE_TO_MOVE,
    };
    turn ^ ko(ko_index) ^ PASSES[passes as usize]
}

/// The key that belongs to a list of parts.
pub(crate) fn xor_of(parts: &[(Sentence, u64)]) -> u64 {
    parts.iter().fold(0, |key, (_, part)| key ^ part)
}

/// The table of [`stone`].
pub(crate) static STONES: [[u64; TABLE]; 2] = [table(Player::Black), table(Player::White)];

const fn table(player: Player) -> [u64; TABLE] {
    let mut keys = [0; TABLE];
    let mut index = 0;
    while index < TABLE {
        keys[index] = stone(player, index);
        index += 1;
    }
    keys
}

//! What the model looks at beside patterns: liberties around a point, tactics of a move, distances, place.
//!
//! Each is a small number that picks one weight. The numbers of the *surroundings* ([`around`]) depend only on the eight
//! points around and on the chains that touch the point, so they are kept until one of those changes.

use crate::board::{Board, EMPTY, FEW_LIBERTIES, NOWHERE, OFF, PointSet, SIDE, SPOTS};
use quadrille_core::Player;
use std::sync::LazyLock;

/// Classes of the 3x3 surroundings with liberties, up to symmetry.
pub(crate) const SURROUNDINGS: usize = 134_280;
/// Products of the tactical facts, without the distance.
pub(crate) const TACTICS: usize = 4 * 3 * 4 * 3 * 2 * 2;
/// Classes of distance to the last move.
pub(crate) const NEARNESS: usize = 4;
/// Pairs of distances, and "no such move".
pub(crate) const DISTANCES: usize = 191;
/// How many of the last moves count.
pub(crate) const LAST_MOVES: usize = 4;
/// Places of an eighth of the board.
pub(crate) const PLACES: usize = 55;
/// Phases of the game.
pub(crate) const PHASES: usize = 8;

/// Where each group of weights starts.
pub(crate) const TACTICS_START: usize = SURROUNDINGS * NEARNESS;
const DISTANCE_START: usize = TACTICS_START + TACTICS * NEARNESS;
const PLACE_START: usize = DISTANCE_START + DISTANCES * LAST_MOVES;
/// How many weights there are outside the patterns.
pub(crate) const WEIGHTS: usize = PLACE_START + PLACES * PHASES;
/// How many of them a move picks.
pub(crate) const PICKS: usize = 3 + LAST_MOVES;

/// The surroundings' numbers of one point for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Around {
    pub(crate) surroundings: u32,
    pub(crate) tactics: u32,
}

/// From the code of eight neighbours (three bits for each of the four adjacent points, two for each diagonal) to its
/// class under the symmetries of the square.
static CLASSES: LazyLock<Vec<u32>> = LazyLock::new(|| {
    // Adjacent points: above, left, right, below; diagonals: above left, above right, below left, below right.
    const TURN: ([usize; 4], [usize; 4]) = ([1, 3, 0, 2], [2, 0, 3, 1]);
    const FLIP: ([usize; 4], [usize; 4]) = ([0, 2, 1, 3], [1, 0, 3, 2]);
    let permute = |code: usize, (adjacent, diagonal): ([usize; 4], [usize; 4])| {
        let sides: usize = (0..4).map(|i| (code >> (3 * adjacent[i]) & 7) << (3 * i)).sum();
        let corners: usize = (0..4).map(|i| (code >> (12 + 2 * diagonal[i]) & 3) << (12 + 2 * i)).sum();
        sides | corners
    };
    let mut classes = vec![u32::MAX; 1 << 20];
    let mut count = 0;
    for code in 0..1 << 20 {
        if classes[code] != u32::MAX {
            continue;
        }
        let mut image = code;
        for turn in 0..8 {
            classes[image] = count;
            image = permute(image, if turn == 3 { FLIP } else { TURN });
        }
        count += 1;
    }
    assert_eq!(count as usize, SURROUNDINGS, "Burnside's count of the classes");
    classes
});

/// The numbers of an empty point's surroundings, for a player who might play there.
pub(crate) fn around(board: &Board, spot: u16, player: Player) -> Around {
    let me = player as u8;
    let mut code = 0;
    let mut facts = Facts::default();
    let near = Board::around(spot);
    for (i, &n) in near[..4].iter().enumerate() {
        let content = match board.colour(n) {
            EMPTY => {
                facts.liberties.insert(n);
                0
            }
            OFF => 1,
            colour => {
                let chain = board.chain(n);
                facts.stone(board, n, colour == me);
                let (base, liberties) = (if colour == me { 2 } else { 5 }, u32::from(board.liberty_count(chain)));
                base + liberties.clamp(1, 3) - 1
            }
        };
        code |= content << (3 * i);
    }
    for (i, &n) in near[4..].iter().enumerate() {
        let content = match board.colour(n) {
            EMPTY => 0,
            OFF => 3,
            colour => 1 + u32::from(colour != me),
        };
        code |= content << (12 + 2 * i);
    }
    Around { surroundings: CLASSES[code as usize], tactics: facts.number(spot) }
}

/// The tactical facts of a move.
#[derive(Default)]
struct Facts {
    captured: u32,
    /// Own stones in atari beside the point.
    in_danger: u32,
    /// Enemy stones that would be in atari.
    threatened: u32,
    own_stones: u32,
    /// An own chain beside the point has at least three liberties after the move.
    many_liberties: bool,
    touches_own_with_two: bool,
    touches_enemy_with_three: bool,
    /// After the move; of captured stones only those beside the point count.
    liberties: PointSet,
}

impl Facts {
    /// A chain that touches the point at two sides is counted twice: it has at least three stones, and no fact counts further.
    fn stone(&mut self, board: &Board, stone: u16, own: bool) {
        let chain = board.chain(stone);
        let (liberties, size) = (board.liberty_count(chain), u32::from(board.size(chain)));
        if !own && liberties == 1 {
            self.liberties.insert(stone);
        }
        if own {
            self.own_stones += size;
            if liberties > FEW_LIBERTIES {
                self.many_liberties = true;
            } else {
                self.liberties.join(board.liberties(chain));
            }
            self.in_danger += if liberties == 1 { size } else { 0 };
            self.touches_own_with_two |= liberties == 2;
        } else {
            self.captured += if liberties == 1 { size } else { 0 };
            self.threatened += if liberties == 2 { size } else { 0 };
            self.touches_enemy_with_three |= liberties == 3;
        }
    }

    fn number(mut self, spot: u16) -> u32 {
        self.liberties.remove(spot);
        let after = match self.liberties.len() {
            _ if self.many_liberties => 3,
            0 | 1 => u32::from(self.own_stones + 1 > 2),
            2 => 2,
            _ => 3,
        };
        let mut number = self.captured.min(3);
        number = number * 3 + self.in_danger.min(2);
        number = number * 4 + after;
        number = number * 3 + self.threatened.min(2);
        number = number * 2 + u32::from(self.touches_own_with_two);
        number * 2 + u32::from(self.touches_enemy_with_three)
    }
}

/// The pair of distances between two points, the larger first, as one number; 190 if there is no other point.
#[inline]
fn distance(spot: u16, other: u16) -> usize {
    if other == NOWHERE {
        return DISTANCES - 1;
    }
    let side = SIDE as u16;
    let (rows, columns) = ((spot / side).abs_diff(other / side), (spot % side).abs_diff(other % side));
    let (far, near) = (usize::from(rows.max(columns)), usize::from(rows.min(columns)));
    far * (far + 1) / 2 + near
}

/// The distances of all points from each point, and from none.
static DISTANCES_FROM: LazyLock<Vec<[u8; SPOTS]>> = LazyLock::new(|| {
    let row = |other: u16| std::array::from_fn(|spot| distance(spot as u16, other) as u8);
    (0..=NOWHERE).map(row).collect()
});

/// The distances of all points from the last moves.
#[inline]
pub(crate) fn distances(last: &[u16; LAST_MOVES]) -> [&'static [u8; SPOTS]; LAST_MOVES] {
    let rows = &*DISTANCES_FROM;
    last.map(|other| &rows[other as usize])
}

/// The class of a distance to the last move, 0 the nearest.
#[inline]
pub(crate) fn nearness(distance: u8) -> usize {
    usize::from(distance > 2) + usize::from(distance > 9) + usize::from(distance > 20)
}

/// The weights that surroundings pick at a class of distance.
#[inline]
pub(crate) fn around_picks(around: Around, nearness: usize) -> [u32; 2] {
    let classes = NEARNESS as u32;
    [around.surroundings * classes, TACTICS_START as u32 + around.tactics * classes].map(|pick| pick + nearness as u32)
}

/// Weights by distance to the i-th last move, and by place in a phase of the game, ready to be picked for all points: every
/// byte is an index.
pub(crate) struct Rows {
    pub(crate) distance: [[f32; 256]; LAST_MOVES],
    pub(crate) place: [f32; 256],
}

impl Rows {
    /// The rows of these weights.
    #[inline]
    pub(crate) fn new(weights: &[f32], phase: usize) -> Self {
        let mut rows = Self { distance: [[0.0; 256]; LAST_MOVES], place: [0.0; 256] };
        for (i, row) in rows.distance.iter_mut().enumerate() {
            row[..DISTANCES].copy_from_slice(&weights[DISTANCE_START + i * DISTANCES..][..DISTANCES]);
        }
        for (place, weight) in (0..PLACES as u8).zip(&mut rows.place) {
            *weight = weights[place_pick(place, phase) as usize];
        }
        rows
    }
}

/// The weight that a place picks in a phase of the game.
#[inline]
pub(crate) fn place_pick(place: u8, phase: usize) -> u32 {
    (PLACE_START + usize::from(place) * PHASES + phase) as u32
}

/// The weight that a distance to the i-th last move picks.
#[inline]
pub(crate) fn distance_pick(i: usize, distance: u8) -> u32 {
    (DISTANCE_START + i * DISTANCES + usize::from(distance)) as u32
}

/// Where in its eighth of the board a point lies.
pub(crate) fn place(board: &Board, spot: u16) -> u8 {
    let (rows, columns) = board.shape();
    let from_edge = |at: u16, side: u8| usize::from(at.min(u16::from(side) - 1 - at)).min(9);
    let (row, column) = (from_edge(spot / SIDE as u16, rows), from_edge(spot % SIDE as u16, columns));
    let (far, near) = (row.max(column), row.min(column));
    (far * (far + 1) / 2 + near) as u8
}

/// How full the board is, by the number of stones a full-size board would have.
pub(crate) fn phase(board: &Board) -> usize {
    const STONES_IN_A_PHASE: usize = 30;
    let (rows, columns) = board.shape();
    let area = usize::from(rows) * usize::from(columns);
    (board.stone_count() * SIDE * SIDE / area / STONES_IN_A_PHASE).min(PHASES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Burnside's lemma, worked by hand: identity, half turn, two quarter turns, four reflections.
    #[test]
    fn the_number_of_classes_is_burnsides() {
        let (side, corner) = (8_usize, 4_usize);
        let identity = side.pow(4) * corner.pow(4);
        let half = side.pow(2) * corner.pow(2);
        let quarter = side * corner;
        let upright = side.pow(3) * corner.pow(2);
        let slanted = side.pow(2) * corner.pow(3);
        assert_eq!((identity + half + 2 * quarter + 2 * upright + 2 * slanted) / 8, SURROUNDINGS);
        assert_eq!(CLASSES.len(), 1 << 20);
    }

    #[test]
    fn tactics_of_a_capture() {
        // White at 1,0 and 0,1 around nothing; Black's stone at 0,0 has lost its last liberty but one.
        let mut board = Board::new(9, 9);
        let spot = |row: usize, column: usize| (row * SIDE + column) as u16;
        board.play(spot(0, 0), Player::Black);
        board.play(spot(0, 1), Player::White);
        let white = around(&board, spot(1, 0), Player::White).tactics;
        let mut facts = Facts::default();
        facts.stone(&board, spot(0, 0), false);
        assert_eq!((facts.captured, facts.threatened), (1, 0));
        facts.liberties.insert(spot(1, 1));
        facts.liberties.insert(spot(2, 0));
        assert_eq!(facts.number(spot(1, 0)), white);
        let black = around(&board, spot(1, 0), Player::Black);
        assert_ne!(black.tactics, white);
        assert_eq!(
            around(&board, spot(8, 4), Player::Black).surroundings,
            around(&board, spot(4, 8), Player::White).surroundings
        );
    }

    /// The points of a chain and its liberties, by walking.
    fn flooded(board: &Board, start: u16) -> (Vec<u16>, Vec<u16>) {
        let (mut stones, mut liberties, mut next) = (vec![start], Vec::new(), 0);
        while let Some(&stone) = stones.get(next) {
            next += 1;
            for &n in &Board::around(stone)[..4] {
                if board.colour(n) == board.colour(start) && !stones.contains(&n) {
                    stones.push(n);
                } else if board.colour(n) == EMPTY && !liberties.contains(&n) {
                    liberties.push(n);
                }
            }
        }
        (stones, liberties)
    }

    /// The tactics of a move, by walking along every chain beside it.
    fn slow_tactics(board: &Board, spot: u16, player: Player) -> usize {
        let mut chains: Vec<(bool, Vec<u16>, Vec<u16>)> = Vec::new();
        let mut after: Vec<u16> = Vec::new();
        for &n in &Board::around(spot)[..4] {
            if board.colour(n) == EMPTY {
                after.push(n);
            } else if board.colour(n) != OFF {
                let own = board.colour(n) == player as u8;
                let (stones, liberties) = flooded(board, n);
                if own {
                    after.extend(&liberties);
                } else if liberties.len() == 1 {
                    after.push(n);
                }
                if !chains.iter().any(|(_, known, _)| known.contains(&n)) {
                    chains.push((own, stones, liberties));
                }
            }
        }
        after.sort_unstable();
        after.dedup();
        after.retain(|&liberty| liberty != spot);
        let stones = |own: bool, liberties: Option<usize>| -> usize {
            let wanted =
                chains.iter().filter(|(of, _, l)| *of == own && liberties.is_none_or(|liberties| l.len() == liberties));
            wanted.map(|(_, stones, _)| stones.len()).sum()
        };
        let left = if after.len() > 1 { after.len().min(3) } else { usize::from(stones(true, None) + 1 > 2) };
        let facts = [
            (4, stones(false, Some(1)).min(3)),
            (3, stones(true, Some(1)).min(2)),
            (4, left),
            (3, stones(false, Some(2)).min(2)),
            (2, usize::from(stones(true, Some(2)) > 0)),
            (2, usize::from(stones(false, Some(3)) > 0)),
        ];
        facts.iter().fold(0, |number, (range, fact)| number * range + fact)
    }

    /// Everywhere on the boards of random games.
    #[test]
    fn tactics_are_those_of_the_slow_way() {
        let mut rng = quadrille_core::Rng::new(12);
        let mut kinds = std::collections::HashSet::new();
        for _ in 0..12 {
            let mut board = Board::new(9, 9);
            for turn in 0..110 {
                let player = Player::BOTH[turn % 2];
                let legal: Vec<u16> = board.spots().filter(|&spot| board.is_legal(spot, player)).collect();
                for &spot in &legal {
                    let tactics = around(&board, spot, player).tactics as usize;
                    assert_eq!(tactics, slow_tactics(&board, spot, player), "turn {turn}, point {spot}");
                    kinds.insert(tactics);
                }
                let Some(&spot) = rng.pick(&legal) else { break };
                board.play(spot, player);
            }
        }
        assert!(kinds.len() > 150, "{} of {TACTICS}", kinds.len());
    }
}

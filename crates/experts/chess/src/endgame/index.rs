//! Numbers the positions of a class, equal for symmetric positions.
//!
//! Without pawns the board looks the same in eight ways, and White's king can be brought into the triangle a1-d1-d4; with
//! pawns in two, and it can be brought to the files a to d. Where the turns of the board leave a choice (both kings on the
//! long diagonal, or two men of one kind) the smaller number counts: a position and its image must have one number, or the
//! analysis would not find its way back to it.

use super::material::{Man, Material};
use quadrille_chess::{Role, Square, attacks};
use quadrille_core::Player;
use std::sync::LazyLock;

/// No number: the kings are adjacent.
const NONE: u16 = u16::MAX;

/// Where the two kings stand, for classes with and without pawns.
struct Kings {
    /// By White's king and Black's: a number, and which turn of the board leads there.
    places: Vec<(u16, u8)>,
    /// The kings of each number.
    pairs: Vec<[Square; 2]>,
}

/// The turns of the board: bit 0 mirrors the files, bit 1 the ranks, bit 2 the long diagonal.
static TURNED: [[Square; 64]; 8] = {
    let mut turned = [[Square::new(0); 64]; 8];
    let mut i = 0;
    while i < 8 * 64 {
        let (turn, mut square) = (i / 64, (i % 64) as u8);
        if turn & 1 != 0 {
            square ^= 7;
        }
        if turn & 2 != 0 {
            square ^= 56;
        }
        if turn & 4 != 0 {
            square = square >> 3 | (square & 7) << 3;
        }
        turned[turn][i % 64] = Square::new(square);
        i += 1;
    }
    turned
};

#[inline]
fn turned(square: Square, turn: u8) -> Square {
    TURNED[usize::from(turn & 7)][square.index()]
}

/// The turn of the board that leaves the kings on the diagonal where they are.
const DIAGONAL: u8 = 4;
/// Set beside a turn if the mirror at the diagonal leaves both kings where they are.
const UNDECIDED: u8 = 8;

static PAWNLESS: LazyLock<Kings> = LazyLock::new(|| Kings::new(8));
static PAWNS: LazyLock<Kings> = LazyLock::new(|| Kings::new(2));

impl Kings {
    fn new(turns: u8) -> Self {
        let mut kings = Self { places: vec![(NONE, 0); 64 * 64], pairs: Vec::new() };
        for white in Square::all() {
            for black in Square::all().filter(|&black| black != white && attacks::king(white) & black.bit() == 0) {
                let place = |turn: u8| [turned(white, turn), turned(black, turn)];
                // The least image, White's king first. Only all eight turns can bring a king below the diagonal.
                let far = |king: Square| turns == 8 && king.rank() > king.file();
                let key = |[white, black]: [Square; 2]| (far(white), white, far(black), black);
                let Some(turn) = (0..turns).min_by_key(|&turn| (key(place(turn)), turn)) else { continue };
                let least = place(turn);
                let found = kings.pairs.iter().position(|pair| *pair == least);
                let number = found.unwrap_or_else(|| {
                    kings.pairs.push(least);
                    kings.pairs.len() - 1
                });
                let undecided = turns == 8 && least.iter().all(|king| king.file() == king.rank());
                kings.places[white.index() * 64 + black.index()] =
                    (number as u16, turn | if undecided { UNDECIDED } else { 0 });
            }
        }
        kings
    }
}

/// Numbers the positions of one class.
#[derive(Clone, Copy)]
pub(super) struct Indexer {
    kings: &'static Kings,
    pub(super) men: [Option<Man>; 2],
    /// How many squares each man may stand on, and the first of them.
    spans: [(usize, usize); 2],
    twins: bool,
}

impl std::fmt::Debug for Indexer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Indexer({} positions)", self.len())
    }
}

impl Indexer {
    pub(super) fn new(material: Material) -> Self {
        let men = material.men();
        let spans = men.map(|man| match man {
            Some((_, Role::Pawn)) => (48, 8),
            Some(_) => (64, 0),
            None => (1, 0),
        });
        let kings = if material.has_pawns() { &*PAWNS } else { &*PAWNLESS };
        Self { kings, men, spans, twins: material.has_twins() }
    }

    /// How many numbers there are, for both sides to move.
    pub(super) fn len(&self) -> usize {
        2 * self.half()
    }

    /// How many numbers there are for one side to move.
    fn half(&self) -> usize {
        self.kings.pairs.len() * self.spans[0].0 * self.spans[1].0
    }

    /// The number of a position; none if the kings stand beside each other.
    #[inline]
    pub(super) fn index(&self, turn: Player, squares: [Square; 4]) -> Option<usize> {
        let (kings, how) = self.kings.places[squares[0].index() * 64 + squares[1].index()];
        if kings == NONE {
            return None;
        }
        let base = turn.index() * self.kings.pairs.len() + usize::from(kings);
        let place = |how: u8| {
            let mut one = turned(squares[2], how);
            let mut two = if self.men[1].is_some() { turned(squares[3], how) } else { Square::new(0) };
            if self.twins && one > two {
                std::mem::swap(&mut one, &mut two);
            }
            let one = if self.men[0].is_some() { one.index() - self.spans[0].1 } else { 0 };
            (base * self.spans[0].0 + one) * self.spans[1].0 + two.index() - self.spans[1].1
        };
        let least = place(how & 7);
        Some(if how & UNDECIDED == 0 { least } else { least.min(place(how & 7 ^ DIAGONAL)) })
    }

    /// The position of a number.
    #[inline]
    pub(super) fn position(&self, index: usize) -> (Player, [Square; 4]) {
        let (rest, two) = (index / self.spans[1].0, index % self.spans[1].0);
        let (rest, one) = (rest / self.spans[0].0, rest % self.spans[0].0);
        let (turn, kings) = (rest / self.kings.pairs.len(), rest % self.kings.pairs.len());
        let [white, black] = self.kings.pairs[kings];
        let square = |place: usize, first: usize| Square::new((place + first) as u8);
        let squares = [white, black, square(one, self.spans[0].1), square(two, self.spans[1].1)];
        (Player::BOTH[turn], squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_have_462_places_without_pawns_and_1806_with() {
        assert_eq!((PAWNLESS.pairs.len(), PAWNS.pairs.len()), (462, 1806));
        let triangle = |king: Square| king.file() <= 3 && king.rank() <= king.file();
        assert!(PAWNLESS.pairs.iter().all(|pair| triangle(pair[0])));
        assert!(PAWNS.pairs.iter().all(|pair| pair[0].file() <= 3));
    }

    #[test]
    fn every_image_of_a_position_has_its_number() {
        for name in ["KQKR", "KBBK", "KNNK", "KRK", "KRKP", "KPPK", "KPKP", "KPK"] {
            let material: Material = name.parse().expect("a class");
            let indexer = Indexer::new(material);
            let turns = if material.has_pawns() { 2 } else { 8 };
            for index in (0..indexer.len()).step_by(97) {
                let (turn, squares) = indexer.position(index);
                let number = indexer.index(turn, squares).expect("kings apart");
                assert!(number <= index, "{name}: the least image counts");
                assert_eq!(indexer.index(turn, indexer.position(number).1), Some(number));
                for how in 0..turns {
                    let mut image = squares.map(|square| turned(square, how));
                    assert_eq!(indexer.index(turn, image), Some(number), "{name} {squares:?} {how}");
                    if material.has_twins() {
                        image.swap(2, 3);
                        assert_eq!(indexer.index(turn, image), Some(number), "{name} {squares:?} {how}");
                    }
                }
            }
        }
    }
}

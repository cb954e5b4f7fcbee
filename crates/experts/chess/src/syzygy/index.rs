//! How a Syzygy table numbers the positions of a class.
//!
//! The men stand in groups. The first group is numbered with regard to the symmetries of the board: the pawns of one side
//! with their leading pawn on the files a to d, or, without pawns, three different men or the two kings with the first in
//! the triangle a1-d1-d4. Every further group is a set of equal men, numbered as a combination of the squares left.

use std::sync::LazyLock;

/// The most men of a table.
pub(super) const MOST_MEN: usize = 7;
/// Places of three different men on the board, up to symmetry.
const PLACES_OF_THREE: u64 = 31_332;
/// Places of two kings that do not touch, up to symmetry.
const PLACES_OF_KINGS: u64 = 462;

/// A man as a table writes it: 1 to 6 for White's pawn, knight, bishop, rook, queen and king, 8 more for Black's.
pub(super) type Man = u8;
/// The bit that makes a man Black's.
pub(super) const BLACK: Man = 8;

const fn file(square: u8) -> u8 {
    square & 7
}

const fn rank(square: u8) -> u8 {
    square >> 3
}

/// Above the diagonal a1-h8 (positive), on it, or below.
const fn above_diagonal(square: u8) -> i8 {
    rank(square) as i8 - file(square) as i8
}

/// Numbers that only depend on the board.
struct Maps {
    /// How many ways there are to choose some of some: `choose[some][of]`.
    choose: [[u64; 64]; MOST_MEN],
    /// The squares below the diagonal.
    below: [u64; 64],
    /// The triangle a1-d1-d4: those below the diagonal, then those on it.
    triangle: [u64; 64],
    /// Both kings, the first by its place in the triangle.
    kings: [[u64; 64]; 10],
    /// How many squares are left for pawns behind a leading pawn.
    pawn: [usize; 64],
    /// The number of a leading pawn's first position, by how many pawns there are.
    leading: [[u64; 64]; MOST_MEN],
    /// How many positions leading pawns have on a file.
    leading_size: [[u64; 4]; MOST_MEN],
}

static MAPS: LazyLock<Box<Maps>> = LazyLock::new(|| {
    let mut maps = Box::new(Maps {
        choose: [[0; 64]; MOST_MEN],
        below: [0; 64],
        triangle: [0; 64],
        kings: [[0; 64]; 10],
        pawn: [0; 64],
        leading: [[0; 64]; MOST_MEN],
        leading_size: [[0; 4]; MOST_MEN],
    });
    for of in 0..64 {
        for some in 0..MOST_MEN {
            let without = if of > 0 { maps.choose[some][of - 1] } else { 0 };
            let with = if of > 0 && some > 0 { maps.choose[some - 1][of - 1] } else { 0 };
            maps.choose[some][of] = if some == 0 { 1 } else { with + without };
        }
    }
    let below = (0..64).filter(|&square| above_diagonal(square) < 0);
    below.zip(0..).for_each(|(square, number)| maps.below[usize::from(square)] = number);
    let corner = || (0..28).filter(|&square| file(square) < 4);
    let lower = corner().filter(|&square| above_diagonal(square) < 0);
    let diagonal = corner().filter(|&square| above_diagonal(square) == 0);
    let triangle: Vec<u8> = lower.chain(diagonal).collect();
    triangle.iter().zip(0..).for_each(|(&square, number)| maps.triangle[usize::from(square)] = number);
    number_kings(&mut maps, &triangle);
    number_pawns(&mut maps);
    maps
});

/// Both on the diagonal come last; where the first is on it, the second is not above it.
fn number_kings(maps: &mut Maps, triangle: &[u8]) {
    let apart = |a: u8, b: u8| file(a).abs_diff(file(b)).max(rank(a).abs_diff(rank(b))) > 1;
    let mut numbers = 0..;
    for both_on_diagonal in [false, true] {
        for (place, &first) in triangle.iter().enumerate() {
            for second in (0..64).filter(|&second| apart(first, second)) {
                let (one, two) = (above_diagonal(first), above_diagonal(second));
                if (one == 0 && two == 0) == both_on_diagonal
                    && !(one == 0 && two > 0)
                    && let Some(number) = numbers.next()
                {
                    maps.kings[place][usize::from(second)] = number;
                }
            }
        }
    }
}

/// Behind a leading pawn no other stands nearer to the edge, or as near and lower.
fn number_pawns(maps: &mut Maps) {
    let mut left = 48;
    for file in 0..4 {
        for rank in 1..7 {
            for square in [rank * 8 + file, rank * 8 + 7 - file] {
                left -= 1;
                maps.pawn[square] = left;
            }
        }
    }
    for pawns in 1..MOST_MEN {
        for file in 0..4 {
            let mut number = 0;
            for rank in 1..7 {
                let square = rank * 8 + file;
                maps.leading[pawns][square] = number;
                number += maps.choose[pawns - 1][maps.pawn[square]];
            }
            maps.leading_size[pawns][file] = number;
        }
    }
}

/// What is the same for all tables of a class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    /// How many men there are.
    pub(super) men: usize,
    /// The pawns of the side with the leading pawn, and of the other.
    pub(super) pawns: [usize; 2],
    /// Whether some man beside the kings is the only one of its kind.
    pub(super) has_single: bool,
}

impl Class {
    pub(super) const fn has_pawns(&self) -> bool {
        self.pawns[0] > 0
    }

    const fn both_have_pawns(&self) -> bool {
        self.pawns[1] > 0
    }
}

/// The order of men and groups in one table.
#[derive(Clone, Debug)]
pub(super) struct Order {
    class: Class,
    /// The men in the order of the groups.
    men: Vec<Man>,
    /// How many men each group has, and what its number is multiplied by.
    groups: Vec<(usize, u64)>,
    /// How many positions there are.
    pub(super) len: u64,
}

impl Order {
    /// The order in which `men` and their groups come; `places` says when the first group comes, and the other side's pawns.
    /// None if that order does not exist for the class.
    pub(super) fn new(class: Class, men: &[Man], places: [u8; 2], file: usize) -> Option<Self> {
        let maps = &**MAPS;
        let first = match class {
            _ if class.has_pawns() => class.pawns[0],
            Class { has_single: true, .. } => 3,
            _ => 2,
        };
        let mut lengths = vec![first];
        for i in first..men.len() {
            let same = i > first && men[i] == men[i - 1];
            if same { *lengths.last_mut()? += 1 } else { lengths.push(1) }
        }
        let fits = lengths.iter().all(|&length| length < MOST_MEN) && lengths.iter().sum::<usize>() == men.len();
        let own_pawns = men.first().is_some_and(|man| man & !BLACK == 1) == class.has_pawns();
        if !fits || !own_pawns || class.both_have_pawns() && lengths.get(1) != Some(&class.pawns[1]) {
            return None;
        }
        let mut factors = vec![0; lengths.len()];
        let mut next = 1 + usize::from(class.both_have_pawns());
        let mut free = 64 - lengths[..next].iter().sum::<usize>();
        let mut len = 1_u64;
        let mut placed = 0;
        for turn in 0..16 {
            let (group, ways) = if turn == places[0] {
                let first = lengths[0];
                (
                    0,
                    match class {
                        _ if class.has_pawns() => maps.leading_size[first][file],
                        Class { has_single: true, .. } => PLACES_OF_THREE,
                        _ => PLACES_OF_KINGS,
                    },
                )
            } else if turn == places[1] && class.both_have_pawns() {
                (1, maps.choose[lengths[1]][48 - lengths[0]])
            } else if next < lengths.len() {
                let ways = maps.choose[lengths[next]][free];
                free -= lengths[next];
                next += 1;
                (next - 1, ways)
            } else {
                continue;
            };
            factors[group] = len;
            len = len.checked_mul(ways)?;
            placed += 1;
        }
        let groups = lengths.into_iter().zip(factors).collect::<Vec<_>>();
        (placed == groups.len()).then(|| Self { class, men: men.to_vec(), groups, len })
    }

    /// The man whose side has the leading pawn.
    pub(super) fn first_man(&self) -> Man {
        self.men[0]
    }

    /// The number of a position, its men in any order; none if they are other men.
    pub(super) fn number(&self, men: &[(Man, u8)]) -> Option<u64> {
        let maps = &**MAPS;
        let mut squares = [0; MOST_MEN];
        let squares = squares.get_mut(..self.men.len()).filter(|_| men.len() == self.men.len())?;
        let mut used = [false; MOST_MEN];
        for (square, wanted) in squares.iter_mut().zip(&self.men) {
            let found = men.iter().zip(&used).position(|(&(man, _), &used)| man == *wanted && !used)?;
            used[found] = true;
            *square = men[found].1;
        }
        let leading = self.class.pawns[0];
        if leading > 0 {
            squares[..leading].sort_by_key(|&square| std::cmp::Reverse(maps.pawn[usize::from(square)]));
        }
        if file(squares[0]) > 3 {
            squares.iter_mut().for_each(|square| *square ^= 7);
        }
        let first = if leading > 0 { lead_pawns(maps, &mut squares[..leading]) } else { self.lead_men(maps, squares) };
        let mut number = first * self.groups[0].1;
        let mut at = self.groups[0].0;
        for (i, &(length, factor)) in self.groups.iter().enumerate().skip(1) {
            // Pawns have no square on the first rank.
            let lowest = if i == 1 && self.class.both_have_pawns() { 8 } else { 0 };
            squares[at..at + length].sort_unstable();
            let (before, group) = squares.split_at(at);
            let mut combination = 0;
            for (i, &square) in group[..length].iter().enumerate() {
                let passed = before.iter().filter(|&&other| other < square).count();
                combination += maps.choose[i + 1][usize::from(square).checked_sub(passed + lowest)?];
            }
            number += combination * factor;
            at += length;
        }
        (number < self.len).then_some(number)
    }

    /// The number of the first group where there are no pawns; turns the board so that its first man is in the triangle.
    fn lead_men(&self, maps: &Maps, squares: &mut [u8]) -> u64 {
        if rank(squares[0]) > 3 {
            squares.iter_mut().for_each(|square| *square ^= 56);
        }
        let group = self.groups[0].0;
        let off = squares[..group].iter().position(|&square| above_diagonal(square) != 0);
        if let Some(off) = off.filter(|&off| above_diagonal(squares[off]) > 0) {
            squares[off..].iter_mut().for_each(|square| *square = (*square >> 3 | *square << 3) & 63);
        }
        let at = |i: usize| usize::from(squares[i]);
        if group == 2 {
            return maps.kings[maps.triangle[at(0)] as usize][at(1)];
        }
        let later = |i: usize, j: usize| u64::from(squares[i] > squares[j]);
        let second = |number: u64| number - later(1, 0);
        let third = |number: u64| number - later(2, 0) - later(2, 1);
        let [one, two, three] = [0, 1, 2].map(|i| u64::from(squares[i]));
        let diagonal = |i: usize| u64::from(rank(squares[i]));
        // Three men, the first below the diagonal; the first on it; the first two; all three.
        const ONE: u64 = 6 * 63 * 62;
        const TWO: u64 = 4 * 28 * 62;
        const THREE: u64 = 4 * 7 * 28;
        match off {
            Some(0) => (maps.triangle[one as usize] * 63 + second(two)) * 62 + third(three),
            Some(1) => ONE + (diagonal(0) * 28 + maps.below[two as usize]) * 62 + third(three),
            Some(_) => ONE + TWO + (diagonal(0) * 7 + second(diagonal(1))) * 28 + maps.below[three as usize],
            None => ONE + TWO + THREE + (diagonal(0) * 7 + second(diagonal(1))) * 6 + third(diagonal(2)),
        }
    }
}

/// The number of the pawns of one side, the leading one first; sorts the others.
fn lead_pawns(maps: &Maps, pawns: &mut [u8]) -> u64 {
    let (leading, others) = (pawns[0], &mut pawns[1..]);
    others.sort_by_key(|&square| maps.pawn[usize::from(square)]);
    let first = maps.leading[others.len() + 1][usize::from(leading)];
    let rest = others.iter().zip(1..).map(|(&square, i)| maps.choose[i][maps.pawn[usize::from(square)]]);
    first + rest.sum::<u64>()
}

/// The file, a to d, of the table for these leading pawns.
pub(super) fn leading_file(pawns: impl Iterator<Item = u8>) -> usize {
    let leading = pawns.max_by_key(|&square| MAPS.pawn[usize::from(square)]).unwrap_or_default();
    usize::from(file(leading).min(7 - file(leading)))
}

//! The terms of the hand-made evaluation: their list, weights and summation.
//!
//! The evaluation is linear in its weights: a position counts each term a number of times, White's less Black's. The
//! same code is used in play and in training: [`Sum`] adds up the weights, [`Counts`] records the counts for
//! `quadrille train chess`.

use super::weight::{Weight, w};
use super::weights::WEIGHTS;

/// The group of a term, to explain the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The pieces and where they stand.
    Pieces,
    /// How many squares they can safely go to.
    Mobility,
    /// Pawns and their neighbours.
    PawnStructure,
    /// Pawns that only pieces can stop.
    PassedPawns,
    /// Pawns before the king and attackers around it.
    KingSafety,
    /// Bishop pair, rooks on open files, outposts.
    Placement,
    /// Pieces attacked by lesser ones, or not defended.
    Threats,
    /// The right to move.
    Tempo,
}

/// Neighbouring weights of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// What they are called.
    pub name: &'static str,
    /// What they belong to.
    pub group: Group,
    first: usize,
    len: usize,
}

impl Run {
    /// The index of one of them.
    #[inline]
    pub(super) const fn at(&self, index: usize) -> usize {
        debug_assert!(index < self.len);
        self.first + index
    }

    /// The indices of all of them.
    #[must_use]
    pub const fn range(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.len
    }
}

/// Lays the runs out one after the other.
macro_rules! runs {
    (@from $first:expr;) => {
        /// How many weights there are.
        pub const COUNT: usize = $first;
    };
    (@from $first:expr; $(#[$doc:meta])* $name:ident[$len:expr] in $group:ident; $($rest:tt)*) => {
        $(#[$doc])*
        pub(super) const $name: Run = Run { name: stringify!($name), group: Group::$group, first: $first, len: $len };
        runs!(@from $name.first + $name.len; $($rest)*);
    };
    ($($(#[$doc:meta])* $name:ident[$len:expr] in $group:ident;)*) => {
        runs!(@from 0; $($(#[$doc])* $name[$len] in $group;)*);
        /// All runs in order.
        pub const RUNS: &[Run] = &[$($name),*];
    };
}

runs! {
    /// A piece anywhere, by role.
    PIECE[6] in Pieces;
    /// A piece on a square as its owner sees it, by role, rank and distance of the file from the edge.
    SQUARE[6 * 32] in Pieces;
    /// By the number of safe squares.
    KNIGHT_MOBILITY[9] in Mobility;
    BISHOP_MOBILITY[14] in Mobility;
    ROOK_MOBILITY[15] in Mobility;
    QUEEN_MOBILITY[28] in Mobility;
    /// Behind another pawn of its own.
    DOUBLED[1] in PawnStructure;
    /// Without a pawn on the files beside it: with an enemy pawn ahead, and without.
    ISOLATED[2] in PawnStructure;
    /// Cannot be protected by a pawn nor advance without being taken by one: with an enemy pawn ahead, and without.
    BACKWARD[2] in PawnStructure;
    /// Protected by a pawn, by rank.
    SUPPORTED[8] in PawnStructure;
    /// Beside another pawn, by rank.
    PHALANX[8] in PawnStructure;
    /// Only pieces can stop it, by rank.
    PASSED[8] in PassedPawns;
    /// A piece stands before it, by rank.
    PASSED_BLOCKED[8] in PassedPawns;
    /// Nothing stands or attacks on its way, by rank.
    PASSED_FREE[8] in PassedPawns;
    /// A rook of its own behind it.
    PASSED_ROOK[1] in PassedPawns;
    /// By the distance of a king from the square before it, counted more the farther the pawn is.
    PASSED_OWN_KING[8] in PassedPawns;
    PASSED_THEIR_KING[8] in PassedPawns;
    /// How far before the king its nearest pawn stands, 7 for none: on the king's file, and on those beside it.
    SHELTER[16] in KingSafety;
    /// How far before the king the nearest enemy pawn stands, 7 for none: free, and blocked by a pawn.
    STORM[16] in KingSafety;
    /// How dangerous the attack on the enemy king is: with a queen, and without.
    DANGER[24] in KingSafety;
    DANGER_WITHOUT_QUEEN[24] in KingSafety;
    BISHOP_PAIR[1] in Placement;
    /// For each own pawn on its colour.
    BAD_BISHOP[1] in Placement;
    /// Protected by a pawn where no enemy pawn can ever attack it.
    KNIGHT_OUTPOST[1] in Placement;
    BISHOP_OUTPOST[1] in Placement;
    /// A rook on a file without pawns, without own pawns.
    ROOK_OPEN_FILE[1] in Placement;
    ROOK_HALF_OPEN_FILE[1] in Placement;
    /// By what is attacked.
    PAWN_THREAT[6] in Threats;
    MINOR_THREAT[6] in Threats;
    ROOK_THREAT[6] in Threats;
    KING_THREAT[1] in Threats;
    /// Attacked and not defended.
    HANGING[1] in Threats;
    /// A pawn may advance safely and attack a piece.
    PUSH_THREAT[1] in Threats;
    /// For the side to move.
    TEMPO[1] in Tempo;
}

/// Where terms are added up.
pub(super) trait Ledger {
    /// Counts the term this many times.
    fn add(&mut self, term: usize, times: i32);
}

/// The worth of one side's terms.
#[derive(Default)]
pub(super) struct Sum(pub(super) Weight);

impl Ledger for Sum {
    #[inline]
    fn add(&mut self, term: usize, times: i32) {
        self.0 += WEIGHTS[term] * times;
    }
}

/// How often each term stands on the board for one side.
pub(super) struct Counts(pub(super) [i16; COUNT]);

impl Default for Counts {
    fn default() -> Self {
        Self([0; COUNT])
    }
}

impl Ledger for Counts {
    fn add(&mut self, term: usize, times: i32) {
        self.0[term] += times as i16;
    }
}

impl Counts {
    /// What the terms of a group are worth.
    pub(super) fn worth(&self, group: Group) -> Weight {
        let runs = RUNS.iter().filter(|run| run.group == group);
        runs.flat_map(Run::range).fold(w(0, 0), |sum, term| sum + WEIGHTS[term] * i32::from(self.0[term]))
    }
}

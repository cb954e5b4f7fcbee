//! The board and the rules.

use arrayvec::ArrayVec;
use quadrille_core::contract::Checked;
use quadrille_core::{Game, Outcome, Player, Standard, Tactics, zobrist};

/// Columns of the board.
pub const COLUMNS: u8 = 7;
/// Cells of a column.
pub const ROWS: u8 = 6;

/// A move: the column a disc is dropped into, 0 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Column(pub u8);

/// A position. Cells are bits, column by column from below, with an empty bit above each column so that no line of four
/// runs from one column into the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    discs: [u64; 2],
    to_move: Player,
    key: u64,
}

const STRIDE: u8 = ROWS + 1;
static KEYS: [[u64; 49]; 2] = zobrist::key_table(0xC0_44EC_7F04);
static TURN: [u64; 1] = zobrist::keys(0x7044);

impl Position {
    /// A position from both sides' discs, if they could have fallen so.
    #[must_use]
    pub fn new(discs: [u64; 2], to_move: Player) -> Option<Self> {
        let all = discs[0] | discs[1];
        let supported = (0..COLUMNS).all(|column| {
            let cells = all >> (column * STRIDE) & 0x7F;
            cells & (cells + 1) == 0 && cells < 1 << ROWS
        });
        let count = |player: Player| discs[player.index()].count_ones();
        let in_turn = count(Player::White) == count(Player::Black) + u32::from(to_move == Player::Black);
        let mut position = Self { discs, to_move, key: 0 };
        position.key = position.recomputed_key();
        (supported && discs[0] & discs[1] == 0 && in_turn && all >> (COLUMNS * STRIDE) == 0).then_some(position)
    }

    /// What lies in a cell, counted from below.
    #[must_use]
    pub fn disc(&self, row: u8, column: u8) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.discs[player.index()] >> cell(row, column) & 1 == 1)
    }

    /// The row a disc would fall to.
    #[must_use]
    pub fn landing_row(&self, column: u8) -> Option<u8> {
        (0..ROWS).find(|&row| self.disc(row, column).is_none())
    }
}

/// The bit of a cell.
const fn cell(row: u8, column: u8) -> u8 {
    column * STRIDE + row
}

/// Whether four discs are in a row: up, along a row and along both diagonals.
fn has_four(discs: u64) -> bool {
    [1, STRIDE, STRIDE + 1, STRIDE - 1].into_iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl Game for Position {
    type Move = Column;
    type Moves = ArrayVec<Column, 7>;
    type Rules = Standard;
    const NAME: &'static str = "connect-four";

    fn start(_: &Standard) -> Self {
        let mut start = Self { discs: [0; 2], to_move: Player::White, key: 0 };
        start.key = start.recomputed_key();
        start
    }

    fn rules(&self) -> Standard {
        Standard
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn legal_moves(&self, moves: &mut Self::Moves) {
        if self.outcome().is_none() {
            moves.extend((0..COLUMNS).map(Column).filter(|column| self.landing_row(column.0).is_some()));
        }
    }

    fn is_legal(&self, m: Column) -> bool {
        m.0 < COLUMNS && self.outcome().is_none() && self.landing_row(m.0).is_some()
    }

    fn play(&mut self, m: Column) {
        debug_assert!(self.is_legal(m), "{m:?} is not legal in {self:?}");
        if let Some(row) = self.landing_row(m.0) {
            let bit = cell(row, m.0);
            self.discs[self.to_move.index()] |= 1 << bit;
            self.key ^= KEYS[self.to_move.index()][usize::from(bit)] ^ TURN[0];
            self.to_move = !self.to_move;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = Player::BOTH.into_iter().find(|player| has_four(self.discs[player.index()]));
        let full = (self.discs[0] | self.discs[1]).count_ones() == u32::from(ROWS * COLUMNS);
        winner.map(Outcome::Win).or(full.then_some(Outcome::Draw))
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn code(&self, m: Column) -> usize {
        usize::from(m.0)
    }

    fn codes(&self) -> usize {
        usize::from(COLUMNS)
    }
}

impl Tactics for Position {}

impl Checked for Position {
    fn recomputed_key(&self) -> u64 {
        let mut key = if self.to_move == Player::White { TURN[0] } else { 0 };
        for (discs, keys) in self.discs.iter().zip(&KEYS) {
            for (bit, cell_key) in keys.iter().enumerate().filter(|(bit, _)| discs >> bit & 1 == 1) {
                debug_assert!(bit < 49);
                key ^= cell_key;
            }
        }
        key
    }

    fn every_move(&self) -> Vec<Column> {
        (0..=COLUMNS).map(Column).collect()
    }
}

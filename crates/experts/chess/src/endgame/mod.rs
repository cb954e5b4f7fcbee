//! Exact endgames: win, draw or loss and the plies to mate of every position with at most four men.
//!
//! [`Endgames::value`] looks a position up, [`Endgames::build`] computes the tables. `material.rs` lists the tables,
//! `index.rs` numbers the positions of one, `moves.rs` generates moves, `build.rs` is the retrograde analysis,
//! `table.rs` the encoding of values, `library.rs` the tables of all classes, `packed.rs` and `file.rs` the file
//! format.
//!
//! Distances are plies to mate with best play, without the fifty-move rule. No win with four men needs more than fifty
//! moves between two captures or pawn moves, so the rule changes a result only if the clock has already advanced: the
//! caller must compare the two.
//!
//! ```
//! use quadrille_chess::Position;
//! use quadrille_chess_expert::endgame::{Endgames, Material, Value};
//! use quadrille_search::Stop;
//!
//! let endgames = Endgames::default();
//! endgames.build("KRK".parse()?, 1, &Stop::new())?;
//! let position: Position = "8/8/8/8/8/2k5/8/KR6 w - - 0 1".parse()?;
//! assert!(matches!(endgames.value(&position), Some(Value::Win(_))));
//! # Ok::<(), quadrille_core::Refusal>(())
//! ```

mod build;
mod check;
mod file;
mod index;
mod library;
mod material;
mod moves;
mod packed;
mod table;

pub use file::{Packer, usual_path};
pub use material::{MOST_MEN, Material};
pub use packed::MARK;
pub use table::Value;

use library::Library;
use material::Seen;
use quadrille_chess::draws::FIFTY_MOVES;
use quadrille_chess::{Move, Position};
use quadrille_core::{Game, Refusal, Score};
use quadrille_search::{Oracle, Stop};
use table::BROKEN;

/// The tables that are there.
#[derive(Debug, Default)]
pub struct Endgames {
    library: Library,
}

impl Oracle<Position> for Endgames {
    /// A mate beyond the fifty-move rule is not certain.
    fn value(&self, position: &Position) -> Option<Score> {
        let in_time = |plies: u32| position.halfmove_clock() + plies <= FIFTY_MOVES;
        match Self::value(self, position)? {
            Value::Draw => Some(Score::DRAW),
            Value::Win(plies) => in_time(plies).then(|| Score::win_in(plies)),
            Value::Loss(plies) => in_time(plies).then(|| Score::loss_in(plies)),
        }
    }
}

/// Statistics of a table, both sides to move together; symmetric positions count once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won for the side to move.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost for the side to move.
    pub losses: u64,
    /// The longest win, in plies.
    pub longest: u32,
}

impl Endgames {
    /// Builds the table of a class and those it needs, if missing.
    ///
    /// # Errors
    ///
    /// Returns an error if it was stopped.
    pub fn build(&self, material: Material, threads: usize, stop: &Stop) -> Result<(), Refusal> {
        for class in material.with_parts() {
            if self.library.get(class).is_none() {
                self.library.put(class, build::build(class, &self.library, threads, stop)?);
            }
        }
        Ok(())
    }

    /// The exact value of a position for the side to move; none if its table is missing. Positions with castling rights
    /// are not in the tables.
    #[must_use]
    pub fn value(&self, position: &Position) -> Option<Value> {
        if position.castling_rooks() != 0 {
            return None;
        }
        let seen = Seen::of(position)?;
        if position.en_passant().is_some() {
            // En-passant rights are not in the tables: such a position gets the value of its best move.
            return self.moves(position)?.first().map(|&(_, value)| value);
        }
        match self.library.code(&seen) {
            BROKEN => None,
            code => Some(Value::of(code)),
        }
    }

    /// Whether the value of a position is known.
    #[must_use]
    pub fn knows(&self, position: &Position) -> bool {
        self.value(position).is_some()
    }

    /// Every legal move with its value for the side that plays it, the best first; none if a table is missing.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Option<Vec<(Move, Value)>> {
        let mut legal = quadrille_chess::Moves::new();
        position.legal_moves(&mut legal);
        let mut valued = Vec::with_capacity(legal.len());
        for m in legal {
            let mut next = *position;
            next.play(m);
            valued.push((m, self.value(&next)?.before()));
        }
        valued.sort_by_key(|(_, value)| std::cmp::Reverse(value.rank()));
        Some(valued)
    }

    /// What the table of a class holds.
    #[must_use]
    pub fn tally(&self, material: Material) -> Option<Tally> {
        let table = self.library.get(material)?;
        let mut tally = Tally::default();
        for &code in table.codes.iter().filter(|&&code| code != BROKEN) {
            match Value::of(code) {
                Value::Win(plies) => {
                    tally.wins += 1;
                    tally.longest = tally.longest.max(plies);
                }
                Value::Draw => tally.draws += 1,
                Value::Loss(_) => tally.losses += 1,
            }
        }
        Some(tally)
    }
}

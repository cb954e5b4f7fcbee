//! Proofs that can be checked without trusting the solver.
//!
//! A certificate is a set of positions, all with the loser to move: whatever the loser plays, the winner has an answer
//! that wins at once or leads into the set again. Since no game goes on for ever, a set with that property which contains
//! the position in question (or a position one winning move away) proves the win. No moves are stored. Positions in which
//! the winner threatens to win with its next move are left out too: their few answers are gone through again by the
//! checker. The set is made greedily: an answer into the set made so far if there is one, else the one that wins fastest.
//!
//! The file is a few lines of text and then the positions, sorted, of fixed size; [`crate::verify`] reads it.

use super::lanes::FIRST_WIN;
use super::sides::QuietValues;
use super::{children, value};
use quadrille_breakthrough::{Checksum, Position};
use quadrille_core::{Game, Notation, Outcome, Player, Refusal, Tactics};
use quadrille_support::file;
use std::collections::HashSet;
use std::path::Path;

/// The first line of a certificate.
pub(crate) const TITLE: &str = "quadrille breakthrough certificate 1";

/// A proof that one side wins a position.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// What is proven.
    pub position: Position,
    /// Who wins.
    pub winner: Player,
    /// The positions, packed (white squares in the low bits, black ones above), the smaller of each and its mirror image.
    pub members: Vec<u128>,
}

impl Certificate {
    /// Makes the certificate of a position from a table; `None` if the table lacks a position.
    pub(crate) fn of(position: &Position, table: &dyn QuietValues) -> Option<Self> {
        let mover = position.to_move();
        let winner = if value(position, table)? >= FIRST_WIN { mover } else { !mover };
        let mut making = Making { table, winner, members: HashSet::new(), open: Vec::new() };
        if winner == mover {
            making.answer(position)?;
        } else {
            making.add(position);
        }
        while let Some(lost) = making.open.pop() {
            for (_, next) in children(&lost) {
                making.answer(&next)?;
            }
        }
        let members = making.members;
        let mut members: Vec<u128> = members.into_iter().collect();
        members.sort_unstable();
        Some(Self { position: *position, winner, members })
    }

    /// Writes the file, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), Refusal> {
        file::write(path, &self.to_bytes()).map_err(|error| file::refusal(path, &error))
    }

    /// The contents of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let width = self.width();
        let body: Vec<u8> = self.members.iter().flat_map(|member| member.to_le_bytes()[..width].to_vec()).collect();
        let mut sum = Checksum::default();
        sum.add(&body);
        let header = format!(
            "{TITLE}\nposition {}\nwinner {}\nmembers {}\nwidth {width}\nchecksum {:016x}\n\n",
            self.position.format_position(),
            self.winner,
            self.members.len(),
            sum.0,
        );
        [header.as_bytes(), &body].concat()
    }

    /// Bytes a member takes.
    fn width(&self) -> usize {
        (2 * usize::from(self.position.rows()) * usize::from(self.position.columns())).div_ceil(8)
    }
}

/// A certificate being made.
struct Making<'a> {
    table: &'a dyn QuietValues,
    winner: Player,
    members: HashSet<u128>,
    /// Positions whose moves are still to be answered.
    open: Vec<Position>,
}

impl Making<'_> {
    /// Adds a position with the loser to move.
    fn add(&mut self, lost: &Position) {
        if self.members.insert(packed(lost)) {
            self.open.push(*lost);
        }
    }

    /// Adds the winner's answer in a position with the winner to move, unless it wins at once or is there already.
    fn answer(&mut self, position: &Position) -> Option<()> {
        let mut fastest: Option<(u8, Position)> = None;
        for (_, next) in children(position) {
            if next.outcome() == Some(Outcome::Win(self.winner)) {
                return Some(());
            }
            let plies = value(&next, self.table)?;
            if plies < FIRST_WIN {
                if self.members.contains(&packed(&next)) {
                    return Some(());
                }
                if fastest.is_none_or(|(least, _)| plies < least) {
                    fastest = Some((plies, next));
                }
            }
        }
        let (_, next) = fastest?;
        if next.is_threatened() {
            // Not stored: only its answers are.
            return children(&next).try_for_each(|(_, after)| self.answer(&after));
        }
        self.add(&next);
        Some(())
    }
}

/// The smaller of a position and its mirror image as one number.
fn packed(position: &Position) -> u128 {
    let squares = u32::from(position.rows()) * u32::from(position.columns());
    let number = |position: &Position| {
        u128::from(position.pawns(Player::White)) | u128::from(position.pawns(Player::Black)) << squares
    };
    number(position).min(number(&position.mirrored()))
}

//! Proofs that can be checked without trusting the solver.
//!
//! A certificate is a set of positions with the loser to move such that, whatever the loser plays, the winner has a
//! reply that wins at once or leads back into the set. Since every game is finite, such a set proves the win if it
//! contains the position in question (or one a winning move away). No moves are stored. Positions in which the winner
//! threatens to win at once are omitted too: the checker tries their few replies again. The set is built greedily: a
//! reply into the set so far if there is one, otherwise the fastest win.
//!
//! The file is a few lines of text followed by the sorted positions as differences, seven bits to a byte, lowest first;
//! [`crate::verify`] reads it.

use super::lanes::FIRST_WIN;
use super::sides::QuietValues;
use super::{children, value};
use quadrille_breakthrough::{Checksum, Position};
use quadrille_core::{Game, Notation, Outcome, Player, Refusal, Tactics};
use quadrille_support::file;
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The first line of a certificate.
pub(crate) const TITLE: &str = "quadrille breakthrough certificate 2";

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
    /// Makes the certificate of a position from a table; `None` if the table lacks a position. With several threads the
    /// result depends on their timing; with one it does not.
    pub(crate) fn of(position: &Position, table: &dyn QuietValues, threads: usize) -> Option<Self> {
        let mover = position.to_move();
        let winner = if value(position, table)? >= FIRST_WIN { mover } else { !mover };
        let making = Making::new(table, winner);
        let mut open = Vec::new();
        if winner == mover {
            making.answer(position, &mut open)?;
        } else {
            making.add(position, &mut open);
        }
        making.share(open);
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| making.work());
            }
            making.work();
        });
        Some(Self { position: *position, winner, members: making.finished()? })
    }

    /// Writes the file atomically.
    pub fn write(&self, path: &Path) -> Result<(), Refusal> {
        file::write(path, &self.to_bytes()).map_err(|error| file::refusal(path, &error))
    }

    /// The contents of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let mut before = 0;
        for &member in &self.members {
            put(member.wrapping_sub(before), &mut body);
            before = member;
        }
        let mut sum = Checksum::default();
        sum.add(&body);
        let header = format!(
            "{TITLE}\nposition {}\nwinner {}\nmembers {}\nbytes {}\nchecksum {:016x}\n\n",
            self.position.format_position(),
            self.winner,
            self.members.len(),
            body.len(),
            sum.0,
        );
        [header.as_bytes(), &body].concat()
    }
}

/// Writes a number: seven bits to a byte, the lowest first; all bytes but the last have the highest bit.
fn put(mut number: u128, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The members are split into this many sets, to reduce lock contention.
const SHARDS: usize = 256;
/// How long a thread without work waits.
const PAUSE: Duration = Duration::from_micros(50);
/// A thread with more open positions than this shares half of them with idle threads.
const OPEN_OF_ONE: usize = 4;

/// A certificate being made.
struct Making<'a> {
    table: &'a dyn QuietValues,
    winner: Player,
    members: Vec<Mutex<HashSet<u128>>>,
    /// Positions with a threat whose replies are done.
    threats: Vec<Mutex<HashSet<u128>>>,
    /// Open positions shared with idle threads.
    shared: Mutex<Vec<Position>>,
    /// The total number of open positions.
    open: AtomicUsize,
    /// The number of idle threads.
    idle: AtomicUsize,
    is_lacking: AtomicBool,
}

fn sets() -> Vec<Mutex<HashSet<u128>>> {
    (0..SHARDS).map(|_| Mutex::default()).collect()
}

fn set_of(sets: &[Mutex<HashSet<u128>>], number: u128) -> MutexGuard<'_, HashSet<u128>> {
    let mixed = (number as u64 ^ (number >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    sets[(mixed >> 56) as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Making<'a> {
    fn new(table: &'a dyn QuietValues, winner: Player) -> Self {
        Self {
            table,
            winner,
            members: sets(),
            threats: sets(),
            shared: Mutex::default(),
            open: AtomicUsize::new(0),
            idle: AtomicUsize::new(0),
            is_lacking: AtomicBool::new(false),
        }
    }

    fn shared(&self) -> MutexGuard<'_, Vec<Position>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn share(&self, mut positions: Vec<Position>) {
        self.shared().append(&mut positions);
    }

    /// Answers open positions until there are none.
    fn work(&self) {
        let mut own: Vec<Position> = Vec::new();
        let mut is_idle = false;
        while self.open.load(Ordering::SeqCst) > 0 && !self.is_lacking.load(Ordering::Relaxed) {
            let next = own.pop().or_else(|| self.shared().pop());
            if is_idle != next.is_none() {
                is_idle = next.is_none();
                let change = if is_idle { 1 } else { usize::MAX };
                self.idle.fetch_add(change, Ordering::Relaxed);
            }
            let Some(lost) = next else {
                std::thread::sleep(PAUSE);
                continue;
            };
            if children(&lost).try_for_each(|(_, next)| self.answer(&next, &mut own)).is_none() {
                self.is_lacking.store(true, Ordering::Relaxed);
            }
            self.open.fetch_sub(1, Ordering::SeqCst);
            if own.len() > OPEN_OF_ONE && self.idle.load(Ordering::Relaxed) > 0 {
                // The oldest ones lead to the most work.
                let half = own.len() / 2;
                self.share(own.drain(..half).collect());
            }
        }
    }

    /// The members, sorted; none if a position was not in the table.
    fn finished(self) -> Option<Vec<u128>> {
        let sets = self.members.into_iter().map(|set| set.into_inner().unwrap_or_else(PoisonError::into_inner));
        let mut members: Vec<u128> = sets.flatten().collect();
        members.sort_unstable();
        (!self.is_lacking.into_inner()).then_some(members)
    }

    /// Adds a position with the loser to move.
    fn add(&self, lost: &Position, open: &mut Vec<Position>) {
        let number = packed(lost);
        if set_of(&self.members, number).insert(number) {
            self.open.fetch_add(1, Ordering::SeqCst);
            open.push(*lost);
        }
    }

    /// Adds the winner's answer in a position with the winner to move, unless it wins at once or is there already.
    fn answer(&self, position: &Position, open: &mut Vec<Position>) -> Option<()> {
        let mut fastest: Option<(u8, Position)> = None;
        for (_, next) in children(position) {
            if next.outcome() == Some(Outcome::Win(self.winner)) {
                return Some(());
            }
            let plies = value(&next, self.table)?;
            if plies < FIRST_WIN {
                let number = packed(&next);
                if set_of(&self.members, number).contains(&number) {
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
            let number = packed(&next);
            if !set_of(&self.threats, number).insert(number) {
                return Some(());
            }
            return children(&next).try_for_each(|(_, after)| self.answer(&after, open));
        }
        self.add(&next, open);
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

//! Retrograde analysis (Ströhlein 1970; Thompson, *Retrograde analysis of certain endgames*, 1986).
//!
//! [`build`] shows the order of the steps. First every position is marked as valid or not, and its captures and promotions are looked up in smaller tables. Then come rounds: round `n`
//! takes every position that is mated or mates in `n` plies and goes one move back. Every predecessor of a lost
//! position is won; a predecessor of a won position is lost if all its moves lose, which is checked. A byte is written
//! only when it is final for the rounds up to its own, so threads may process a round in any order with the same
//! result.
//!
//! En passant needs care, since the index does not include the right to capture. It concerns only positions with a pawn
//! on its initial rank and an enemy pawn ready to capture it after a double step; these are recomputed forwards in every
//! round.

use super::index::Indexer;
use super::library::Library;
use super::material::Material;
use super::moves::{Board, Scene};
use super::table::{BROKEN, DRAW, LONGEST, Table};
use crate::words;
use quadrille_core::Refusal;
use quadrille_search::Stop;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

/// Positions per unit of work.
const PORTION: usize = 1 << 14;
/// The longest mate of king and pawn against king: until then an en-passant capture may decide.
const PASSING_ROUNDS: u8 = 60;

/// A table under construction.
struct Workshop<'l> {
    library: &'l Library,
    indexer: Indexer,
    codes: Vec<AtomicU8>,
    /// The largest distance that was written.
    farthest: AtomicU8,
    /// Positions with a double step that may be answered in passing.
    passing: Mutex<Vec<usize>>,
    threads: usize,
}

/// Builds the table of a class. The tables its captures and promotions lead to must exist.
pub(super) fn build(material: Material, library: &Library, threads: usize, stop: &Stop) -> Result<Table, Refusal> {
    let indexer = Indexer::new(material);
    let codes = (0..indexer.len()).map(|_| AtomicU8::new(DRAW)).collect();
    let (farthest, passing) = (AtomicU8::new(0), Mutex::default());
    let workshop = Workshop { library, indexer, codes, farthest, passing, threads: threads.max(1) };
    workshop.everywhere(|index| workshop.mark_broken(index));
    workshop.everywhere(|index| workshop.begin(index, material.has_passing()));
    let passing = std::mem::take(&mut *workshop.passing.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    if !passing.is_empty() {
        workshop.farthest.fetch_max(PASSING_ROUNDS, Ordering::Relaxed);
    }
    let mut round = 0;
    while round <= workshop.farthest.load(Ordering::Relaxed) {
        if stop.is_due() {
            return Err(words::STOPPED.refuse());
        }
        for &index in &passing {
            workshop.look_forward(index, round);
        }
        workshop.everywhere(|index| workshop.go_back(index, round));
        round += 1;
    }
    let codes = workshop.codes.into_iter().map(AtomicU8::into_inner).collect();
    Ok(Table { indexer, codes })
}

/// Whether a byte says that the side to move wins, and in at most this many plies.
const fn is_win(code: u8, most: u8) -> bool {
    code != DRAW && code != BROKEN && code.is_multiple_of(2) && code - 1 <= most
}

const fn is_loss(code: u8, most: u8) -> bool {
    code % 2 == 1 && code != BROKEN && code - 1 <= most
}

impl Workshop<'_> {
    /// Processes every position, on all threads.
    fn everywhere(&self, work: impl Fn(usize) + Sync) {
        let next = AtomicUsize::new(0);
        let portions = || {
            loop {
                let first = next.fetch_add(PORTION, Ordering::Relaxed);
                if first >= self.codes.len() {
                    return;
                }
                (first..self.codes.len().min(first + PORTION)).for_each(&work);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(portions);
            }
            portions();
        });
    }

    fn code(&self, index: usize) -> u8 {
        self.codes[index].load(Ordering::Relaxed)
    }

    fn write(&self, index: usize, code: u8) {
        self.codes[index].store(code, Ordering::Relaxed);
        if code != BROKEN {
            self.farthest.fetch_max(code - 1, Ordering::Relaxed);
        }
    }

    fn scene(&self, index: usize) -> Scene {
        let (turn, squares) = self.indexer.position(index);
        Scene::new(&self.indexer.men, Board { turn, squares })
    }

    /// The byte of a board, as far as it is known.
    #[inline]
    fn look_up(&self, board: &Board) -> u8 {
        self.indexer.index(board.turn, board.squares).map_or(BROKEN, |index| self.code(index))
    }

    fn mark_broken(&self, index: usize) {
        let scene = self.scene(index);
        let least = self.indexer.index(scene.board.turn, scene.board.squares) == Some(index);
        if !least || scene.is_crowded() || scene.takes_king() {
            self.write(index, BROKEN);
        }
    }

    /// The initial value of a position: mate, or the values of its captures and promotions. A position with no other
    /// moves is done.
    fn begin(&self, index: usize, may_pass: bool) {
        if self.code(index) == BROKEN {
            return;
        }
        let scene = self.scene(index);
        let (mut nearest_win, mut farthest_loss, mut holds) = (u8::MAX, 0, false);
        scene.conversions(self.library, |code| {
            if is_loss(code, LONGEST) {
                nearest_win = nearest_win.min(code);
            }
            holds |= !is_win(code, LONGEST);
            farthest_loss = farthest_loss.max(code);
            true
        });
        if may_pass && scene.passing(self.library).is_some() {
            self.passing.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(index);
            // Whatever else there is, the step can be played or leaves the king in check: the rounds find out.
            if nearest_win != u8::MAX {
                self.write(index, nearest_win + 1);
            }
            return;
        }
        if nearest_win != u8::MAX {
            self.write(index, nearest_win + 1);
        } else if !holds && scene.quiet(|next| self.look_up(&next) == BROKEN) {
            match farthest_loss {
                0 if scene.is_check() => self.write(index, 1),
                0 => {}
                code => self.write(index, code + 1),
            }
        }
    }

    /// One move back from a position that is decided in this round.
    fn go_back(&self, index: usize, round: u8) {
        if self.code(index) != round + 1 {
            return;
        }
        let lost = round.is_multiple_of(2);
        self.scene(index).backwards(|board| {
            let Some(before) = self.indexer.index(board.turn, board.squares) else { return };
            let code = self.code(before);
            if lost {
                if code == DRAW || is_win(code, LONGEST) && code > round + 2 {
                    self.write(before, round + 2);
                }
            } else if code == DRAW
                && let Some(code) = self.lost(&Scene::new(&self.indexer.men, board), round)
            {
                self.write(before, code);
            }
        });
    }

    /// The byte of a position all of whose moves lose by what is known in this round.
    fn lost(&self, scene: &Scene, round: u8) -> Option<u8> {
        let mut farthest = 0;
        let mut loses = |code: u8, most: u8| {
            farthest = farthest.max(code);
            is_win(code, most)
        };
        let all = scene.quiet(|next| {
            let code = self.look_up(&next);
            code == BROKEN || loses(code, round)
        });
        let all = all && scene.conversions(self.library, |code| loses(code, LONGEST));
        let all = all && self.step(scene, round).is_none_or(|code| code == BROKEN || loses(code, round));
        match farthest {
            _ if !all => None,
            0 => scene.is_check().then_some(1),
            code => Some(code + 1),
        }
    }

    /// The byte after the double step that can be answered in passing, if there is one; a draw where nothing is known yet.
    fn step(&self, scene: &Scene, round: u8) -> Option<u8> {
        let passing = scene.passing(self.library)?;
        let after = self.look_up(&passing.after_step);
        let decided = |code: u8| is_win(code, round) || is_loss(code, round);
        if passing.capture == BROKEN || after == BROKEN {
            return Some(if after == BROKEN || decided(after) { after } else { DRAW });
        }
        // The capture as the side sees it that may capture.
        let capture = if passing.capture == DRAW { DRAW } else { passing.capture + 1 };
        let exists = |index: usize| self.code(index) != BROKEN;
        let other = Scene::new(&self.indexer.men, passing.after_step).has_move(&self.indexer, self.library, exists);
        let better = match (decided(after) && other).then_some(after) {
            None if !other || is_win(capture, round) => capture,
            None => DRAW,
            Some(after) => match (is_win(after, round), is_win(capture, LONGEST)) {
                (true, true) => after.min(capture),
                (true, false) => after,
                (false, true) => capture,
                (false, false) if capture == DRAW => DRAW,
                (false, false) => after.max(capture),
            },
        };
        Some(if decided(better) { better } else { DRAW })
    }

    /// A position with a double step that may be answered in passing: it is decided by looking forward.
    fn look_forward(&self, index: usize, round: u8) {
        let code = self.code(index);
        if code != DRAW && !is_win(code, LONGEST) {
            return;
        }
        let scene = self.scene(index);
        if let Some(step) = self.step(&scene, round).filter(|&step| is_loss(step, round)) {
            if code == DRAW || code > step + 1 {
                self.write(index, step + 1);
            }
        } else if code == DRAW
            && let Some(code) = self.lost(&scene, round)
        {
            self.write(index, code);
        }
    }
}

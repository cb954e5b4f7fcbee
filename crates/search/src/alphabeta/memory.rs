//! One thread's histories: killers, countermoves, history tables and evaluation corrections.
//!
//! A history score moves towards a limit, in smaller steps the closer it is, so old results fade ("history gravity").
//! There is one history by move, one by trace after each of the last two moves (continuation history), and one by trace
//! and prize for noisy moves. Corrections are the mean difference between search result and evaluation, for positions
//! of the same structure (correction history). All fit into 16 bits, which keeps more of them in the caches.

use super::options::Options;
use quadrille_core::{Player, Score, Tactics};

/// Maximum length of a line.
pub(super) const MAX_PLY: usize = 240;
/// History scores stay within this.
const HISTORY_LIMIT: i32 = 16_384;
/// Kinds of prizes.
const PRIZES: usize = 8;
/// Number of structures distinguished for each player, by the upper bits of their keys.
const KEPT: usize = 1 << KEPT_BITS;
const KEPT_BITS: u32 = 14;
/// One unit of the evaluation, in a correction's fixed-point scale.
const GRAIN: i32 = 256;
/// The largest correction, in units of the evaluation.
const LARGEST_CORRECTION: i32 = 100;

/// What the ordering of one node depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clues {
    pub(super) table_code: Option<u16>,
    pub(super) ply: usize,
    /// The code of the previous move.
    pub(super) previous: Option<u32>,
    /// The traces of the moves one, two and four plies ago.
    pub(super) traces: [Option<u32>; 3],
}

/// What one worker remembers.
#[derive(Debug)]
pub(super) struct Memory<G: Tactics> {
    killers: Vec<[Option<G::Move>; 2]>,
    history: [Vec<i16>; 2],
    counters: [Vec<Option<G::Move>>; 2],
    /// For the last move and those before it: index = previous trace × number of traces + trace.
    continuations: [Vec<i16>; 2],
    /// Trace times prizes, plus prize.
    noisy: Vec<i16>,
    /// By structure and player.
    corrections: Vec<[Vec<i16>; 2]>,
}

impl<G: Tactics> Memory<G> {
    pub(super) fn new(codes: usize) -> Self {
        let continuation = || vec![0; G::TRACES * G::TRACES];
        Self {
            killers: vec![[None; 2]; MAX_PLY + 1],
            history: [vec![0; codes], vec![0; codes]],
            counters: [vec![None; codes], vec![None; codes]],
            continuations: [continuation(), continuation()],
            noisy: vec![0; G::TRACES.max(1) * PRIZES],
            corrections: vec![[vec![0; KEPT], vec![0; KEPT]]; G::STRUCTURES],
        }
    }

    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<G::Move>; 2] {
        self.killers[ply]
    }

    #[inline]
    pub(super) fn countermove(&self, mover: Player, previous: u32) -> Option<G::Move> {
        self.counters[mover.index()][previous as usize]
    }

    /// How well a quiet move did.
    #[inline]
    pub(super) fn quiet_history(&self, options: &Options, position: &G, m: G::Move, clues: &Clues) -> i32 {
        let mut sum = 0;
        if options.history {
            sum += i32::from(self.history[position.to_move().index()][position.code(m)]);
        }
        if options.continuations && G::TRACES > 0 {
            let trace = position.trace(m);
            let plies = if options.long_continuations { 3 } else { 2 };
            for (i, before) in clues.traces[..plies].iter().enumerate() {
                if let &Some(before) = before {
                    sum += i32::from(self.continuations[i.min(1)][before as usize * G::TRACES + trace]);
                }
            }
        }
        sum
    }

    /// How well a noisy move did.
    #[inline]
    pub(super) fn noisy_history(&self, position: &G, m: G::Move) -> i32 {
        i32::from(self.noisy[position.trace(m) * PRIZES + position.prize(m)])
    }

    /// A quiet move caused a cutoff: reward it, and penalise the quiet moves tried before it.
    pub(super) fn reward_quiet(
        &mut self,
        options: &Options,
        position: &G,
        (m, tried): (G::Move, &[G::Move]),
        bonus: i32,
        clues: &Clues,
    ) {
        let mover = position.to_move();
        let killers = &mut self.killers[clues.ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        if let Some(previous) = clues.previous {
            self.counters[mover.index()][previous as usize] = Some(m);
        }
        let plies = if options.long_continuations { 3 } else { 2 };
        self.adjust_quiet(position, m, bonus, &clues.traces[..plies]);
        for &other in tried {
            self.adjust_quiet(position, other, -bonus, &clues.traces[..plies]);
        }
    }

    /// Rewards the move with this code, or penalises it.
    pub(super) fn reward_code(&mut self, mover: Player, code: u32, bonus: i32) {
        adjust(&mut self.history[mover.index()][code as usize], bonus);
    }

    fn adjust_quiet(&mut self, position: &G, m: G::Move, bonus: i32, traces: &[Option<u32>]) {
        adjust(&mut self.history[position.to_move().index()][position.code(m)], bonus);
        if G::TRACES == 0 {
            return;
        }
        let trace = position.trace(m);
        for (i, before) in traces.iter().enumerate() {
            if let &Some(before) = before {
                adjust(&mut self.continuations[i.min(1)][before as usize * G::TRACES + trace], bonus);
            }
        }
    }

    /// After a cutoff by any move: penalises the noisy moves tried before it.
    pub(super) fn reward_noisy(&mut self, position: &G, refuter: Option<G::Move>, tried: &[G::Move], bonus: i32) {
        if let Some(m) = refuter {
            adjust(&mut self.noisy[position.trace(m) * PRIZES + position.prize(m)], bonus);
        }
        for &other in tried {
            adjust(&mut self.noisy[position.trace(other) * PRIZES + position.prize(other)], -bonus);
        }
    }

    /// The corrected evaluation.
    #[inline]
    pub(super) fn corrected(&self, position: &G, evaluation: Score) -> Score {
        if G::STRUCTURES == 0 {
            return evaluation;
        }
        let mover = position.to_move().index();
        let error = |which: usize| i32::from(self.corrections[which][mover][place_of(position.structure(which))]);
        let sum: i32 = (0..G::STRUCTURES).map(error).sum();
        // The corrections overlap, so with three of them each counts two thirds.
        Score::heuristic(evaluation.raw() + sum * 2 / (G::STRUCTURES as i32).max(2) / GRAIN)
    }

    /// Updates the corrections with the difference between a search of this depth and the evaluation.
    pub(super) fn note_error(&mut self, position: &G, evaluation: Score, found: Score, depth: i32) {
        let mover = position.to_move().index();
        let error = (found.raw() - evaluation.raw()).clamp(-LARGEST_CORRECTION * 4, LARGEST_CORRECTION * 4) * GRAIN;
        let weight = (depth + 1).min(16);
        for which in 0..G::STRUCTURES {
            let mean = &mut self.corrections[which][mover][place_of(position.structure(which))];
            let moved = (i32::from(*mean) * (256 - weight) + error * weight) / 256;
            *mean = moved.clamp(-LARGEST_CORRECTION * GRAIN, LARGEST_CORRECTION * GRAIN) as i16;
        }
    }

    /// Clears the grandchildren's killers, which are stale in a new node.
    pub(super) fn enter(&mut self, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply + 2) {
            *killers = [None; 2];
        }
    }
}

/// The index of a structure's correction.
#[inline]
const fn place_of(key: u64) -> usize {
    (key >> (u64::BITS - KEPT_BITS)) as usize
}

/// The bonus for a cutoff, larger for deeper searches.
pub(super) const fn bonus(options: &Options, depth: i32) -> i32 {
    const DEEPEST: i32 = 10;
    let plies = if depth < DEEPEST { depth } else { DEEPEST };
    options.history_bonus * plies - options.history_bonus / 2
}

/// Adds a bonus to a history score, scaled down as the score approaches the limit.
fn adjust(score: &mut i16, bonus: i32) {
    let before = i32::from(*score);
    *score = (before + bonus - before * bonus.abs() / HISTORY_LIMIT) as i16;
}

//! Proof-number search: is this position won?
//!
//! Depth-first proof-number search (Allis, *Searching for solutions in games and artificial intelligence*, 1994; Nagai,
//! *Df-pn algorithm for searching AND/OR trees*, 2002) always works on the leaf that is cheapest to decide next. It asks a
//! yes-or-no question, so it suits games that end in a win or a loss; where draws exist a second question follows ("does
//! the opponent win?"), and two noes are a draw. Thresholds are loosened by a quarter so that the search does not jump
//! between two equally hard children (Pawlewicz and Lew, *Improving depth-first PN-search: 1 + ε trick*, 2007).
//!
//! Read [`Prover::explore`] first. **What it assumes:** where the past forbids moves (superko), a position is what is on the
//! board together with the set of boards seen before, and the table knows it by both: exact, at the price of sharing less.
//! Where the past only ends games (repetition in chess), a position on the current line that repeats counts as decided by
//! the rules of [`crate::past`], while values in the table are taken to hold whatever the path was.

mod table;

use crate::settings::settings;
use crate::words;
use crate::{MoveReport, Report, Reporter, Request, SamePosition, TableCounters, Timer, past};
use quadrille_core::{Game, KeyHistory, MoveBuf, Outcome, Player, Refusal, Score};
use std::time::Instant;
use table::{INFINITE, Numbers, Table};

settings!(
    /// What the prover uses.
    Options {
        "size of its table in MiB",
            "taille de sa table en Mio",
            table: usize = 64, 1..=1_048_576;
        "whether the game has draws, so that a position that is not won need not be lost",
            "whether the game has draws, so that a position that is not won need not be lost",
            draws: bool = true;
    }
);

/// Lines longer than this are given up; a disproof that rests on it is not claimed.
const LONGEST_LINE: usize = 600;
/// The stack of the proving thread: enough for the longest line of the largest position.
const STACK: usize = 64 << 20;
/// The golden ratio in 64 bits, odd.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
/// The clock is looked at after so many nodes.
const CLOCK_EVERY: u64 = 256;

/// Solves the position: the report's score is a proven win, loss or draw, or `None` if a limit came first. Its distance is
/// that of the line found, not the shortest. With `same`, full positions are kept and compared (B6).
///
/// # Errors
///
/// A sentence, if there is no memory for the table or no thread.
pub fn solve<G: Game>(
    request: &Request<'_, G>,
    options: &Options,
    same: Option<SamePosition<G>>,
    on_report: &mut dyn FnMut(&Report<G>),
) -> Result<Report<G>, Refusal> {
    let start = Instant::now();
    let timer = Timer::new(request.stop, start, request.limits.budget().map(|budget| budget.hard));
    let mover = request.position.to_move();
    let mut report = Report::new("exact");
    if request.choices().is_empty() {
        report.notes.push(words::GAME_OVER.refuse());
        return Ok(report);
    }
    let mut reporter = Reporter::new(start, on_report);
    let won = prove(request, options, same, mover, &timer, &mut report, &mut reporter)?;
    let lost = match won {
        Some(false) if options.draws => prove(request, options, same, !mover, &timer, &mut report, &mut reporter)?,
        Some(false) => Some(true),
        _ => None,
    };
    let plies = report.pv.len() as u32;
    (report.score, report.value) = match (won, lost) {
        (Some(true), _) => (Some(Score::win_in(plies)), Some(1.0)),
        (_, Some(true)) => (Some(Score::loss_in(plies)), Some(0.0)),
        (_, Some(false)) => (Some(Score::DRAW), Some(0.5)),
        _ => (None, None),
    };
    report.best = report.pv.first().copied().or_else(|| request.choices().first().copied());
    report.moves = report
        .best
        .map(|m| MoveReport { score: report.score, pv: report.pv.clone(), ..MoveReport::new(m) })
        .into_iter()
        .collect();
    report.elapsed = start.elapsed();
    Ok(report)
}

/// Whether `attacker` wins, or nothing if a limit came first; adds what it took to the report.
fn prove<G: Game>(
    request: &Request<'_, G>,
    options: &Options,
    same: Option<SamePosition<G>>,
    attacker: Player,
    timer: &Timer,
    report: &mut Report<G>,
    reporter: &mut Reporter<'_, G>,
) -> Result<Option<bool>, Refusal> {
    let mut prover = Prover {
        table: Table::new(options.table, same)?,
        history: request.history.clone(),
        seen: vec![0],
        game_length: request.history.len(),
        attacker,
        timer,
        most_nodes: request.limits.nodes.unwrap_or(u64::MAX).saturating_sub(report.nodes),
        nodes: 0,
        deepest: 0,
        cut_short: false,
        over: false,
        progress: None,
    };
    let (sender, receiver) = std::sync::mpsc::channel();
    prover.progress = Some((sender, Instant::now()));
    let base = report.clone();
    let numbers = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let running = thread.spawn_scoped(scope, || {
            let numbers = prover.explore(request.position, Numbers { proof: INFINITE, disproof: INFINITE }, 0);
            prover.progress = None;
            numbers
        });
        let running = running.map_err(|error| words::NO_THREAD.refuse().error("error", error))?;
        while let Ok(nodes) = receiver.recv() {
            reporter.offer(|| Report { nodes: base.nodes + nodes, elapsed: timer.elapsed(), ..base.clone() });
        }
        running.join().map_err(|_| words::PROOF_BROKEN.refuse())
    })?;
    report.nodes += prover.nodes;
    report.seldepth = report.seldepth.max(prover.deepest as u32);
    let table = &prover.table;
    report.table.add(&TableCounters {
        probes: table.probes,
        hits: table.hits,
        collisions: table.collisions,
        hashfull: 0,
    });
    let mover_is_attacker = request.position.to_move() == attacker;
    let wins = match numbers {
        Numbers::REACHED => Some(mover_is_attacker),
        Numbers::MISSED => Some(!mover_is_attacker),
        _ => None,
    };
    let wins = wins.filter(|&wins| wins || !prover.cut_short);
    report.pv = prover.line(request.position);
    Ok(wins)
}

/// One proof in progress.
struct Prover<'a, G: Game> {
    table: Table<G>,
    history: KeyHistory,
    /// A number for the set of positions of each beginning of the line, if the past forbids moves.
    seen: Vec<u64>,
    game_length: usize,
    /// The player who is to be shown to win. Whoever else moves has reached its goal if that fails.
    attacker: Player,
    timer: &'a Timer,
    most_nodes: u64,
    nodes: u64,
    deepest: usize,
    /// Whether some line was given up as too long.
    cut_short: bool,
    over: bool,
    progress: Option<(std::sync::mpsc::Sender<u64>, Instant)>,
}

/// One move of the node being explored.
struct Child<M> {
    m: M,
    numbers: Numbers,
    /// Decided for good, or by this line only; not to be explored either way.
    ended: bool,
}

impl<G: Game> Prover<'_, G> {
    /// Works on the position until its numbers reach the limits, and returns them.
    fn explore(&mut self, position: &G, limits: Numbers, ply: usize) -> Numbers {
        let before = self.nodes;
        self.count(ply);
        let mut children = self.children(position, ply);
        let mut numbers;
        loop {
            let (best, second);
            (numbers, best, second) = summary(&children);
            let done = numbers.proof >= limits.proof || numbers.disproof >= limits.disproof || numbers.is_decided();
            if done || self.over {
                break;
            }
            let child = &children[best];
            let child_limits = Numbers {
                proof: limits
                    .disproof
                    .saturating_sub(numbers.disproof)
                    .saturating_add(child.numbers.proof)
                    .min(INFINITE),
                disproof: limits.proof.min(second.saturating_add(1 + second / 4)).min(INFINITE),
            };
            let mut next = position.clone();
            next.play(child.m);
            self.push(&next);
            let found = self.explore(&next, child_limits, ply + 1);
            self.pop();
            children[best].numbers = found;
            // Other children may be the same position reached by another move: what was just learnt serves them too.
        }
        self.table.store(self.key(position), position, numbers, self.nodes - before);
        numbers
    }

    /// The moves with what is known about the positions after them.
    fn children(&mut self, position: &G, ply: usize) -> Vec<Child<G::Move>> {
        let mut moves = G::Moves::default();
        position.legal_moves(&mut moves);
        let mut children = Vec::with_capacity(moves.len());
        for &m in moves.as_slice() {
            if G::HISTORY_FORBIDS && !position.allowed_by_history(m, &self.history) {
                continue;
            }
            let mut next = position.clone();
            next.play(m);
            self.push(&next);
            let decided = self.decided(&next, ply + 1);
            let numbers = decided.or_else(|| self.table.look(self.key(&next), &next).map(|(numbers, _)| numbers));
            self.pop();
            children.push(Child { m, numbers: numbers.unwrap_or(Numbers::UNKNOWN), ended: decided.is_some() });
        }
        children
    }

    /// The numbers of a finished position, for its mover.
    fn decided(&mut self, position: &G, ply: usize) -> Option<Numbers> {
        let outcome = position.outcome().or_else(|| past::outcome(position, &self.history, self.game_length));
        let outcome = match outcome {
            Some(outcome) => outcome,
            None if ply >= LONGEST_LINE => {
                self.cut_short = true;
                Outcome::Draw
            }
            None => return None,
        };
        let attacker_wins = outcome.winner() == Some(self.attacker);
        let reached = attacker_wins == (position.to_move() == self.attacker);
        Some(if reached { Numbers::REACHED } else { Numbers::MISSED })
    }

    fn count(&mut self, ply: usize) {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        self.over |= self.nodes >= self.most_nodes || self.timer.is_over();
        if self.nodes.is_multiple_of(CLOCK_EVERY) {
            self.over |= self.timer.check();
            if let Some((sender, last)) = &mut self.progress
                && last.elapsed().as_millis() >= 50
            {
                *last = Instant::now();
                // Nobody may be listening any more; the proof goes on all the same.
                let _ = sender.send(self.nodes);
            }
        }
    }

    fn push(&mut self, position: &G) {
        if !G::USES_HISTORY {
            return;
        }
        let key = position.history_key();
        if G::HISTORY_FORBIDS {
            let new = if self.history.occurrences(key) == 0 { key.wrapping_mul(SPREAD) } else { 0 };
            self.seen.push(self.seen.last().copied().unwrap_or(0).wrapping_add(new));
        }
        self.history.push(key);
    }

    fn pop(&mut self) {
        if !G::USES_HISTORY {
            return;
        }
        if G::HISTORY_FORBIDS {
            self.seen.pop();
        }
        self.history.pop();
    }

    /// The table's name of the position at the end of the line. The boards seen are added up, not XORed, each multiplied
    /// by a large odd number, so that their sum has nothing to do with the XORs that make the position's own key.
    fn key(&self, position: &G) -> u64 {
        position.key() ^ self.seen.last().copied().unwrap_or(0)
    }

    /// The line of the proof, as far as the table remembers it: the side that reaches its goal takes the least work, the
    /// other the most.
    fn line(&mut self, root: &G) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut position = root.clone();
        let pushed = self.history.len();
        while line.len() < LONGEST_LINE {
            let reaches = match self.table.look(self.key(&position), &position) {
                Some((Numbers { proof: 0, .. }, _)) => true,
                Some((Numbers { disproof: 0, .. }, _)) => false,
                _ => break,
            };
            let Some(m) = self.line_move(&position, reaches, line.len()) else { break };
            line.push(m);
            position.play(m);
            self.push(&position);
            if position.outcome().is_some() {
                break;
            }
        }
        while self.history.len() > pushed {
            self.pop();
        }
        line
    }

    fn line_move(&mut self, position: &G, reaches: bool, ply: usize) -> Option<G::Move> {
        let mut found: Vec<(u32, G::Move)> = Vec::new();
        for child in self.children(position, ply) {
            let fits = if reaches { child.numbers.disproof == 0 } else { child.numbers.proof == 0 };
            if fits {
                let mut next = position.clone();
                next.play(child.m);
                self.push(&next);
                let known = self.table.look(self.key(&next), &next);
                self.pop();
                found.push((if child.ended { 0 } else { known.map_or(0, |(_, work)| work) }, child.m));
            }
        }
        let pick = if reaches {
            found.iter().min_by_key(|(work, _)| *work)
        } else {
            found.iter().max_by_key(|(work, _)| *work)
        };
        pick.map(|(_, m)| *m)
    }
}

/// The numbers of a node from its children, the child that is easiest to refute, and how hard the next easiest is. The
/// mover reaches its goal through one child whose mover misses its own, and misses it if all children reach theirs.
fn summary<M>(children: &[Child<M>]) -> (Numbers, usize, u32) {
    let (mut best, mut least, mut second) = (0, INFINITE, INFINITE);
    let mut sum = 0_u32;
    for (i, child) in children.iter().enumerate() {
        let Numbers { proof, disproof } = child.numbers;
        sum = if proof >= INFINITE { INFINITE } else { sum.saturating_add(proof).min(INFINITE) };
        if disproof < least {
            second = least;
            (best, least) = (i, disproof);
        } else {
            second = second.min(disproof);
        }
    }
    let numbers = if least == 0 { Numbers::REACHED } else { Numbers { proof: least, disproof: sum } };
    (numbers, best, second)
}

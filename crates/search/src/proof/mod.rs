//! Proof-number search: is this position won?
//!
//! Proof-number search (Allis, *Searching for solutions in games and artificial intelligence*, 1994) always works on
//! the leaf that is cheapest to decide next. It asks a yes-or-no question, so it suits games that end in a win or a
//! loss; where draws exist a second question follows ("does the opponent win?"), and "no" to both is a draw.
//!
//! Read [`dfpn::explore`] first, then [`Prover`], which applies it to any game. **What it assumes:** where the history
//! forbids moves (superko), a position is the board together with the set of boards seen before, and the table key
//! covers both: this is exact, but shares less. Where the history only ends games (repetition), a repeated position on
//! the current line is decided by the rules of [`crate::past`], while table values are assumed to hold on every path.

pub mod dfpn;
pub mod table;

use crate::settings::settings;
use crate::words;
use crate::{MoveReport, Report, Reporter, Request, TableCounters, Timer, past};
use dfpn::{Numbers, Problem, explore};
use quadrille_core::{Game, KeyHistory, MoveBuf, Outcome, Player, Refusal, Score};
use quadrille_support::clock::Instant;
use table::Table;

settings!(
    /// What the prover uses.
    Options {
        "size of its table in MiB",
            "taille de sa table en Mio",
            table: usize = 64, 1..=1_048_576;
        "whether the game has draws, so that a position that is not won need not be lost",
            "si le jeu connaît des nulles, de sorte qu’une position non gagnée n’est pas forcément perdue",
            draws: bool = true;
    }
);

/// Longer lines are abandoned; a disproof that depends on this is not claimed.
const LONGEST_LINE: usize = 600;
/// The stack of the proving thread: enough for the longest line of the largest position.
const STACK: usize = 64 << 20;
/// The golden ratio in 64 bits, odd.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
/// Nodes between two clock reads.
const CLOCK_EVERY: u64 = 256;

/// Solves the position: the report's score is a proven win, loss or draw, or `None` if a limit came first. Its distance is
/// that of the line found, not the shortest.
///
/// # Errors
///
/// Returns an error if the search failed.
pub fn solve<G: Game>(
    request: &Request<'_, G>,
    options: &Options,
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
    let won = prove(request, options, mover, &timer, &mut report, &mut reporter)?;
    let lost = match won {
        Some(false) if options.draws => prove(request, options, !mover, &timer, &mut report, &mut reporter)?,
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

/// Whether `attacker` wins; `None` if a limit came first. Adds the effort to the report.
fn prove<G: Game>(
    request: &Request<'_, G>,
    options: &Options,
    attacker: Player,
    timer: &Timer,
    report: &mut Report<G>,
    reporter: &mut Reporter<'_, G>,
) -> Result<Option<bool>, Refusal> {
    let mut prover = Prover {
        root: request.position,
        table: Table::new(options.table.saturating_mul(1 << 20)),
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
            let numbers = explore(&mut prover, request.position, Numbers::UNTIL_DECIDED, 0);
            prover.progress = None;
            numbers
        });
        let Ok(running) = running else { return Ok(None) };
        while let Ok(nodes) = receiver.recv() {
            reporter.offer(|| Report { nodes: base.nodes + nodes, elapsed: timer.elapsed(), ..base.clone() });
        }
        running.join().map(Some).map_err(|_| words::PROOF_BROKEN.refuse())
    })?;
    // Without threads, the search runs on the caller's stack and reports no progress.
    let numbers = numbers.unwrap_or_else(|| explore(&mut prover, request.position, Numbers::UNTIL_DECIDED, 0));
    report.nodes += prover.nodes;
    report.seldepth = report.seldepth.max(prover.deepest as u32);
    let table = &prover.table;
    report.table.add(&TableCounters { probes: table.probes, hits: table.hits, ..TableCounters::default() });
    let mover_is_attacker = request.position.to_move() == attacker;
    let wins = numbers.result().map(|reached| reached == mover_is_attacker);
    let wins = wins.filter(|&wins| wins || !prover.cut_short);
    report.pv = prover.line();
    Ok(wins)
}

/// One proof in progress.
struct Prover<'a, G: Game> {
    root: &'a G,
    table: Table<u64>,
    history: KeyHistory,
    /// A hash of the set of positions for each prefix of the line, if the history forbids moves.
    seen: Vec<u64>,
    game_length: usize,
    /// The player whose win is to be proved; the opponent's goal is to prevent it.
    attacker: Player,
    timer: &'a Timer,
    most_nodes: u64,
    nodes: u64,
    deepest: usize,
    /// Whether a line was abandoned as too long.
    cut_short: bool,
    over: bool,
    progress: Option<(std::sync::mpsc::Sender<u64>, Instant)>,
}

impl<G: Game> Problem for Prover<'_, G> {
    type Node = G;
    type Step = G::Move;

    fn visit(&mut self, ply: usize) {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        self.over |= self.nodes >= self.most_nodes || self.timer.is_over();
        if self.nodes.is_multiple_of(CLOCK_EVERY) {
            self.over |= self.timer.check();
            if let Some((sender, last)) = &mut self.progress
                && last.elapsed().as_millis() >= 50
            {
                *last = Instant::now();
                // The receiver may be gone; the search goes on regardless.
                let _ = sender.send(self.nodes);
            }
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn successors(&mut self, position: &G, ply: usize) -> Vec<(G::Move, Numbers)> {
        let mut moves = G::Moves::default();
        position.legal_moves(&mut moves);
        let mut successors = Vec::with_capacity(moves.len());
        for &m in moves.as_slice() {
            if G::HISTORY_FORBIDS && !position.allowed_by_history(m, &self.history) {
                continue;
            }
            let next = self.enter(position, m);
            let known = self.decided(&next, ply + 1);
            let known = known.or_else(|| self.table.look(self.key(&next)).map(|(numbers, _)| numbers));
            self.leave();
            successors.push((m, known.unwrap_or(Numbers::UNKNOWN)));
        }
        successors
    }

    fn enter(&mut self, position: &G, m: G::Move) -> G {
        let mut next = position.clone();
        next.play(m);
        if G::USES_HISTORY {
            let key = next.history_key();
            if G::HISTORY_FORBIDS {
                let new = if self.history.occurrences(key) == 0 { key.wrapping_mul(SPREAD) } else { 0 };
                self.seen.push(self.seen.last().copied().unwrap_or(0).wrapping_add(new));
            }
            self.history.push(key);
        }
        next
    }

    fn leave(&mut self) {
        if G::USES_HISTORY {
            if G::HISTORY_FORBIDS {
                self.seen.pop();
            }
            self.history.pop();
        }
    }

    fn store(&mut self, position: &G, numbers: Numbers, work: u64) {
        self.table.store(self.key(position), numbers, work);
    }
}

impl<G: Game> Prover<'_, G> {
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
        Some(Numbers::decided(attacker_wins == (position.to_move() == self.attacker)))
    }

    /// The table key of the position at the end of the line. The keys of the boards seen are multiplied by a large odd
    /// number and added, not XORed, so that the sum is independent of the XORs in the position's own key.
    fn key(&self, position: &G) -> u64 {
        position.key() ^ self.seen.last().copied().unwrap_or(0)
    }

    /// The proof's line, as far as the table still has it: the winning side takes the move with the least work, the
    /// other the one with the most.
    fn line(&mut self) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut position = self.root.clone();
        while line.len() < LONGEST_LINE && (line.is_empty() || position.outcome().is_none()) {
            let known = self.table.look(self.key(&position)).and_then(|(numbers, _)| numbers.result());
            let Some(m) = known.and_then(|reached| self.line_move(&position, reached, line.len())) else { break };
            position = self.enter(&position, m);
            line.push(m);
        }
        line.iter().for_each(|_| self.leave());
        line
    }

    fn line_move(&mut self, position: &G, reached: bool, ply: usize) -> Option<G::Move> {
        let mut found: Vec<(u32, G::Move)> = Vec::new();
        for (m, numbers) in self.successors(position, ply) {
            if numbers.result() == Some(!reached) {
                let next = self.enter(position, m);
                let is_decided = self.decided(&next, ply + 1).is_some();
                let work = if is_decided { None } else { self.table.look(self.key(&next)) };
                self.leave();
                found.push((work.map_or(0, |(_, work)| work), m));
            }
        }
        let pick = if reached {
            found.iter().min_by_key(|(work, _)| *work)
        } else {
            found.iter().max_by_key(|(work, _)| *work)
        };
        pick.map(|(_, m)| *m)
    }
}

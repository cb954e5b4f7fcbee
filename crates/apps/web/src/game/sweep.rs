//! The analysis of a whole line (sweep), within the announced time.
//!
//! A move is judged by two searches of the same length in the position it was played in: one over all moves and, if
//! that prefers another, one over this move alone. If the move seems a mistake, the best move is also searched alone,
//! so that both are searched equally deeply. Finally, mistakes get a search for other good moves.
//!
//! Values of different positions are never compared: a search that starts one ply later looks one ply further, and
//! playouts favour the side to move.

use super::searches::{Purpose, Running};
use super::tree::{Effort, Node, NodeId, Notes};
use super::{Game, Look, Pass, Sweep, Task};
use crate::players;
use quadrille_core::{Player, Refusal, Value};
use quadrille_engine::{Limits, Report, is_set_up};
use std::time::Duration;

/// The range of the time per move.
const SHORTEST: Duration = Duration::from_millis(50);
const LONGEST: Duration = Duration::from_secs(120);
/// The first searches of a position and its move take this share of the time; the rest is for re-checks.
const QUICK: u32 = 4;
/// The loss of winning chance that counts as a mistake.
const MISTAKE: f64 = 0.1;
/// The loss from which a move is re-checked with the time left.
const DOUBT: f64 = 0.04;
/// The share of the time left for re-checks; the rest is for alternatives to mistakes.
const FOR_DOUBTS: f64 = 0.8;
/// A re-check must be at least this much longer than the first search.
const LONGER: f64 = 1.5;
/// The maximum length of a search, in multiples of a first search.
const MOST_LONGER: u32 = 8;
/// Below this winning chance a game is practically lost, and evaluation errors amount to pawns.
const LOST: f64 = 0.3;
/// How much steeper the winning-chance curve is in such positions.
const STEEPER: f64 = 3.0;
/// A move that loses at most this much is as good as the best.
const AS_GOOD: f64 = 0.05;
/// How many moves to search for alternatives.
const ANSWERS: usize = 4;
/// Two searches are not compared if their lengths differ by more than this factor.
const ALIKE: f64 = 2.0;
/// The maximum length of a stored variation.
const LONGEST_LINE: usize = 8;

/// The mover's chance, from Black's.
fn chance_of(mover: Player, black: f64) -> f64 {
    if mover == Player::Black { black } else { 1.0 - black }
}

/// A proven result from the view of the side that moved before.
fn one_ply_before(end: Value) -> Value {
    match end {
        Value::Win(plies) => Value::Loss(plies + 1),
        Value::Loss(plies) => Value::Win(plies + 1),
        Value::Margin(margin) => Value::Margin(-margin),
        other => other,
    }
}

/// The winning chance of a proven result.
fn proven_chance(end: Value) -> f64 {
    match end {
        Value::Win(_) => 1.0,
        Value::Margin(margin) if margin > 0.0 => 1.0,
        Value::Margin(0.0) => 0.5,
        _ => 0.0,
    }
}

/// The loss of a move: the difference between its winning chance and that of the best move. In a lost position
/// evaluation errors amount to pawns and the game is decided anyway, so a steeper curve is used there.
fn given_away(best: f64, played: f64, evaluated: bool) -> f64 {
    let steep = |chance: f64| {
        let (wins, loses) = (chance.powf(STEEPER), (1.0 - chance).powf(STEEPER));
        wins / (wins + loses)
    };
    let loss = best - played;
    if evaluated && best < LOST { loss.min(steep(best) - steep(played)).max(0.0) } else { loss.max(0.0) }
}

/// Whether a value is an evaluation, neither proven nor from playouts.
fn is_evaluation(value: Option<Value>) -> bool {
    matches!(value, Some(Value::Score(_)))
}

/// The standard error of the difference of two playout values; none for searches without playouts.
fn noise(best: &Effort, played: &Report) -> f64 {
    let (Some(one), Some(two)) = (best.playouts, played.playouts) else { return 0.0 };
    (0.25 / one.max(1) as f64 + 0.25 / two.max(1) as f64).sqrt()
}

impl Sweep {
    /// A sweep over a line, with this time per position.
    pub(super) fn over(line: Vec<NodeId>, time: Duration) -> Self {
        let time = time.clamp(SHORTEST, LONGEST);
        let share = time / QUICK;
        let queue = line.iter().map(|&node| Task { node, look: Look::All, time: share }).collect();
        let announced = time * u32::try_from(line.len()).unwrap_or(u32::MAX);
        Self { queue, task: None, pass: Pass::Positions, announced, left: announced, share, line }
    }

    /// The announced time that is used up or not needed, and the total, in seconds.
    pub(super) fn progress(&self) -> (f64, f64) {
        let queued: Duration = self.queue.iter().chain(&self.task).map(|task| task.time).sum();
        let most = if self.pass == Pass::Doubts { queued.min(self.left) } else { self.left };
        (self.announced.saturating_sub(most).as_secs_f64(), self.announced.as_secs_f64())
    }
}

impl Game {
    /// Starts the next position of the sweep that needs a search.
    pub(super) fn start_sweep(&mut self) -> Result<(), Refusal> {
        let player = players::player(self.session.as_ref(), None)?;
        while let Some(task) = self.next_task() {
            let here = self.node;
            self.travel(task.node)?;
            let end = self.session.end();
            let mut job = self.job(Purpose::Sweep, player.clone(), Limits::time(task.time));
            self.travel(here)?;
            if let Some(end) = end {
                let value = Some(f64::from(end.outcome.reward_for(Player::Black)));
                if let Some(notes) = self.tree.notes(task.node) {
                    *notes = Notes {
                        value,
                        score: None,
                        best: None,
                        best_record: None,
                        line: Vec::new(),
                        also: Vec::new(),
                        effort: None,
                        ..notes.clone()
                    };
                }
                continue;
            }
            if task.look == Look::Answers {
                job.multipv = ANSWERS;
            }
            job.only = match task.look {
                Look::All | Look::Answers => None,
                Look::Best => self.tree.nodes()[task.node].notes.best.clone(),
                Look::Played(child) => Some(self.tree.nodes()[child].text.clone()),
            };
            self.analysing = Some(self.searches.start(job, self.events.clone()));
            if let Some(sweep) = &mut self.sweep {
                sweep.task = Some(task);
            }
            return Ok(());
        }
        if let Some(sweep) = self.sweep.take() {
            self.carry_proofs_back(&sweep.line);
        }
        Ok(())
    }

    /// Propagates proven results backwards along the line: if a move leads to a proven win, the position before it is
    /// won too. So a sacrifice that mates in five is not blamed by a search that saw only four.
    fn carry_proofs_back(&mut self, line: &[NodeId]) {
        for pair in line.windows(2).rev() {
            let (before, after) = (&self.tree.nodes()[pair[0]].notes, &self.tree.nodes()[pair[1]]);
            if is_set_up(&after.text) {
                continue;
            }
            let Some(end) = after.notes.score.filter(|score| score.is_proven()).map(one_ply_before) else { continue };
            let mover = after.mover;
            let known = before.value.map_or(0.5, |value| chance_of(mover, value));
            let reached = proven_chance(end);
            let proven = before.score.is_some_and(Value::is_proven);
            let expected = before.best.as_ref() == Some(&after.text);
            let loss = if expected { 0.0 } else { (known - reached).max(0.0) };
            if let Some(notes) = self.tree.notes(pair[1]) {
                notes.loss = Some(loss);
            }
            if !proven
                && (expected || reached >= 1.0)
                && let Some(notes) = self.tree.notes(pair[0])
            {
                (notes.value, notes.score) = (Some(chance_of(mover, reached)), Some(end));
            }
        }
    }

    /// The next search. The best move needs none.
    fn next_task(&mut self) -> Option<Task> {
        loop {
            let Some(task) = self.sweep.as_mut()?.queue.pop_front() else {
                self.next_pass()?;
                continue;
            };
            let Look::Played(child) = task.look else { return Some(task) };
            match &self.tree.nodes()[task.node].notes.best {
                Some(best) if *best != self.tree.nodes()[child].text => return Some(task),
                best => {
                    let loss = best.as_ref().map(|_| 0.0);
                    self.tree.notes(child)?.loss = loss;
                }
            }
        }
    }

    fn next_pass(&mut self) -> Option<()> {
        let sweep = self.sweep.as_mut()?;
        let is_move = |&(_, child): &(NodeId, NodeId)| !is_set_up(&self.tree.nodes()[child].text);
        let pairs = || sweep.line.windows(2).map(|pair| (pair[0], pair[1])).filter(is_move);
        let alone = |(node, child), time| Task { node, look: Look::Played(child), time };
        match sweep.pass {
            Pass::Positions => {
                sweep.pass = Pass::Moves;
                sweep.queue = pairs().map(|pair| alone(pair, sweep.share)).collect();
            }
            Pass::Moves => {
                let doubtful = |&(_, child): &(NodeId, NodeId)| {
                    self.tree.nodes()[child].notes.loss.is_some_and(|loss| loss >= DOUBT)
                };
                let doubts: Vec<_> = pairs().filter(doubtful).collect();
                sweep.pass = Pass::Doubts;
                let searches = u32::try_from(2 * doubts.len()).ok().filter(|&searches| searches > 0)?;
                let time = (sweep.left.mul_f64(FOR_DOUBTS) / searches).min(sweep.share * MOST_LONGER);
                if time < sweep.share.mul_f64(LONGER) {
                    return None;
                }
                let both = |pair: (NodeId, NodeId)| [Task { node: pair.0, look: Look::Best, time }, alone(pair, time)];
                sweep.queue = doubts.into_iter().flat_map(both).collect();
            }
            Pass::Doubts => {
                let mistaken = |&(_, child): &(NodeId, NodeId)| {
                    self.tree.nodes()[child].notes.loss.is_some_and(|loss| loss >= MISTAKE)
                };
                let mistakes: Vec<_> = pairs().filter(mistaken).collect();
                sweep.pass = Pass::Answers;
                let searches = u32::try_from(mistakes.len()).ok().filter(|&searches| searches > 0)?;
                let time = (sweep.left / searches).min(sweep.share * MOST_LONGER);
                if time < SHORTEST {
                    return None;
                }
                let look = |(node, _): (NodeId, NodeId)| Task { node, look: Look::Answers, time };
                sweep.queue = mistakes.into_iter().map(look).collect();
            }
            Pass::Answers => return None,
        }
        Some(())
    }

    /// Handles the end of a search of the sweep.
    pub(super) fn swept(&mut self, search: &Running, report: &Report) {
        let Some(sweep) = &mut self.sweep else { return };
        let Some(task) = sweep.task.take() else { return };
        sweep.left = sweep.left.saturating_sub(Duration::from_secs_f64(report.seconds.max(0.0)));
        let second = sweep.pass == Pass::Doubts;
        if task.look == Look::Answers {
            return self.note_answers(task.node, report);
        }
        let Look::Played(child) = task.look else { return self.judge(search.node, search.mover, report) };
        let before = &self.tree.nodes()[task.node].notes;
        let best = before.value.map(|value| chance_of(search.mover, value));
        let played = report.verdict.map(|verdict| verdict.chance);
        let noise = before.effort.map_or(0.0, |effort| noise(&effort, report));
        let evaluated = is_evaluation(before.score) && is_evaluation(report.verdict.map(|verdict| verdict.value));
        let lost = |(best, played): (f64, f64)| {
            if best - played > noise { given_away(best, played, evaluated) } else { 0.0 }
        };
        if let Some(notes) = self.tree.notes(child) {
            notes.loss = best.zip(played).map(lost);
        }
        // In the re-check the played move may turn out to be the better one.
        if second && best.zip(played).is_some_and(|(best, played)| played >= best) {
            self.judge(search.node, search.mover, report);
        }
    }

    /// The moves that would have been as good as the best one.
    fn note_answers(&mut self, node: NodeId, report: &Report) {
        let judged = report.moves.iter().filter_map(|row| Some((&row.name.text, row.verdict?.chance)));
        let best = judged.clone().fold(0.0, |best: f64, (_, chance)| best.max(chance));
        let also = judged.filter(|(_, chance)| best - chance <= AS_GOOD).map(|(text, _)| text.clone()).collect();
        if let Some(notes) = self.tree.notes(node) {
            notes.also = also;
        }
    }

    /// Stores the result of a search over all moves.
    fn judge(&mut self, node: NodeId, mover: Player, report: &Report) {
        let Some(notes) = self.tree.notes(node) else { return };
        notes.value = players::black_value(mover, report);
        notes.score = report.verdict.map(|verdict| verdict.value);
        notes.effort = Some(Effort::from(report));
        (notes.best, notes.best_record) = report.best.clone().map(|best| (best.text, best.record)).unzip();
        notes.line = report.line.0.iter().take(LONGEST_LINE).map(|name| name.record.clone()).collect();
    }

    /// The same for the analysis of the current position, unless a longer search is stored. The previous move is judged
    /// if the position before it was searched as long.
    pub(super) fn analysed(&mut self, node: NodeId, mover: Player, report: &Report) {
        let known = self.tree.nodes()[node].notes.effort.map_or(0.0, |effort| effort.seconds);
        let proven = report.verdict.is_some_and(|verdict| verdict.value.is_proven());
        if report.seconds < known && !proven {
            return;
        }
        self.judge(node, mover, report);
        let Node { parent: Some(parent), text, mover, notes, .. } = &self.tree.nodes()[node] else { return };
        if is_set_up(text) {
            return;
        }
        let before = &self.tree.nodes()[*parent].notes;
        let (Some(effort), Some(best)) = (before.effort, before.value) else { return };
        let evaluated = is_evaluation(before.score) && is_evaluation(notes.score);
        let alike = effort.seconds.max(report.seconds) <= ALIKE * effort.seconds.min(report.seconds);
        let loss = match notes.value {
            _ if before.best.as_ref() == Some(text) => 0.0,
            Some(value) if alike && notes.loss.is_none() => {
                given_away(chance_of(*mover, best), chance_of(*mover, value), evaluated)
            }
            _ => return,
        };
        if let Some(notes) = self.tree.notes(node) {
            notes.loss = Some(loss);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::given_away;

    #[test]
    fn a_lost_game_is_not_lost_again() {
        // Three pawns behind, then seven.
        let (behind, far_behind) = (0.249, 0.07);
        assert!(given_away(behind, far_behind, true) < 0.05);
        assert!(given_away(behind, far_behind, false) > 0.15, "a proven loss is one");
        assert!(given_away(0.45, 0.25, true) > 0.19);
        assert!(given_away(0.9, 0.5, true) > 0.39);
        assert!(given_away(0.2, 0.25, true).abs() < f64::EPSILON);
    }
}

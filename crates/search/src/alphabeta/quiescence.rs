//! Quiescence search: noisy moves are played out before the evaluation is trusted.

use super::frame::Window;
use super::ordering::bring_best_forward;
use super::pruning::value_by_table;
use super::worker::Worker;
use super::{Ask, Event, Reason, Rule, Step};
use crate::table::{Bound, Entry};
use quadrille_core::{Evaluation, MoveBuf, Score, Tactics};

impl<G: Tactics, E: Evaluation<G> + ?Sized> Worker<'_, G, E> {
    /// The value of a quiescence node.
    pub(super) fn horizon<W: Window>(&mut self, position: &G, alpha: Score, beta: Score, ply: usize) -> Score {
        if G::HAS_QUIESCENCE && self.shared.options.quiescence {
            return self.quiescence::<W>(position, alpha, beta, ply);
        }
        self.note_enter::<W>(alpha, beta, (0, ply), true);
        if self.enter(ply) {
            return self.leave::<W>(Score::DRAW, Reason::Interrupted);
        }
        if let Some(score) = self.known(position, ply) {
            return self.leave::<W>(score, Reason::Known);
        }
        match position.outcome() {
            Some(outcome) => {
                let score = self.shared.evaluation.finished(position, outcome, ply as u32);
                self.leave::<W>(score, Reason::Over)
            }
            None => {
                let score = self.evaluate(position);
                self.leave::<W>(score, Reason::Horizon)
            }
        }
    }

    /// Plays noisy moves, or all moves while a threat must be answered, until the position is quiet. The mover may also
    /// stand pat, since there is usually some quiet move that keeps the evaluation.
    pub(super) fn quiescence<W: Window>(&mut self, position: &G, alpha: Score, beta: Score, ply: usize) -> Score {
        self.lines[ply].clear();
        if W::WATCHED {
            let step = self.steps_down[ply];
            self.note::<W>(|| Event::Enter { step, ask: Ask::Quiet, alpha, beta, depth: 0, counted: true });
        }
        if let Some((score, reason)) = self.ends_at_entry(position, ply) {
            return self.leave::<W>(score, reason);
        }
        let entry = self.probe::<W>(position, ply);
        if let Some(entry) = entry.filter(|_| !W::FULL && !position.past_matters())
            && let Some(score) = value_by_table(&entry, alpha, beta, 0, false)
        {
            self.counters.guesses += 1;
            return self.leave::<W>(score, Reason::Table);
        }
        let threatened = position.is_threatened();
        let mut moves = G::Moves::default();
        // Most nodes end by standing pat, so moves are generated only after it fails, unless the game may be over.
        let moves_first = !G::ENDS_UNDER_THREAT || threatened;
        if moves_first && let Some(score) = self.generate_at_horizon(position, &mut moves, threatened, ply) {
            return self.leave::<W>(score, Reason::Over);
        }
        self.counters.guesses += 1;
        if ply >= Self::LONGEST {
            let score = self.evaluate(position);
            return self.leave::<W>(score, Reason::Horizon);
        }
        let known = entry.and_then(|entry| entry.evaluation);
        let raw = if threatened { None } else { Some(known.unwrap_or_else(|| self.evaluate(position))) };
        let standing = raw.map(|raw| self.standing(position, raw, entry));
        if let Some(score) = standing {
            self.note::<W>(|| Event::Stand(score));
        }
        if let Some(score) = standing.filter(|&score| score >= beta) {
            return self.leave::<W>(score, Reason::StandPat);
        }
        if !moves_first && let Some(score) = self.generate_at_horizon(position, &mut moves, threatened, ply) {
            return self.leave::<W>(score, Reason::Over);
        }
        self.noisy_moves::<W>(&Horizon { position, alpha, beta, ply, raw, standing, entry }, &mut moves)
    }

    /// Generates the moves to play out; the value of the position if the game is over.
    fn generate_at_horizon(
        &mut self,
        position: &G,
        moves: &mut G::Moves,
        threatened: bool,
        ply: usize,
    ) -> Option<Score> {
        if threatened {
            position.legal_moves(moves);
        } else {
            position.noisy_moves(moves);
        }
        // Without a move in hand the game may be over; with one it is not.
        let outcome = if moves.is_empty() { position.outcome() } else { None };
        outcome.map(|outcome| self.shared.evaluation.finished(position, outcome, ply as u32))
    }

    /// The stand-pat score: the corrected evaluation, or a tighter bound from the table.
    fn standing(&self, position: &G, raw: Score, entry: Option<Entry>) -> Score {
        let evaluation = self.corrected(position, raw);
        let known = entry.filter(|entry| self.shared.options.table_evaluation && entry.score.plies_to_end().is_none());
        match known {
            Some(entry) if entry.bound == Bound::Lower => evaluation.max(entry.score),
            Some(entry) if entry.bound == Bound::Upper => evaluation.min(entry.score),
            _ => evaluation,
        }
    }

    fn noisy_moves<W: Window>(&mut self, node: &Horizon<'_, G>, moves: &mut G::Moves) -> Score {
        let &Horizon { position, alpha, beta, ply, raw, standing, .. } = node;
        let mut best = standing.unwrap_or(Score::loss_in(ply as u32));
        let mut best_code = None;
        let mut floor = alpha.max(best);
        let mut reason = Reason::Searched;
        let base = self.ranks.len();
        self.rank_at_horizon(node, moves);
        let mut quiet_answers = 0;
        for i in 0..moves.len() {
            bring_best_forward(moves.as_mut(), &mut self.ranks[base..], i);
            let m = moves.as_slice()[i];
            if standing.is_some_and(|standing| self.is_poor_exchange(position, m, floor, standing)) {
                let number = standing.map_or(0, Score::raw);
                self.note::<W>(|| Event::Skip { m, rule: Rule::Exchange, number, bound: floor.raw() });
                continue;
            }
            if standing.is_none() && !position.is_noisy(m) {
                if self.is_late_answer(best, quiet_answers) {
                    self.note::<W>(|| Event::Skip { m, rule: Rule::LateMove, number: quiet_answers, bound: 2 });
                    continue;
                }
                quiet_answers += 1;
            }
            if W::WATCHED {
                self.steps_down[ply + 1] = Step::Move(m);
            }
            let child = self.play(position, m, ply);
            let score = -self.quiescence::<W>(&child, -beta, -floor, ply + 1);
            self.take_back();
            if self.interrupted {
                reason = Reason::Interrupted;
                break;
            }
            if score > best {
                best = score;
                if score > floor {
                    floor = score;
                    best_code = u16::try_from(position.code(m)).ok();
                    self.note_best::<W>(ply, m, score);
                    if score >= beta {
                        reason = Reason::Cut { searched: i + 1, left: moves.len() - i - 1 };
                        self.counters.cuts += 1;
                        self.counters.first_move_cuts += u64::from(i == 0);
                        break;
                    }
                }
            }
        }
        self.ranks.truncate(base);
        if !self.interrupted {
            let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
            self.store(position, ply, Entry { code: best_code, score: best, evaluation: raw, depth: 0, bound });
        }
        self.leave::<W>(best, reason)
    }

    /// Ranks the moves to play out: the table move first, then by promise, or by the histories if they answer a threat.
    fn rank_at_horizon(&mut self, node: &Horizon<'_, G>, moves: &G::Moves) {
        let &Horizon { position, ply, standing, entry, .. } = node;
        let options = self.shared.options;
        let clues = self.clues(entry, ply);
        let answers = standing.is_none() && options.quiescence_answers;
        let rank = |&m: &G::Move| {
            if clues.table_code.is_some_and(|code| usize::from(code) == position.code(m)) {
                i32::MAX
            } else if answers {
                self.memory.rank(options, position, m, &clues)
            } else {
                position.promise(m)
            }
        };
        self.ranks.extend(moves.as_slice().iter().map(rank));
    }

    /// Whether to skip a quiet answer to a threat: after two that did not lose at once, more hardly ever help.
    const fn is_late_answer(&self, best: Score, tried: i32) -> bool {
        const ENOUGH: i32 = 2;
        self.shared.options.quiescence_answers && tried >= ENOUGH && !best.is_loss()
    }

    /// Whether to skip a capture: it loses by static exchange evaluation, or cannot lift the evaluation into the window
    /// even with a margin (delta pruning).
    fn is_poor_exchange(&self, position: &G, m: G::Move, alpha: Score, standing: Score) -> bool {
        let options = self.shared.options;
        let needed = alpha.raw() - standing.raw() - options.delta_margin;
        options.quiescence_pruning && !alpha.is_loss() && !position.gains_at_least(m, needed.max(0))
    }
}

/// One node of quiescence search.
struct Horizon<'p, G> {
    position: &'p G,
    alpha: Score,
    beta: Score,
    ply: usize,
    raw: Option<Score>,
    standing: Option<Score>,
    entry: Option<Entry>,
}

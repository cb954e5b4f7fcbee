//! One simulation: descend, expand, play out, back up.
//!
//! Read [`Worker::simulate`] first: it is the four steps in order. Kocsis and Szepesvári, *Bandit based Monte-Carlo
//! planning*, 2006; Coulom, *Efficient selectivity and backup operators in Monte-Carlo tree search*, 2006; for proofs,
//! Winands, Björnsson and Saito, *Monte-Carlo tree search solver*, 2008.

use super::edges::{Proof, Stats};
use super::knowledge::chance;
use super::options::{Rule, Scheme};
use super::selection::{Setting, select};
use super::tally::WIN;
use super::trace::{Event, How};
use super::tree::{CodeTable, Record};
use super::worker::{Stay, Step, Worker};
use crate::past;
use quadrille_core::{Game, Outcome, Player, Playout, Trace};

/// Near the root, several threads invalidate each other's cache lines at every step, which costs a fifth to a third of
/// their time when playouts are short. So a thread repeats its choices: it follows a move tried n times another n / 32
/// times before it selects again, since that few results hardly change the choice.
const STAY_SHARE: u32 = 32;
/// The maximum number of repeats.
const LONGEST_STAY: u32 = 16;

impl<G: Game, P: Playout<G>> Worker<'_, G, P> {
    /// One simulation from the root.
    pub(super) fn simulate(&mut self) {
        self.note(|| Event::Simulation);
        self.path.clear();
        self.codes.clear();
        let mut position = self.shared.root.clone();
        let black_units = self.descend(&mut position);
        if let Some(meeting) = &self.shared.meeting {
            meeting.wait();
        }
        self.back_up(black_units);
        if G::USES_HISTORY {
            while self.history.len() > self.shared.history.len() {
                self.history.pop();
            }
        }
        self.playouts += 1;
        self.depth_sum += self.path.len() as u64;
        self.deepest = self.deepest.max(self.path.len() as u32);
    }

    /// Follows the selection to a leaf and values it: Black's result, in units.
    fn descend(&mut self, position: &mut G) -> u64 {
        let tree = self.shared.tree;
        let mut number = tree.root;
        let mut record = tree.record(number);
        let mut visits = record.visits();
        let judged = self.shared.knowledge.judge.is_some();
        let mut expected = if judged { record.mean().unwrap_or(0.5) } else { 0.5 };
        let mut reference = None;
        loop {
            reference = self.better_reference(record, reference);
            let mover = position.to_move();
            let setting = Setting { mover, visits, expected, reference, judged };
            let again = self.choose_again(number, record);
            let Some(choice) = again.or_else(|| self.choose(record, position, setting)) else {
                return self.without_choice(record, position);
            };
            if self.shared.log.is_some() {
                self.note_selection(number, choice, setting, again.is_some());
            }
            if again.is_none() {
                self.stay(number, record, choice);
            }
            let edge = tree.followed(record, choice);
            self.go_down(number, choice, (record.edges.m(choice), edge), position);
            if let Some(outcome) = edge.proof().outcome(mover) {
                let how = if position.outcome().is_some() { How::Over } else { How::Decided };
                return self.valued(how, units_for_black(outcome));
            }
            if let Some(outcome) = past::outcome(position, &self.history, self.shared.history.len()) {
                return self.valued(How::Over, units_for_black(outcome));
            }
            match self.child(edge, position, mover) {
                Next::Record(child) => number = child,
                Next::Ended(outcome) => return self.valued(How::Over, units_for_black(outcome)),
                Next::Leaf => return self.value_of_leaf(position),
                Next::Judged(chance) => return self.value_of_judged(position, chance),
            }
            let count = edge.tally.count();
            expected = 1.0 - count.mean().unwrap_or(0.5);
            record = tree.record(number);
            // In a tree a position has the visits of the only move that leads to it.
            visits = if tree.is_graph() { record.visits() } else { count.visits };
        }
    }

    /// The repeated choice of an earlier simulation, if any.
    #[inline]
    fn choose_again(&mut self, number: u32, record: &Record<G>) -> Option<usize> {
        let stay = self.stays.get_mut(self.path.len())?;
        if stay.record != number || stay.left == 0 {
            return None;
        }
        stay.left -= 1;
        let choice = stay.edge as usize;
        (record.edges.at(choice).proof() == Proof::Unknown).then_some(choice)
    }

    /// Sets how often a choice will be repeated.
    #[inline]
    fn stay(&mut self, number: u32, record: &Record<G>, choice: usize) {
        if !self.stays_put() {
            return;
        }
        let left = (record.edges.at(choice).count().visits / STAY_SHARE).min(LONGEST_STAY);
        let depth = self.path.len();
        let stay = Stay { record: number, edge: choice as u32, left };
        match self.stays.get_mut(depth) {
            Some(old) => *old = stay,
            None => self.stays.push(stay),
        }
    }

    /// Whether choices are repeated at all. They are not with a single thread, if the legal moves depend on the path,
    /// with `scheme=steps`, or under a rule that distributes its playouts evenly.
    #[inline]
    fn stays_put(&self) -> bool {
        let options = self.shared.options;
        self.is_shared()
            && options.scheme == Scheme::Free
            && !matches!(options.rule, Rule::Uniform | Rule::Halving)
            && !(G::HISTORY_FORBIDS && self.shared.tree.is_graph())
    }

    /// The best move that the history allows. In a tree every edge is allowed; in a graph it depends on the path.
    fn choose(&mut self, record: &Record<G>, position: &G, setting: Setting<'_>) -> Option<usize> {
        let options = self.shared.options;
        if self.halves() {
            return super::flat::select(record, self.shared.most_playouts);
        }
        if !(G::HISTORY_FORBIDS && self.shared.tree.is_graph()) {
            return select(options, record, setting, &[]);
        }
        self.excluded.clear();
        loop {
            let choice = select(options, record, setting, &self.excluded)?;
            if position.allowed_by_history(record.edges.m(choice), &self.history) {
                return Some(choice);
            }
            self.excluded.push(choice);
        }
    }

    /// Whether the next choice is by sequential halving, which depends on the whole budget.
    #[inline]
    pub(super) fn halves(&self) -> bool {
        self.shared.options.rule == Rule::Halving && self.path.is_empty()
    }

    /// Records and returns a leaf's value.
    #[inline]
    fn valued(&self, how: How, black_units: u64) -> u64 {
        self.note(|| Event::Value { how, black: black_units as f32 / WIN as f32 });
        black_units
    }

    /// No move is left to try: the mover loses if any move was found to lose, since the others are forbidden by the
    /// history or left out by the judge. If all lose, the move that led here is proven now: a shared record may have been
    /// proven on another path.
    fn without_choice(&self, record: &Record<G>, position: &G) -> u64 {
        let losing = record.edges.iter().filter(|edge| edge.proof() == Proof::Loss).count();
        if losing == 0 {
            let outcome = position.outcome().or_else(|| position.adjudicate(&self.history));
            return self.valued(How::NoMove, units_for_black(outcome.unwrap_or(Outcome::Draw)));
        }
        let outcome = Outcome::Win(position.to_move().opponent());
        let proven = losing == record.edges.len() && self.shared.proves;
        if let Some(step) = self.path.last().filter(|_| proven) {
            let tree = self.shared.tree;
            tree.followed(tree.record(step.record), step.edge as usize).prove(Proof::of(outcome, step.mover));
            self.note_proof_if_watched(step.record, step.edge);
        }
        self.valued(How::NoMove, units_for_black(outcome))
    }

    #[inline]
    fn go_down(&mut self, record: u32, choice: usize, (m, edge): (G::Move, &Stats), position: &mut G) {
        let mover = position.to_move();
        let code = if self.shared.options.rule.uses_amaf() { position.code(m) as u32 } else { 0 };
        self.path.push(Step { record, edge: choice as u32, code, mover });
        edge.tally.pretend_losses(self.pretended_losses(), self.is_shared());
        self.note(|| Event::Down { record, edge: choice, m, losses: self.pretended_losses() });
        position.play(m);
        if G::USES_HISTORY {
            self.history.push(position.history_key());
        }
    }

    /// What lies below an edge: its record, a new record, the end of the game, or a leaf to be valued.
    #[inline]
    fn child(&mut self, edge: &Stats, position: &G, mover: Player) -> Next {
        let options = self.shared.options;
        if let Some(child) = edge.child() {
            return Next::Record(child);
        }
        let visits = edge.tally.count().visits.saturating_sub(self.pretended_losses());
        // A single thread sees the end of the game on the first visit. With several, none may find the edge unvisited,
        // since each sees the virtual losses of the others.
        if (visits == 0 || self.is_shared())
            && let Some(outcome) = position.outcome()
        {
            edge.prove(Proof::of(outcome, mover));
            self.note_last_proof();
            return Next::Ended(outcome);
        }
        if self.path.len() as u32 >= options.tree_depth {
            return Next::Leaf;
        }
        if self.shared.tree.is_graph()
            && let Some(child) = self.shared.tree.find(position.key(), position, self.shared.same)
        {
            let child = edge.link(child);
            self.note_expansion(child);
            return Next::Record(child);
        }
        if !self.expands || visits < options.expand_after {
            return Next::Leaf;
        }
        let Some(child) = self.expand(position) else { return Next::Leaf };
        let child = edge.link(child);
        self.note_expansion(child);
        self.judged.take().map_or(Next::Record(child), Next::Judged)
    }

    /// The playout's result, the evaluation, or a mixture, in units for Black.
    fn value_of_leaf(&mut self, position: &mut G) -> u64 {
        let options = self.shared.options;
        let weight = options.evaluation_weight;
        let evaluation = self.shared.knowledge.evaluation.filter(|_| weight > 0.0);
        // With a judge, this is reached only if the tree is full.
        let Some(evaluation) = evaluation.filter(|_| self.shared.knowledge.judge.is_none()) else {
            let units = units_for_black(self.play_out(position));
            return self.valued(How::Playout, units);
        };
        let chance = chance(evaluation.evaluate(position), options.evaluation_scale);
        self.value_of_judged(position, chance)
    }

    /// The chance that the mover was given, or a mixture with a playout, in units for Black.
    fn value_of_judged(&mut self, position: &mut G, chance: f32) -> u64 {
        let weight = self.shared.options.evaluation_weight;
        let evaluated = if position.to_move() == Player::Black { chance } else { 1.0 - chance };
        let played = if weight < 1.0 { self.play_out(position).reward_for(Player::Black) } else { 0.0 };
        self.valued(How::Judged, (((1.0 - weight) * played + weight * evaluated) * WIN as f32).round() as u64)
    }

    #[inline]
    fn play_out(&mut self, position: &mut G) -> Outcome {
        let policy = self.shared.knowledge.playout;
        if self.shared.options.rule.uses_amaf() {
            policy.run(position, &mut self.rng, &mut self.codes)
        } else {
            policy.run(position, &mut self.rng, &mut ())
        }
    }

    /// Back-up: adds the result to every move of the path, last first.
    fn back_up(&mut self, black_units: u64) {
        let tree = self.shared.tree;
        let options = self.shared.options;
        let (pretended, shared) = (self.pretended_losses(), self.is_shared());
        // Whether the edge below has just become proven, or its minimax value changed.
        let mut proven = self.shared.proves;
        for i in (0..self.path.len()).rev() {
            let Step { record: number, edge: place, code, mover } = self.path[i];
            let record = tree.record(number);
            let edge = tree.followed(record, place as usize);
            let units = if mover == Player::Black { black_units } else { WIN - black_units };
            edge.tally.add(units, pretended, shared);
            if self.shared.log.is_some() {
                self.note_backup(number, place as usize, units);
            }
            if options.rule.uses_amaf() {
                self.codes.record(mover, code as usize);
                self.back_up_amaf(record, mover, black_units);
            }
            let Some(parent) = i.checked_sub(1).map(|above| self.path[above]) else { continue };
            let above = tree.followed(tree.record(parent.record), parent.edge as usize);
            if proven {
                proven = edge.proof() != Proof::Unknown && prove_above(record, mover, above, parent.mover);
                if proven {
                    self.note_proof_if_watched(parent.record, parent.edge);
                }
            }
            if options.minimax_weight > 0.0 {
                let best = record.edges.iter().map(|edge| edge.minimax()).fold(0.0, f32::max);
                above.set_minimax(if parent.mover == mover { best } else { 1.0 - best });
            }
        }
    }

    /// The move at the end of the path was proven.
    #[inline]
    fn note_last_proof(&self) {
        if let Some(step) = self.path.last() {
            self.note_proof_if_watched(step.record, step.edge);
        }
    }

    #[inline]
    fn note_proof_if_watched(&self, record: u32, edge: u32) {
        if self.shared.log.is_some() {
            self.note_proof(record, edge as usize);
        }
    }

    /// The move at the end of the path got a record.
    #[inline]
    fn note_expansion(&self, child: u32) {
        if let Some(&Step { record, edge, .. }) = self.path.last() {
            self.note(|| {
                let moves = self.shared.tree.record(child).edges.len();
                Event::Expand { record, edge: edge as usize, child, moves }
            });
        }
    }

    /// AMAF: every later move of the mover counts as if it had been played here, each once.
    fn back_up_amaf(&self, record: &Record<G>, mover: Player, black_units: u64) {
        let Some(amaf) = &record.amaf else { return };
        let shared = self.is_shared();
        let units = |player| if player == Player::Black { black_units } else { WIN - black_units };
        for (tally, &code) in amaf.tallies.iter().zip(&amaf.codes) {
            if self.codes.contains(mover, usize::from(code)) {
                tally.add(units(mover), 0, shared);
            }
        }
        if let Some(table) = self.code_table(record) {
            table.count_playout();
            for player in Player::BOTH {
                for &code in self.codes.of(player) {
                    table.of(player, code).add(units(player), 0, shared);
                }
            }
        }
    }

    /// The record's statistics by move code. They are allocated only when the record nears the playouts that a
    /// reference needs: most records never do, and the tables are large.
    fn code_table<'r>(&self, record: &'r Record<G>) -> Option<&'r CodeTable> {
        let options = self.shared.options;
        let amaf = record.amaf.as_ref().filter(|_| options.rule == Rule::Grave)?;
        if let Some(table) = amaf.by_code.get() {
            return Some(table);
        }
        let worth_it =
            record.visits() >= options.grave_reference / 4 && self.shared.tree.records.bytes() < options.memory << 20;
        worth_it.then(|| {
            amaf.by_code.get_or_init(|| {
                let table = CodeTable::new(self.shared.root.codes());
                self.shared.tree.records.count_bytes(16 * self.shared.root.codes());
                table
            })
        })
    }

    /// This record if it has seen enough playouts, otherwise the ancestor's.
    fn better_reference<'r>(&self, record: &'r Record<G>, above: Option<&'r CodeTable>) -> Option<&'r CodeTable> {
        if self.shared.options.rule != Rule::Grave {
            return None;
        }
        let own = record.amaf.as_ref().and_then(|amaf| amaf.by_code.get());
        own.filter(|table| table.playouts() >= self.shared.options.grave_reference).or(above)
    }

    /// The moves of the path, the last one first.
    pub(super) fn moves_back(&self) -> impl Iterator<Item = G::Move> {
        let tree = self.shared.tree;
        self.path.iter().rev().map(|step| tree.record(step.record).edges.m(step.edge as usize))
    }

    /// A single thread needs no virtual losses.
    #[inline]
    fn pretended_losses(&self) -> u32 {
        if self.is_shared() { self.shared.options.virtual_loss } else { 0 }
    }

    #[inline]
    const fn is_shared(&self) -> bool {
        self.shared.threads > 1
    }
}

enum Next {
    Record(u32),
    Ended(Outcome),
    Judged(f32),
    Leaf,
}

/// If the position is proven for its mover, so is the move that led to it.
fn prove_above<G: Game>(record: &Record<G>, mover: Player, above: &Stats, above_mover: Player) -> bool {
    match record.proof().outcome(mover) {
        Some(outcome) => {
            above.prove(Proof::of(outcome, above_mover));
            true
        }
        None => false,
    }
}

#[inline]
fn units_for_black(outcome: Outcome) -> u64 {
    match outcome {
        Outcome::Win(Player::Black) => WIN,
        Outcome::Win(Player::White) => 0,
        Outcome::Draw => WIN / 2,
    }
}

//! The actions of users on a game.

use super::tree::{LONGEST_COMMENT, NodeId};
use super::{Analysis, Cause, Game, MOST_LINES, Sweep, Verdict, seat::Seats};
use crate::players;
use crate::words;
use quadrille_core::{Player, Refusal};
use quadrille_engine::is_set_up;
use quadrille_support::clock::Instant;
use std::time::Duration;

/// The maximum number of glyphs per move.
const MOST_NAGS: usize = 8;

/// One action.
#[derive(Clone, Debug)]
pub enum Command {
    /// Look at the game.
    Look,
    /// Play a move; `node` is the position the player saw.
    Play {
        /// The move in any spelling.
        text: String,
        /// Where it was meant.
        node: Option<NodeId>,
    },
    /// Take back to my turn.
    Undo,
    /// Redo a move.
    Redo,
    /// Look at a position.
    Goto(NodeId),
    /// Give up.
    Resign,
    /// Change who plays.
    Seats(Box<Seats>),
    /// Change the analysis.
    Analyse(Box<Analysis>),
    /// Start analysing every move of the line, with this time per move, or stop.
    Sweep(Option<Duration>),
    /// Make a line the main line.
    Promote(NodeId),
    /// Delete a move and everything after it.
    Delete(NodeId),
    /// Say something about a move.
    Remark {
        /// The move.
        node: NodeId,
        /// The comment; empty to remove it.
        comment: String,
        /// Numeric annotation glyphs.
        nags: Vec<u8>,
    },
    /// At the end of the game: toggle whether the chain on this cell is dead.
    Dead(String),
    /// Pause or resume the playing engine.
    Pause(bool),
    /// Ask for a good move.
    Hint,
}

impl Game {
    /// Performs an action; true if anything changed.
    pub fn execute(&mut self, command: Command) -> Result<bool, Refusal> {
        self.notice = None;
        match command {
            Command::Look => return Ok(false),
            Command::Play { text, node } => self.human_move(&text, node)?,
            Command::Undo => self.undo()?,
            Command::Redo => self.redo()?,
            Command::Goto(node) => self.goto(node)?,
            Command::Resign => self.resign()?,
            Command::Seats(seats) => {
                seats.check(self.session.as_ref())?;
                self.seats = *seats;
                self.live = true;
            }
            Command::Analyse(analysis) => self.change_analysis(*analysis)?,
            Command::Sweep(time) => self.change_sweep(time),
            Command::Promote(node) => self.tree.promote(self.known(node)?),
            Command::Delete(node) => self.delete(node)?,
            Command::Remark { node, comment, nags } => self.remark(node, &comment, nags)?,
            Command::Dead(cell) => self.toggle_dead(&cell)?,
            Command::Pause(on) => self.pause(on),
            Command::Hint => self.ask_hint()?,
        }
        self.settle();
        Ok(true)
    }

    fn human_move(&mut self, text: &str, node: Option<NodeId>) -> Result<(), Refusal> {
        if node.is_some_and(|node| node != self.node) {
            return Err(words::MOVED_ON.refuse().quote("move", text));
        }
        if !self.seats.of(self.session.to_move()).is_human() {
            return Err(words::ENGINES_TURN.refuse().quote("move", text));
        }
        if is_set_up(text) {
            return Err(words::NOT_A_MOVE.refuse().quote("move", text));
        }
        self.advance(text)
    }

    /// Plays a move of a human or an engine: clock, tree, board.
    pub(super) fn advance(&mut self, text: &str) -> Result<(), Refusal> {
        if let Some((_, reason)) = self.end() {
            return Err(words::AFTER_THE_END.refuse().quote("move", text).with("reason", reason));
        }
        let (mover, running) = (self.session.to_move(), self.clock_runs());
        self.step(text)?;
        if running {
            self.clock.spend(mover, self.turn_began.elapsed());
        }
        // With an engine playing, moves extend the main line; between humans a new move is a variation until promoted.
        if !self.seats.of(Player::Black).is_human() || !self.seats.of(Player::White).is_human() {
            self.tree.promote(self.node);
        }
        self.turn_began = Instant::now();
        self.live = true;
        self.hint = None;
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Refusal> {
        let mut target = self.tree.nodes()[self.node].parent;
        if target.is_none() {
            return Err(words::NOTHING_TO_UNDO.refuse());
        }
        self.charge();
        let any_human = !self.seats.all_engines();
        while let Some(node) = target {
            self.travel(node)?;
            let human_turn = self.seats.of(self.session.to_move()).is_human();
            target = if any_human && !human_turn { self.tree.nodes()[node].parent } else { None };
        }
        // At the start it may be the engine's turn; do not let it move again at once.
        self.live = self.seats.of(self.session.to_move()).is_human();
        Ok(())
    }

    fn redo(&mut self) -> Result<(), Refusal> {
        if self.tree.forward(self.node).is_none() {
            return Err(words::NOTHING_TO_REDO.refuse());
        }
        self.charge();
        let any_human = !self.seats.all_engines();
        while let Some(node) = self.tree.forward(self.node) {
            self.travel(node)?;
            if !any_human || self.seats.of(self.session.to_move()).is_human() {
                break;
            }
        }
        self.live = any_human;
        Ok(())
    }

    fn goto(&mut self, node: NodeId) -> Result<(), Refusal> {
        self.charge();
        self.travel(node)?;
        self.tree.prefer(node);
        let at_the_end = self.tree.nodes()[node].children.is_empty();
        self.live = self.live && at_the_end || self.seats.of(self.session.to_move()).is_human();
        if at_the_end && !self.seats.all_engines() {
            self.live = true;
        }
        Ok(())
    }

    /// The time since the turn began is charged, so that stepping back and forth gives none of it back.
    fn charge(&mut self) {
        if self.clock_runs() {
            self.clock.used[self.session.to_move()] += self.turn_began.elapsed();
        }
        self.turn_began = Instant::now();
    }

    fn resign(&mut self) -> Result<(), Refusal> {
        if let Some((_, reason)) = self.end() {
            return Err(words::ALREADY_OVER.refuse().with("reason", reason));
        }
        let turn = self.session.to_move();
        let loser = if self.seats.of(turn).is_human() { turn } else { turn.opponent() };
        self.lose(loser, Cause::Resignation);
        Ok(())
    }

    pub(super) fn lose(&mut self, loser: Player, reason: Cause) {
        self.verdict = Some(Verdict { node: self.node, black_wins: loser == Player::White, reason });
    }

    fn change_analysis(&mut self, mut analysis: Analysis) -> Result<(), Refusal> {
        analysis.multipv = analysis.multipv.clamp(1, MOST_LINES);
        players::player(self.session.as_ref(), Some(&analysis.player))?;
        let asked_again = analysis.mode != super::Mode::Off && self.analysing.is_none();
        let same_question = Analysis { mode: self.analysis.mode, ..analysis.clone() } == self.analysis;
        if !same_question || (asked_again && self.analysis.mode == super::Mode::Off) {
            self.keep_interrupted();
            self.analysing = None;
            self.analysed = None;
            // From here on the page shows the new analysis.
            self.report = None;
        }
        self.analysis = analysis;
        Ok(())
    }

    fn change_sweep(&mut self, time: Option<Duration>) {
        self.analysing = None;
        let line = self.tree.line(self.node);
        self.sweep = time.map(|time| Sweep::over(line, time));
    }

    pub(super) fn known(&self, node: NodeId) -> Result<NodeId, Refusal> {
        match self.tree.get(node) {
            Some(_) => Ok(node),
            None => Err(words::NO_NODE.refuse().with("node", node).with("nodes", self.tree.nodes().len())),
        }
    }

    /// Deletes a move with everything after it. Running searches refer to positions by number, which may change, so
    /// they are stopped.
    fn delete(&mut self, node: NodeId) -> Result<(), Refusal> {
        let Some(parent) = self.tree.nodes()[self.known(node)?].parent else {
            return Err(words::START_STAYS.refuse());
        };
        self.charge();
        if self.tree.path(self.node).contains(&node) {
            self.travel(parent)?;
        }
        let (tree, numbers) = self.tree.without(node);
        self.tree = tree;
        self.node = numbers[self.node].unwrap_or(0);
        self.verdict.take_if(|verdict| numbers[verdict.node].map(|number| verdict.node = number).is_none());
        self.trials.retain_mut(|trial| numbers[trial.node].map(|number| trial.node = number).is_some());
        (self.playing, self.analysing, self.sweep) = (None, None, None);
        (self.report, self.hint, self.analysed) = (None, None, None);
        (self.settlement, self.dead) = (None, None);
        self.live = self.seats.of(self.session.to_move()).is_human();
        Ok(())
    }

    fn remark(&mut self, node: NodeId, comment: &str, nags: Vec<u8>) -> Result<(), Refusal> {
        let node = self.known(node)?;
        let comment: String = comment.trim().chars().take(LONGEST_COMMENT).collect();
        if let Some(notes) = self.tree.notes(node) {
            notes.comment = (!comment.is_empty()).then_some(comment);
            notes.nags = nags;
            notes.nags.truncate(MOST_NAGS);
        }
        Ok(())
    }

    /// The time before a pause is charged; the time after it is not.
    fn pause(&mut self, on: bool) {
        self.charge();
        self.live = !on;
    }

    fn ask_hint(&mut self) -> Result<(), Refusal> {
        if let Some((_, reason)) = self.end() {
            return Err(words::NOTHING_TO_ADVISE.refuse().with("reason", reason));
        }
        if !self.seats.of(self.session.to_move()).is_human() {
            return Err(words::ENGINE_NEEDS_NO_ADVICE.refuse());
        }
        self.start_hint()
    }
}

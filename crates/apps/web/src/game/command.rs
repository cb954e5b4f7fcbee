//! What people do with a game.

use super::tree::NodeId;
use super::{Analysis, Cause, Game, MOST_LINES, Sweep, Verdict, seat::Seats};
use crate::players;
use crate::words;
use quadrille_core::{Player, Refusal};
use std::time::Instant;

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
    /// Play again what was taken back.
    Redo,
    /// Look at a position.
    Goto(NodeId),
    /// Give up.
    Resign,
    /// Change who plays.
    Seats(Box<Seats>),
    /// Change the analysis.
    Analyse(Box<Analysis>),
    /// Start or stop analysing every position of the line.
    Sweep(bool),
    /// Ask for a good move.
    Hint,
}

impl Game {
    /// Carries an action out; true if anything changed.
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
            Command::Sweep(on) => self.change_sweep(on),
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
        let before = self.node;
        self.advance(text)?;
        self.value_from_parent(before);
        Ok(())
    }

    /// Plays a move of either kind of player: clock, tree, board.
    pub(super) fn advance(&mut self, text: &str) -> Result<(), Refusal> {
        if let Some((_, reason)) = self.end() {
            return Err(words::AFTER_THE_END.refuse().quote("move", text).with("reason", reason));
        }
        let mover = self.session.to_move();
        self.step(text)?;
        self.clock.spend(mover, self.turn_began.elapsed());
        self.turn_began = Instant::now();
        self.live = true;
        self.hint = None;
        Ok(())
    }

    /// A move that the analysis of the position before had looked at has its value already.
    fn value_from_parent(&mut self, parent: NodeId) {
        let Some((node, report)) = &self.report else { return };
        let played = &self.tree.nodes()[self.node];
        if *node != parent {
            return;
        }
        let Some(row) = report.moves.iter().find(|row| row.name.text == played.text) else { return };
        let chance = row.chance();
        let value = chance.map(|chance| if played.mover == Player::Black { chance } else { 1.0 - chance });
        self.tree.judge(self.node, value, None);
    }

    fn undo(&mut self) -> Result<(), Refusal> {
        let mut target = self.tree.nodes()[self.node].parent;
        if target.is_none() {
            return Err(words::NOTHING_TO_UNDO.refuse());
        }
        let any_human = !self.seats.all_engines();
        while let Some(node) = target {
            self.travel(node)?;
            let human_turn = self.seats.of(self.session.to_move()).is_human();
            target = if any_human && !human_turn { self.tree.nodes()[node].parent } else { None };
        }
        // At the start it may be the engine's turn; then it is not asked again at once.
        self.live = self.seats.of(self.session.to_move()).is_human();
        self.turn_began = Instant::now();
        Ok(())
    }

    fn redo(&mut self) -> Result<(), Refusal> {
        if self.tree.nodes()[self.node].next.is_none() {
            return Err(words::NOTHING_TO_REDO.refuse());
        }
        let any_human = !self.seats.all_engines();
        while let Some(node) = self.tree.nodes()[self.node].next {
            self.travel(node)?;
            if !any_human || self.seats.of(self.session.to_move()).is_human() {
                break;
            }
        }
        self.live = any_human;
        self.turn_began = Instant::now();
        Ok(())
    }

    fn goto(&mut self, node: NodeId) -> Result<(), Refusal> {
        self.travel(node)?;
        self.tree.prefer(node);
        let at_the_end = self.tree.nodes()[node].next.is_none();
        self.live = self.live && at_the_end || self.seats.of(self.session.to_move()).is_human();
        if at_the_end && !self.seats.all_engines() {
            self.live = true;
        }
        self.turn_began = Instant::now();
        Ok(())
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
            // What the page shows from now on is about the new question.
            self.report = None;
        }
        self.analysis = analysis;
        Ok(())
    }

    fn change_sweep(&mut self, on: bool) {
        self.analysing = None;
        let line = self.tree.line(self.node);
        self.sweep = on.then(|| Sweep { total: line.len(), queue: line.into() });
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

//! The engine's part in a game: its moves, hints, analysis, the sweep.
//!
//! [`Game::settle`] is called after every change and starts and stops searches to match the game; [`Game::on_event`]
//! takes their results. Dropping a search stops it.

use super::searches::{Event, Job, Purpose, Running};
use super::tree::NodeId;
use super::{Cause, Game, Hint, MOST_TRIALS, Mode, Trial};
use crate::players;
use crate::words;
use quadrille_core::{Refusal, Sentence};
use quadrille_engine::{Limits, PlayerSpec, Report};
use quadrille_support::clock::Instant;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

/// The minimum delay of an engine's move, so that users see their own move first and can follow a game between engines.
const ANSWER_PAUSE: Duration = Duration::from_millis(350);
const HINT_TIME: Duration = Duration::from_millis(1_500);

/// The effect of a search event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// Nothing: the search is no longer wanted.
    Nothing,
    /// There is a newer report.
    Report,
    /// The game itself.
    Game,
}

impl Game {
    /// Starts and stops searches to match the game.
    pub(super) fn settle(&mut self) {
        self.count();
        let over = self.end().is_some();
        let engine_moves = !over && self.live && !self.seats.of(self.session.to_move()).is_human();
        let misplaced =
            |search: &Running| search.node != self.node || (search.purpose == Purpose::Play) != engine_moves;
        if self.playing.as_ref().is_some_and(misplaced) {
            self.playing = None;
        }
        if engine_moves
            && self.playing.is_none()
            && let Err(refusal) = self.start_move()
        {
            self.notice = Some(refusal);
            self.live = false;
        }
        self.settle_analysis(over);
    }

    /// Stops all searches.
    pub(super) fn rest(&mut self) {
        (self.playing, self.analysing) = (None, None);
    }

    fn settle_analysis(&mut self, over: bool) {
        let wanted =
            self.analysis.mode != Mode::Off && !over && self.analysed != Some(self.node) && self.sweep.is_none();
        let wanted = wanted && self.playing.is_none();
        let unwanted = |search: &Running| match search.purpose {
            Purpose::Analysis => !wanted || search.node != self.node,
            _ => self.sweep.is_none(),
        };
        if self.analysing.as_ref().is_some_and(unwanted) {
            self.analysing = None;
        }
        if self.analysing.is_some() {
            return;
        }
        let started = if self.sweep.is_some() {
            self.start_sweep()
        } else if wanted {
            self.start_analysis()
        } else {
            Ok(())
        };
        if let Err(refusal) = started {
            self.notice = Some(refusal);
            self.analysis.mode = Mode::Off;
            self.sweep = None;
        }
    }

    pub(super) fn job(&mut self, purpose: Purpose, player: PlayerSpec, limits: Limits) -> Job {
        self.tokens += 1;
        Job {
            game: self.id.clone(),
            // Local games have shares like visitors, since their players are not known.
            visitor: self.owner.as_ref().unwrap_or(&self.id).clone(),
            token: self.tokens,
            node: self.node,
            purpose,
            session: self.session.duplicate(),
            player,
            limits,
            multipv: 1,
            only: None,
            at_least: Duration::ZERO,
        }
    }

    fn start_move(&mut self) -> Result<(), Refusal> {
        let side = self.session.to_move();
        let Some((player, mut limits)) = self.seats.of(side).resolve(self.session.as_ref())? else { return Ok(()) };
        if let Some(left) = self.clock.left(side, Duration::ZERO) {
            let share = self.clock.share(left);
            limits.time = Some(limits.time.map_or(share, |time| time.min(share)));
        }
        let player = if self.seats.of(side).has_level() { player.with("seed", self.seed()) } else { player };
        let job = Job { at_least: ANSWER_PAUSE, ..self.job(Purpose::Play, player, limits) };
        self.playing = Some(self.searches.start(job, self.events.clone()));
        Ok(())
    }

    pub(super) fn start_hint(&mut self) -> Result<(), Refusal> {
        let player = players::player(self.session.as_ref(), None)?;
        let job = self.job(Purpose::Hint, player, Limits::time(HINT_TIME));
        self.playing = Some(self.searches.start(job, self.events.clone()));
        Ok(())
    }

    fn start_analysis(&mut self) -> Result<(), Refusal> {
        let player = players::player(self.session.as_ref(), Some(&self.analysis.player))?;
        let limits = self.analysis.limits.limits();
        let job = Job { multipv: self.analysis.multipv, ..self.job(Purpose::Analysis, player, limits) };
        self.analysing = Some(self.searches.start(job, self.events.clone()));
        Ok(())
    }

    /// Handles a search event.
    pub(super) fn on_event(&mut self, event: Event) -> Changed {
        match event {
            Event::Waiting { token, ahead } => {
                if self.search(token).is_none() {
                    return Changed::Nothing;
                }
                self.notice = Some(words::WAITING.say().with("ahead", ahead));
                Changed::Game
            }
            Event::Progress { token, report } => self.on_progress(token, *report),
            Event::Done { token, report } => self.on_done(token, *report),
            Event::Failed { token, sentence } => self.on_failure(token, sentence),
        }
    }

    fn search(&self, token: u64) -> Option<&Running> {
        [&self.playing, &self.analysing].into_iter().flatten().find(|search| search.token == token)
    }

    fn on_progress(&mut self, token: u64, report: Report) -> Changed {
        let Some(search) = self.search(token) else { return Changed::Nothing };
        let (purpose, node) = (search.purpose, search.node);
        let waited = self.notice.take_if(|notice| notice.is(&words::WAITING)).is_some();
        if purpose == Purpose::Sweep || node != self.node {
            return if waited { Changed::Game } else { Changed::Nothing };
        }
        self.report = Some((node, report));
        if waited { Changed::Game } else { Changed::Report }
    }

    fn take(&mut self, token: u64) -> Option<Running> {
        [&mut self.playing, &mut self.analysing]
            .into_iter()
            .find_map(|slot| slot.take_if(|search| search.token == token))
    }

    fn on_done(&mut self, token: u64, report: Report) -> Changed {
        let Some(search) = self.take(token) else { return Changed::Nothing };
        self.notice.take_if(|notice| notice.is(&words::WAITING));
        if search.purpose != Purpose::Sweep {
            self.report = Some((search.node, report.clone()));
        }
        match search.purpose {
            Purpose::Play => self.engine_move(&report),
            Purpose::Hint => self.hint = report.best.map(|best| Hint { node: search.node, text: best.text }),
            Purpose::Analysis => {
                self.analysed = Some(search.node);
                // Players chosen for comparison may be weak: their values are not stored in the tree.
                if self.analysis.player.is_empty() {
                    self.analysed(search.node, search.mover, &report);
                }
                self.keep_trial(search.node, report.figures());
            }
            Purpose::Sweep => self.swept(&search, &report),
        }
        self.settle();
        Changed::Game
    }

    fn on_failure(&mut self, token: u64, sentence: Sentence) -> Changed {
        let Some(search) = self.take(token) else { return Changed::Nothing };
        self.notice = Some(sentence);
        match search.purpose {
            Purpose::Play => self.live = false,
            Purpose::Hint => {}
            Purpose::Analysis => self.analysis.mode = Mode::Off,
            Purpose::Sweep => self.sweep = None,
        }
        self.settle();
        Changed::Game
    }

    /// A seed per game, so that levels do not play the same moves in all games.
    fn seed(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.id.hash(&mut hasher);
        hasher.finish()
    }

    fn engine_move(&mut self, report: &Report) {
        let side = self.session.to_move();
        let Some(best) = &report.best else {
            self.notice = Some(words::NO_MOVE_FOUND.say());
            self.live = false;
            return;
        };
        let text = best.text.clone();
        match self.advance(&text) {
            Ok(()) => self.stats[side] = Some(report.figures()),
            Err(refusal) => {
                self.notice = Some(words::ENGINE_MOVE_REFUSED.say().with("why", refusal));
                self.live = false;
            }
        }
    }

    /// A search interrupted by switching players is included in the comparison as far as it got.
    pub(super) fn keep_interrupted(&mut self) {
        let Some(search) = self.analysing.as_ref().filter(|search| search.purpose == Purpose::Analysis) else { return };
        let node = search.node;
        let came_to = self.report.as_ref().filter(|(about, _)| *about == node).map(|(_, report)| report.figures());
        if let Some(report) = came_to {
            self.keep_trial(node, report);
        }
    }

    fn keep_trial(&mut self, node: NodeId, report: Report) {
        let player = match self.analysis.player.as_str() {
            "" => report.algorithm.to_owned(),
            described => described.to_owned(),
        };
        self.trials.retain(|trial| trial.node != node || trial.player != player);
        self.trials.push(Trial { node, player, report });
        if self.trials.len() > MOST_TRIALS {
            self.trials.remove(0);
        }
    }

    /// When the side to move runs out of time.
    pub(super) fn flag_falls(&self) -> Option<Instant> {
        let running = self.clock_runs();
        let left = self.clock.left(self.session.to_move(), Duration::ZERO).filter(|_| running)?;
        Some(self.turn_began + left)
    }

    /// The clock runs from the first move to the end of the game.
    pub(super) fn clock_runs(&self) -> bool {
        self.clock.control.is_some() && self.live && self.session.ply() > 0 && self.end().is_none()
    }

    /// The side to move has run out of time.
    pub(super) fn flag(&mut self) {
        let loser = self.session.to_move();
        self.clock.spend(loser, self.turn_began.elapsed());
        self.lose(loser, Cause::Time);
        self.settle();
    }
}

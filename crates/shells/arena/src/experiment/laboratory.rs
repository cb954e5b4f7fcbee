//! Shared parts of the experiments: duels, positions, searches, and formatting.

use crate::event::Event;
use crate::opening::Openings;
use crate::pace::Pace;
use crate::plot::{Plot, Point};
use crate::runner::{Orders, run};
use crate::stats::{Tally, wilson};
use crate::table::{Cell, Table};
use quadrille_core::Refusal;
use quadrille_engine::bench::CpuClock;
use quadrille_engine::{Limits, PlayerSpec, Question, Report, Session, Stop};

/// What a recipe found.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The figures.
    pub tables: Vec<Table>,
    /// The picture.
    pub plot: Plot,
    /// What a reader must know about the figures.
    pub remarks: Vec<String>,
}

/// Where recipes are carried out.
pub struct Laboratory<'a> {
    /// Fewer games and positions.
    pub quick: bool,
    /// What everything random starts from.
    pub seed: u64,
    /// The number of concurrent games when no clock is involved.
    pub concurrency: usize,
    /// Receives progress messages.
    pub tell: &'a mut dyn FnMut(&str),
}

/// A duel: two players and a number of games.
pub(super) struct Duel<'a> {
    pub(super) game: &'a str,
    pub(super) rules: &'a str,
    pub(super) a: &'a str,
    pub(super) b: &'a str,
    pub(super) pace: Pace,
    pub(super) games: u32,
}

impl Laboratory<'_> {
    /// One value for the quick run, another for the full one.
    pub(super) fn choose<T>(&self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }

    /// The points that `a` makes against `b`.
    pub(super) fn duel(&mut self, duel: &Duel<'_>) -> Result<Tally, Refusal> {
        let entrants = vec![duel.a.parse()?, duel.b.parse()?];
        let event = Event { pace: duel.pace, seed: self.seed, ..Event::new(duel.game, duel.rules, entrants) };
        let timed = duel.pace.is_timed();
        let concurrency = if timed { 1 } else { self.concurrency };
        let (name, tell) = (format!("{} {}: {} against {}", duel.game, duel.rules, duel.a, duel.b), &mut self.tell);
        let orders = Orders { concurrency, ..Orders::games(duel.games) };
        let standings = run(&event, &orders, &mut |standings, _| {
            tell(&format!("{name}, game {} of {}", standings.games(), duel.games));
            true
        })?;
        Ok(standings.between(0, 1))
    }

    /// This many different positions a few random moves into the game.
    pub(super) fn positions(
        &self,
        game: &str,
        rules: &str,
        plies: usize,
        count: usize,
    ) -> Result<Vec<Box<dyn Session>>, Refusal> {
        let openings = Openings::Random { plies };
        (0..count).map(|index| openings.get(index, game, rules, self.seed)?.open(game, rules)).collect()
    }

    /// Playouts per second of the wall clock, for every player on every position. The players take turns, so that a
    /// change in machine load affects all of them.
    pub(super) fn speeds(
        &mut self,
        sessions: &[Box<dyn Session>],
        players: &[String],
        playouts: u64,
    ) -> Result<Vec<Vec<f64>>, Refusal> {
        let mut speeds = vec![Vec::new(); players.len()];
        for session in sessions {
            for (speeds, player) in speeds.iter_mut().zip(players) {
                (self.tell)(&format!("{}: speed of {player}", session.descriptor().name));
                let (report, _) = self.search(session.as_ref(), player, Limits::playouts(playouts))?;
                speeds.push(report.playouts.unwrap_or(0) as f64 / report.seconds.max(1e-9));
            }
        }
        Ok(speeds)
    }

    /// One search; its report and the processor seconds of this thread.
    pub(super) fn search(&self, session: &dyn Session, player: &str, limits: Limits) -> Result<(Report, f64), Refusal> {
        let player: PlayerSpec = player.parse()?;
        let mut thinker = session.thinker(&player.with("seed", self.seed))?;
        let stop = Stop::new();
        let clock = CpuClock::start();
        let report = thinker.think(session, &Question::new(limits, &stop), &mut |_| {})?;
        Ok((report, clock.seconds()))
    }
}

/// The share of points with its interval, for a table.
pub(super) fn share_cell(tally: &Tally) -> Cell {
    Cell::interval(share(tally), 3)
}

/// The share of points with its interval, for a plot.
pub(super) fn share_point(x: f64, tally: &Tally) -> Point {
    point(x, share(tally))
}

fn share(tally: &Tally) -> (f64, f64, f64) {
    let games = f64::from(tally.games());
    let points = f64::from(tally.wins) + 0.5 * f64::from(tally.draws);
    let (low, high) = wilson(points, games);
    (points / games.max(1.0), low, high)
}

/// A figure with the ends of its interval, for a plot.
pub(super) const fn point(x: f64, (y, low, high): (f64, f64, f64)) -> Point {
    Point { x, y, low, high }
}

/// The remark about scores and their intervals.
pub(super) const SHARES: &str = "Shares of points count a draw as half a win; intervals are 95 % (Wilson, over games). Every opening is played with both colours.";

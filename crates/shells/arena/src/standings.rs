//! The results of an event so far, each game counted once.

use crate::event::{Event, GAMES_PER_OPENING};
use crate::game::GameRecord;
use crate::player::FaultKind;
use crate::stats::Tally;
use serde::Serialize;
use std::collections::HashMap;

/// How often an entrant failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Faults {
    /// Games lost on time, stalls included.
    pub time_losses: u32,
    /// Of these, games in which no answer came at all.
    pub stalls: u32,
    /// Games lost by an illegal move.
    pub illegal: u32,
    /// Games lost by a crash.
    pub crashes: u32,
}

impl Faults {
    fn add(&mut self, kind: FaultKind) {
        match kind {
            FaultKind::Crash => self.crashes += 1,
            FaultKind::Illegal => self.illegal += 1,
            FaultKind::Time => self.time_losses += 1,
            FaultKind::Stall => {
                self.time_losses += 1;
                self.stalls += 1;
            }
        }
    }
}

/// Results of an event.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The players' names.
    pub names: Vec<String>,
    /// Failures of each player.
    pub faults: Vec<Faults>,
    tallies: HashMap<(usize, usize), Tally>,
    /// The first player's half points in the finished game of a half-played pair.
    half_pairs: HashMap<u32, u32>,
}

impl Standings {
    /// Nothing played yet.
    #[must_use]
    pub fn new(event: &Event) -> Self {
        Self {
            names: event.entrants.iter().map(ToString::to_string).collect(),
            faults: vec![Faults::default(); event.entrants.len()],
            tallies: event.encounters().into_iter().map(|encounter| (encounter, Tally::default())).collect(),
            half_pairs: HashMap::new(),
        }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &GameRecord) {
        let encounter = (game.black.min(game.white), game.black.max(game.white));
        let points = game.half_points(encounter.0);
        let tally = self.tallies.entry(encounter).or_default();
        tally.add_game(points);
        let pair = game.number / GAMES_PER_OPENING;
        match self.half_pairs.remove(&pair) {
            Some(other) => tally.add_pair(points + other),
            None => drop(self.half_pairs.insert(pair, points)),
        }
        if let Some(fault) = &game.fault {
            let loser = if game.half_points(game.black) == 0 { game.black } else { game.white };
            if let Some(faults) = self.faults.get_mut(loser) {
                faults.add(fault.kind);
            }
        }
    }

    /// All games counted.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.tallies.values().map(Tally::games).sum()
    }

    /// The results of player `a` against player `b`, from `a`'s view.
    #[must_use]
    pub fn between(&self, a: usize, b: usize) -> Tally {
        let tally = self.tallies.get(&(a.min(b), a.max(b))).copied().unwrap_or_default();
        if a < b { tally } else { tally.reversed() }
    }

    /// The results of a player against everybody.
    #[must_use]
    pub fn total(&self, player: usize) -> Tally {
        let mut total = Tally::default();
        for other in (0..self.names.len()).filter(|&other| other != player) {
            let tally = self.between(player, other);
            total.wins += tally.wins;
            total.draws += tally.draws;
            total.losses += tally.losses;
            total.pairs.iter_mut().zip(tally.pairs).for_each(|(sum, count)| *sum += count);
        }
        total
    }

    /// The players by points, best first; ties in order of entry.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut players: Vec<usize> = (0..self.names.len()).collect();
        let half_points = |player: usize| {
            let total = self.total(player);
            let share = f64::from(2 * total.wins + total.draws) / f64::from(total.games().max(1));
            (share * 1e9) as u64
        };
        players.sort_by_key(|&player| std::cmp::Reverse(half_points(player)));
        players
    }
}

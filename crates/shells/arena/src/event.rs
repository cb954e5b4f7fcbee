//! Pairings: matches, round-robins and gauntlets differ only in their encounters.

use crate::opening::Openings;
use crate::pace::Pace;
use crate::player::Entrant;
use crate::words;
use quadrille_core::Refusal;
use quadrille_engine::registry;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Everything that determines the games. Two events with equal settings play the same games, unless their players
/// depend on a clock.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The game's name.
    pub game: String,
    /// Its rules as text.
    pub rules: String,
    /// The players.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// Where games start.
    pub openings: Openings,
    /// How long players think.
    pub pace: Pace,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// What everything random starts from.
    pub seed: u64,
}

/// Adjudication: when a game ends before the rules end it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adjudication {
    /// A side whose score is at most minus this for this many moves in a row has lost.
    pub resign: Option<Resignation>,
    /// A game in which both sides' scores stay within ± this for this many moves in a row is drawn.
    pub draw: Option<DrawRule>,
    /// A game of this many plies is drawn.
    pub longest: usize,
}

/// See [`Adjudication::resign`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resignation {
    /// Moves in a row.
    pub moves: u32,
    /// In units of the game.
    pub score: f64,
}

/// See [`Adjudication::draw`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Moves of each side in a row.
    pub moves: u32,
    /// In units of the game.
    pub score: f64,
    /// Not before this many plies.
    pub after: usize,
}

/// The default maximum length; no game between players that try to win comes near it.
pub const USUAL_LONGEST: usize = 1_500;

impl Default for Adjudication {
    fn default() -> Self {
        Self { resign: None, draw: None, longest: USUAL_LONGEST }
    }
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Round-robin; between two players, a match.
    RoundRobin,
    /// Gauntlet: the first player meets every other.
    Gauntlet,
}

/// One game to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Its number.
    pub number: u32,
    /// The entrant with Black.
    pub black: usize,
    /// The entrant with White.
    pub white: usize,
    /// The number of the opening.
    pub opening: usize,
}

/// The games of an encounter from one opening: one with each colour.
pub const GAMES_PER_OPENING: u32 = 2;

impl Event {
    /// A match between two players with default settings.
    #[must_use]
    pub fn new(game: &str, rules: &str, entrants: Vec<Entrant>) -> Self {
        Self {
            game: game.to_owned(),
            rules: rules.to_owned(),
            entrants,
            schedule: Schedule::RoundRobin,
            openings: Openings::usual(game, rules),
            pace: Pace::default(),
            adjudication: Adjudication::default(),
            seed: 1,
        }
    }

    /// The encounters of one round.
    #[must_use]
    pub fn encounters(&self) -> Vec<(usize, usize)> {
        let count = self.entrants.len();
        match self.schedule {
            Schedule::RoundRobin => (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j))).collect(),
            Schedule::Gauntlet => (1..count).map(|j| (0, j)).collect(),
        }
    }

    /// The number of games in this many rounds: in each round every encounter plays one opening with both colours.
    #[must_use]
    pub fn games_of_rounds(&self, rounds: u32) -> u32 {
        let encounters = u32::try_from(self.encounters().len()).unwrap_or(u32::MAX);
        rounds.saturating_mul(GAMES_PER_OPENING).saturating_mul(encounters)
    }

    /// Game number `number`. All encounters of a round play the same opening.
    #[must_use]
    pub fn assignment(&self, number: u32) -> Assignment {
        let encounters = self.encounters();
        let pair = (number / GAMES_PER_OPENING) as usize;
        let (first, second) = encounters[pair % encounters.len()];
        let (white, black) = if number.is_multiple_of(GAMES_PER_OPENING) { (first, second) } else { (second, first) };
        Assignment { number, black, white, opening: pair / encounters.len() }
    }

    /// Whether everything named exists.
    pub fn check(&self) -> Result<(), Refusal> {
        if self.entrants.len() < 2 {
            return Err(words::FEW_PLAYERS.refuse().with("count", self.entrants.len()));
        }
        let session = registry::open(&self.game, &self.rules, None)?;
        self.entrants.iter().try_for_each(|entrant| entrant.check(session.as_ref()))?;
        self.openings.get(0, &self.game, &self.rules, self.seed)?.open(&self.game, &self.rules).map(|_| ())
    }

    /// The settings that a log belongs to.
    #[must_use]
    pub fn settings(&self) -> Value {
        let entrants: Vec<String> = self.entrants.iter().map(ToString::to_string).collect();
        json!({
            "game": self.game,
            "rules": self.rules,
            "players": entrants,
            "schedule": format!("{:?}", self.schedule),
            "openings": self.openings.describe(),
            "pace": self.pace,
            "adjudication": self.adjudication,
            "seed": self.seed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(players: usize, schedule: Schedule) -> Event {
        let entrants = vec!["random".parse().unwrap(); players];
        Event { schedule, ..Event::new("breakthrough", "5x5", entrants) }
    }

    #[test]
    fn every_encounter_has_both_colours_of_every_opening() {
        for (players, schedule, encounters) in
            [(2, Schedule::RoundRobin, 1), (4, Schedule::RoundRobin, 6), (4, Schedule::Gauntlet, 3)]
        {
            let event = event(players, schedule);
            assert_eq!(event.encounters().len(), encounters);
            let mut seen = std::collections::BTreeMap::new();
            for number in 0..event.games_of_rounds(3) {
                let game = event.assignment(number);
                assert_ne!(game.black, game.white);
                let pair = (game.black.min(game.white), game.black.max(game.white), game.opening);
                seen.entry(pair).or_insert_with(Vec::new).push(game.black);
            }
            assert_eq!(seen.len(), 3 * encounters);
            for ((low, high, _), blacks) in seen {
                assert!(blacks == [low, high] || blacks == [high, low]);
            }
        }
    }

    #[test]
    fn what_does_not_exist_is_refused() {
        assert!(event(1, Schedule::RoundRobin).check().is_err());
        assert!(event(2, Schedule::RoundRobin).check().is_ok());
        let unknown = Event { game: "shogi".to_owned(), ..event(2, Schedule::RoundRobin) };
        assert!(unknown.check().unwrap_err().to_string().contains("shogi"));
        let wrong = Event::new("go", "9", vec!["uci:x".parse().unwrap(), "uct".parse().unwrap()]);
        assert!(wrong.check().unwrap_err().to_string().contains("protocol"));
    }
}

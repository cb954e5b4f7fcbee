//! Matches and tournaments, with error bars.

use crate::attend::attend;
use crate::errors::Raise;
use crate::{options, words};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille_arena::game::Winner;
use quadrille_arena::{self as arena, Event, Openings, Orders, Pace, Schedule};
use quadrille_core::Refusal;
use quadrille_engine::{Limits, Stop};
use std::path::PathBuf;

/// A finished game of a match.
#[pyclass(frozen, module = "quadrille")]
#[derive(Clone, Debug)]
pub struct GameResult {
    record: arena::GameRecord,
}

#[pymethods]
impl GameResult {
    /// Its number in the match.
    #[getter]
    fn number(&self) -> u32 {
        self.record.number
    }

    /// Which player had Black.
    #[getter]
    fn black(&self) -> usize {
        self.record.black
    }

    /// Which player had White.
    #[getter]
    fn white(&self) -> usize {
        self.record.white
    }

    /// The position it started from, if not the usual one.
    #[getter]
    fn start(&self) -> Option<&str> {
        self.record.opening.position.as_deref()
    }

    /// The moves of the opening.
    #[getter]
    fn opening(&self) -> Vec<String> {
        self.record.opening.moves.clone()
    }

    /// What was played from there.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.record.moves.clone()
    }

    /// Who won: true for White, none for a draw.
    #[getter]
    fn winner(&self) -> Option<bool> {
        match self.record.winner {
            Winner::White => Some(true),
            Winner::Black => Some(false),
            Winner::Draw => None,
        }
    }

    /// Why.
    #[getter]
    fn reason(&self) -> &str {
        &self.record.reason
    }

    /// Whether the loser failed: crash, stall, illegal move, time.
    #[getter]
    fn is_fault(&self) -> bool {
        self.record.fault.is_some()
    }

    /// Seconds that Black and White thought.
    #[getter]
    fn seconds(&self) -> (f64, f64) {
        (self.record.seconds.black, self.record.seconds.white)
    }

    /// The line of a match's log.
    fn to_json(&self) -> String {
        serde_json::to_string(&self.record).unwrap_or_default()
    }

    /// The game that `to_json` wrote.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        let refuse = |error: serde_json::Error| words::NOT_A_RESULT.refuse().quote("text", text).error("error", error);
        let record = serde_json::from_str(text).map_err(refuse).or_raise()?;
        Ok(Self { record })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("from_json")?, (self.to_json(),)))
    }

    fn __repr__(&self) -> String {
        format!("GameResult({}, {:?}, {:?})", self.record.number, self.record.winner, self.record.reason)
    }
}

/// The results of one player against another, from the first one's view.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone, Debug)]
pub struct Tally {
    /// Games won.
    wins: u32,
    /// Games drawn.
    draws: u32,
    /// Games lost.
    losses: u32,
    /// Points per game.
    score: f64,
    /// Half the width of its 95 % interval.
    score_error: f64,
    /// The difference in Elo.
    elo: f64,
    /// Half the width of its 95 % interval.
    elo_error: f64,
    /// The likelihood of superiority of the first player.
    superiority: f64,
}

impl From<arena::Tally> for Tally {
    fn from(tally: arena::Tally) -> Self {
        let estimate = tally.estimate();
        Self {
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: estimate.score,
            score_error: estimate.score_error,
            elo: estimate.elo,
            elo_error: estimate.elo_error,
            superiority: estimate.superiority,
        }
    }
}

#[pymethods]
impl Tally {
    fn __repr__(&self) -> String {
        let Self { wins, draws, losses, elo, elo_error, .. } = self;
        format!("Tally(+{wins} ={draws} -{losses}, Elo {elo:+.0} ± {elo_error:.0})")
    }
}

/// The results of a match or tournament.
#[pyclass(frozen, module = "quadrille")]
pub struct Standings {
    standings: arena::Standings,
    games: Vec<GameResult>,
}

#[pymethods]
impl Standings {
    /// The players.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.standings.names.clone()
    }

    /// The games played, in the order of their numbers.
    #[getter]
    fn games(&self) -> Vec<GameResult> {
        self.games.clone()
    }

    /// The results of player `first` against player `second`.
    #[pyo3(signature = (first = 0, second = 1))]
    fn between(&self, first: usize, second: usize) -> Tally {
        self.standings.between(first, second).into()
    }

    /// The players by their points, best first.
    fn ranking(&self) -> Vec<usize> {
        self.standings.ranking()
    }

    fn __repr__(&self) -> String {
        format!("Standings({:?}, {} games)", self.standings.names, self.standings.games())
    }
}

/// The keywords of a match.
struct Settings {
    event: Event,
    orders: Orders,
    on_game: Option<Py<PyAny>>,
}

impl Settings {
    const NAMES: [&'static str; 12] = [
        "games",
        "rules",
        "concurrency",
        "seed",
        "time",
        "depth",
        "nodes",
        "playouts",
        "plies",
        "gauntlet",
        "log",
        "on_game",
    ];

    fn read(game: &str, players: &[String], given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let entrants: Result<Vec<_>, Refusal> = players.iter().map(|player| player.parse()).collect();
        let rules: Option<String> = match given.map(|given| given.get_item("rules")).transpose()?.flatten() {
            Some(rules) => Some(rules.extract()?),
            None => None,
        };
        let event = Event::new(game, &rules.unwrap_or_default(), entrants.or_raise()?);
        let mut settings = Self { event, orders: Orders::games(2), on_game: None };
        let mut limits = Limits::default();
        for (name, value) in given.into_iter().flatten() {
            let name = name.extract::<String>()?;
            match name.as_str() {
                known if Self::NAMES.contains(&known) && value.is_none() => {}
                "games" => settings.orders.games = value.extract()?,
                "concurrency" => settings.orders.concurrency = value.extract()?,
                "seed" => settings.event.seed = value.extract()?,
                "time" => limits.time = Some(options::seconds("time", &value)?),
                "depth" => limits.depth = Some(value.extract()?),
                "nodes" => limits.nodes = Some(value.extract()?),
                "playouts" => limits.playouts = Some(value.extract()?),
                "plies" => settings.event.openings = Openings::Random { plies: value.extract()? },
                "gauntlet" if value.extract()? => settings.event.schedule = Schedule::Gauntlet,
                "rules" | "gauntlet" => {}
                "log" => settings.orders.log = Some(value.extract::<PathBuf>()?),
                "on_game" => settings.on_game = Some(value.unbind()),
                other => return Err(options::unknown(other, &Self::NAMES)),
            }
        }
        if limits != Limits::default() {
            settings.event.pace = Pace::every_move(limits);
        }
        Ok(settings)
    }
}

/// Plays a match between two players or a tournament between more. Every opening is played with both colours.
#[pyfunction]
#[pyo3(name = "match", signature = (game, players, **options))]
fn play(py: Python<'_>, game: &str, players: Vec<String>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Standings> {
    let Settings { event, orders, on_game } = Settings::read(game, &players, options)?;
    let stop = Stop::new();
    let mut games: Vec<GameResult> = Vec::new();
    let standings = attend(
        py,
        &stop,
        |news| {
            arena::run(&event, &orders, &mut |_, game| {
                // Nobody listens any more after an exception.
                let _ = news.send(GameResult { record: game.clone() });
                !stop.is_requested()
            })
        },
        |py, game: GameResult| {
            games.push(game.clone());
            match &on_game {
                Some(hear) => hear.call1(py, (game,)).map(drop),
                None => Ok(()),
            }
        },
    )?;
    games.sort_by_key(|game| game.record.number);
    Ok(Standings { standings, games })
}

/// Plays one game of a match, by its number: the same game as in the whole match, if its players use no clock.
#[pyfunction]
#[pyo3(signature = (game, players, number, **options))]
fn match_game(
    py: Python<'_>,
    game: &str,
    players: Vec<String>,
    number: u32,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<GameResult> {
    let Settings { event, .. } = Settings::read(game, &players, options)?;
    let stop = Stop::new();
    let played =
        attend(py, &stop, |_| arena::one(&event, number, &stop)?.ok_or_else(|| words::PANIC.refuse()), |_, ()| Ok(()))?;
    Ok(GameResult { record: played })
}

/// The standings after games that were played anywhere, each counted once.
#[pyfunction]
#[pyo3(signature = (game, players, results, **options))]
fn standings(
    game: &str,
    players: Vec<String>,
    results: Vec<Py<GameResult>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Standings> {
    let Settings { event, .. } = Settings::read(game, &players, options)?;
    event.check().or_raise()?;
    let mut games: Vec<GameResult> = results.iter().map(|result| result.get().clone()).collect();
    games.sort_by_key(|game| game.record.number);
    games.dedup_by_key(|game| game.record.number);
    let mut standings = arena::Standings::new(&event);
    for GameResult { record } in &games {
        if record.black.max(record.white) >= event.entrants.len() || record.black == record.white {
            return Err(words::OTHER_PLAYERS.refuse().with("number", record.number)).or_raise();
        }
        standings.add(record);
    }
    Ok(Standings { standings, games })
}

/// Adds what this file offers to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<GameResult>()?;
    module.add_class::<Tally>()?;
    module.add_class::<Standings>()?;
    module.add_function(wrap_pyfunction!(match_game, module)?)?;
    module.add_function(wrap_pyfunction!(standings, module)?)?;
    module.add_function(wrap_pyfunction!(play, module)?)
}

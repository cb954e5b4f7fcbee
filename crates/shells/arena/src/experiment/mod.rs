//! The experiments of the courses: named, seeded recipes that anybody can repeat.
//!
//! Every recipe gives tables with 95 % intervals and a plot, and says in [`Recipe::about`] what it asks. `--quick` answers
//! the same question with fewer games, in minutes. Games are decided by seeds; speeds depend on the machine.
//!
//! Shares of points have Wilson's interval over games; speeds are geometric means with Student's over positions. [`Laboratory::duel`] is the
//! measurement most recipes repeat.

mod evaluation;
mod hash;
mod ordering;
mod rave;
mod threads;
mod transpositions;
mod virtual_loss;

use crate::event::Event;
use crate::opening::Openings;
use crate::pace::Pace;
use crate::plot::{Plot, Point};
use crate::runner::{Orders, run};
use crate::stats::{Tally, wilson};
use crate::table::{Cell, Table};
use quadrille_core::Refusal;
use quadrille_engine::bench::CpuClock;
use quadrille_engine::{Limits, PlayerSpec, Question, Report as SearchReport, Session, Stop};
use serde_json::{Value, json};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// An experiment.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Its name.
    pub name: &'static str,
    /// What it asks, in a sentence.
    pub about: &'static str,
    run: fn(&mut Laboratory<'_>) -> Result<Findings, Refusal>,
}

/// All experiments.
pub const RECIPES: [Recipe; 7] = [
    Recipe {
        name: "transpositions",
        about: "does sharing statistics between transpositions make UCT and RAVE faster or stronger at Breakthrough?",
        run: transpositions::run,
    },
    Recipe { name: "rave", about: "how often do AMAF, RAVE and GRAVE beat UCT as the playouts grow?", run: rave::run },
    Recipe { name: "threads", about: "how much faster and stronger is UCT with more threads?", run: threads::run },
    Recipe {
        name: "virtual-loss",
        about: "which virtual loss lets threads share a tree best?",
        run: virtual_loss::run,
    },
    Recipe {
        name: "evaluation",
        about: "how often does Othello's six-term evaluation beat the others at equal depth?",
        run: evaluation::run,
    },
    Recipe {
        name: "ordering",
        about: "how many nodes does each ordering and pruning rule of alpha-beta save?",
        run: ordering::run,
    },
    Recipe {
        name: "hash",
        about: "how often do keys of so many bits collide, and how evenly do they fill a table?",
        run: hash::run,
    },
];

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
    /// How many games are played at the same time when no clock is involved.
    pub concurrency: usize,
    /// Hears of the progress in words.
    pub tell: &'a mut dyn FnMut(&str),
}

/// The recipe of this name.
pub fn find(name: &str) -> Result<Recipe, Refusal> {
    RECIPES.into_iter().find(|recipe| recipe.name == name).ok_or_else(|| {
        let names = RECIPES.map(|recipe| recipe.name).join(", ");
        Refusal::plain(format!("there is no experiment called {name:?}: expected one of {names}"))
    })
}

/// A finished experiment.
#[derive(Clone, Debug)]
pub struct Report {
    recipe: Recipe,
    quick: bool,
    seed: u64,
    seconds: f64,
    findings: Findings,
}

impl Recipe {
    /// Carries the experiment out.
    pub fn carry_out(self, laboratory: &mut Laboratory<'_>) -> Result<Report, Refusal> {
        let start = Instant::now();
        let findings = (self.run)(laboratory)?;
        let seconds = start.elapsed().as_secs_f64();
        Ok(Report { recipe: self, quick: laboratory.quick, seed: laboratory.seed, seconds, findings })
    }
}

impl Report {
    /// The whole report as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "experiment": self.recipe.name,
            "question": self.recipe.about,
            "command": self.command(),
            "quick": self.quick,
            "seed": self.seed,
            "seconds": self.seconds,
            "tables": self.findings.tables,
            "remarks": self.findings.remarks,
        })
    }

    /// The command that repeats the experiment.
    #[must_use]
    pub fn command(&self) -> String {
        let quick = if self.quick { " --quick" } else { "" };
        format!("quadrille experiment {}{quick} --seed {}", self.recipe.name, self.seed)
    }

    /// Writes `NAME.json` and `NAME.svg` into a folder and gives their paths.
    pub fn write(&self, folder: &Path) -> io::Result<[PathBuf; 2]> {
        std::fs::create_dir_all(folder)?;
        let json = format!("{:#}\n", self.to_json());
        let files = [("json", json), ("svg", self.findings.plot.to_svg())];
        let mut paths = [PathBuf::new(), PathBuf::new()];
        for (path, (extension, text)) in paths.iter_mut().zip(files) {
            *path = folder.join(format!("{}.{extension}", self.recipe.name));
            let temporary = folder.join(format!(".{}.{extension}.new", self.recipe.name));
            std::fs::write(&temporary, text)?;
            std::fs::rename(&temporary, &*path)?;
        }
        Ok(paths)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}\n", self.recipe.name, self.recipe.about)?;
        self.findings.tables.iter().try_for_each(|table| writeln!(f, "{table}"))?;
        self.findings.remarks.iter().try_for_each(|remark| writeln!(f, "{remark}"))?;
        writeln!(f, "{:.0} s; repeat with: {}", self.seconds, self.command())
    }
}

/// A duel: who meets whom how often.
struct Duel<'a> {
    game: &'a str,
    rules: &'a str,
    a: &'a str,
    b: &'a str,
    pace: Pace,
    games: u32,
}

impl Laboratory<'_> {
    /// One value for the quick run, another for the full one.
    fn choose<T>(&self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }

    /// The points that `a` makes against `b`.
    fn duel(&mut self, duel: &Duel<'_>) -> Result<Tally, Refusal> {
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

    /// So many different positions a few random moves into the game.
    fn positions(&self, game: &str, rules: &str, plies: usize, count: usize) -> Result<Vec<Box<dyn Session>>, Refusal> {
        let openings = Openings::Random { plies };
        (0..count).map(|index| openings.get(index, game, rules, self.seed)?.open(game, rules)).collect()
    }

    /// One search; its report and the processor seconds of this thread.
    fn search(&self, session: &dyn Session, player: &str, limits: Limits) -> Result<(SearchReport, f64), Refusal> {
        let player: PlayerSpec = player.parse()?;
        let mut thinker = session.thinker(&player.with("seed", self.seed))?;
        let stop = Stop::new();
        let clock = CpuClock::start();
        let report = thinker.think(session, &Question::new(limits, &stop), &mut |_| {})?;
        Ok((report, clock.seconds()))
    }
}

/// The share of points with its interval, for a table.
fn share_cell(tally: &Tally) -> Cell {
    Cell::interval(share(tally), 3)
}

/// The share of points with its interval, for a plot.
fn share_point(x: f64, tally: &Tally) -> Point {
    point(x, share(tally))
}

fn share(tally: &Tally) -> (f64, f64, f64) {
    let games = f64::from(tally.games());
    let points = f64::from(tally.wins) + 0.5 * f64::from(tally.draws);
    let (low, high) = wilson(points, games);
    (points / games.max(1.0), low, high)
}

/// A figure with the ends of its interval, for a plot.
const fn point(x: f64, (y, low, high): (f64, f64, f64)) -> Point {
    Point { x, y, low, high }
}

/// What a remark about shares of points says.
const SHARES: &str = "Shares of points count a draw as half a win; intervals are 95 % (Wilson, over games). Every opening is played with both colours.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_have_different_names_and_are_found() {
        for recipe in RECIPES {
            assert_eq!(find(recipe.name).unwrap().about, recipe.about);
        }
        assert!(find("alchemy").unwrap_err().to_string().contains("transpositions"));
    }
}

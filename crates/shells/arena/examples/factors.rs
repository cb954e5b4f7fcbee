//! Measures many settings at once: every pair of games draws all of them at random.
//!
//!     cargo xtask measure factors chess alphabeta,nodes=10000 --seconds 500 --threads 16 \
//!         --factor delta_margin=100,200 --factor continuations=false,true
//!
//! In each pair both sides get a random level of every factor and play one opening with both colours; the points go
//! into one linear regression on the differences. So every game gives information about every factor, and 26 settings
//! take no more games than one match (Fisher, *The arrangement of field experiments*, 1926). Effects are averages over
//! the levels of the other factors.

use quadrille_arena::event::{DrawRule, Resignation};
use quadrille_arena::{Adjudication, Entrant, Event, one};
use quadrille_core::Rng;
use quadrille_engine::Stop;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A setting and its two levels.
struct Factor {
    name: String,
    levels: [String; 2],
}

struct Plan {
    game: String,
    player: String,
    factors: Vec<Factor>,
    seconds: u64,
    threads: usize,
    seed: u64,
}

/// The data of one pair: the difference of the levels, and the first side's points minus the expected half.
type Row = (Vec<f64>, f64);

fn main() -> Result<(), String> {
    let plan = read(std::env::args().skip(1))?;
    let deadline = Instant::now() + Duration::from_secs(plan.seconds);
    let (next, rows) = (AtomicU32::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        let work = || {
            while Instant::now() < deadline {
                let row = pair(&plan, next.fetch_add(1, Ordering::Relaxed))?;
                rows.lock().map_err(|_| "a thread panicked")?.push(row);
            }
            Ok::<(), String>(())
        };
        let workers: Vec<_> = (0..plan.threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| "a thread panicked")?)
    })?;
    let rows = rows.into_inner().map_err(|_| "a thread panicked")?;
    tell(&plan, &rows).ok_or_else(|| format!("{} pairs are too few for {} factors", rows.len(), plan.factors.len()))
}

fn read(mut arguments: impl Iterator<Item = String>) -> Result<Plan, String> {
    const USAGE: &str = "usage: factors GAME PLAYER [--seconds N] [--threads N] [--seed N] --factor NAME=LOW,HIGH …";
    let mut positional = || arguments.next().ok_or(USAGE);
    let (game, player) = (positional()?, positional()?);
    let mut plan = Plan { game, player, factors: Vec::new(), seconds: 60, threads: 1, seed: 1 };
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or(USAGE)?;
        let number = || value.parse::<u64>().map_err(|_| format!("{value:?} is not a number"));
        match name.as_str() {
            "--seconds" => plan.seconds = number()?,
            "--threads" => plan.threads = number()?.max(1) as usize,
            "--seed" => plan.seed = number()?,
            "--factor" => {
                let (name, levels) = value.split_once('=').ok_or(USAGE)?;
                let (low, high) = levels.split_once(',').ok_or(USAGE)?;
                plan.factors.push(Factor { name: name.to_owned(), levels: [low.to_owned(), high.to_owned()] });
            }
            _ => return Err(USAGE.to_owned()),
        }
    }
    Ok(plan)
}

/// Plays one opening with both colours.
fn pair(plan: &Plan, number: u32) -> Result<Row, String> {
    let mut rng = Rng::stream(plan.seed, u64::from(number));
    let mut draw = || plan.factors.iter().map(|_| rng.below(2) as usize).collect::<Vec<_>>();
    let levels = [draw(), draw()];
    let entrant = |levels: &Vec<usize>| {
        let options = plan
            .factors
            .iter()
            .zip(levels)
            .map(|(factor, &level)| format!(",{}={}", factor.name, factor.levels[level]));
        (plan.player.clone() + &options.collect::<String>()).parse::<Entrant>()
    };
    let sentence = |refusal: quadrille_core::Refusal| refusal.to_string();
    let entrants = levels.iter().map(entrant).collect::<Result<Vec<_>, _>>().map_err(sentence)?;
    let mut event = Event::new(&plan.game, "", entrants);
    event.seed = plan.seed ^ u64::from(number) << 20;
    event.adjudication = Adjudication {
        resign: Some(Resignation { moves: 4, score: 10.0 }),
        draw: Some(DrawRule { moves: 8, score: 0.1, after: 100 }),
        ..Adjudication::default()
    };
    let mut half_points = 0;
    for game in 0..2 {
        let record = one(&event, game, &Stop::new()).map_err(sentence)?.ok_or("stopped")?;
        half_points += record.half_points(0);
    }
    let difference = levels[0].iter().zip(&levels[1]).map(|(&a, &b)| a as f64 - b as f64).collect();
    Ok((difference, f64::from(half_points) / 4.0 - 0.5))
}

/// Least squares, converted to Elo; nothing if there are too few pairs.
fn tell(plan: &Plan, rows: &[Row]) -> Option<()> {
    /// Elo per point near an even score.
    const ELO: f64 = 1_600.0 / std::f64::consts::LN_10;
    let count = plan.factors.len();
    let products = |i: usize, j: usize| rows.iter().map(|(x, _)| x[i] * x[j]).sum::<f64>();
    let inverse = inverted((0..count).map(|i| (0..count).map(|j| products(i, j)).collect()).collect())?;
    let shares: Vec<f64> = (0..count).map(|i| rows.iter().map(|(x, y)| x[i] * y).sum()).collect();
    let effect = |i: usize| (0..count).map(|j| inverse[i][j] * shares[j]).sum::<f64>();
    let effects: Vec<f64> = (0..count).map(effect).collect();
    let rest = |(x, y): &Row| (y - x.iter().zip(&effects).map(|(x, effect)| x * effect).sum::<f64>()).powi(2);
    let freedom = rows.len().checked_sub(count).filter(|&freedom| freedom > 0)?;
    let variance = rows.iter().map(rest).sum::<f64>() / freedom as f64;
    println!("{} pairs", rows.len());
    for (i, Factor { name, levels: [low, high] }) in plan.factors.iter().enumerate() {
        let error = 1.96 * (variance * inverse[i][i]).sqrt();
        println!("{name:<28} {low:>8} -> {high:<8} {:+7.1} Elo +- {:.1}", effects[i] * ELO, error * ELO);
    }
    Some(())
}

/// The inverse of a symmetric matrix, by elimination; nothing if it is singular.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let count = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..count).map(|j| f64::from(u8::from(i == j))));
    }
    for i in 0..count {
        let pivot = matrix[i].clone();
        if pivot[i].abs() < 1e-9 {
            return None;
        }
        for (j, row) in matrix.iter_mut().enumerate() {
            let times = if i == j { 1.0 - 1.0 / pivot[i] } else { row[i] / pivot[i] };
            row.iter_mut().zip(&pivot).for_each(|(value, pivot)| *value -= times * pivot);
        }
    }
    Some(matrix.into_iter().map(|row| row[count..].to_vec()).collect())
}

//! Measures tables by both rules, and nearest neighbours for every k: `long_others TRAIN GAMES RECORDED TEST TEST_GAMES OUT`,
//! where tables come from the first GAMES games and neighbours from the first RECORDED ones; the tables are written to OUT
//! unless they are there already. Environment: `LEAST` (the least number of times a pattern was chosen), `THREADS`, `STEP`
//! (every STEP-th position for neighbours), `FIRST` (the first test game), `EQUAL=1` (all stones weigh the same).

use quadrille_patterns::counting::{self, ByTables, Rule, Settings};
use quadrille_patterns::evaluation::{self, Accuracy, TOPS};
use quadrille_patterns::neighbours::{self, Positions, Weighing};
use quadrille_patterns::zoom::Selection;
use quadrille_patterns::{Checkpoint, Corpus, Learned};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [train, games, recorded, test, test_games, out] = &args[..] else {
        return Err("expected TRAIN GAMES RECORDED TEST TEST_GAMES OUT".into());
    };
    let number =
        |name: &str, usual: usize| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (games, recorded, test_games): (u64, u64, u64) = (games.parse()?, recorded.parse()?, test_games.parse()?);
    let (train, test) = (Corpus::open(&[PathBuf::from(train)])?, Corpus::open(&[PathBuf::from(test)])?);
    let (threads, first) = (number("THREADS", 2), number("FIRST", 300) as u64);
    let wanted = |game: u64| (first..first + test_games).contains(&game);
    if games > 0 {
        let start = Instant::now();
        let out = Path::new(out);
        if !out.exists() {
            let min_chosen = number("LEAST", 1) as u32;
            let selection = Selection { expand_after: 1, min_chosen, ..Selection::default() };
            let settings = Settings { selection, threads, ..Settings::default() };
            let checkpoint = Checkpoint::new(out, format!("{} {selection:?} {games}", train.describe()));
            let counted = counting::learn(&train, &settings, &|game| game < games, &checkpoint)?;
            let (set, seconds) = (&counted.set, start.elapsed().as_secs_f64());
            println!(
                "{} games, {} positions, {} patterns, {} bytes, {seconds:.1} s",
                set.games, set.positions, counted.patterns, counted.bytes
            );
        }
        let tables = Learned::load(out)?.into_tables()?;
        for (name, rule) in [("longest", Rule::Longest), ("back-off", Rule::BackOff)] {
            let start = Instant::now();
            let accuracy = evaluation::measure(&test, &mut ByTables::new(&tables, rule), wanted, 1)?;
            show(name, &accuracy, start.elapsed());
        }
    }
    if recorded > 0 {
        let start = Instant::now();
        let positions = Positions::gather(&train, |game| game < recorded, usize::MAX, threads)?;
        println!("{} recorded positions, gathered in {:.1} s", positions.len(), start.elapsed().as_secs_f64());
        let weighing = if number("EQUAL", 0) == 1 { Weighing::Equal } else { Weighing::NearLast };
        let (all, spent) = neighbours::sweep(&test, &positions, weighing, 50, number("STEP", 1), wanted)?;
        for (k, accuracy) in (1..).zip(&all) {
            show(&format!("knn {k}"), accuracy, spent);
        }
    }
    Ok(())
}

fn show(name: &str, accuracy: &Accuracy, spent: Duration) {
    let tops: Vec<f64> = (0..TOPS.len()).map(|index| (accuracy.top(index) * 1e4).round() / 100.0).collect();
    let each = spent.as_secs_f64() * 1e3 / accuracy.positions.max(1) as f64;
    println!(
        "{name}: {} positions, top {TOPS:?} {tops:?}, log-loss {:.3}, {each:.2} ms a position",
        accuracy.positions,
        accuracy.log_loss()
    );
}

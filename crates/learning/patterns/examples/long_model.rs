//! Learns a model and measures it on other games: `long_model TRAIN OUT LEAST_CHOSEN TEST…`. The command line's `learn` and
//! `predict` do the same with more choices; this one is quick to build.

use quadrille_patterns::evaluation::{self, ByModel, TOPS};
use quadrille_patterns::harvest::Growth;
use quadrille_patterns::saving::Saving;
use quadrille_patterns::train::{self, GAMES_BETWEEN_REPORTS, Settings};
use quadrille_patterns::{Corpus, model::Model};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How often the unfinished model is written.
const GAMES_BETWEEN_FILES: u64 = 20_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [games, out, least, tests @ ..] = &args[..] else {
        return Err("expected TRAIN OUT LEAST_CHOSEN TEST…".into());
    };
    let number = |name: &str, usual: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let limit = number("GAMES", u64::MAX);
    let growth = Growth { least: least.parse()?, zooms: number("ZOOMS", 8) as usize, ..Growth::default() };
    let settings = Settings {
        growth,
        both_players: number("BOTH", 1) == 1,
        threads: number("THREADS", 1) as usize,
        from: std::env::var_os("FROM").map(PathBuf::from),

        ..Settings::default()
    };
    let start = Instant::now();
    if !Path::new(out).exists() {
        let corpus = Corpus::open(&[PathBuf::from(games)])?;
        let saving = Saving::new(Path::new(out), format!("{} {settings:?} {limit}", corpus.describe()));
        let (trainer, lesson) =
            train::learn(&corpus, &settings, &|number| number < limit, &saving, None, &|trainer, loss| {
                eprintln!("{} games, loss {loss:.4}, {:.1} s", trainer.games(), start.elapsed().as_secs_f64());
                if trainer.games() % GAMES_BETWEEN_FILES < GAMES_BETWEEN_REPORTS {
                    // What is written on the way is for looking at; the last file counts.
                    let _ = trainer.save(Path::new(&format!("{out}.{}", trainer.games())));
                }
            })?;
        let bytes = std::fs::metadata(out)?.len();
        let (positions, patterns) = (trainer.positions(), trainer.model().patterns());
        println!(
            "{} games, {positions} positions, {patterns} patterns, {bytes} bytes, {:.1} s",
            lesson.games,
            start.elapsed().as_secs_f64()
        );
    }
    let model = Model::from_bytes(&std::fs::read(out)?)?;
    for test in tests {
        let (start, test_games) = (Instant::now(), number("TEST_GAMES", 300));
        let accuracy =
            evaluation::measure(&Corpus::open(&[PathBuf::from(test)])?, &mut ByModel::new(&model), |game| {
                (number("FIRST", 300)..number("FIRST", 300) + test_games).contains(&game)
            })?;
        let tops: Vec<f64> = (0..TOPS.len()).map(|index| (accuracy.top(index) * 1e4).round() / 100.0).collect();
        let micros = start.elapsed().as_secs_f64() * 1e6 / accuracy.positions.max(1) as f64;
        println!(
            "{test}: {} positions, top {TOPS:?} {tops:?}, log-loss {:.4}, {micros:.1} us",
            accuracy.positions,
            accuracy.log_loss()
        );
        println!("{:?}", accuracy.calibration);
    }
    Ok(())
}

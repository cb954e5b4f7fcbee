//! Measures the paper's rule, its smoothed form and nearest neighbours: `long_others TRAIN GAMES RECORDED TEST TEST_GAMES`, where
//! tables come from the first GAMES games and neighbours from the first RECORDED ones.

use quadrille_patterns::Corpus;
use quadrille_patterns::evaluation::{self, ByTables, Predictor, TOPS};
use quadrille_patterns::harvest::Growth;
use quadrille_patterns::neighbours::{ByNeighbours, Records};
use quadrille_patterns::tables::{self, Rule, Settings};
use std::path::PathBuf;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [train, games, recorded, test, test_games] = &args[..] else {
        return Err("expected TRAIN GAMES RECORDED TEST TEST_GAMES".into());
    };
    let (games, recorded, test_games): (u64, u64, u64) = (games.parse()?, recorded.parse()?, test_games.parse()?);
    let (train, test) = (Corpus::open(&[PathBuf::from(train)])?, Corpus::open(&[PathBuf::from(test)])?);
    let measure = |name: &str, predictor: &mut dyn FnMut(&Corpus) -> std::io::Result<evaluation::Accuracy>| {
        let start = Instant::now();
        let accuracy = predictor(&test)?;
        let tops: Vec<f64> = (0..TOPS.len()).map(|index| (accuracy.top(index) * 1e4).round() / 100.0).collect();
        let each = start.elapsed().as_secs_f64() * 1e3 / accuracy.positions.max(1) as f64;
        println!("{name}: {} positions, top {TOPS:?} {tops:?}, {each:.2} ms a position", accuracy.positions);
        Ok::<(), std::io::Error>(())
    };
    fn on(corpus: &Corpus, predictor: &mut impl Predictor, games: u64) -> std::io::Result<evaluation::Accuracy> {
        evaluation::measure(corpus, predictor, |game| (300..300 + games).contains(&game))
    }
    if games > 0 {
        let start = Instant::now();
        let growth = Growth { opens_after: 1, least: 1, ..Growth::default() };
        let settings = Settings { growth, exact: false, black_only: false, most_patterns: 1 << 26, threads: 2 };
        let (learned, lesson) = tables::learn(&train, &settings, &|game| game < games)?;
        let (patterns, seconds) = (learned.patterns(), start.elapsed().as_secs_f64());
        println!("{} games, {} positions, {patterns} patterns, {seconds:.1} s", lesson.games, lesson.positions);
        measure("longest", &mut |test| on(test, &mut ByTables::new(&learned, Rule::Longest), test_games))?;
        measure("back-off", &mut |test| on(test, &mut ByTables::new(&learned, Rule::BackOff), test_games))?;
    }
    if recorded > 0 {
        let records = Records::gather(&train, |game| game < recorded, usize::MAX)?;
        println!("{} recorded positions", records.len());
        for k in [1, 5, 20, 50] {
            measure(&format!("knn {k}"), &mut |test| {
                on(test, &mut ByNeighbours::new(&records, k), test_games.min(10))
            })?;
        }
    }
    Ok(())
}

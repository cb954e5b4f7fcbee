//! The checks of the tests on many games: `acceptance GAMES_FILE [PART]`, PART one of hashes, counts, threads, searches. Hashes of
//! 1,000 games, counts and threads of 200, a million searches.

use quadrille_patterns::counting::Settings;
use quadrille_patterns::harvest::Growth;
use quadrille_patterns::{Corpus, checks};
use std::path::PathBuf;
use std::time::Instant;

/// Games whose counts are compared; the literal twin keeps every pattern as a text.
const COUNTED: u64 = 200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (path, part) = match &args[..] {
        [path] => (path, None),
        [path, part] => (path, Some(part.as_str())),
        _ => return Err("expected GAMES_FILE [PART]".into()),
    };
    let corpus = Corpus::open(&[PathBuf::from(path)])?;
    let scratch = std::env::temp_dir().join(format!("quadrille-acceptance-{}", std::process::id()));
    let growth = |zooms, fold| Growth { zooms, fold, opens_after: 1, least: 2, ..Growth::default() };
    let settings = |exact, zooms, fold| Settings {
        growth: growth(zooms, fold),
        exact,
        black_only: false,
        most_patterns: 1 << 24,
        threads: 2,
    };
    let run = |name: &str, check: &dyn Fn() -> checks::Checked| {
        if part.is_none_or(|part| name.starts_with(part)) {
            let start = Instant::now();
            let compared = check().map_err(|problem| format!("{name}: {problem}"))?;
            println!("{name}: {compared} compared, equal, {:.1} s", start.elapsed().as_secs_f64());
        }
        Ok::<(), String>(())
    };
    run("hashes of 1,000 games, zooms 1 to 8", &|| checks::hashes(&corpus, 1_000, 8))?;
    run("counts of 200 games, zooms 1 to 5, beside the literal twin", &|| {
        checks::counts(&corpus, &settings(true, 5, false), COUNTED, &scratch)
    })?;
    run("threads 1, 2, 3, 7, everything seen (bytes)", &|| {
        checks::threads(&corpus, &settings(true, 4, false), COUNTED, &[1, 2, 3, 7], &scratch)
    })?;
    run("threads 1, 2, 3, 7, chosen patterns (bytes)", &|| {
        checks::threads(&corpus, &settings(false, 8, true), COUNTED, &[1, 2, 3, 7], &scratch)
    })?;
    run("searches, binary beside linear", &|| {
        let (_, tables) = checks::learned(&corpus, &settings(true, 8, true), 50, &scratch)?;
        checks::searches(&corpus, &tables, COUNTED, 1_000_000)
    })?;
    Ok(())
}

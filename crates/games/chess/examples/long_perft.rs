//! Checks whole suites of published leaf counts: EPD lines (`FEN ;D1 20 ;D2 400`) and files of `id`, `epd`, `perft` lines.
//!
//! Run with `cargo run --release -p quadrille-chess --example long_perft -- NODE_LIMIT RULES FILE [RULES FILE]…`; counts above
//! the limit are skipped. With `--make FILE`, positions (`rules; FEN`, one a line) are read and written out with the counts
//! that both our generator and `cozy-chess` find: that is how `testdata/chess/positions.perft` was made.

mod oracle;

use quadrille_chess::{Position, Rules};
use quadrille_core::perft;
use std::process::ExitCode;
use std::time::Instant;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<ExitCode, Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [make, file] if make == "--make" => {
            make_data(&std::fs::read_to_string(file)?)?;
            Ok(ExitCode::SUCCESS)
        }
        [limit, files @ ..] if files.len() >= 2 && files.len() % 2 == 0 => {
            let limit: u64 = limit.parse()?;
            let mut wrong = 0;
            for pair in files.chunks(2) {
                let rules: Rules = pair[0].parse()?;
                wrong += check_file(rules, &pair[1], limit)?;
            }
            Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        _ => Err("expected NODE_LIMIT RULES FILE [RULES FILE]…, or --make FILE".into()),
    }
}

/// Checks the counts of one file and returns how many were wrong.
fn check_file(rules: Rules, file: &str, limit: u64) -> Result<u32, Failure> {
    let (mut right, mut wrong, mut skipped, mut leaves) = (0_u32, 0_u32, 0_u32, 0_u64);
    let start = Instant::now();
    let mut position = None;
    for line in std::fs::read_to_string(file)?.lines() {
        let mut counts = Vec::new();
        if let Some((fen, rest)) = line.split_once(";D") {
            position = Some(Position::from_fen(rules, fen)?);
            for item in rest.split(";D") {
                counts.push(item.trim());
            }
        } else if let Some(fen) = line.strip_prefix("epd ") {
            position = Some(Position::from_fen(rules, fen)?);
        } else if let Some(item) = line.strip_prefix("perft ") {
            counts.push(item.trim());
        }
        for count in counts {
            let (depth, expected) = count.split_once(' ').ok_or("expected a depth and a count")?;
            let (depth, expected): (u32, u64) = (depth.parse()?, expected.trim().parse()?);
            let position = position.as_ref().ok_or("a count before any position")?;
            if expected > limit {
                skipped += 1;
                continue;
            }
            let found = perft::count_bulk(position, depth);
            leaves += found;
            if found == expected {
                right += 1;
            } else {
                wrong += 1;
                println!("{}: depth {depth} gives {found}, published {expected}", position.fen());
            }
        }
    }
    let name = file.rsplit('/').next().unwrap_or(file);
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{name}: {right} counts right, {wrong} wrong, {skipped} above the limit, {leaves} leaves in {seconds:.1} s"
    );
    Ok(wrong)
}

/// Prints each position with its counts up to two million leaves, or depth 6.
fn make_data(text: &str) -> Result<(), Failure> {
    const MOST_LEAVES: u64 = 2_000_000;
    for line in text.lines() {
        let Some((rules, fen)) = line.split_once(';').filter(|_| !line.starts_with('#')) else {
            println!("{line}");
            continue;
        };
        let position = Position::from_fen(rules.trim().parse()?, fen)?;
        let board =
            cozy_chess::Board::from_fen(&position.shredder_fen(), true).map_err(|error| format!("{fen}: {error}"))?;
        print!("{}; {}", rules.trim(), fen.trim());
        for depth in 1..=6 {
            let count = perft::count_bulk(&position, depth);
            if count > MOST_LEAVES {
                break;
            }
            assert_eq!(count, oracle::bulk(&board, depth), "the oracle counts otherwise in {fen}");
            print!("; {count}");
        }
        println!();
    }
    Ok(())
}

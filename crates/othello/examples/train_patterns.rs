//! Trains the pattern evaluation from WTHOR files.
//!
//! `cargo run --release -p quadrille-othello --example train_patterns -- WTHOR_FOLDER OUT.bin [key=value…]` with the keys
//! `threads`, `exact`, `depth`, `iterations`, `ridge`, `variants`, `share`, `games` (at most so many, 0 for all).

use quadrille_othello::patterns::train::{Perfect, Record, TrainOptions, train};
use quadrille_records::wthor;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, out, settings @ ..] = &arguments[..] else {
        return Err("expected a folder of .wtb files and the file to write".into());
    };
    let mut options = TrainOptions::default();
    let mut most = 0_usize;
    for setting in settings {
        let (key, value) = setting.split_once('=').ok_or_else(|| format!("{setting:?}: expected key=value"))?;
        match key {
            "threads" => options.threads = value.parse()?,
            "exact" => options.exact_empties = value.parse()?,
            "depth" => options.search_depth = value.parse()?,
            "iterations" => options.iterations = value.parse()?,
            "ridge" => options.ridge = value.parse()?,
            "variants" => options.variants = value.parse()?,
            "share" => options.share = value.parse()?,
            "games" => most = value.parse()?,
            _ => return Err(format!("unknown setting {key:?}").into()),
        }
    }
    let mut records = read_folder(Path::new(folder))?;
    if most > 0 {
        let every = records.len().div_ceil(most);
        records = records.into_iter().step_by(every).collect();
    }
    let clock = Instant::now();
    println!("{} games", records.len());
    let (weights, report) =
        train(&records, &options, &|line| println!("{:7.1} s  {line}", clock.elapsed().as_secs_f64()));
    let bytes = weights.to_bytes();
    println!("{report:?}, {} bytes, {:.0} s", bytes.len(), clock.elapsed().as_secs_f64());
    let part = format!("{out}.part");
    std::fs::write(&part, bytes)?;
    std::fs::rename(&part, out)?;
    Ok(())
}

fn read_folder(folder: &Path) -> Result<Vec<Record>, Box<dyn Error>> {
    let mut files: Vec<_> = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb")));
    files.sort();
    let mut records = Vec::new();
    for file in files {
        let bytes = std::fs::read(&file)?;
        let (header, games) = wthor::games(&bytes)?;
        for game in games {
            let game = game?;
            let squares = game.moves.iter().map(|square| square.row * 8 + square.column).collect();
            let black_margin = 2 * i32::from(game.theoretical_black_discs) - 64;
            let perfect = Perfect { empties: u32::from(header.depth), black_margin };
            records.push(Record { squares, perfect: Some(perfect) });
        }
    }
    Ok(records)
}

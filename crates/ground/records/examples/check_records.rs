//! Reads files of records, writes them again and reads that: the long check, and the speed figures of `docs/records.md`.
//!
//! `cargo run --release -p quadrille-records --example check_records -- MODE FILE…` where MODE is `sgf`, `sgf-read`,
//! `pgn`, `pgn-read`, `pgn-tokens`, `wthor`, `epd`, `obf`, `ggf`, `compact` or `detect`, and FILE may be `-` for the standard input. Exit
//! status 1 when anything could not be read or came back different.

use quadrille_records::pgn::{Game, PgnReader};
use quadrille_records::sgf::{GameTree, SgfReader};
use quadrille_records::{ReadError, RecordError, compact, detect, epd, ggf, obf, wthor};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::process::ExitCode;
use std::time::Instant;

/// What was seen in all files.
#[derive(Default)]
struct Tally {
    records: u64,
    items: u64,
    unreadable: u64,
    different: u64,
}

impl Tally {
    fn record(&mut self, items: usize, same: bool) {
        self.records += 1;
        self.items += items as u64;
        self.different += u64::from(!same);
    }

    fn fail(&mut self, error: &dyn std::fmt::Display) {
        self.unreadable += 1;
        eprintln!("{error}");
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((mode, files)) = arguments.split_first().filter(|(_, files)| !files.is_empty()) else {
        eprintln!("expected a mode and files, see the head of this example");
        return ExitCode::from(2);
    };
    let mut tally = Tally::default();
    let start = Instant::now();
    for file in files {
        if let Err(error) = check(mode, file, &mut tally) {
            tally.fail(&format!("{file}: {error}"));
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{mode}: {} records, {} items, {} unreadable, {} different after a round trip, {seconds:.3} s",
        tally.records, tally.items, tally.unreadable, tally.different
    );
    if tally.unreadable + tally.different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn check(mode: &str, file: &str, tally: &mut Tally) -> Result<(), ReadError> {
    let mut input: Box<dyn BufRead> = match file {
        "-" => Box::new(BufReader::new(io::stdin())),
        path => Box::new(BufReader::with_capacity(1 << 16, File::open(path)?)),
    };
    match mode {
        "sgf" | "sgf-read" => sgf(input, mode == "sgf", tally),
        "pgn" | "pgn-read" => pgn(input, mode == "pgn", tally),
        "pgn-tokens" => pgn_tokens(input, tally)?,
        "ggf" => ggf_games(input, tally),
        "compact" => compact_games(input, tally)?,
        _ => {
            let mut bytes = Vec::new();
            input.read_to_end(&mut bytes)?;
            whole_file(mode, &bytes, tally)?;
        }
    }
    Ok(())
}

fn sgf(input: impl BufRead, again: bool, tally: &mut Tally) {
    for game in SgfReader::new(input) {
        match game {
            Ok(tree) => {
                let same = !again || GameTree::parse(&tree.to_bytes()).is_ok_and(|copy| copy == tree);
                let moves = tree.moves().filter(Result::is_ok).count();
                tally.record(moves, same);
            }
            Err(error) => tally.fail(&error),
        }
    }
}

fn pgn(input: impl BufRead, again: bool, tally: &mut Tally) {
    for game in PgnReader::new(input) {
        match game {
            Ok(game) => {
                let same = !again || Game::parse(game.to_string().as_bytes()).is_ok_and(|copy| copy == game);
                tally.record(game.move_count(), same);
            }
            Err(error) => tally.fail(&error),
        }
    }
}

fn pgn_tokens(input: impl BufRead, tally: &mut Tally) -> Result<(), ReadError> {
    let mut reader = PgnReader::new(input);
    while let Some(game) = reader.next_raw()? {
        let tokens = game.tokens().filter(Result::is_ok).count();
        tally.record(tokens, true);
    }
    Ok(())
}

fn ggf_games(input: impl BufRead, tally: &mut Tally) {
    for game in ggf::GgfReader::new(input) {
        match game {
            Ok(game) => {
                let same = ggf::GgfGame::parse(game.to_string().as_bytes()).is_ok_and(|copy| copy == game);
                tally.record(game.moves.len(), same);
            }
            Err(error) => tally.fail(&error),
        }
    }
}

fn compact_games(input: impl BufRead, tally: &mut Tally) -> Result<(), ReadError> {
    compact::for_each_game(input, |game| match game {
        Ok(game) => {
            let line = compact::write_line(game.result, game.moves());
            let same = line.is_ok_and(|line| compact::CompactGame::parse(line.as_bytes()) == Ok(game));
            tally.record(game.len(), same);
        }
        Err(error) => tally.fail(&error),
    })
}

fn whole_file(mode: &str, bytes: &[u8], tally: &mut Tally) -> Result<(), RecordError> {
    match mode {
        "wthor" => {
            let (header, games) = wthor::games(bytes)?;
            let games: Vec<_> = games.collect::<Result<_, _>>()?;
            let same = wthor::write_games(&header, &games)? == bytes;
            tally.records += games.len() as u64;
            tally.items += games.iter().map(|game| game.moves.len() as u64).sum::<u64>();
            tally.different += u64::from(!same);
        }
        "epd" => {
            for line in epd::lines(bytes) {
                match line {
                    Ok(line) => tally.record(line.operations.len(), epd::Epd::parse(&line.to_string()) == Ok(line)),
                    Err(error) => tally.fail(&error),
                }
            }
        }
        "obf" => {
            for line in obf::lines(bytes) {
                match line {
                    Ok(line) => tally.record(line.scores.len(), obf::Problem::parse(&line.to_string()) == Ok(line)),
                    Err(error) => tally.fail(&error),
                }
            }
        }
        "detect" => match detect::detect(bytes) {
            Ok(found) => {
                println!("{}, {:?}", found.format, found.games);
                tally.record(0, true);
            }
            Err(error) => tally.fail(&error),
        },
        _ => tally.fail(&format!("mode '{mode}' is not known")),
    }
    Ok(())
}

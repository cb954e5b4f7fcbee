//! A helper program for the tests: faulty engines, and a small match that can be killed.
//!
//! `arena-helper engine KIND PIDS` speaks UCI, adds its process id to the file PIDS and misbehaves as KIND says.
//! `arena-helper match LOG GAMES` plays Breakthrough and prints the number of every game after it is reported.
#![forbid(unsafe_code)]

use quadrille_arena::{Event, Orders, run};
use quadrille_engine::registry;
use std::error::Error;
use std::fs::OpenOptions;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["engine", kind, pids] => engine(kind, pids),
        ["match", log, games] => play_match(log, games),
        _ => Err("expected: engine KIND PIDS, or match LOG GAMES".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn play_match(log: &str, games: &str) -> Result<(), Box<dyn Error>> {
    let entrants = vec!["uct,playouts=12".parse()?, "random".parse()?];
    let event = Event { seed: 5, ..Event::new("breakthrough", "5x5", entrants) };
    let orders = Orders { log: Some(log.into()), concurrency: 2, ..Orders::games(games.parse()?) };
    run(&event, &orders, &mut |_, game| {
        println!("{}", game.number);
        true
    })?;
    Ok(())
}

/// How many good moves a crashing or cheating engine plays first.
const GOOD_MOVES: u32 = 2;

fn engine(kind: &str, pids: &str) -> Result<(), Box<dyn Error>> {
    let mut file = OpenOptions::new().append(true).create(true).open(pids)?;
    // A single write, so that lines of engines started at the same time do not mix.
    file.write_all(format!("{}\n", std::process::id()).as_bytes())?;
    let (mut position, mut moves) = (String::new(), 0);
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        match line.split_whitespace().next() {
            Some("uci") => println!("id name Bad\nuciok"),
            Some("isready") => println!("readyok"),
            Some("ucinewgame") => moves = 0,
            Some("position") => position = line,
            Some("go") => {
                moves += 1;
                go(kind, moves, &position)?;
            }
            // An engine that stalls ignores "quit" too.
            Some("quit") if kind != "stall" => return Ok(()),
            _ => {}
        }
    }
    Ok(())
}

fn go(kind: &str, moves: u32, position: &str) -> Result<(), Box<dyn Error>> {
    let shows_itself = moves > GOOD_MOVES;
    match kind {
        "crash" if shows_itself => std::process::exit(3),
        "illegal" if shows_itself => println!("bestmove a1a1"),
        "stall" => loop {
            std::thread::sleep(Duration::from_secs(3_600));
        },
        "late" => {
            std::thread::sleep(Duration::from_millis(800));
            println!("bestmove {}", first_move(position)?);
        }
        _ => println!("bestmove {}", first_move(position)?),
    }
    Ok(())
}

/// The first legal move after `position startpos moves …`.
fn first_move(position: &str) -> Result<String, Box<dyn Error>> {
    let mut session = registry::open("chess", "", None)?;
    for m in position.split_whitespace().skip(3) {
        session.play(m)?;
    }
    let first = session.legal_moves().into_iter().next();
    Ok(first.ok_or("there is no legal move")?.text)
}

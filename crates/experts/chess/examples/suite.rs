//! Searches the positions of an EPD file as the chess player does, and counts the best moves found:
//! `suite FILE.epd nodes=N|ms=N [hash=MIB] [OPTION=VALUE …] [list]`; `list` names the positions missed.
//!
//! With `nodes` everything but the time is the same on every run, so the signature shows whether a change of speed
//! changed the search, and callgrind counts its instructions.

use quadrille_chess::{Position, evaluation::Network};
use quadrille_chess_expert::search;
use quadrille_core::{Game, Notation};
use quadrille_search::{Limits, Request, Settings, Stop, alphabeta::Searcher};
use std::time::{Duration, Instant};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("suite FILE.epd nodes=N|ms=N [hash=MIB] [OPTION=VALUE …] [list]")?;
    let (mut limits, mut mib, mut list, mut options) = (Limits::default(), 64, false, search::options());
    for word in arguments {
        match word.split_once('=') {
            Some(("nodes", n)) => limits.nodes = Some(n.parse()?),
            Some(("ms", n)) => limits.time = Some(Duration::from_millis(n.parse()?)),
            Some(("hash", n)) => mib = n.parse()?,
            Some((name, value)) => options.set(name, value)?,
            None => list = word == "list",
        }
    }
    let (mut found, mut asked, mut nodes, mut signature) = (0, 0, 0, 0_u64);
    let begin = Instant::now();
    for line in std::fs::read_to_string(&file)?.lines().filter(|line| !line.trim().is_empty()) {
        let (position, best) = read(line)?;
        let mut searcher = Searcher::new(options.clone(), mib)?;
        let (history, stop) = (std::iter::once(position.history_key()).collect(), Stop::new());
        let request = Request::new(&position, &history, limits, &stop);
        let report = searcher.search(&request, &Network::default(), &mut |_| {});
        nodes += report.nodes;
        signature = signature.rotate_left(1) ^ report.signature(&position);
        asked += 1;
        if report.best.is_some_and(|m| best.contains(&m)) {
            found += 1;
        } else if list {
            println!("missed: {line}");
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    let speed = nodes as f64 / seconds / 1e3;
    println!("{found} of {asked}, {nodes} nodes, {seconds:.2} s, {speed:.0} thousand a second, {signature:016x}");
    Ok(())
}

/// The position of a line and the moves it calls best.
fn read(line: &str) -> Result<(Position, Vec<<Position as Game>::Move>), Failure> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let (board, operations) = fields.split_at(fields.len().min(4));
    let position: Position = format!("{} 0 1", board.join(" ")).parse()?;
    let operations = operations.join(" ");
    let moves = operations.split(';').find_map(|operation| operation.trim().strip_prefix("bm "));
    let best = moves.unwrap_or_default().split_whitespace().map(|text| position.parse_move(text));
    Ok((position, best.collect::<Result<_, _>>()?))
}

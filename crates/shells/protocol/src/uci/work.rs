//! `go perft` and `bench`, both of which can be stopped.

use crate::wire::{Out, one_line};
use crate::words;
use quadrille_chess::{Moves, Position, Rules};
use quadrille_core::{Game, Notation, Refusal};
use quadrille_engine::{GamePlayer, Limits, Match, Question, Stop};
use std::time::Instant;

/// Deeper counts would never finish.
pub(super) const DEEPEST_PERFT: u32 = 32;

/// The leaves below a position; `None` once stopped.
fn leaves(position: &Position, depth: u32, stop: &Stop) -> Option<u64> {
    if stop.is_requested() {
        return None;
    }
    match depth {
        0 => Some(1),
        1 => Some(position.count_legal_moves() as u64),
        _ => {
            let mut moves = Moves::new();
            position.legal_moves(&mut moves);
            let mut sum = 0_u64;
            for &m in &moves {
                let mut child = *position;
                child.play(m);
                sum += leaves(&child, depth - 1, stop)?;
            }
            Some(sum)
        }
    }
}

/// `go perft`: prints the leaves below each move and their sum.
pub(super) fn perft(position: &Position, depth: u32, stop: &Stop, out: &Out<'_>) -> String {
    let sum = divide(position, depth, stop, out);
    sum.map_or("info string perft was stopped".to_owned(), |sum| format!("\nNodes searched: {sum}\n"))
}

fn divide(position: &Position, depth: u32, stop: &Stop, out: &Out<'_>) -> Option<u64> {
    let mut moves = Moves::new();
    position.legal_moves(&mut moves);
    let mut sum = u64::from(depth == 0);
    for &m in moves.iter().filter(|_| depth > 0) {
        let mut child = *position;
        child.play(m);
        let count = leaves(&child, depth - 1, stop)?;
        out.say(format_args!("{}: {count}", position.format_move(m)));
        out.stop_if_closed(stop);
        sum += count;
    }
    Some(sum)
}

/// `bench`: a fixed amount of work on fixed positions, with an empty table.
pub(super) fn bench(player: &mut dyn GamePlayer<Position>, depth: Option<u32>, stop: &Stop, out: &Out<'_>) -> String {
    let limits = Limits::depth(depth.unwrap_or(BENCH_DEPTH));
    // Without endgame tables, so that the work is the same on every machine.
    let oracle = player.ask(None);
    let summary = think_about_all(player, limits, stop, out);
    player.ask(oracle);
    summary.unwrap_or_else(|error| format!("info string {}", one_line(&error)))
}

/// Searches each position and prints the summary.
fn think_about_all(
    player: &mut dyn GamePlayer<Position>,
    limits: Limits,
    stop: &Stop,
    out: &Out<'_>,
) -> Result<String, Refusal> {
    let (mut nodes, start) = (0, Instant::now());
    for (i, fen) in BENCH.iter().enumerate() {
        let position = Position::parse_position(&Rules::Standard, fen)?;
        player.clear();
        let report = player.think(&Match::new(position), &Question::new(limits, stop), &mut |_| {})?;
        if stop.is_requested() || out.is_closed() {
            return Err(words::BENCH_STOPPED.refuse());
        }
        let best = report.best.map(|m| position.format_move(m)).unwrap_or_default();
        nodes += report.nodes;
        out.say(format_args!("Position {}/{}: {best} {} nodes", i + 1, BENCH.len(), report.nodes));
    }
    player.clear();
    let seconds = start.elapsed().as_secs_f64();
    let (time, speed) = ((seconds * 1_000.0) as u64, (nodes as f64 / seconds.max(0.001)) as u64);
    Ok(format!("\nTotal time (ms) : {time}\nNodes searched  : {nodes}\nNodes/second    : {speed}"))
}

/// The positions of `bench`: our own openings, middlegames and endgames.
const BENCH: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqk2r/ppp1bppp/4pn2/3p4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 4 5",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 0 9",
    "2r2rk1/1bqnbppp/pp1ppn2/8/2PNP3/1PN1B1P1/P3QPBP/2RR2K1 b - - 0 15",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1p1k4/p1p2p2/P1P2P2/1P1K4/8/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
];
/// The default depth of `bench`.
const BENCH_DEPTH: u32 = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_counts() {
        let start = Position::start(&Rules::Standard);
        assert_eq!(leaves(&start, 4, &Stop::new()), Some(197_281));
        let stop = Stop::new();
        stop.request();
        assert_eq!(leaves(&start, 30, &stop), None);
    }

    #[test]
    fn every_bench_position_is_one() {
        assert!(BENCH.iter().all(|fen| Position::parse_position(&Rules::Standard, fen).is_ok()));
    }
}

//! Replays games for an oracle to compare: reads lines `RULES;MOVE MOVE …` and prints, for the start and after each move,
//! the position, the points where a move is legal apart from superko, and those that superko forbids (both as hexadecimal
//! bits, row by row from the top left), separated by tabs; then `score BLACK WHITE`, the points on the board. A line
//! `RULES;perft N` prints the count instead. `tools/go_oracle.py` drives it.

use quadrille_core::{KeyHistory, MoveBuf, Notation, Player, perft};
use quadrille_go::{Goban, Move, Rules, for_size_class, score};
use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (rules_text, moves) = line.split_once(';').unwrap_or((&line, ""));
        let answer = match rules_text.parse::<Rules>() {
            Ok(rules) => for_size_class!(&rules, Board => answer::<Board>(&rules, moves), else => "too large\n".into()),
            Err(error) => format!("{error}\n"),
        };
        out.write_all(answer.as_bytes())?;
        out.flush()?;
    }
    Ok(())
}

fn answer<G: Goban + Notation>(rules: &Rules, words: &str) -> String {
    let mut position = G::start(rules);
    if let Some(depth) = words.strip_prefix("perft ").and_then(|depth| depth.trim().parse().ok()) {
        return format!("{}\n", perft::count(&position, depth));
    }
    let mut seen: KeyHistory = [position.history_key()].into_iter().collect();
    let mut lines = describe(&position, &seen);
    for word in words.split_whitespace() {
        match position.parse_move(word) {
            Ok(m) => position.play(m),
            Err(error) => return lines + &format!("{error}\n"),
        }
        seen.push(position.history_key());
        lines += &describe(&position, &seen);
    }
    let points = score::points(&position);
    lines + &format!("score {} {}\n", points.of[Player::Black], points.of[Player::White])
}

fn describe<G: Goban + Notation>(position: &G, seen: &KeyHistory) -> String {
    let mut moves = G::Moves::default();
    position.legal_moves(&mut moves);
    let listed = |m: Move| moves.as_slice().contains(&m);
    let legal = bits(position, listed);
    let forbidden = bits(position, |m| listed(m) && !position.allowed_by_history(m, seen));
    format!("{}\t{legal}\t{forbidden}\n", position.format_position())
}

fn bits<G: Goban>(position: &G, holds: impl Fn(Move) -> bool) -> String {
    let points: Vec<bool> = position.grid().points().map(|point| holds(Move::At(point))).collect();
    let digit = |nibble: &[bool]| {
        let value = nibble.iter().rev().fold(0, |value, &bit| 2 * value + u32::from(bit));
        char::from_digit(value, 16).unwrap_or('?')
    };
    points.chunks(4).map(digit).collect()
}

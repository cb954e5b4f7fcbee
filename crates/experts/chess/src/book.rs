//! A small opening book, for variety from the first move without loss of strength.
//!
//! [`build`] starts from the initial position and repeatedly searches the likeliest position not yet searched; moves
//! nearly as good as the best go into the book, with a weight that grows with their score. Nothing comes from other
//! programs or recorded games. The book is in Polyglot format, so other programs can read it.

use crate::search;
use quadrille_chess::{Move, Position, Rules, polyglot};
use quadrille_core::{Evaluation, Game, KeyHistory, Refusal, Rng};
use quadrille_records::polyglot::{Book, BookMove, Entry};
use quadrille_search::alphabeta::Searcher;
use quadrille_search::{Limits, Request, Stop};
use quadrille_support::shared::Bundled;
use std::borrow::Cow;
use std::collections::{BinaryHeap, HashSet};
use std::sync::LazyLock;

/// The parameters of a book.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many positions it has.
    pub positions: usize,
    /// How many nodes are searched at each.
    pub nodes: u64,
    /// The maximum loss of a move compared with the best, in centipawns.
    pub margin: i32,
}

/// Moves considered in each position.
const WIDEST: usize = 6;
/// The loss at which a move's weight falls to a third, in centipawns.
const FALL: f64 = 12.0;
/// The weight of the best move.
const FULL_WEIGHT: f64 = 1_000.0;
/// MiB of the table, which is cleared for each position, so that the book depends only on the parameters.
const TABLE_MIB: usize = 16;

/// A position queued for search.
struct Waiting {
    likelihood: f64,
    position: Position,
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let by_key = || self.position.key().cmp(&other.position.key());
        self.likelihood.total_cmp(&other.likelihood).then_with(by_key)
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}

/// Builds a book; `tell` receives the number of positions.
///
/// # Errors
///
/// If there is no memory for the table.
pub fn build(
    plan: &Plan,
    evaluation: &dyn Evaluation<Position>,
    tell: &mut dyn FnMut(usize),
) -> Result<Vec<Entry>, Refusal> {
    let mut searcher = Searcher::new(search::options(), TABLE_MIB)?;
    let mut waiting = BinaryHeap::from([Waiting { likelihood: 1.0, position: Position::start(&Rules::Standard) }]);
    let (mut seen, mut entries) = (HashSet::new(), Vec::new());
    while seen.len() < plan.positions
        && let Some(Waiting { likelihood, position }) = waiting.pop()
    {
        let key = polyglot::key(&position);
        if !seen.insert(key) {
            continue;
        }
        searcher.clear();
        let moves = good_moves(&mut searcher, &position, plan, evaluation);
        let total: f64 = moves.iter().map(|(_, weight)| weight).sum();
        for (m, weight) in moves {
            entries.push(Entry { key, play: BookMove(polyglot::encode(m)), weight: weight as u16, learn: 0 });
            let mut next = position;
            next.play(m);
            if next.outcome().is_none() {
                waiting.push(Waiting { likelihood: likelihood * weight / total, position: next });
            }
        }
        tell(seen.len());
    }
    Ok(entries)
}

/// The moves that are nearly as good as the best, with their weights.
fn good_moves(
    searcher: &mut Searcher<Position>,
    position: &Position,
    plan: &Plan,
    evaluation: &dyn Evaluation<Position>,
) -> Vec<(Move, f64)> {
    let history: KeyHistory = std::iter::once(position.history_key()).collect();
    let stop = Stop::new();
    let request = Request { multipv: WIDEST, ..Request::new(position, &history, Limits::nodes(plan.nodes), &stop) };
    let report = searcher.search(&request, evaluation, &mut |_| {});
    let scored: Vec<_> = report.moves.iter().filter_map(|row| Some((row.m, row.score?.raw()))).collect();
    let best = scored.iter().map(|&(_, score)| score).max().unwrap_or(0);
    let good = scored.into_iter().filter(|&(_, score)| best - score <= plan.margin);
    good.map(|(m, score)| (m, (FULL_WEIGHT * (f64::from(score - best) / FALL).exp()).max(1.0).round())).collect()
}

/// A random book move for this position, by weight.
pub fn choose<B: AsRef<[u8]>>(book: &Book<B>, position: &Position, rng: &mut Rng) -> Option<Move> {
    let entries = book.lookup(polyglot::key(position)).filter(|entry| entry.weight > 0);
    let moves = entries.filter_map(|entry| Some((polyglot::decode(position, entry.play.0)?, u32::from(entry.weight))));
    let moves: Vec<(Move, u32)> = moves.collect();
    let total: u32 = moves.iter().map(|(_, weight)| weight).sum();
    let mut draw = if total == 0 { return None } else { rng.below(total) };
    let chosen = moves.into_iter().find(|&(_, weight)| {
        let here = draw < weight;
        draw = draw.saturating_sub(weight);
        here
    });
    chosen.map(|(m, _)| m)
}

/// The file of our own book; docs/chess.md has the command that makes it.
static OWN_FILE: &[u8] = include_bytes!("book.bin");

/// The built-in book.
pub fn own() -> &'static Book<Cow<'static, [u8]>> {
    static OWN: LazyLock<Book<Cow<'static, [u8]>>> =
        LazyLock::new(|| Book::new(Cow::Borrowed(OWN_FILE)).expect("a test reads the book"));
    &OWN
}

/// The same with the name of its file.
#[must_use]
pub fn file() -> (&'static str, Bundled) {
    ("book.bin", Bundled::Borrowed(OWN_FILE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_chess::evaluation::Tapered;
    use quadrille_records::polyglot::write_book;

    #[test]
    fn a_book_is_built_from_the_start_and_always_the_same() {
        let plan = Plan { positions: 12, nodes: 400, margin: 40 };
        let make = || write_book(&build(&plan, &Tapered, &mut |_| {}).expect("memory"));
        let book = Book::new(make()).expect("sorted");
        assert_eq!(write_book(&book.entries().collect::<Vec<_>>()), make());
        let keys: HashSet<u64> = book.entries().map(|entry| entry.key).collect();
        assert_eq!(keys.len(), plan.positions);
        assert!(book.lookup(polyglot::key(&Position::start(&Rules::Standard))).count() > 1);
    }

    #[test]
    fn our_own_book_leads_to_many_games_of_legal_moves() {
        let mut lines = HashSet::new();
        for seed in 0..200 {
            let (mut position, mut rng, mut line) = (Position::start(&Rules::Standard), Rng::new(seed), Vec::new());
            while let Some(m) = choose(own(), &position, &mut rng) {
                assert!(position.is_legal(m));
                position.play(m);
                line.push(m.bits());
            }
            assert!(line.len() >= 2, "{line:?}");
            lines.insert(line);
        }
        assert!(lines.len() > 100, "{} different openings", lines.len());
    }

    #[test]
    fn moves_come_as_often_as_their_weight_and_illegal_ones_never() {
        let mut start = Position::start(&Rules::Standard);
        let key = polyglot::key(&start);
        let entry = |text, weight| Entry { key, play: BookMove::parse(text).expect("a move"), weight, learn: 0 };
        let book = Book::new(write_book(&[entry("e2e4", 3), entry("d2d4", 1), entry("e2e5", 60_000)])).expect("a book");
        let mut rng = Rng::new(5);
        let chosen: Vec<Move> = (0..400).filter_map(|_| choose(&book, &start, &mut rng)).collect();
        let pawns = chosen.iter().filter(|m| m.from().file() == 4).count();
        assert_eq!(chosen.len(), 400);
        assert!((250..350).contains(&pawns), "{pawns}");
        start.play(chosen[0]);
        assert_eq!(choose(&book, &start, &mut rng), None);
    }
}

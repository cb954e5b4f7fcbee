//! Distances on boards and variants that have no table: does the winner win within n plies, for n = 1, 2, 3 and so on?

use super::children;
use quadrille_breakthrough::{Move, Position};
use quadrille_core::{Game, Player};
use quadrille_search::Stop;
use std::collections::HashMap;

/// The position limit of the search, so that its table fits in memory.
const MOST_POSITIONS: usize = 8 << 20;

/// The fastest win of `winner` against the longest defence, as a line; `None` if that takes too long to find.
pub(super) fn longest_defence(position: &Position, winner: Player, stop: &Stop) -> Option<Vec<Move>> {
    let mut search = Search { winner, stop, known: HashMap::new() };
    let longest = 2 * u32::from(position.rows()) * 2 * u32::from(position.columns());
    for plies in 0..=longest {
        if search.wins_within(position, plies)? {
            return search.line(position, plies);
        }
    }
    None
}

struct Search<'a> {
    winner: Player,
    stop: &'a Stop,
    /// Results by key and plies.
    known: HashMap<(u64, u32), bool>,
}

impl Search<'_> {
    /// The moves of a position that `winner` wins in `plies`, no fewer.
    fn line(&mut self, position: &Position, plies: u32) -> Option<Vec<Move>> {
        let mut position = *position;
        let mut line = Vec::new();
        for left in (0..plies).rev() {
            let attacks = position.to_move() == self.winner;
            let mut best = None;
            for (m, child) in children(&position) {
                let in_time = self.wins_within(&child, left)?;
                let sooner = !attacks && left > 0 && self.wins_within(&child, left - 1)?;
                if in_time && !sooner {
                    best = Some((m, child));
                    break;
                }
            }
            let (m, child) = best?;
            line.push(m);
            position = child;
        }
        Some(line)
    }

    fn wins_within(&mut self, position: &Position, plies: u32) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome.winner() == Some(self.winner));
        }
        if plies == 0 {
            return Some(false);
        }
        if let Some(&known) = self.known.get(&(position.key(), plies)) {
            return Some(known);
        }
        if self.known.len() >= MOST_POSITIONS || self.stop.is_due() {
            return None;
        }
        let attacks = position.to_move() == self.winner;
        let mut wins = !attacks;
        for (_, child) in children(position) {
            if self.wins_within(&child, plies - 1)? == attacks {
                wins = attacks;
                break;
            }
        }
        self.known.insert((position.key(), plies), wins);
        Some(wins)
    }
}

//! Distances on boards and variants that have no table: does the winner win within n plies, for n = 1, 2, 3 and so on?

use quadrille_breakthrough::Position;
use quadrille_core::{Game, Player};
use quadrille_search::Stop;
use std::collections::HashMap;

/// The search ends after this many positions: what it remembers of them has to fit in memory.
const MOST_POSITIONS: usize = 8 << 20;

/// In how many plies `winner` wins against the longest defence; `None` if that takes too long to find.
pub(super) fn distance(position: &Position, winner: Player, stop: &Stop) -> Option<u32> {
    let mut search = Search { winner, stop, known: HashMap::new() };
    let longest = 2 * u32::from(position.rows()) * 2 * u32::from(position.columns());
    for plies in 0..=longest {
        if search.wins_within(position, plies)? {
            return Some(plies);
        }
    }
    None
}

struct Search<'a> {
    winner: Player,
    stop: &'a Stop,
    /// What was found, by key and plies.
    known: HashMap<(u64, u32), bool>,
}

impl Search<'_> {
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
        let mut moves = <Position as Game>::Moves::default();
        position.legal_moves(&mut moves);
        let attacks = position.to_move() == self.winner;
        let mut wins = !attacks;
        for &m in moves.as_slice() {
            let mut child = *position;
            child.play(m);
            if self.wins_within(&child, plies - 1)? == attacks {
                wins = attacks;
                break;
            }
        }
        self.known.insert((position.key(), plies), wins);
        Some(wins)
    }
}

//! Distances by a search that knows who wins.
//!
//! With the winner of every position known, the search for "within n plies" follows only winning moves of the winner and
//! every move of the loser. It answers single positions where a table of distances would not fit.

use super::lanes::FIRST_WIN;
use super::sides::{QuietValues, Sides, State};
use quadrille_breakthrough::{Geometry, pawn_steps};
use quadrille_core::Player;
use quadrille_core::bits::Bits;
use std::collections::HashMap;

/// A search with its table.
pub struct Guided<'a> {
    table: &'a dyn QuietValues,
    geometry: &'static Geometry,
    /// Bounds on the distance: greater than the first, at most the second.
    bounds: HashMap<Sides, (u8, u8)>,
    nodes: u64,
    most_nodes: u64,
}

/// No game is longer.
const LONGEST: u32 = 250;

impl<'a> Guided<'a> {
    /// A search on this board that gives up after this many nodes.
    #[must_use]
    pub(crate) fn new(table: &'a dyn QuietValues, geometry: &'static Geometry, most_nodes: u64) -> Self {
        Self { table, geometry, bounds: HashMap::new(), nodes: 0, most_nodes }
    }

    /// How many nodes were visited.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Plies to the end with best play; `None` if the table does not know the position or the search gave up.
    pub fn distance(&mut self, sides: Sides) -> Option<u32> {
        let won = self.is_won(sides)?;
        let first = u32::from(won);
        (first..LONGEST).step_by(2).find_map(|plies| match self.within(sides, won, plies) {
            Some(true) => Some(Some(plies)),
            Some(false) => None,
            None => Some(None),
        })?
    }

    fn is_won(&self, sides: Sides) -> Option<bool> {
        sides.value(self.table, self.geometry).map(|value| value >= FIRST_WIN)
    }

    /// Whether a position whose winner is known ends within this many plies.
    fn within(&mut self, sides: Sides, won: bool, plies: u32) -> Option<bool> {
        let g = self.geometry;
        let state = sides.state(g);
        if let State::Decided(value) = state {
            let distance = if value >= FIRST_WIN { super::lanes::WON_NOW - value } else { value };
            return Some(u32::from(distance) <= plies);
        }
        if plies < fewest_plies(sides, won, g) {
            return Some(false);
        }
        let node = sides.min(Sides { own: g.mirrored(sides.own), enemy: g.mirrored(sides.enemy) });
        let (more_than, at_most) = self.bounds.get(&node).copied().unwrap_or((0, u8::MAX));
        if plies <= u32::from(more_than) || plies >= u32::from(at_most) {
            return Some(plies >= u32::from(at_most));
        }
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            return None;
        }
        let answer = self.any_or_all(sides, state, won, plies)?;
        let bounds = self.bounds.entry(node).or_insert((0, u8::MAX));
        if answer {
            bounds.1 = bounds.1.min(plies as u8);
        } else {
            bounds.0 = bounds.0.max(plies as u8);
        }
        Some(answer)
    }

    /// The winner needs one winning move that is fast enough; for the loser all moves must be.
    fn any_or_all(&mut self, sides: Sides, state: State, won: bool, plies: u32) -> Option<bool> {
        for next in successors(sides, state, self.geometry) {
            if won && self.is_won(next)? {
                continue;
            }
            if self.within(next, !won, plies.saturating_sub(1))? == won {
                return Some(won);
            }
        }
        Some(!won)
    }
}

/// A lower bound: the winner has to walk to its goal or take every pawn.
fn fewest_plies(sides: Sides, won: bool, g: &Geometry) -> u32 {
    let (winner, loser) = if won { (sides.own, sides.enemy) } else { (g.flipped(sides.enemy), sides.own) };
    let foremost = (63 - winner.leading_zeros()) / u32::from(g.columns);
    let moves = (u32::from(g.rows) - 1 - foremost).min(loser.count_ones());
    if won { 2 * moves - 1 } else { 2 * moves }
}

/// The positions after each sensible move: when threatened, those that take the threatening pawn. Forward steps first.
fn successors(sides: Sides, state: State, g: &Geometry) -> Vec<Sides> {
    if let State::Threatened(at) = state {
        return Bits(sides.takers(at, g)).map(|from| sides.after(1 << from, at, g)).collect();
    }
    let mut list = Vec::with_capacity(32);
    for direction in pawn_steps(g) {
        let back = direction.distance(g.columns, Player::White);
        for to in Bits(direction.targets(sides.own, sides.enemy, g, Player::White)) {
            list.push((sides.enemy >> to & 1, to, sides.after(1 << (to as i32 - back), 1 << to, g)));
        }
    }
    // Captures first, then the foremost pawns: they decide races.
    list.sort_unstable_by_key(|&(captures, to, _)| std::cmp::Reverse((captures, to)));
    list.into_iter().map(|(_, _, next)| next).collect()
}

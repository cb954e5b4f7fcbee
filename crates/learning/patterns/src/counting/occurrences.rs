//! How often patterns are seen and chosen in a game.
//!
//! A pattern matches at its point for many turns: they are added to n once, when the match ends, instead of one by one. A
//! game's occurrences are listed first: adding them in one go lets the processor wait for many cache lines at once. The sums
//! do not depend on the order in which games are added.

use super::Count;
use crate::board::{Board, SPOTS};
use crate::corpus::Record;
use crate::zoom::Rings;
use crate::zoom::matches::{MatchEvent, Matches, PatternSet};
use quadrille_core::Player;
use std::sync::atomic::{AtomicU64, Ordering};

/// Patterns by number: which were seen for how many turns, and which were chosen.
#[derive(Debug, Default)]
pub(crate) struct Occurrences {
    pub(crate) seen: Vec<(u32, u32)>,
    pub(crate) chosen: Vec<u32>,
}

impl Occurrences {
    /// None any more, but room for as many.
    pub(crate) fn clear(&mut self) {
        self.seen.clear();
        self.chosen.clear();
    }
}

/// The counts of numbered patterns, which many threads add to.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    seen: Vec<AtomicU64>,
    chosen: Vec<AtomicU64>,
}

impl FromIterator<Count> for Counts {
    /// What was counted before, in the order of the patterns' numbers.
    fn from_iter<I: IntoIterator<Item = Count>>(counts: I) -> Self {
        let atomics = |count: Count| (AtomicU64::new(count.n), AtomicU64::new(count.v));
        let (seen, chosen) = counts.into_iter().map(atomics).unzip();
        Self { seen, chosen }
    }
}

impl Counts {
    /// Patterns that were never seen.
    pub(crate) fn none(patterns: usize) -> Self {
        std::iter::repeat_n(Count::default(), patterns).collect()
    }

    /// The counts of a pattern.
    pub(crate) fn get(&self, pattern: usize) -> Count {
        Count { n: self.seen[pattern].load(Ordering::Relaxed), v: self.chosen[pattern].load(Ordering::Relaxed) }
    }

    /// Sets the counts of a pattern.
    pub(crate) fn set(&mut self, pattern: u32, count: Count) {
        *self.seen[pattern as usize].get_mut() = count.n;
        *self.chosen[pattern as usize].get_mut() = count.v;
    }

    /// Adds occurrences, beside other threads.
    pub(crate) fn add(&self, occurrences: &Occurrences) {
        for &(pattern, turns) in &occurrences.seen {
            self.seen[pattern as usize].fetch_add(u64::from(turns), Ordering::Relaxed);
        }
        for &pattern in &occurrences.chosen {
            self.chosen[pattern as usize].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Adds occurrences, alone: without the price of the other way, which holds the processor up at each count.
    pub(crate) fn add_alone(&mut self, occurrences: &Occurrences) {
        for &(pattern, turns) in &occurrences.seen {
            let seen = self.seen[pattern as usize].get_mut();
            *seen = seen.saturating_add(u64::from(turns));
        }
        for &pattern in &occurrences.chosen {
            let chosen = self.chosen[pattern as usize].get_mut();
            *chosen = chosen.saturating_add(1);
        }
    }
}

/// Lists the occurrences of one game.
#[derive(Debug)]
pub(crate) struct GameCounter<'a> {
    zooms: usize,
    /// For each side, point and zoom the turn of that side at which the pattern that matches now began to.
    began: Vec<u32>,
    turns: [u32; 2],
    occurrences: &'a mut Occurrences,
}

impl<'a> GameCounter<'a> {
    /// Before the first turn; what is seen and chosen will be added to these.
    pub(crate) fn new(zooms: usize, occurrences: &'a mut Occurrences) -> Self {
        Self { zooms, began: vec![0; 2 * SPOTS * zooms], turns: [0; 2], occurrences }
    }

    /// A match of this side's changed before its turn.
    #[inline]
    pub(crate) fn hear(&mut self, side: usize, event: MatchEvent) {
        let MatchEvent { begins, spot, zoom, pattern } = event;
        let (now, began) = (self.turns[side], &mut self.began[(side * SPOTS + spot as usize) * self.zooms + zoom - 1]);
        if begins {
            *began = now;
        } else if now != *began {
            self.occurrences.seen.push((pattern, now - *began));
        }
    }

    /// This side moves at a point where these patterns match.
    pub(crate) fn choose(&mut self, side: usize, patterns: &[u32]) {
        self.turns[side] += 1;
        self.occurrences.chosen.extend(patterns);
    }

    /// The game is over, and so are all matches.
    pub(crate) fn end<'p>(mut self, board: &Board, matches: impl Fn(usize, u16) -> &'p [u32]) {
        for side in 0..2 {
            for spot in board.spots() {
                for (zoom, &pattern) in (1..).zip(matches(side, spot)) {
                    self.hear(side, MatchEvent { begins: false, spot, zoom, pattern });
                }
            }
        }
    }
}

/// Adds the occurrences of all known patterns of a game, at the turns of the players that count.
pub(super) fn count_game(
    game: &Record,
    settings: &super::Settings,
    known: &impl PatternSet,
    occurrences: &mut Occurrences,
) {
    let zooms = settings.selection.zooms;
    let mut board = game.board();
    let (mut rings, mut matches) = (Rings::new(&board, zooms), Matches::new(&board, zooms, settings.selection.fold));
    let mut looked_at = Vec::new();
    let mut counter = GameCounter::new(zooms, occurrences);
    for play in game.plays() {
        let Some(spot) = play.spot else {
            board.pass();
            continue;
        };
        let side = play.player.index();
        if settings.counts(play.player) {
            looked_at.clear();
            matches.refresh(side, (&board, &rings), known, |event| counter.hear(side, event), &mut looked_at);
            counter.choose(side, matches.at(side, spot));
        }
        let effect = board.play(spot, play.player);
        let mut toggle = |player: Player, at: u16| matches.toggle(&mut rings, player, at, 0..2);
        toggle(play.player, spot);
        for captured in effect.captured.iter() {
            toggle(play.player.opponent(), captured);
        }
    }
    counter.end(&board, |side, spot| matches.at(side, spot));
}

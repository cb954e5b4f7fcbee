//! k nearest neighbours: the moves played on the most similar recorded boards (part III.A of the paper).
//!
//! A board is two sets of points, own and enemy stones of the player to move, so colours are already swapped where they
//! must be. The distance of two boards is the number of stones that differ, by bits; the query is compared in its eight
//! symmetric images. Boards that differ in their number of stones by d are at least d apart: records are kept in the order
//! of that number, and the search spreads from the query's number until no closer board is possible. It is exact.

use crate::Corpus;
use crate::board::{Board, SIDE, SPOTS, Set};
use crate::evaluation::Predictor;
use crate::record::Record;
use quadrille_core::Player;
use std::collections::BinaryHeap;
use std::io;

/// One recorded position and what was played there.
#[derive(Clone, Copy, Debug)]
struct Observation {
    own: Set,
    enemy: Set,
    played: u16,
}

/// A recorded position near the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Neighbour {
    /// How many stones differ.
    pub distance: u32,
    /// The number of the record.
    pub record: u32,
    /// The move, as it would be on the query's board.
    pub spot: u16,
}

/// Recorded 19x19 positions.
#[derive(Clone, Debug, Default)]
pub struct Records {
    /// In the order of the number of stones.
    observations: Vec<Observation>,
    /// Where each number of stones starts.
    starts: Vec<u32>,
}

/// Where a point goes under a symmetry of the square.
fn image(spot: u16, symmetry: usize) -> u16 {
    let last = SIDE as u16 - 1;
    let (row, column) = (spot / SIDE as u16, spot % SIDE as u16);
    let row = if symmetry & 1 == 0 { row } else { last - row };
    let column = if symmetry & 2 == 0 { column } else { last - column };
    if symmetry & 4 == 0 { row * SIDE as u16 + column } else { column * SIDE as u16 + row }
}

fn image_of(set: &Set, symmetry: usize) -> Set {
    let mut images = Set::default();
    set.iter().for_each(|spot| images.insert(image(spot, symmetry)));
    images
}

/// The stones of a board, the player's first.
fn sides(board: &Board, player: Player) -> (Set, Set) {
    let (mut own, mut enemy) = (Set::default(), Set::default());
    for spot in board.spots() {
        match board.stone(spot) {
            Some(owner) if owner == player => own.insert(spot),
            Some(_) => enemy.insert(spot),
            None => {}
        }
    }
    (own, enemy)
}

impl Records {
    /// The positions of the wanted 19x19 games, at most `most` of them.
    pub fn gather(corpus: &Corpus, wanted: impl Fn(u64) -> bool, most: usize) -> io::Result<Self> {
        let (mut observations, mut number) = (Vec::new(), 0);
        corpus.for_each(|game| {
            if wanted(number) && game.shape() == (SIDE as u8, SIDE as u8) {
                game.replay(|board, player, played| {
                    if observations.len() < most {
                        let (own, enemy) = sides(board, player);
                        observations.push(Observation { own, enemy, played });
                    }
                });
            }
            number += 1;
        })?;
        let stones = |seen: &Observation| seen.own.len() + seen.enemy.len();
        observations.sort_by_key(stones);
        let start = |count: usize| observations.partition_point(|seen| stones(seen) < count) as u32;
        let starts = (0..=SPOTS + 1).map(start).collect();
        Ok(Self { observations, starts })
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.observations.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.observations.is_empty()
    }

    /// The k nearest records whose move is legal for the player on this 19x19 board, nearest first.
    #[must_use]
    pub fn nearest(&self, board: &Board, player: Player, k: usize) -> Vec<Neighbour> {
        let (own, enemy) = sides(board, player);
        let images: Vec<(Set, Set)> = (0..8).map(|turn| (image_of(&own, turn), image_of(&enemy, turn))).collect();
        let stones = own.len() + enemy.len();
        let mut best: BinaryHeap<Neighbour> = BinaryHeap::with_capacity(k + 1);
        for gap in 0..=SPOTS {
            if best.len() == k && best.peek().is_some_and(|worst| gap as u32 > worst.distance) {
                break;
            }
            let counts = [stones.checked_sub(gap), (gap > 0 && stones + gap <= SPOTS).then_some(stones + gap)];
            for count in counts.into_iter().flatten() {
                self.compare(count, &images, k, &mut best, |spot| board.is_legal(spot, player));
            }
        }
        best.into_sorted_vec()
    }

    /// Compares all records with a number of stones with the query's images.
    fn compare(
        &self,
        stones: usize,
        images: &[(Set, Set)],
        k: usize,
        best: &mut BinaryHeap<Neighbour>,
        legal: impl Fn(u16) -> bool,
    ) {
        for record in self.starts[stones]..self.starts[stones + 1] {
            let seen = &self.observations[record as usize];
            let distances = images.iter().map(|(own, enemy)| seen.own.difference(own) + seen.enemy.difference(enemy));
            let Some((distance, symmetry)) = distances.zip(0..).min() else { continue };
            if best.len() == k && best.peek().is_some_and(|worst| distance >= worst.distance) {
                continue;
            }
            // The query was turned by `symmetry`; the move is turned back: the point whose image it is.
            let spot = (0..SPOTS as u16).find(|&spot| image(spot, symmetry) == seen.played);
            if let Some(spot) = spot.filter(|&spot| legal(spot)) {
                best.push(Neighbour { distance, record, spot });
                if best.len() > k {
                    best.pop();
                }
            }
        }
    }
}

/// Predicts by the votes of the k nearest records; nearer ones count more.
#[derive(Debug)]
pub struct ByNeighbours<'a> {
    records: &'a Records,
    k: usize,
    board: Board,
}

impl<'a> ByNeighbours<'a> {
    /// Predicts from these records.
    #[must_use]
    pub fn new(records: &'a Records, k: usize) -> Self {
        Self { records, k, board: Board::new(SIDE as u8, SIDE as u8) }
    }
}

/// What all moves share that no neighbour played.
const UNHEARD: f32 = 0.05;

impl Predictor for ByNeighbours<'_> {
    fn begin(&mut self, game: &Record) {
        self.board = game.board();
    }

    fn play(&mut self, player: Player, spot: Option<u16>) {
        match spot {
            None => self.board.pass(),
            Some(spot) => drop(self.board.play(spot, player)),
        }
    }

    fn predict(&mut self, player: Player, moves: &mut Vec<(u16, f32)>) {
        moves.clear();
        moves.extend(self.board.spots().filter(|&spot| self.board.is_legal(spot, player)).map(|spot| (spot, 0.0)));
        let neighbours = self.records.nearest(&self.board, player, self.k);
        let vote = |neighbour: &Neighbour| 1.0 / (1.0 + neighbour.distance as f32);
        let total: f32 = neighbours.iter().map(vote).sum();
        let share = UNHEARD / moves.len().max(1) as f32;
        moves.iter_mut().for_each(|m| m.1 = share);
        for neighbour in &neighbours {
            if let Ok(at) = moves.binary_search_by_key(&neighbour.spot, |m| m.0) {
                moves[at].1 += (1.0 - UNHEARD) * vote(neighbour) / total;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TempCorpus;
    use quadrille_records::compact::CompactGame;

    /// The search by numbers of stones finds what comparing everything finds.
    #[test]
    fn the_search_is_exact() {
        let lines = crate::testing::random_games(12, 120, 5).join("\n");
        let corpus = TempCorpus::new(&lines);
        let records = Records::gather(&corpus, |game| game > 0, usize::MAX).expect("readable");
        assert_eq!(records.len(), 11 * 120);
        let first = lines.lines().next().expect("a game");
        let game = Record::from_compact(CompactGame::parse(first.as_bytes()).expect("good")).expect("legal");
        let mut turn = 0;
        game.replay(|board, player, _| {
            turn += 1;
            if turn % 17 != 0 {
                return;
            }
            let (own, enemy) = sides(board, player);
            let mut all: Vec<u32> = Vec::new();
            for seen in &records.observations {
                let best = (0..8).map(|t| {
                    let d = seen.own.difference(&image_of(&own, t)) + seen.enemy.difference(&image_of(&enemy, t));
                    (d, (0..SPOTS as u16).find(|&spot| image(spot, t) == seen.played))
                });
                let (distance, spot) = best.min_by_key(|b| b.0).expect("eight images");
                if spot.is_some_and(|spot| board.is_legal(spot, player)) {
                    all.push(distance);
                }
            }
            all.sort_unstable();
            let found: Vec<u32> = records.nearest(board, player, 7).iter().map(|n| n.distance).collect();
            assert_eq!(found, all[..7]);
        });
    }

    /// A recorded position is its own nearest neighbour, also turned and with colours swapped.
    #[test]
    fn a_turned_board_finds_its_move() {
        let corpus = TempCorpus::new("?\tpdddppdqcd\n");
        let records = Records::gather(&corpus, |_| true, usize::MAX).expect("readable");
        let mut board = Board::new(19, 19);
        // The first three moves of the record, mirrored left to right, colours swapped.
        for (spot, player) in [((3, 3), Player::White), ((3, 15), Player::Black), ((15, 3), Player::White)] {
            board.play((spot.0 * SIDE + spot.1) as u16, player);
        }
        let nearest = records.nearest(&board, Player::Black, 1);
        assert_eq!((nearest[0].distance, nearest[0].spot), (0, 16 * 19 + 15));
    }
}

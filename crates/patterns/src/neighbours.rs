//! k nearest neighbours: the moves played on the most similar recorded boards (part III.A of the paper).
//!
//! A board is two sets of points, own and enemy stones of the player to move, so colours are already swapped where they
//! must be. The distance of two boards is the number of stones that differ, by bits, the least over the eight symmetric
//! images of the query. Two bounds keep most records from being compared at all, and the search exact:
//!
//! * Boards whose numbers of stones differ by d are at least d apart: records stand on *shelves* by that number, and the search
//!   spreads from the query's shelf until no closer board is possible.
//! * A *sketch* counts own and enemy stones in sixteen groups of points that every symmetry maps to themselves. The sum of
//!   the counts' differences is at most the distance, for all eight images at once: 32 bytes instead of 8 x 96.
//!
//! Threads share the shelves and the distance of the k-th nearest so far.

use crate::Corpus;
use crate::board::{Board, SIDE, SPOTS, Set};
use crate::evaluation::{Accuracy, Predictor};
use crate::features;
use crate::record::Record;
use quadrille_core::Player;
use std::collections::BinaryHeap;
use std::io;
use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

/// Groups of points in a sketch, for each colour.
const GROUPS: usize = 16;
/// How many stones more or fewer than the query the records have that the quick search looks at.
const WINDOW: usize = 24;
/// How many records the quick search compares.
const COMPARED: usize = 100_000;
/// A bound below every distance, for each image at once.
type Sketch = [u8; 2 * GROUPS];

/// One recorded position and what was played there.
#[derive(Clone, Copy, Debug)]
struct Observation {
    own: Set,
    enemy: Set,
    game: u32,
    turn: u16,
    played: u16,
}

/// A recorded position near the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Neighbour {
    /// How many stones differ.
    pub distance: u32,
    /// The game it is from, counted from 0 in the order of reading.
    pub game: u32,
    /// How many stones had been played in that game.
    pub turn: u16,
    /// The move, as it would be on the query's board.
    pub spot: u16,
}

/// The records with one number of stones.
#[derive(Clone, Debug, Default)]
struct Shelf {
    sketches: Vec<Sketch>,
    seen: Vec<Observation>,
}

/// Recorded 19x19 positions.
#[derive(Clone, Debug)]
pub struct Records {
    /// By number of stones.
    shelves: Vec<Shelf>,
    threads: usize,
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

/// The group of every point: points that symmetries map to each other are together, neighbours along a line too.
static GROUP: LazyLock<[u8; SPOTS]> = LazyLock::new(|| {
    let board = Board::new(SIDE as u8, SIDE as u8);
    let half = SIDE / 2;
    let mut orbits: Vec<Vec<u16>> = vec![Vec::new(); features::PLACES];
    board.spots().for_each(|spot| orbits[usize::from(features::place(&board, spot))].push(spot));
    let mut groups = [0; SPOTS];
    let mut placed = 0;
    // Line by line from the edge; on a line from the corner to the middle.
    for (near, far) in (0..=half).flat_map(|near| (near..=half).map(move |far| (near, far))) {
        let orbit = &orbits[far * (far + 1) / 2 + near];
        for &spot in orbit {
            groups[spot as usize] = (placed * GROUPS / SPOTS) as u8;
        }
        placed += orbit.len();
    }
    groups
});

fn sketch(own: &Set, enemy: &Set) -> Sketch {
    let (mut sketch, group) = ([0; 2 * GROUPS], &*GROUP);
    own.iter().for_each(|spot| sketch[usize::from(group[spot as usize])] += 1);
    enemy.iter().for_each(|spot| sketch[GROUPS + usize::from(group[spot as usize])] += 1);
    sketch
}

#[inline]
fn bound(a: &Sketch, b: &Sketch) -> u32 {
    a.iter().zip(b).map(|(&a, &b)| u32::from(a.abs_diff(b))).sum()
}

/// A position as it is looked for.
struct Query<'a> {
    board: &'a Board,
    player: Player,
    stones: usize,
    sketch: Sketch,
    images: [(Set, Set); 8],
    k: usize,
    /// The smallest of all threads' k-th distances: nothing farther is wanted.
    limit: AtomicU32,
}

impl Records {
    /// The positions of the wanted 19x19 games, at most `most` of them, for so many threads.
    pub fn gather(corpus: &Corpus, wanted: impl Fn(u64) -> bool, most: usize, threads: usize) -> io::Result<Self> {
        let mut shelves = vec![Shelf::default(); SPOTS + 1];
        let (mut number, mut count) = (0, 0);
        corpus.for_each(|game| {
            if wanted(number) && count < most && game.shape() == (SIDE as u8, SIDE as u8) {
                // Stones by colour, kept up to date instead of looked up on the board.
                let mut stones = [Set::default(); 2];
                game.stones().iter().for_each(|&(player, spot)| stones[player.index()].insert(spot));
                let (mut board, mut turn) = (game.board(), 0);
                for play in game.plays() {
                    let Some(spot) = play.spot else {
                        board.pass();
                        continue;
                    };
                    if count < most {
                        let (own, enemy) = (stones[play.player.index()], stones[play.player.opponent().index()]);
                        let shelf = &mut shelves[board.stone_count()];
                        shelf.sketches.push(sketch(&own, &enemy));
                        shelf.seen.push(Observation { own, enemy, game: number as u32, turn, played: spot });
                        count += 1;
                    }
                    let result = board.play(spot, play.player);
                    stones[play.player.index()].insert(spot);
                    result.taken.iter().for_each(|taken| stones[play.player.opponent().index()].remove(taken));
                    turn += 1;
                }
            }
            number += 1;
        })?;
        Ok(Self { shelves, threads: threads.max(1) })
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shelves.iter().map(|shelf| shelf.seen.len()).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The k nearest records whose move is legal for the player on this 19x19 board, nearest first; of equally near ones those
    /// of earlier games.
    #[must_use]
    pub fn nearest(&self, board: &Board, player: Player, k: usize) -> Vec<Neighbour> {
        let query = Query::new(board, player, k);
        let found = if k == 0 { Vec::new() } else { self.in_parts(|part| self.search(&query, part)).concat() };
        query.nearest_of(found)
    }

    /// Nearly the k nearest, much sooner: of the records with at most [`WINDOW`] stones more or fewer than the query, only about
    /// [`COMPARED`] with the nearest sketches are compared.
    #[must_use]
    pub fn nearest_quickly(&self, board: &Board, player: Player, k: usize) -> Vec<Neighbour> {
        let query = Query::new(board, player, k);
        let window = query.stones.saturating_sub(WINDOW)..=(query.stones + WINDOW).min(SPOTS);
        let bounds = self.in_parts(|part| {
            let (mut bounds, mut counts) = (Vec::new(), vec![0_usize; 2 * SPOTS + 1]);
            for count in window.clone() {
                for sketch in &self.shelves[count].sketches[self.part_of(count, part)] {
                    let bound = bound(sketch, &query.sketch);
                    counts[bound as usize] += 1;
                    bounds.push(bound as u16);
                }
            }
            (bounds, counts)
        });
        let mut compared = 0;
        let farthest = (0..=2 * SPOTS).find(|&bound| {
            compared += bounds.iter().map(|(_, counts)| counts[bound]).sum::<usize>();
            compared >= COMPARED
        });
        let farthest = farthest.unwrap_or(2 * SPOTS) as u16;
        let found = self.in_parts(|part| {
            let (mut best, mut bounds) = (BinaryHeap::with_capacity(k + 1), bounds[part].0.iter());
            for count in window.clone() {
                for (seen, &bound) in self.shelves[count].seen[self.part_of(count, part)].iter().zip(&mut bounds) {
                    if bound <= farthest && u32::from(bound) <= query.limit.load(Ordering::Relaxed) {
                        query.consider(seen, &mut best);
                    }
                }
            }
            best.into_vec()
        });
        query.nearest_of(if k == 0 { Vec::new() } else { found.concat() })
    }

    /// The stones of a record that was found near this board, turned as the board is: the player's, then the enemy's.
    #[must_use]
    pub fn stones(&self, board: &Board, player: Player, near: &Neighbour) -> Option<(Set, Set)> {
        // Shelves are filled game by game, so they are in order.
        let place = |shelf: &Shelf| shelf.seen.binary_search_by_key(&(near.game, near.turn), |s| (s.game, s.turn));
        let seen = self.shelves.iter().find_map(|shelf| place(shelf).ok().map(|at| &shelf.seen[at]))?;
        let (_, symmetry) = Query::new(board, player, 1).nearest_image(seen)?;
        let turned_back = |stones: &Set| {
            let mut back = Set::default();
            (0..SPOTS as u16).filter(|&spot| stones.contains(image(spot, symmetry))).for_each(|spot| back.insert(spot));
            back
        };
        Some((turned_back(&seen.own), turned_back(&seen.enemy)))
    }

    /// What all threads find, each in its part of the shelves.
    fn in_parts<T: Send>(&self, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        std::thread::scope(|scope| {
            let work = &work;
            let others: Vec<_> = (1..self.threads).map(|part| scope.spawn(move || work(part))).collect();
            let mut found = vec![work(0)];
            let join = |other: std::thread::ScopedJoinHandle<'_, T>| {
                other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            found.extend(others.into_iter().map(join));
            found
        })
    }

    /// The part of a shelf that a thread looks at.
    fn part_of(&self, count: usize, part: usize) -> Range<usize> {
        let records = self.shelves[count].seen.len();
        records * part / self.threads..records * (part + 1) / self.threads
    }

    /// The k nearest of one thread's part of every shelf.
    fn search(&self, query: &Query<'_>, part: usize) -> Vec<Neighbour> {
        let mut best: BinaryHeap<Neighbour> = BinaryHeap::with_capacity(query.k + 1);
        for gap in 0..=SPOTS {
            if gap as u32 > query.limit.load(Ordering::Relaxed) {
                break;
            }
            let above = (gap > 0 && query.stones + gap <= SPOTS).then_some(query.stones + gap);
            for count in query.stones.checked_sub(gap).into_iter().chain(above) {
                let (shelf, part) = (&self.shelves[count], self.part_of(count, part));
                for (sketch, seen) in shelf.sketches[part.clone()].iter().zip(&shelf.seen[part]) {
                    if bound(sketch, &query.sketch) <= query.limit.load(Ordering::Relaxed) {
                        query.consider(seen, &mut best);
                    }
                }
            }
        }
        best.into_vec()
    }
}

impl<'a> Query<'a> {
    fn new(board: &'a Board, player: Player, k: usize) -> Self {
        let (own, enemy) = sides(board, player);
        Self {
            board,
            player,
            stones: own.len() + enemy.len(),
            sketch: sketch(&own, &enemy),
            images: std::array::from_fn(|turn| (image_of(&own, turn), image_of(&enemy, turn))),
            k,
            limit: AtomicU32::new(u32::MAX),
        }
    }

    /// The k nearest of what all threads found, in order.
    fn nearest_of(&self, mut found: Vec<Neighbour>) -> Vec<Neighbour> {
        found.sort_unstable();
        found.truncate(self.k);
        found
    }

    /// The image of the query that is nearest to a record, and how near it is.
    #[inline]
    fn nearest_image(&self, seen: &Observation) -> Option<(u32, usize)> {
        let distance = |(own, enemy): &(Set, Set)| seen.own.difference(own) + seen.enemy.difference(enemy);
        self.images.iter().map(distance).zip(0..).min()
    }

    /// Compares a record with the query's images and keeps it if it is among the k nearest so far.
    #[inline]
    fn consider(&self, seen: &Observation, best: &mut BinaryHeap<Neighbour>) {
        let Some((distance, symmetry)) = self.nearest_image(seen) else { return };
        if distance > self.limit.load(Ordering::Relaxed) {
            return;
        }
        // The query was turned by `symmetry`; the move is turned back: the point whose image it is.
        let Some(spot) = (0..SPOTS as u16).find(|&spot| image(spot, symmetry) == seen.played) else { return };
        let neighbour = Neighbour { distance, game: seen.game, turn: seen.turn, spot };
        let full = best.len() == self.k;
        if (full && best.peek().is_some_and(|worst| neighbour > *worst)) || !self.board.is_legal(spot, self.player) {
            return;
        }
        best.push(neighbour);
        if full {
            best.pop();
        }
        if best.len() == self.k
            && let Some(worst) = best.peek()
        {
            self.limit.fetch_min(worst.distance, Ordering::Relaxed);
        }
    }
}

/// Turns neighbours into probabilities of all legal moves: nearer ones have more of a vote.
fn vote(board: &Board, player: Player, neighbours: &[Neighbour], moves: &mut Vec<(u16, f32)>) {
    moves.clear();
    moves.extend(board.spots().filter(|&spot| board.is_legal(spot, player)).map(|spot| (spot, 0.0)));
    let vote = |neighbour: &Neighbour| 1.0 / (1.0 + neighbour.distance as f32);
    let total: f32 = neighbours.iter().map(vote).sum();
    let share = UNHEARD / moves.len().max(1) as f32;
    moves.iter_mut().for_each(|m| m.1 = share);
    for neighbour in neighbours {
        if let Ok(at) = moves.binary_search_by_key(&neighbour.spot, |m| m.0) {
            moves[at].1 += (1.0 - UNHEARD) * vote(neighbour) / total;
        }
    }
}

/// The accuracy of the quick search for every k from 1 to `most`, over every `step`-th position of the wanted games.
pub fn sweep(
    corpus: &Corpus,
    records: &Records,
    most: usize,
    step: usize,
    wanted: impl Fn(u64) -> bool,
) -> io::Result<Vec<Accuracy>> {
    let (mut all, mut moves) = (vec![Accuracy::default(); most], Vec::new());
    let (mut number, mut position) = (0, 0);
    corpus.for_each(|game| {
        number += 1;
        if !wanted(number - 1) || game.shape() != (SIDE as u8, SIDE as u8) {
            return;
        }
        game.replay(|board, player, played| {
            position += 1;
            if position % step.max(1) == 0 {
                let neighbours = records.nearest_quickly(board, player, most);
                for (k, accuracy) in (1..).zip(&mut all) {
                    vote(board, player, &neighbours[..neighbours.len().min(k)], &mut moves);
                    accuracy.add(&moves, played);
                }
            }
        });
    })?;
    Ok(all)
}

/// The share of the k nearest records that the quick search finds too, and the seconds a search takes, exact and quick, over
/// every `step`-th position of the wanted games. Of equally near records any are as good.
pub fn recall(
    corpus: &Corpus,
    records: &Records,
    k: usize,
    step: usize,
    wanted: impl Fn(u64) -> bool,
) -> io::Result<(f64, f64, f64)> {
    let (mut number, mut position, mut asked, mut found) = (0, 0, 0_u32, 0_usize);
    let mut spent = [0.0; 2];
    corpus.for_each(|game| {
        number += 1;
        if !wanted(number - 1) || game.shape() != (SIDE as u8, SIDE as u8) {
            return;
        }
        game.replay(|board, player, _| {
            position += 1;
            if position % step.max(1) == 0 {
                let start = Instant::now();
                let exact = records.nearest(board, player, k);
                spent[0] += start.elapsed().as_secs_f64();
                let start = Instant::now();
                let quick = records.nearest_quickly(board, player, k);
                spent[1] += start.elapsed().as_secs_f64();
                asked += 1;
                let farthest = exact.last().map_or(0, |neighbour| neighbour.distance);
                found += quick.iter().filter(|neighbour| neighbour.distance <= farthest).count();
            }
        });
    })?;
    let each = f64::from(asked.max(1));
    Ok((found as f64 / (each * k.max(1) as f64), spent[0] / each, spent[1] / each))
}

/// Predicts by the votes of the k nearest records, found quickly; nearer ones count more.
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
        vote(&self.board, player, &self.records.nearest_quickly(&self.board, player, self.k), moves);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TempCorpus;
    use quadrille_records::compact::CompactGame;

    /// The search by shelves, sketches and threads finds what comparing everything finds.
    #[test]
    fn the_search_is_exact() {
        let lines = crate::testing::random_games(12, 120, 5).join("\n");
        let corpus = TempCorpus::new(&lines);
        let records = Records::gather(&corpus, |game| game > 0, usize::MAX, 3).expect("readable");
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
            let mut all: Vec<Neighbour> = Vec::new();
            for seen in records.shelves.iter().flat_map(|shelf| &shelf.seen) {
                let best = (0..8).map(|t| {
                    let d = seen.own.difference(&image_of(&own, t)) + seen.enemy.difference(&image_of(&enemy, t));
                    (d, (0..SPOTS as u16).find(|&spot| image(spot, t) == seen.played))
                });
                let (distance, spot) = best.min_by_key(|b| b.0).expect("eight images");
                if let Some(spot) = spot.filter(|&spot| board.is_legal(spot, player)) {
                    all.push(Neighbour { distance, game: seen.game, turn: seen.turn, spot });
                }
            }
            all.sort_unstable();
            assert_eq!(records.nearest(board, player, 7), all[..7]);
            // The quick search looks at fewer records: it finds nothing nearer.
            let near = records.nearest_quickly(board, player, 7);
            assert!(near.len() == 7 && near.iter().zip(&all).all(|(near, best)| near >= best));
        });
    }

    /// A recorded position is its own nearest neighbour, also turned and with colours swapped.
    #[test]
    fn a_turned_board_finds_its_move() {
        let corpus = TempCorpus::new("?\tpdddppdqcd\n");
        let records = Records::gather(&corpus, |_| true, usize::MAX, 1).expect("readable");
        let mut board = Board::new(19, 19);
        // The first three moves of the record, mirrored left to right, colours swapped.
        for (spot, player) in [((3, 3), Player::White), ((3, 15), Player::Black), ((15, 3), Player::White)] {
            board.play((spot.0 * SIDE + spot.1) as u16, player);
        }
        let nearest = records.nearest(&board, Player::Black, 1);
        assert_eq!((nearest[0].distance, nearest[0].spot), (0, 16 * 19 + 15));
        let stones = records.stones(&board, Player::Black, &nearest[0]).expect("it was found");
        assert_eq!(stones, sides(&board, Player::Black), "the record, turned as the board is");
    }
}

//! k nearest neighbours: the moves played on the most similar recorded boards (part III.A of the paper).
//!
//! A board is two sets of points, own and enemy stones of the player to move, so colours are already swapped where they
//! must be. The distance of two boards is the number of stones that differ, each with a weight that depends on how far it is
//! from the query's last move ([`Weighing`]), the least over the eight symmetric images of the query.
//!
//! The search is exact and looks at every record, but never at a whole board. From one position of a game to the next a stone
//! comes and perhaps some go, and each changes the distance by its weight: up where the query has no such stone, down where
//! it has. So a recorded game is kept as the list of these changes, two bytes each, and the distances run along it: those
//! of all eight images are lanes of a few words, one addition for each change. Thirty million boards are 75 MB instead of
//! 3 GB, and are gone through at the speed of addition.
//!
//! Threads take a range of games each, and share the distance of the k-th nearest so far.

use crate::Corpus;
use crate::board::{Board, NOWHERE, SIDE, Set};
use crate::evaluation::{Accuracy, Predictor};
use crate::record::Record;
pub use crate::recorded::Records;
use crate::recorded::{COLOUR, Change, POINT, SET_UP, TAKEN};
use quadrille_core::Player;
use std::collections::BinaryHeap;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The symmetric images of the square.
const IMAGES: usize = 8;
/// How many rows of numbers to add there are: for each colour and point a stone that comes, and one that is taken.
const ROWS: usize = 1 << (COLOUR + 2);
/// So many changes are gone through before it is asked whether one of them led to something wanted.
const STRIDE: usize = 16;

/// Weights by Manhattan distance to the last move; farther off it is one. Of eight tables tried this
/// one had the best log-loss (`docs/patterns.md` says on which games).
const NEAR: [u16; 10] = [40, 36, 28, 20, 14, 10, 7, 5, 3, 2];

/// How much a stone that differs counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weighing {
    /// One, everywhere.
    Equal,
    /// The more, the nearer it is to the last move.
    #[default]
    NearLast,
}

impl Weighing {
    /// The weight of a point when the last move was at another.
    fn weight(self, spot: u16, last: Option<u16>) -> u16 {
        match (self, last) {
            (Self::NearLast, Some(last)) => {
                let side = SIDE as u16;
                let apart = (spot / side).abs_diff(last / side) + (spot % side).abs_diff(last % side);
                *NEAR.get(usize::from(apart)).unwrap_or(&1)
            }
            _ => 1,
        }
    }
}

/// A recorded position near the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Neighbour {
    /// The sum of the weights of the stones that differ.
    pub distance: u32,
    /// The game it is from, counted from 0 in the order of reading.
    pub game: u32,
    /// How many stones had been played in that game.
    pub turn: u16,
    /// The move, as it would be on the query's board.
    pub spot: u16,
    /// How many stones differ.
    pub differing: u32,
    /// How the query was turned.
    symmetry: u8,
}

/// A position whose neighbours are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Its 19x19 board.
    pub board: &'a Board,
    /// Who moves.
    pub player: Player,
    /// The last move, if it is known.
    pub last: Option<u16>,
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

/// Where a point goes under a symmetry of the square.
fn image(spot: u16, symmetry: usize) -> u16 {
    let last = SIDE as u16 - 1;
    let (row, column) = (spot / SIDE as u16, spot % SIDE as u16);
    let row = if symmetry & 1 == 0 { row } else { last - row };
    let column = if symmetry & 2 == 0 { column } else { last - column };
    if symmetry & 4 == 0 { row * SIDE as u16 + column } else { column * SIDE as u16 + row }
}

/// The distances of the eight images, sixteen bits each, in two words: first while Black is to move in the record, then while
/// White is. Every distance fits in fifteen bits, so words of distances, and of what is added to them, add up lane by lane:
/// what one lane borrows from the next comes back when the next word is complete.
type Lanes = [u64; 4];

/// Lanes in a word.
const IN_A_WORD: usize = 4;
/// One in every lane of a word.
const ONES: u64 = u64::MAX / 0xFFFF;
/// More than any distance: the highest bit of a lane.
const LARGEST: u32 = 1 << 15;
/// That bit of every lane of a word.
const HIGH: u64 = ONES * LARGEST as u64;

/// The same distance in every lane of a word; all that are too large are alike.
#[inline]
fn all_lanes(distance: u32) -> u64 {
    ONES * u64::from(distance.min(LARGEST))
}

/// The highest bits of a word's lanes are still there after the subtraction where the lane is not below that of `below`.
#[inline]
fn not_below(word: u64, below: u64) -> u64 {
    (word | HIGH) - below
}

#[inline]
fn add(lanes: &mut Lanes, row: &Lanes) {
    for (word, more) in lanes.iter_mut().zip(row) {
        *word = word.wrapping_add(*more);
    }
}

/// A position as it is looked for.
struct Query<'a> {
    asked: Asked<'a>,
    /// The distances from the empty board.
    start: Lanes,
    /// What each change adds to the distances.
    rows: Box<[Lanes; ROWS]>,
    k: usize,
    /// The smallest of all threads' k-th distances: nothing farther is wanted.
    limit: AtomicU32,
}

impl Records {
    /// The k nearest records whose move is legal for the player, nearest first; of equally near ones those of earlier games.
    #[must_use]
    pub fn nearest(&self, asked: Asked<'_>, weighing: Weighing, k: usize) -> Vec<Neighbour> {
        if k == 0 {
            return Vec::new();
        }
        let query = Query::new(asked, weighing, k);
        let games = self.numbers.len();
        let part = |part: usize| games * part / self.threads..games * (part + 1) / self.threads;
        let mut found = std::thread::scope(|scope| {
            let query = &query;
            let others: Vec<_> = (1..self.threads).map(|i| scope.spawn(move || self.scan(part(i), query))).collect();
            let mut found = self.scan(part(0), query);
            for other in others {
                found.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            found
        });
        found.sort_unstable();
        found.truncate(k);
        let ours = sides(asked.board, asked.player);
        for near in &mut found {
            let theirs = self.stones(near).unwrap_or_default();
            near.differing = ours.0.difference(&theirs.0) + ours.1.difference(&theirs.1);
        }
        found
    }

    /// The stones of a record that was found, turned as the board it was found for: those of its player to move, then the
    /// enemy's.
    #[must_use]
    pub fn stones(&self, near: &Neighbour) -> Option<(Set, Set)> {
        let game = self.numbers.binary_search(&near.game).ok()?;
        let changes = &self.changes[self.starts[game]..self.starts[game + 1]];
        let is_played = |(_, change): &(usize, &Change)| **change < TAKEN;
        let (played, last) = changes.iter().enumerate().filter(is_played).nth(near.turn.into())?;
        let (mut own, mut enemy) = (Set::default(), Set::default());
        for change in &changes[..played] {
            let side = if (change ^ last) >> COLOUR & 1 == 0 { &mut own } else { &mut enemy };
            if change & TAKEN == 0 { side.insert(change & POINT) } else { side.remove(change & POINT) }
        }
        let turned_back = |stones: &Set| {
            let mut back = Set::default();
            let there = |spot: &u16| stones.contains(image(*spot, near.symmetry.into()));
            (0..NOWHERE).filter(there).for_each(|spot| back.insert(spot));
            back
        };
        Some((turned_back(&own), turned_back(&enemy)))
    }

    /// The k nearest of a range of games.
    fn scan(&self, games: Range<usize>, query: &Query<'_>) -> Vec<Neighbour> {
        let mut best = Best { heap: BinaryHeap::with_capacity(query.k + 1), below: LARGEST };
        for game in games {
            best.below = best.below.min(query.limit.load(Ordering::Relaxed) + 1);
            let changes = &self.changes[self.starts[game]..self.starts[game + 1]];
            let mut lanes = query.start;
            for (stride, few) in changes.chunks(STRIDE).enumerate() {
                let before = lanes;
                if query.pass(few, best.below, &mut lanes) {
                    let record = Stretch { game: self.numbers[game], changes, from: stride * STRIDE };
                    query.look(&record, before, &mut best);
                }
            }
        }
        best.heap.into_vec()
    }
}

/// A few changes of a game.
struct Stretch<'a> {
    game: u32,
    /// All changes of the game.
    changes: &'a [Change],
    /// The first of these.
    from: usize,
}

/// The nearest records that a thread has found.
struct Best {
    heap: BinaryHeap<Neighbour>,
    /// Only what is nearer is wanted. Games come in order, so of equally near records of one thread the first ones stay.
    below: u32,
}

impl Best {
    fn keep(&mut self, neighbour: Neighbour, query: &Query<'_>) {
        self.heap.push(neighbour);
        if self.heap.len() > query.k {
            self.heap.pop();
        }
        if self.heap.len() == query.k
            && let Some(farthest) = self.heap.peek()
        {
            query.limit.fetch_min(farthest.distance, Ordering::Relaxed);
            self.below = self.below.min(farthest.distance);
        }
    }
}

impl<'a> Query<'a> {
    fn new(asked: Asked<'a>, weighing: Weighing, k: usize) -> Self {
        let mut start = 0;
        let mut rows = Box::new([[0; 4]; ROWS]);
        for spot in 0..NOWHERE {
            let (weight, stone) = (weighing.weight(spot, asked.last), asked.board.stone(spot));
            start += if stone.is_some() { u32::from(weight) } else { 0 };
            for (symmetry, player, mover) in cases() {
                // In the record a stone is an own one if its player is to move; it may come to lie on a like one of the query.
                let alike = stone.is_some_and(|stone| (stone == asked.player) == (player == mover));
                let lane = u64::from(weight) << (16 * (symmetry % IN_A_WORD));
                let row: &mut Lanes = &mut rows[player.index() << COLOUR | usize::from(image(spot, symmetry))];
                let word = &mut row[2 * mover.index() + symmetry / IN_A_WORD];
                *word = if alike { word.wrapping_sub(lane) } else { word.wrapping_add(lane) };
            }
        }
        let (come, taken) = rows.split_at_mut(usize::from(TAKEN));
        taken.iter_mut().zip(come).for_each(|(less, more)| *less = more.map(u64::wrapping_neg));
        Self { asked, start: [all_lanes(start); 4], rows, k, limit: AtomicU32::new(LARGEST) }
    }

    #[inline]
    fn row(&self, change: Change) -> &Lanes {
        &self.rows[usize::from(change) % ROWS]
    }

    /// Goes through a few changes; says whether any distance on the way, be it that of a record or not, was below the number.
    #[inline]
    fn pass(&self, few: &[Change], below: u32, lanes: &mut Lanes) -> bool {
        let (below, mut clear, mut now) = (all_lanes(below), [HIGH; 4], *lanes);
        for &change in few {
            // Word by word and nothing else, so that the compiler may do all four at once.
            let row = self.row(change);
            for word in 0..4 {
                clear[word] &= not_below(now[word], below);
                now[word] = now[word].wrapping_add(row[word]);
            }
        }
        *lanes = now;
        clear != [HIGH; 4]
    }

    /// Goes through a few changes again and keeps what is wanted.
    #[cold]
    #[inline(never)]
    fn look(&self, stretch: &Stretch<'_>, mut lanes: Lanes, best: &mut Best) {
        for (at, &change) in stretch.changes.iter().enumerate().skip(stretch.from).take(STRIDE) {
            if change & (TAKEN | SET_UP) == 0 {
                let mover = usize::from(change >> COLOUR & 1);
                let distance =
                    |symmetry: usize| (lanes[2 * mover + symmetry / IN_A_WORD] >> (16 * (symmetry % IN_A_WORD))) as u16;
                let images = (0..IMAGES).map(|symmetry| (u32::from(distance(symmetry)), symmetry));
                if let Some(nearest) = images.min().filter(|nearest| nearest.0 < best.below) {
                    let found = self.neighbour(stretch.game, &stretch.changes[..=at], nearest);
                    found.into_iter().for_each(|neighbour| best.keep(neighbour, self));
                }
            }
            add(&mut lanes, self.row(change));
        }
    }

    /// The record whose move is the last of these changes, unless that is not legal here.
    fn neighbour(&self, game: u32, changes: &[Change], (distance, symmetry): (u32, usize)) -> Option<Neighbour> {
        let (&played, before) = changes.split_last()?;
        // The query was turned by `symmetry`; the move is turned back: the point whose image it is.
        let spot = (0..NOWHERE).find(|&spot| image(spot, symmetry) == played & POINT)?;
        let turn = before.iter().filter(|&&change| change < TAKEN).count() as u16;
        let neighbour = Neighbour { distance, game, turn, spot, differing: 0, symmetry: symmetry as u8 };
        self.asked.board.is_legal(spot, self.asked.player).then_some(neighbour)
    }
}

/// Every symmetry, colour of a stone and player to move.
fn cases() -> impl Iterator<Item = (usize, Player, Player)> {
    let players = Player::BOTH.into_iter().flat_map(|player| Player::BOTH.map(|mover| (player, mover)));
    players.flat_map(|(player, mover)| (0..IMAGES).map(move |symmetry| (symmetry, player, mover)))
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

/// The accuracy for every k from 1 to `most`, over every `step`-th position of the wanted games, and the time all searches took.
pub fn sweep(
    corpus: &Corpus,
    records: &Records,
    weighing: Weighing,
    most: usize,
    step: usize,
    wanted: impl Fn(u64) -> bool,
) -> io::Result<(Vec<Accuracy>, Duration)> {
    let (mut all, mut moves, mut spent) = (vec![Accuracy::default(); most], Vec::new(), Duration::ZERO);
    let (mut number, mut position) = (0, 0);
    corpus.for_each(|game| {
        number += 1;
        if !wanted(number - 1) || game.shape() != (SIDE as u8, SIDE as u8) {
            return;
        }
        let mut last = None;
        game.replay(|board, player, played| {
            position += 1;
            if position % step.max(1) == 0 {
                let start = Instant::now();
                let neighbours = records.nearest(Asked { board, player, last }, weighing, most);
                spent += start.elapsed();
                for (k, accuracy) in (1..).zip(&mut all) {
                    vote(board, player, &neighbours[..neighbours.len().min(k)], &mut moves);
                    accuracy.add(&moves, played);
                }
            }
            last = Some(played);
        });
    })?;
    Ok((all, spent))
}

/// Predicts by the votes of the k nearest records; nearer ones count more.
#[derive(Debug)]
pub struct ByNeighbours<'a> {
    records: &'a Records,
    weighing: Weighing,
    k: usize,
    board: Board,
    last: Option<u16>,
}

impl<'a> ByNeighbours<'a> {
    /// Predicts from these records.
    #[must_use]
    pub fn new(records: &'a Records, weighing: Weighing, k: usize) -> Self {
        Self { records, weighing, k, board: Board::new(SIDE as u8, SIDE as u8), last: None }
    }
}

/// What all moves share that no neighbour played.
const UNHEARD: f32 = 0.05;

impl Predictor for ByNeighbours<'_> {
    fn begin(&mut self, game: &Record) {
        (self.board, self.last) = (game.board(), None);
    }

    fn play(&mut self, player: Player, spot: Option<u16>) {
        match spot {
            None => self.board.pass(),
            Some(spot) => {
                self.board.play(spot, player);
                self.last = Some(spot);
            }
        }
    }

    fn predict(&mut self, player: Player, moves: &mut Vec<(u16, f32)>) {
        let asked = Asked { board: &self.board, player, last: self.last };
        vote(&self.board, player, &self.records.nearest(asked, self.weighing, self.k), moves);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TempCorpus, TempFile};
    use quadrille_records::compact::CompactGame;

    /// A recorded position as it was found: the stones, the game, the turn and the move.
    struct Seen(Board, Player, u32, u16, u16);

    fn positions(corpus: &Corpus, skipped: u32) -> Vec<Seen> {
        let (mut all, mut number) = (Vec::new(), 0);
        let mut note = |game: Record| {
            let mut turn = 0;
            game.replay(|board, player, played| {
                if number >= skipped {
                    all.push(Seen(board.clone(), player, number, turn, played));
                }
                turn += 1;
            });
            number += 1;
        };
        corpus.for_each(&mut note).expect("readable");
        all
    }

    /// All records in order, by comparing boards point by point.
    fn slowly(all: &[Seen], asked: Asked<'_>, weighing: Weighing) -> Vec<Neighbour> {
        let mut found = Vec::new();
        for Seen(board, mover, game, turn, played) in all {
            let turned = |symmetry: usize| {
                let (mut distance, mut differing) = (0, 0);
                for spot in board.spots() {
                    let ours = asked.board.stone(spot).map(|player| player == asked.player);
                    let theirs = board.stone(image(spot, symmetry)).map(|player| player == *mover);
                    let stones = if ours == theirs { 0 } else { ours.iter().count() + theirs.iter().count() };
                    distance += stones as u32 * u32::from(weighing.weight(spot, asked.last));
                    differing += stones as u32;
                }
                (distance, symmetry, differing)
            };
            let Some((distance, symmetry, differing)) = (0..IMAGES).map(turned).min() else { continue };
            let spot = (0..NOWHERE).find(|&spot| image(spot, symmetry) == *played).expect("a point");
            if asked.board.is_legal(spot, asked.player) {
                let (game, turn, symmetry) = (*game, *turn, symmetry as u8);
                found.push(Neighbour { distance, game, turn, spot, differing, symmetry });
            }
        }
        found.sort_unstable();
        found
    }

    /// The search by changes, lanes and threads finds what comparing all boards finds, also where stones were taken.
    #[test]
    fn the_search_is_exact() {
        let lines = crate::testing::random_games(9, 260, 5).join("\n");
        let corpus = TempCorpus::new(&lines);
        let all = positions(&corpus, 1);
        let first = lines.lines().next().expect("a game");
        let game = Record::from_compact(CompactGame::parse(first.as_bytes()).expect("good")).expect("legal");
        for threads in [1, 3] {
            let records = Records::gather(&corpus, |game| game > 0, usize::MAX, threads).expect("readable");
            assert!(records.len() == 8 * 260 && records.changes.len() > records.len() + 20);
            let (mut turn, mut last) = (0, None);
            game.replay(|board, player, played| {
                turn += 1;
                for weighing in [Weighing::Equal, Weighing::NearLast] {
                    let asked = Asked { board, player, last };
                    if turn % 37 == 1 {
                        assert_eq!(records.nearest(asked, weighing, 7), slowly(&all, asked, weighing)[..7]);
                    }
                }
                last = Some(played);
            });
        }
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
        let asked = Asked { board: &board, player: Player::Black, last: None };
        let nearest = records.nearest(asked, Weighing::default(), 1);
        assert_eq!((nearest[0].distance, nearest[0].spot), (0, 16 * 19 + 15));
        assert_eq!(
            records.stones(&nearest[0]),
            Some(sides(&board, Player::Black)),
            "the record, turned as the board is"
        );
    }

    /// Written and read again, records are the same; a file that is cut or changed is refused.
    #[test]
    fn records_survive_their_file() {
        let corpus = TempCorpus::new(&crate::testing::random_games(5, 120, 6).join("\n"));
        let records = Records::gather(&corpus, |game| game != 2, usize::MAX, 1).expect("readable");
        let file = TempFile::new("records");
        records.save(file.path()).expect("written");
        assert_eq!(Records::load(file.path(), 1).expect("readable"), records);
        let bytes = std::fs::read(file.path()).expect("readable");
        for length in (0..bytes.len()).step_by(61) {
            std::fs::write(file.path(), &bytes[..length]).expect("written");
            assert!(Records::load(file.path(), 1).is_err(), "cut to {length} bytes");
        }
        let mut odd = records.clone();
        odd.changes[7] = NOWHERE;
        odd.save(file.path()).expect("written");
        let error = Records::load(file.path(), 1).expect_err("no such point").to_string();
        assert!(error.contains("361 is no change of a board"), "{error}");
    }
}

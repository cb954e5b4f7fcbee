//! The log-linear model: the probability of a move is the exponential of a sum of weights, divided by that of all moves.
//!
//! A move's weights are those of every known zoom pattern around it, of every known response to the last move, and of
//! seven features (`features.rs`). It is a softmax regression, in the words of Go programmers a generalised Bradley-Terry
//! model (Coulom, *Computing Elo ratings of move patterns*, 2007), fitted by [`crate::train`]. In files the weights of
//! patterns are steps of 1/32 in one byte, which was measured to cost no accuracy.

use crate::board::SIDE;
use crate::features::WEIGHTS;
use crate::file::{self, FileError, Kind, Reader};
use crate::nodes::{self, Nodes};
use crate::stays::Sums;
use crate::tables::{Count, Tables};
use crate::tracker::Tracker;
use crate::walks::Known;
use crate::zoom::LARGEST_ZOOM;
use quadrille_core::{Game, Player, Prior};
use quadrille_go::{Goban, Move, Position};
use std::f32::consts::{LN_2, LOG2_E};
use std::io;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// Steps of a pattern's weight in files.
const STEPS: f32 = 32.0;
/// Steps of the other weights.
const FINE_STEPS: f32 = 256.0;
/// The probability of a pass while there are other moves: records of masters end before the first one.
const PASS: f32 = 1e-3;

/// Learned weights.
#[derive(Debug)]
pub struct Model {
    zooms: usize,
    reach: usize,
    nodes: Nodes,
    dense: Vec<f32>,
    /// How often its zoom patterns were seen and chosen, if that was kept.
    tables: Option<Arc<Tables>>,
    /// Empty boards of the shapes that were asked for, ready to be copied.
    starts: Mutex<Vec<Arc<Tracker>>>,
    /// Trackers that stand at the positions last asked about: the next one is mostly near.
    /// Boxed: a tracker is large, and changes hands.
    seats: Mutex<Vec<Box<Tracker>>>,
}

impl Model {
    /// A model that knows these patterns (cut keys in rising order) and nothing about them.
    pub(crate) fn untrained(zooms: usize, reach: usize, keys: &[u64]) -> io::Result<Self> {
        let nodes = Nodes::new(keys.len(), keys.iter().map(|&key| (key, 0.0)))?;
        Ok(Self::from_parts((zooms, reach), nodes, vec![0.0; WEIGHTS], None))
    }

    fn from_parts((zooms, reach): (usize, usize), nodes: Nodes, dense: Vec<f32>, tables: Option<Arc<Tables>>) -> Self {
        Self { zooms, reach, nodes, dense, tables, starts: Mutex::default(), seats: Mutex::default() }
    }

    /// How often its zoom patterns were seen and chosen, if its file says so.
    #[must_use]
    pub fn tables(&self) -> Option<&Arc<Tables>> {
        self.tables.as_ref()
    }

    /// How many patterns it knows.
    #[must_use]
    pub fn patterns(&self) -> usize {
        self.nodes.len()
    }

    /// The largest zoom.
    #[must_use]
    pub fn zooms(&self) -> usize {
        self.zooms
    }

    pub(crate) fn reach(&self) -> usize {
        self.reach
    }

    /// The weights of the features.
    #[inline]
    pub(crate) fn dense(&self) -> &[f32] {
        &self.dense
    }

    /// All weights, to change them.
    pub(crate) fn weights_mut(&mut self) -> (&mut Nodes, &mut [f32]) {
        self.starts.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        self.seats.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        (&mut self.nodes, &mut self.dense)
    }

    /// The weights of patterns by number.
    pub(crate) fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// An empty board of this shape with its patterns already found.
    #[must_use]
    pub fn start(&self, rows: u8, columns: u8) -> Tracker {
        let mut starts = self.starts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(start) = starts.iter().find(|start| start.board().shape() == (rows, columns)) {
            return Tracker::clone(start);
        }
        let mut tracker = Tracker::new(rows, columns, self.zooms);
        Player::BOTH.iter().for_each(|&player| tracker.refresh(self, player, |_| {}));
        starts.push(Arc::new(tracker.clone()));
        tracker
    }

    /// A tracker for this player's moves that nobody uses.
    fn seat(&self, shape: (u8, u8), player: Player) -> Box<Tracker> {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = seats.iter().rposition(|seat| seat.serves(shape, player)) {
            return seats.swap_remove(place);
        }
        drop(seats);
        let mut tracker = Box::new(self.start(shape.0, shape.1));
        tracker.watch_only(player);
        tracker
    }

    /// The model this program was built with.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        static BUILT_IN: LazyLock<Arc<Model>> = LazyLock::new(|| {
            let bytes = include_bytes!("../weights/model.bin");
            Arc::new(Model::from_bytes(bytes).unwrap_or_else(|error| panic!("the built-in Go patterns: {error}")))
        });
        Arc::clone(&BUILT_IN)
    }

    /// The bytes of the model's file; `keys` are those it was made with, `counts` may be left out.
    pub(crate) fn to_body(&self, keys: &[u64], counts: Option<&Sums>) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        body.extend((self.zooms as u32).to_le_bytes());
        body.extend((self.reach as u32).to_le_bytes());
        file::put_rising(&mut body, keys, nodes::KEY_BITS);
        let quantised = |weight: f32| (weight * STEPS).round().clamp(-127.0, 127.0) as i8 as u8;
        let of_key = |key: u64| self.nodes.find_cut(key).map_or(0.0, |node| self.nodes.weight(node));
        let weights: Vec<u8> = keys.iter().map(|&key| quantised(of_key(key))).collect();
        let fine = |weight: &f32| (weight * FINE_STEPS).round().clamp(-32767.0, 32767.0) as i16;
        let dense: Vec<u8> = self.dense.iter().flat_map(|weight| fine(weight).to_le_bytes()).collect();
        let mut blocks = vec![weights, dense];
        if let Some(sums) = counts {
            let of_key =
                |&key: &u64| self.nodes.find_cut(key).map_or(Count::default(), |node| sums.count(node as usize));
            for part in [|count: Count| count.n, |count: Count| count.v] {
                let mut numbers = Vec::new();
                keys.iter().for_each(|key| file::put_number(&mut numbers, part(of_key(key))));
                blocks.push(numbers);
            }
        }
        // Side by side: for two million patterns it takes seconds.
        let packed: io::Result<Vec<_>> = std::thread::scope(|scope| {
            let pack = |block: &Vec<u8>| zstd::bulk::compress(block, COMPRESSION);
            let packers: Vec<_> = blocks.iter().map(|block| scope.spawn(move || pack(block))).collect();
            packers.into_iter().map(|packer| packer.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        packed?.iter().for_each(|block| file::put_block(&mut body, block));
        Ok(body)
    }

    /// Writes the model; says how many bytes.
    pub(crate) fn save(&self, keys: &[u64], counts: Option<&Sums>, path: &Path) -> Result<u64, FileError> {
        let body = self.to_body(keys, counts).map_err(|error| FileError::Io(path.to_owned(), error))?;
        file::write(path, Kind::Model, &body)
    }

    pub(crate) fn from_body(body: &[u8]) -> Result<Self, String> {
        Self::with_keys(body).map(|(model, _)| model)
    }

    /// The model and the cut keys of its patterns in rising order.
    pub(crate) fn with_keys(body: &[u8]) -> Result<(Self, Vec<u64>), String> {
        let mut reader = Reader(body);
        let (zooms, reach) = (reader.u32()? as usize, reader.u32()? as usize);
        if !(1..=LARGEST_ZOOM).contains(&zooms) || reach > LARGEST_ZOOM {
            return Err(format!("zoom {zooms} and reach {reach} are not possible, expected up to {LARGEST_ZOOM}"));
        }
        let keys = file::take_rising(&mut reader)?;
        if keys.last().is_some_and(|&key| key >> nodes::KEY_BITS != 0) {
            return Err("a key is too large".into());
        }
        let unpack = |block: &[u8], length: usize| {
            let bytes =
                zstd::bulk::decompress(block, length).map_err(|error| format!("the weights are damaged: {error}"))?;
            if bytes.len() == length {
                Ok(bytes)
            } else {
                Err(format!("{} bytes of weights, expected {length}", bytes.len()))
            }
        };
        let weights = unpack(reader.block()?, keys.len())?;
        let dense = unpack(reader.block()?, WEIGHTS * 2)?;
        let (pairs, _) = dense.as_chunks::<2>();
        let values = weights.iter().map(|&byte| f32::from(byte as i8) / STEPS);
        let nodes = Nodes::new(keys.len(), keys.iter().copied().zip(values)).map_err(|error| error.to_string())?;
        let dense = pairs.iter().map(|&pair| f32::from(i16::from_le_bytes(pair)) / FINE_STEPS).collect();
        let tables = if reader.0.is_empty() { None } else { Some(Arc::new(tables(zooms, &keys, &mut reader)?)) };
        let model = Self::from_parts((zooms, reach), nodes, dense, tables);
        Ok((model, keys))
    }

    /// A model from the bytes of its file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        match file::parse(bytes)? {
            (Kind::Model, body) => Self::from_body(body),
            _ => Err("this holds something else, expected a model".into()),
        }
    }
}

impl Known for Model {
    #[inline]
    fn head(&self, key: u64) -> u32 {
        self.nodes.head(key)
    }

    #[inline]
    fn find(&self, key: u64, head: u32) -> Option<u32> {
        self.nodes.find_from(key, head)
    }
}

/// The counts at the end of a model's file, of those patterns that have any: responses are not counted.
fn tables(zooms: usize, keys: &[u64], reader: &mut Reader<'_>) -> Result<Tables, String> {
    let mut numbers = || {
        let packed = reader.block()?;
        let bytes = zstd::bulk::decompress(packed, keys.len() * file::LONGEST_NUMBER)
            .map_err(|error| format!("the counts are damaged: {error}"))?;
        let mut rest = &bytes[..];
        keys.iter().map(|_| file::take_number(&mut rest)).collect::<Result<Vec<u64>, String>>()
    };
    let counts = numbers()?.into_iter().zip(numbers()?).map(|(n, v)| Count { n, v });
    Ok(Tables::of_model(zooms, keys.iter().copied().zip(counts).filter(|(_, count)| count.n > 0)))
}

/// How hard the weights are compressed.
const COMPRESSION: i32 = 19;

/// How many scores are looked at together.
const ABREAST: usize = 16;

/// Turns scores into probabilities that add up to `total`. Scores are at most about 80 apart, or next to impossible.
pub(crate) fn softmax(scores: &mut [f32], total: f32) {
    let highest = lanes(scores, f32::NEG_INFINITY, f32::max);
    scores.iter_mut().for_each(|score| *score = exp(*score - highest));
    let sum = lanes(scores, 0.0, |sum, score| sum + score);
    scores.iter_mut().for_each(|score| *score *= total / sum);
}

/// Folds all scores, every sixteenth together: what the compiler can do with many at once.
#[inline]
fn lanes(scores: &[f32], first: f32, fold: impl Fn(f32, f32) -> f32) -> f32 {
    let (chunks, rest) = scores.as_chunks::<ABREAST>();
    let mut lanes = [first; ABREAST];
    for chunk in chunks {
        lanes.iter_mut().zip(chunk).for_each(|(lane, &score)| *lane = fold(*lane, score));
    }
    lanes.iter_mut().zip(rest).for_each(|(lane, &score)| *lane = fold(*lane, score));
    lanes.into_iter().fold(first, fold)
}

/// The exponential of a number that is not positive, to 4e-6 of its value, near zero to 2e-7; below e^-87 it stays there.
///
/// Many are computed at once, with the same bits on every machine; the standard library's come one by one and took 4 % of
/// the time of learning. With x = (n + f) ln 2 and n whole, e^x = 2^n 2^f: the first factor is written into the exponent,
/// the second is a polynomial for f between -1/2 and 1/2.
#[inline]
fn exp(x: f32) -> f32 {
    /// Added to a small number, it leaves no room for a fraction: the last bits are the nearest whole number.
    const ROUNDING: f32 = 12_582_912.0;
    const TAYLOR: [f32; 7] = [1.0, LN_2, 0.240_226_5, 0.055_504_11, 0.009_618_129, 0.001_333_355_8, 0.000_154_035_3];
    let twos = x.max(-87.0) * LOG2_E;
    let rounded = twos + ROUNDING;
    let fraction = twos - (rounded - ROUNDING);
    let power = TAYLOR.iter().rev().fold(0.0, |sum, coefficient| sum * fraction + coefficient);
    f32::from_bits(power.to_bits().wrapping_add(rounded.to_bits() << 23))
}

impl<const CAP: usize> Prior<Position<CAP>> for Model {
    /// The position knows only the last move; a [`Tracker`] that followed the game knows four, and predicts better.
    /// Boards of more than 19 lines get equal priors.
    fn priors(&self, position: &Position<CAP>, moves: &[Move], priors: &mut [f32]) {
        let grid = position.grid();
        if grid.rows().max(grid.columns()) > SIDE {
            return priors.fill(1.0 / moves.len().max(1) as f32);
        }
        let spot =
            |m: Move| m.point().and_then(|p| grid.row_column(p)).map(|(row, column)| (row * SIDE + column) as u16);
        let (shape, player) = ((grid.rows() as u8, grid.columns() as u8), position.to_move());
        let mut tracker = self.seat(shape, player);
        let last = position.last_point().and_then(|point| spot(Move::At(point)));
        let point = |spot: u16| grid.point(usize::from(spot) / SIDE, usize::from(spot) % SIDE);
        tracker.move_to(last, |spot| point(spot).and_then(|point| position.stone(point)));
        let mut scores = [f32::NEG_INFINITY; SIDE * SIDE];
        for candidate in tracker.candidates(self, player) {
            scores[candidate.spot as usize] = candidate.score;
        }
        self.seats.lock().unwrap_or_else(PoisonError::into_inner).push(tracker);
        let passes = moves.contains(&Move::Pass);
        let only_pass = passes && moves.len() == 1;
        for (prior, &m) in priors.iter_mut().zip(moves) {
            // A point that only the longer memory of the game allows to be told apart gets a low score, not none.
            *prior = spot(m).map_or(f32::NEG_INFINITY, |spot| scores[spot as usize].max(f32::MIN / 2.0));
        }
        if only_pass {
            return priors.fill(1.0);
        }
        softmax(priors, if passes { 1.0 - PASS } else { 1.0 });
        for (prior, _) in priors.iter_mut().zip(moves).filter(|(_, m)| **m == Move::Pass) {
            *prior = PASS;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    #[test]
    fn exponentials_are_those_of_the_library() {
        for step in 0..=87_000_u32 {
            let x = -(step as f32) / 1000.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 4.5e-6, "e^{x} is {}, here {}", x.exp(), exp(x));
        }
        assert!(exp(f32::NEG_INFINITY) < 1e-37 && exp(f32::MIN) < 1e-37 && exp(0.0) == 1.0);
    }

    #[test]
    fn chances_add_up_to_what_is_asked_for() {
        let mut rng = Rng::new(7);
        for length in [1, 2, 15, 16, 17, 250, 361] {
            let mut scores: Vec<f32> = (0..length).map(|_| 20.0 * rng.unit() as f32 - 10.0).collect();
            let expected: Vec<f64> = scores.iter().map(|&score| f64::from(score).exp()).collect();
            let sum: f64 = expected.iter().sum();
            softmax(&mut scores, 0.5);
            for (chance, expected) in scores.iter().zip(&expected) {
                assert!((f64::from(*chance) / (0.5 * expected / sum) - 1.0).abs() < 1e-4);
            }
        }
        softmax(&mut [], 1.0);
    }
    use quadrille_go::{Large, Small};

    #[test]
    fn priors_are_probabilities_on_every_board() {
        fn check<const CAP: usize>(model: &Model, rules: &str) {
            let mut position = Position::<CAP>::start(&rules.parse().expect("good rules"));
            let mut rng = Rng::new(2);
            for _ in 0..200 {
                let mut moves = <Position<CAP> as Game>::Moves::default();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let mut priors = vec![0.0; moves.len()];
                model.priors(&position, &moves, &mut priors);
                assert!(
                    (priors.iter().sum::<f32>() - 1.0).abs() < 1e-3 && priors.iter().all(|p| (0.0..=1.0).contains(p))
                );
                let Some(&m) = rng.pick(&moves) else { break };
                position.play(m);
            }
        }
        let model = Model::built_in();
        check::<128>(&model, "9");
        check::<512>(&model, "19");
        check::<1024>(&model, "21");
        let only_pass = [Move::Pass];
        let mut prior = [0.0];
        model.priors(&Small::start(&"9".parse().expect("good rules")), &only_pass, &mut prior);
        assert_eq!(prior, [1.0]);
        let _: &dyn Prior<Large> = &*model;
    }
}

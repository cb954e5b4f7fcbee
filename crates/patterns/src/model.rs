//! The log-linear model: the probability of a move is the exponential of a sum of weights, divided by that of all moves.
//!
//! A move's weights are those of every known zoom pattern around it, of every known response to the last move, and of
//! seven features (`features.rs`). It is a softmax regression, in the words of Go programmers a generalised Bradley-Terry
//! model (Coulom, *Computing Elo ratings of move patterns*, 2007), fitted by [`crate::train`]. In files the weights of
//! patterns are steps of 1/32 in one byte, which was measured to cost no accuracy.

use crate::board::SIDE;
use crate::features::{PICKS, WEIGHTS};
use crate::file::{self, FileError, Kind, Reader};
use crate::nodes::{self, Nodes};
use crate::tracker::Tracker;
use crate::zoom::LARGEST_ZOOM;
use quadrille_core::{Game, Player, Prior};
use quadrille_go::{Goban, Move, Position};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Steps of a pattern's weight in files.
const STEPS: f32 = 32.0;
/// Steps of the other weights.
const FINE_STEPS: f32 = 256.0;
/// The probability of a pass while there are other moves: records of masters end before the first one.
const PASS: f32 = 1e-3;

/// A weight and the sum of the squares of its gradients, which sets its pace of learning.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Weight {
    pub(crate) value: f32,
    pub(crate) squares: f32,
}

/// Learned weights.
#[derive(Debug)]
pub struct Model {
    zooms: usize,
    reach: usize,
    nodes: Nodes<Weight>,
    dense: Vec<Weight>,
    /// Empty boards of the shapes that were asked for, ready to be copied.
    starts: Mutex<Vec<Arc<Tracker>>>,
}

impl Model {
    /// A model that knows these patterns (cut keys in rising order) and nothing about them.
    pub(crate) fn untrained(zooms: usize, reach: usize, keys: &[u64]) -> Self {
        let nodes = Nodes::new(keys.len(), keys.iter().map(|&key| (key, Weight::default())));
        Self { zooms, reach, nodes, dense: vec![Weight::default(); WEIGHTS], starts: Mutex::default() }
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

    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<u32> {
        self.nodes.find(key)
    }

    /// The sum of the weights of patterns.
    #[inline]
    pub(crate) fn sum(&self, patterns: &[u32]) -> f32 {
        patterns.iter().map(|&node| self.nodes.value(node).value).sum()
    }

    /// The sum of the weights of features.
    #[inline]
    pub(crate) fn dense_sum(&self, picks: &[u32; PICKS]) -> f32 {
        picks.iter().map(|&pick| self.dense[pick as usize].value).sum()
    }

    pub(crate) fn node_mut(&mut self, node: u32) -> &mut Weight {
        self.nodes.value_mut(node)
    }

    pub(crate) fn dense_mut(&mut self, pick: u32) -> &mut Weight {
        &mut self.dense[pick as usize]
    }

    /// An empty board of this shape with its patterns already found.
    #[must_use]
    pub fn start(&self, rows: u8, columns: u8) -> Tracker {
        let mut starts = self.starts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(start) = starts.iter().find(|start| start.board().shape() == (rows, columns)) {
            return Tracker::clone(start);
        }
        let mut tracker = Tracker::new(rows, columns, self.zooms);
        Player::BOTH.iter().for_each(|&player| tracker.refresh(self, player));
        starts.push(Arc::new(tracker.clone()));
        tracker
    }

    /// The bytes of the model's file; `keys` are those it was made with.
    pub(crate) fn to_body(&self, keys: &[u64]) -> std::io::Result<Vec<u8>> {
        let mut body = Vec::new();
        body.extend((self.zooms as u32).to_le_bytes());
        body.extend((self.reach as u32).to_le_bytes());
        file::put_rising(&mut body, keys, nodes::KEY_BITS);
        let quantised = |weight: f32| (weight * STEPS).round().clamp(-127.0, 127.0) as i8 as u8;
        let of_key =
            |key: u64| self.nodes.find(key << (64 - nodes::KEY_BITS)).map_or(0.0, |n| self.nodes.value(n).value);
        let weights: Vec<u8> = keys.iter().map(|&key| quantised(of_key(key))).collect();
        file::put_block(&mut body, &zstd::bulk::compress(&weights, COMPRESSION)?);
        let fine = |weight: &Weight| (weight.value * FINE_STEPS).round().clamp(-32767.0, 32767.0) as i16;
        let dense: Vec<u8> = self.dense.iter().flat_map(|weight| fine(weight).to_le_bytes()).collect();
        file::put_block(&mut body, &zstd::bulk::compress(&dense, COMPRESSION)?);
        Ok(body)
    }

    /// Writes the model; says how many bytes.
    pub(crate) fn save(&self, keys: &[u64], path: &Path) -> Result<u64, FileError> {
        let body = self.to_body(keys).map_err(|error| FileError::Io(path.to_owned(), error))?;
        file::write(path, Kind::Model, &body)
    }

    pub(crate) fn from_body(body: &[u8]) -> Result<Self, String> {
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
        let weight = |value: f32| Weight { value, squares: 0.0 };
        let (pairs, _) = dense.as_chunks::<2>();
        let values = weights.iter().map(|&byte| weight(f32::from(byte as i8) / STEPS));
        Ok(Self {
            zooms,
            reach,
            nodes: Nodes::new(keys.len(), keys.iter().copied().zip(values)),
            dense: pairs.iter().map(|&pair| weight(f32::from(i16::from_le_bytes(pair)) / FINE_STEPS)).collect(),
            starts: Mutex::default(),
        })
    }

    /// A model from the bytes of its file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        match file::parse(bytes)? {
            (Kind::Model, body) => Self::from_body(body),
            (Kind::Tables, _) => Err("these are tables of counts, expected a model".into()),
        }
    }
}

/// How hard the weights are compressed.
const COMPRESSION: i32 = 19;

/// Turns scores into probabilities that add up to `total`.
pub(crate) fn softmax(scores: &mut [f32], total: f32) {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = (*score - highest).exp();
        sum += *score;
    }
    scores.iter_mut().for_each(|score| *score *= total / sum);
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
        let mut tracker = self.start(grid.rows() as u8, grid.columns() as u8);
        tracker.watch_only(position.to_move());
        for point in grid.points() {
            if let (Some(player), Some(spot)) = (position.stone(point), spot(Move::At(point))) {
                tracker.set_up(player, spot);
            }
        }
        if let Some(last) = position.last_point().and_then(|point| spot(Move::At(point))) {
            tracker.follow(last);
        }
        let mut scores = [f32::NEG_INFINITY; SIDE * SIDE];
        for candidate in tracker.candidates(self, position.to_move()) {
            scores[candidate.spot as usize] = candidate.score;
        }
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

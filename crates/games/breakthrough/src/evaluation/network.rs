//! `network`: a small neural network for 6x6, trained on that board's exact table.
//!
//! The inputs are the pawns of both sides, seen by the side to move; two clipped layers follow, and an output neuron
//! gives the log-odds that the mover wins. All arithmetic is integer, so every machine computes the same. With so few
//! pawns, nothing is updated incrementally.

use super::Advancement;
use crate::checksum;
use crate::position::Position;
use crate::rules::{Goal, Piece};
use quadrille_core::bits::Bits;
use quadrille_core::{Evaluation, Score};
use std::sync::OnceLock;

/// Squares of the board.
pub const SQUARES: usize = 36;
/// Inputs: the mover's pawns, then the enemy's.
pub const INPUTS: usize = 2 * SQUARES;
/// Neurons of the first layer,
pub const FIRST: usize = 256;
/// and of the second.
pub const SECOND: usize = 32;
/// The scale (the value of 1) of first-layer outputs,
const FIRST_ONE: i16 = 512;
/// and of a second.
const SECOND_ONE: i32 = 1024;
/// the scale of the weights of the second and the last layer.
const WEIGHT_ONE: f32 = 1024.0;
/// The scale of the log-odds.
pub const LOGIT_ONE: i32 = 1024;
/// The first bytes of a file.
const MAGIC: &[u8; 8] = b"QBTNET01";

/// The network's parameters as trained: rows of `first` by input, of `second` by first-layer neuron.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Weights of the first layer, then its biases as one more input.
    pub first: Vec<f32>,
    /// The same of the second layer.
    pub second: Vec<f32>,
    /// The same of the last neuron.
    pub last: Vec<f32>,
}

/// The quantised network used in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// By input; the thresholds last.
    first: Vec<[i16; FIRST]>,
    /// By second neuron.
    second: Vec<[i16; FIRST]>,
    second_thresholds: [i32; SECOND],
    /// The weights, then the threshold.
    last: [i32; SECOND + 1],
}

/// The nearest number of 16 bits.
fn rounded(number: f32) -> i16 {
    number.round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
}

/// A row as an array; zeros for what is missing.
fn row<const N: usize>(numbers: impl IntoIterator<Item = i16>) -> [i16; N] {
    let mut row = [0; N];
    row.iter_mut().zip(numbers).for_each(|(place, number)| *place = number);
    row
}

impl Network {
    /// The file format of the parameters.
    const BODY: usize = 2 * ((INPUTS + 1) * FIRST + (FIRST + 1) * SECOND + SECOND + 1);

    /// Rounds what was learned.
    #[must_use]
    pub fn rounded(numbers: &Numbers) -> Self {
        let scaled = |weights: &[f32], one: f32| weights.iter().map(|weight| rounded(weight * one)).collect::<Vec<_>>();
        let first = scaled(&numbers.first, f32::from(FIRST_ONE));
        let second = scaled(&numbers.second, WEIGHT_ONE);
        let last = scaled(&numbers.last, WEIGHT_ONE);
        Self::of(&[first, second, last].concat())
    }

    /// The network of a file's numbers.
    fn of(numbers: &[i16]) -> Self {
        let (first, rest) = numbers.split_at((INPUTS + 1) * FIRST);
        let (second, last) = rest.split_at((FIRST + 1) * SECOND);
        let (second, thresholds) = second.split_at(FIRST * SECOND);
        let column = |neuron: usize| row(second.iter().skip(neuron).step_by(SECOND).copied());
        // Outputs of the first layer are counted in its own ones.
        let thresholds =
            row::<SECOND>(thresholds.iter().copied()).map(|number| i32::from(number) * i32::from(FIRST_ONE));
        Self {
            first: first.chunks(FIRST).map(|weights| row(weights.iter().copied())).collect(),
            second: (0..SECOND).map(column).collect(),
            second_thresholds: thresholds,
            last: row(last.iter().copied()).map(i32::from),
        }
    }

    /// The log-odds that the mover wins, in units of 1/[`LOGIT_ONE`]; pawns from the mover's view.
    #[must_use]
    pub fn logit(&self, own: u64, enemy: u64) -> i32 {
        let mut sums = self.first[INPUTS];
        let inputs = Bits(own).map(|square| square as usize).chain(Bits(enemy).map(|square| SQUARES + square as usize));
        for weights in inputs.map(|input| &self.first[input.min(INPUTS)]) {
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
        }
        sums.iter_mut().for_each(|sum| *sum = (*sum).clamp(0, FIRST_ONE));
        let mut logit = self.last[SECOND] * SECOND_ONE;
        for ((weights, threshold), last) in self.second.iter().zip(&self.second_thresholds).zip(&self.last) {
            let products = sums.iter().zip(weights).map(|(&sum, &weight)| i32::from(sum) * i32::from(weight));
            let sum = (threshold + products.sum::<i32>()) / i32::from(FIRST_ONE);
            logit += sum.clamp(0, SECOND_ONE) * last;
        }
        logit / SECOND_ONE
    }

    /// The file: header, numbers, checksum.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let first = self.first.iter().flatten().copied();
        let second = (0..FIRST).flat_map(|input| self.second.iter().map(move |weights| weights[input]));
        let thresholds = self.second_thresholds.iter().map(|number| (number / i32::from(FIRST_ONE)) as i16);
        let last = self.last.iter().map(|&number| number as i16);
        let body: Vec<u8> = first.chain(second).chain(thresholds).chain(last).flat_map(i16::to_le_bytes).collect();
        checksum::sealed(MAGIC, &body)
    }

    /// Reads a file; `None` if it is damaged or of another kind.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let body = checksum::opened(MAGIC, bytes).filter(|body| body.len() == Self::BODY)?;
        let numbers: Vec<i16> = body.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        Some(Self::of(&numbers))
    }
}

static FILE: &[u8] = include_bytes!("6x6.network");

/// The built-in file, with its name.
#[must_use]
pub fn file() -> (&'static str, &'static [u8]) {
    ("6x6.network", FILE)
}

static NETWORK: OnceLock<Option<Network>> = OnceLock::new();

/// Uses another network than the built-in one from here on; whether none was used before.
pub fn replace(network: Network) -> bool {
    NETWORK.set(Some(network)).is_ok()
}

/// The network, for positions of its board and rules.
#[must_use]
pub fn of(position: &Position) -> Option<&'static Network> {
    let is_known = (position.rows(), position.columns()) == (6, 6)
        && position.goal() == Goal::Win
        && position.piece() == Piece::Pawn;
    if is_known { NETWORK.get_or_init(|| Network::from_bytes(FILE)).as_ref() } else { None }
}

/// The factor from log-odds to score, so that a pawn is worth about a hundred.
const PAWN: i32 = 60;

/// The evaluation by a network of 6x6.
#[must_use]
pub fn judged(position: &Position, network: &Network) -> Score {
    let (own, enemy) = position.seen_by_mover();
    Score::heuristic(PAWN * network.logit(own, enemy) / LOGIT_ONE)
}

/// The evaluation; other boards and rules than the network's use [`Advancement`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Judged;

impl Evaluation<Position> for Judged {
    fn name(&self) -> &'static str {
        "network"
    }

    fn evaluate(&self, position: &Position) -> Score {
        of(position).map_or_else(|| Advancement.evaluate(position), |network| judged(position, network))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Notation;

    fn position(text: &str) -> Position {
        Position::parse_position(&"".parse().unwrap(), text).unwrap()
    }

    #[test]
    fn the_network_that_comes_along_is_whole() {
        let network = Network::from_bytes(FILE).unwrap();
        assert_eq!(network.to_bytes(), FILE);
        let mut damaged = FILE.to_vec();
        damaged[20_000] ^= 1;
        assert!(Network::from_bytes(&damaged).is_none());
        assert!(Network::from_bytes(&FILE[..FILE.len() - 2]).is_none());
    }

    /// Integers and rounding: the same sums in floating point, from the bytes of the file.
    #[test]
    fn the_sums_are_those_of_the_file() {
        let numbers: Vec<f64> =
            FILE[8..].chunks_exact(2).map(|pair| f64::from(i16::from_le_bytes([pair[0], pair[1]]))).collect();
        let (first, rest) = numbers.split_at((INPUTS + 1) * FIRST);
        let (second, last) = rest.split_at((FIRST + 1) * SECOND);
        let (own, enemy) = position("bbbbbb/bb1bb1/5b/2w3/ww1www/wwwwww b").seen_by_mover();
        let on = |input: usize| if input < SQUARES { own >> input & 1 } else { enemy >> (input - SQUARES) & 1 };
        let inputs: Vec<usize> = (0..INPUTS).filter(|&input| on(input) == 1).chain([INPUTS]).collect();
        let first: Vec<f64> = (0..FIRST)
            .map(|neuron| inputs.iter().map(|input| first[input * FIRST + neuron]).sum::<f64>() / 512.0)
            .map(|sum| sum.clamp(0.0, 1.0))
            .collect();
        let neuron = |neuron: usize| {
            let sum: f64 = (0..FIRST).map(|input| first[input] * second[input * SECOND + neuron]).sum();
            ((sum + second[FIRST * SECOND + neuron]) / 1024.0).clamp(0.0, 1.0)
        };
        let logit: f64 = (0..SECOND).map(|index| neuron(index) * last[index]).sum::<f64>() + last[SECOND];
        let found = f64::from(Network::from_bytes(FILE).unwrap().logit(own, enemy));
        assert!((found - logit).abs() < 40.0, "{found} {logit}");
    }

    #[test]
    fn both_sides_are_seen_alike_and_other_boards_by_hand() {
        let start = position("bbbbbb/bbbbbb/6/6/wwwwww/wwwwww w");
        assert!(Judged.evaluate(&start).raw() > 0, "the first player wins");
        let white = position("bbbbbb/bb1bb1/5b/2w3/ww1www/wwwwww w");
        let black = position("bbbbbb/bb1bbb/2b3/5w/ww1ww1/wwwwww b");
        assert_eq!(Judged.evaluate(&white), Judged.evaluate(&black));
        let other = position("bbbbb/1bbbb/5/5/wwwww/wwwww w");
        assert_eq!(Judged.evaluate(&other), Advancement.evaluate(&other));
    }
}

//! The last layers: a number for each point, and one for the result.

use super::instructions::{Lane, Multiply, WIDTH, Work};
use super::product::{Rows, product};
use super::winograd::Tiling;
use super::{Dense, Judgement, pooled};
use crate::symmetry::Symmetry;
use crate::weights::{Layer, Weights};

pub(super) struct Heads {
    policy: Pointwise,
    policy_pool: Dense,
    policy_out: Layer,
    value: Pointwise,
    value_hidden: Dense,
    value_out: Layer,
}

impl Heads {
    pub(super) fn new(weights: &Weights) -> Self {
        let ([policy, policy_pool, policy_out], [value, value_hidden, value_out]) = (&weights.policy, &weights.value);
        Self {
            policy: Pointwise::new(policy),
            policy_pool: Dense::new(policy_pool),
            policy_out: policy_out.clone(),
            value: Pointwise::new(value),
            value_hidden: Dense::new(value_hidden),
            value_out: value_out.clone(),
        }
    }

    pub(super) fn step<'a>(
        &'a self,
        tiling: Tiling,
        input: &'a [Lane],
        symmetry: Symmetry,
        judgement: &'a mut Judgement,
    ) -> Step<'a> {
        Step { heads: self, tiling, input, symmetry, judgement }
    }
}

/// What the heads read and write.
pub(super) struct Step<'a> {
    heads: &'a Heads,
    tiling: Tiling,
    input: &'a [Lane],
    symmetry: Symmetry,
    judgement: &'a mut Judgement,
}

impl Work for Step<'_> {
    #[inline(always)]
    fn run<M: Multiply>(self) {
        let Self { heads, tiling, input, symmetry, judgement } = self;
        let mut policy = heads.policy.apply::<M>(tiling, input);
        let mut positive = policy.clone();
        positive.iter_mut().flat_map(|lane| &mut lane.0).for_each(|number| *number = super::positive(*number));
        let everywhere = super::lanes(&heads.policy_pool.apply(&pooled(tiling, &positive)));
        let out = super::lanes(&heads.policy_out.weights);
        for (plane, more) in policy.chunks_exact_mut(tiling.plane()).zip(&everywhere) {
            for lane in plane {
                lane.iter_mut().zip(&more.0).for_each(|(number, more)| *number = super::positive(*number + more));
            }
        }
        for (place, logit) in judgement.policy.iter_mut().enumerate() {
            let (row, column) = (place / tiling.columns, place % tiling.columns);
            let (row, column) = symmetry.of(row, column, tiling.rows, tiling.columns);
            let at = tiling.at(row, column);
            let of_block = |(block, weights)| dot(&policy[block * tiling.plane() + at], weights);
            *logit = heads.policy_out.biases[0] + out.iter().enumerate().map(of_block).sum::<f32>();
        }
        let mut value = heads.value.apply::<M>(tiling, input);
        value.iter_mut().flat_map(|lane| &mut lane.0).for_each(|number| *number = super::positive(*number));
        let hidden = heads.value_hidden.apply(&pooled(tiling, &value));
        let out = hidden.iter().zip(&heads.value_out.weights).map(|(hidden, weight)| super::positive(*hidden) * weight);
        judgement.value = heads.value_out.biases[0] + out.sum::<f32>();
    }
}

fn dot(left: &Lane, right: &Lane) -> f32 {
    left.iter().zip(&right.0).map(|(a, b)| a * b).sum()
}

/// A convolution of single points.
struct Pointwise {
    /// For each block of outputs a lane for each input channel.
    matrix: Vec<Lane>,
    biases: Vec<Lane>,
    /// Input channels, filled up to whole blocks.
    inputs: usize,
}

impl Pointwise {
    fn new(layer: &Layer) -> Self {
        let inputs = layer.inputs.next_multiple_of(WIDTH);
        let mut matrix = vec![Lane::ZERO; layer.outputs.div_ceil(WIDTH) * inputs];
        for (output, weights) in layer.weights.chunks_exact(layer.inputs).enumerate() {
            for (input, &weight) in weights.iter().enumerate() {
                matrix[output / WIDTH * inputs + input][output % WIDTH] = weight;
            }
        }
        Self { matrix, biases: super::lanes(&layer.biases), inputs }
    }

    /// The outputs at every point of the board; other points are left zero.
    #[inline(always)]
    fn apply<M: Multiply>(&self, tiling: Tiling, input: &[Lane]) -> Vec<Lane> {
        let mut out = vec![Lane::ZERO; self.biases.len() * tiling.plane()];
        for first in tiling.row_starts() {
            let rows = Rows { lanes: input, first, count: tiling.columns, stride: tiling.plane() };
            product::<M>(rows, &self.matrix, self.inputs, &mut out[first..], tiling.plane());
        }
        for (plane, biases) in out.chunks_exact_mut(tiling.plane()).zip(&self.biases) {
            for start in tiling.row_starts() {
                for lane in &mut plane[start..][..tiling.columns] {
                    lane.iter_mut().zip(&biases.0).for_each(|(number, bias)| *number += bias);
                }
            }
        }
        out
    }
}

//! The first convolution, of 5x5 points. Its inputs are bits and most of them zero, so it is done mark by mark; the plane
//! in which every point is marked is done once for each size of board.

use super::instructions::{Lane, WIDTH};
use super::winograd::Tiling;
use crate::planes::{BOARD, PLANES, Planes};
use crate::symmetry::Symmetry;
use crate::weights::Layer;

const SIDE: usize = 5;

pub(super) struct Stem {
    /// For each plane, for each point of the kernel, a lane for each block of channels.
    kernel: Vec<Lane>,
    biases: Vec<Lane>,
}

impl Stem {
    pub(super) fn new(layer: &Layer) -> Self {
        let blocks = layer.outputs.div_ceil(WIDTH);
        let taps = SIDE * SIDE;
        let mut kernel = vec![Lane::ZERO; PLANES * taps * blocks];
        for (output, weights) in layer.weights.chunks_exact(layer.inputs).enumerate() {
            for (input, &weight) in weights.iter().enumerate() {
                kernel[input * blocks + output / WIDTH][output % WIDTH] = weight;
            }
        }
        Self { kernel, biases: super::lanes(&layer.biases) }
    }

    /// Biases and what the plane of the board adds, in `planes`, which are zero. Nothing is cut off at zero yet.
    pub(super) fn of_empty_board(&self, tiling: Tiling, mut planes: Vec<Lane>) -> Vec<Lane> {
        for (plane, bias) in planes.chunks_exact_mut(tiling.plane()).zip(&self.biases) {
            for start in tiling.row_starts() {
                plane[start..][..tiling.columns].fill(*bias);
            }
        }
        for row in 0..tiling.rows {
            for column in 0..tiling.columns {
                self.mark(BOARD, row, column, tiling, &mut planes);
            }
        }
        planes
    }

    /// Adds what a position's marks say, and cuts off at zero.
    pub(super) fn add(&self, marks: &Planes, symmetry: Symmetry, tiling: Tiling, planes: &mut [Lane]) {
        for plane in (0..PLANES).filter(|&plane| plane != BOARD) {
            marks.for_each_mark(plane, |place| {
                let (row, column) = (place / tiling.columns, place % tiling.columns);
                let (row, column) = symmetry.of(row, column, tiling.rows, tiling.columns);
                self.mark(plane, row, column, tiling, planes);
            });
        }
        // The border is zero anyway.
        for lane in planes {
            for number in &mut lane.0 {
                *number = super::positive(*number);
            }
        }
    }

    /// Adds what a marked point says to the points around it.
    fn mark(&self, plane: usize, row: usize, column: usize, tiling: Tiling, planes: &mut [Lane]) {
        let blocks = self.biases.len();
        for i in 0..SIDE {
            let Some(down) = (row + SIDE / 2).checked_sub(i).filter(|&row| row < tiling.rows) else { continue };
            for j in 0..SIDE {
                let across = (column + SIDE / 2).checked_sub(j).filter(|&column| column < tiling.columns);
                let Some(across) = across else { continue };
                let weights = &self.kernel[((plane * SIDE + i) * SIDE + j) * blocks..][..blocks];
                let at = tiling.at(down, across);
                for (block, weights) in weights.iter().enumerate() {
                    let lane = &mut planes[block * tiling.plane() + at];
                    lane.iter_mut().zip(&weights.0).for_each(|(sum, weight)| *sum += weight);
                }
            }
        }
    }
}

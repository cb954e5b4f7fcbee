//! Convolutional networks for Go: input planes, training samples, weights, and inference.
//!
//! [`planes`] describes a position to a network, from the point of view of the side to move. [`stream`] turns
//! collections of games into an endless stream of samples, which `tools/train_go.py` reads from a pipe. [`weights`]
//! reads the file that the training exports, [`inference`] runs it, [`judge`] lets it guide a search, [`predictor`]
//! follows games with it. Nothing depends on the size of the board.
//!
//! Start reading at [`planes::Encoder`].
#![deny(unsafe_code)]

pub mod games;
pub mod inference;
pub mod judge;
mod ladder;
pub mod planes;
pub mod predictor;
pub mod sample;
mod stones;
pub mod stream;
pub mod symmetry;
pub mod weights;
pub mod words;

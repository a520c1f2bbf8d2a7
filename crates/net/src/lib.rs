//! A small residual network on boards of Reversi.
//!
//! A [`Network`] sees a [`Board`](outflank_core::Board) and predicts moves, the outcome and the
//! score: an [`Inference`] gives a [`Prediction`]. [`gradient`] tells how to change it so that it
//! predicts [`Example`]s better, a [`Trainee`] takes such steps, and a [`NetworkFile`] holds the
//! result.
//!
//! The layers are written by hand for boards of 8x8 squares, once for each instruction set of
//! [`outflank_core::Kernel`]. On the same instruction set all results repeat to the bit.

mod activation;
mod buffer;
mod convolution;
mod example;
mod file;
mod gradient;
mod half;
mod inference;
mod layers;
mod lines;
mod loss;
mod matrix;
mod network;
mod onnx;
mod optimiser;
mod planes;
mod protobuf;
#[cfg(test)]
mod reference;
mod shape;
#[cfg(test)]
mod tests;
mod weights;
mod winograd;

pub use example::Example;
pub use file::{NetworkFile, NetworkFileError, NetworkProvenance, NumberSize};
pub use gradient::gradient;
pub use inference::{Inference, Prediction};
pub use loss::LossSums;
pub use network::Network;
pub use optimiser::Trainee;
pub use shape::{NetworkShape, ParseNetworkShapeError};

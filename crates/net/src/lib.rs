//! A small residual network on boards of Reversi.

mod convolution;
mod inference;
mod layers;
mod matrix;
mod network;
mod planes;
mod shape;
mod winograd;

pub use inference::{Inference, Prediction};
pub use network::Network;
pub use shape::{NetworkShape, ParseNetworkShapeError};

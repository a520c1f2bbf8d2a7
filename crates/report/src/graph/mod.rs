//! Pictures: the scores of a game, and the losses of a training.

mod axes;
mod chart;
mod lines;
mod mark;
mod picture;
mod svg;

pub use chart::Graph;
pub use lines::{GraphLine, Lines};
pub use picture::{PaintError, Picture, UnknownPicture};

//! Pictures: the scores of a game, and the losses of a training.

mod axes;
mod chart;
mod lines;
mod mark;
mod picture;
mod svg;

pub(crate) use chart::Graph;
pub(crate) use lines::{Line, Lines};
pub(crate) use picture::Picture;

//! The scores of a game as a picture.

mod axes;
mod chart;
mod mark;
mod picture;
mod svg;

pub(crate) use chart::Graph;
pub(crate) use picture::Picture;

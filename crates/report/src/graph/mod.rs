//! Pictures: the scores of a game, the losses of a training, the parts of an evaluation.

mod axes;
mod bars;
mod chart;
mod heat_map;
mod lines;
mod mark;
mod picture;
mod svg;

pub use bars::{BarGroup, Bars};
pub use chart::Graph;
pub use heat_map::HeatMap;
pub use lines::{GraphLine, Lines};
pub use picture::{PaintError, Picture, UnknownPicture};

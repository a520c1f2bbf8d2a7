//! The search: middle game and exact endgame for both games.

mod analysis;
mod calibration;
mod clock;
mod engine;
mod level;
mod limits;
mod plan;
pub mod reference;
mod review;
mod rules;
mod search;
mod selectivity;
mod table;
mod thinking;

pub use analysis::{Analysis, Bound, Candidate};
pub use calibration::{Calibration, Cell, Sampling, calibrate};
pub use clock::Clock;
pub use engine::{Engine, Options};
pub use level::{Level, ParseLevelError};
pub use limits::{Goal, Limits, Meter, Stop};
pub use review::{Grade, Review, ReviewedMove, Reviewer, Summary, review};
pub use selectivity::Selectivity;
pub use thinking::Thinking;

//! The search: middle game and exact endgame for both games.
//!
//! [`Engine::search`] is the entry point and [`Analysis`] its result. [`Limits`]
//! say when a search ends. [`Level`], [`RemainingTime`] and [`Thinking`] make limits for
//! people, [`review`] grades a game, and [`calibrate`] measures the constants of
//! the selective search.

mod analysis;
mod book_answer;
mod calibration;
mod deepening;
mod engine;
mod level;
mod limits;
mod margin;
mod memory;
mod outcome;
mod plan;
pub mod reference;
mod remaining_time;
mod review;
mod rules;
mod search;
mod search_score;
mod selectivity;
mod symmetric_moves;
mod table;
mod thinking;

pub use analysis::{Analysis, Bound, Candidate};
pub use calibration::{Calibration, Cell, Sampling, calibrate};
pub use engine::{Engine, Options};
pub use level::{Level, ParseLevelError};
pub use limits::{Goal, Limits, Meter, Stop};
pub use memory::TableTooLarge;
pub use outcome::Outcome;
pub use remaining_time::RemainingTime;
pub use review::{Grade, Review, ReviewedMove, Reviewer, Summary, review};
pub use search_score::SearchScore;
pub use selectivity::Selectivity;
pub use thinking::Thinking;

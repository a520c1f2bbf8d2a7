//! Results as people and programs read them: JSON lines, tables, pictures.
//!
//! Nothing here knows where it is shown: everything becomes text or bytes.

pub mod analysis;
mod board;
pub mod caption;
mod check;
pub mod experiments;
pub mod explanation;
pub mod graph;
mod json;
mod match_result;
pub mod matches;
mod numbers;
pub mod page;
mod results;
pub mod tournament;
pub mod words;

pub use board::board;
pub use check::CheckLine;
pub use json::print_json;
pub use match_result::MatchLine;
pub use numbers::{count, rate};
pub use results::{
    ArenaGame, FaultLine, StandingLine, color_name, course_steps, ending_name, limits, place,
    shown_player, without_folders,
};

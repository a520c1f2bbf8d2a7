//! Players of Reversi and Reversed Reversi, by name.
//!
//! A player is named the same way everywhere, `engine:level=8` or `random`; a
//! [`PlayerName`] is such a name, checked, and makes a [`Player`].
//!
//! ```
//! use outflank_arena::PlayerName;
//! use outflank_core::{Color, Game, Rule};
//!
//! let name: PlayerName = "greedy".parse()?;
//! let mut player = name.player(Rule::Reversi, Color::Black, 7);
//! let mut game = Game::new();
//! while !game.is_over() {
//!     game.play(player.choose(&game)).expect("players keep to the rules");
//! }
//! # Ok::<(), outflank_arena::ParsePlayerError>(())
//! ```

mod duration;
mod engine_name;
mod name;
mod openings;
mod player;
mod players;
mod statistics;

pub use duration::{ParseDurationError, parse_duration};
pub use engine_name::{EngineName, ParseEngineError};
pub use name::{ParsePlayerError, PlayerName};
pub use openings::Openings;
pub use player::Player;
pub use statistics::{Decision, Elo, Pentanomial, Sprt, SprtError};

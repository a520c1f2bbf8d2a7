//! Players of Reversi and Reversed Reversi, by name.
//!
//! A player is named the same way everywhere, `random` or `greedy`; a
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
//! # Ok::<(), outflank_arena::UnknownPlayer>(())
//! ```

mod name;
mod player;
mod players;

pub use name::{PlayerName, UnknownPlayer};
pub use player::Player;

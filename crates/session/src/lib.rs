//! A game between two sides as people play it.
//!
//! A [`Session`] is a game with a clock, forced passes, take-backs, hints,
//! resignation and a result. It reads no clock: every call that depends on time is given
//! the time, so that a test, a server and a terminal each bring their own.
//!
//! ```
//! use outflank_core::{Color, Move, Position, Rule, Square};
//! use outflank_session::{Seat, Session};
//!
//! let sides = Seat::One(Color::Black).sides();
//! let mut session = Session::new(Rule::Reversi, Position::START, sides, None, 0);
//! session.play(Move::Place(Square::F5), None, 1_500)?;
//! assert!(session.is_programs_turn());
//! session.take_back(2_000)?;
//! assert!(session.game().moves().is_empty());
//! # Ok::<(), outflank_session::SessionError>(())
//! ```

mod clock;
mod hint;
mod seat;
mod session;
#[cfg(test)]
mod tests;

pub use clock::{GameClock, MAX_INCREMENT, MAX_SECONDS, Millis};
pub use hint::{Hint, HintScope, HintSearch};
pub use seat::{ParseSeatError, Seat};
pub use session::{Controller, Session, SessionError};

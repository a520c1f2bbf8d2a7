//! Boards, moves and rules of Reversi and Reversed Reversi.
//!
//! Both games have the same moves, the same passes and the same end; only the
//! sign of the final score differs. So [`Board`] and everything that makes
//! moves know nothing of rules, and [`Rule`] enters where a finished board is
//! scored.
//!
//! ```
//! use outflank_core::{Game, Move, Square};
//!
//! let mut game = Game::new();
//! game.play(Move::Place(Square::F5))?;
//! game.play(Move::Place(Square::D6))?;
//! assert_eq!(game.position().to_string(),
//!     "---------------------------OX------OXX-----O-------------------- X");
//! # Ok::<(), outflank_core::IllegalMove>(())
//! ```
//!
//! Move generation runs on the widest instruction set of the processor, found
//! at run time. Code that makes millions of moves is written as a [`Task`],
//! which is compiled once for each [`InstructionSet`].

mod batch;
mod bitboard;
mod board;
mod color;
mod game;
mod hash;
#[expect(unsafe_code, reason = "the one place for it: instructions the processor was asked for")]
mod kernel;
mod moves;
mod perft;
mod playout;
mod position;
pub mod reference;
mod rule;
mod score;
mod square;
mod stability;
mod symmetry;

pub use batch::{Batch, IllegalAction, PASS, playouts, playouts_on};
pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use color::{Color, ParseColorError};
pub use game::{Game, IllegalMove};
pub use kernel::{Indices, InstructionSet, Kernel, LANES, Places, Task, prefetch};
pub use moves::{Move, ParseMoveError};
pub use perft::{divide, perft, perft_on};
pub use position::{OverlapError, ParsePositionError, ParsePositionErrorKind, Position};
pub use rule::{ParseRuleError, Rule};
pub use score::Score;
pub use square::{ParseSquareError, Square};
pub use symmetry::Symmetry;

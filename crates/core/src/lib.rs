//! Boards, moves and rules of Reversi and Reversed Reversi.
//!
//! Both games have the same moves, the same passes and the same end; only the
//! sign of the final score differs. So [`Board`] and move generation know
//! nothing of rules, and [`Rule`] enters where a finished board is scored.
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
//! Start with [`Game`] for a game with its history, [`Position`] for a board
//! with a side to move, [`Board`] for the discs alone, and [`Batch`] for many
//! games at a time.
//!
//! Move generation uses the widest instruction set of the processor, detected
//! at run time. Code that makes millions of moves is written as a [`Task`],
//! which is compiled once for each [`InstructionSet`].

mod batch;
mod bitboard;
mod board;
mod color;
mod game;
#[expect(unsafe_code, reason = "instructions that the processor was found to have")]
mod kernel;
mod key;
mod last_flips;
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
#[cfg(feature = "serde")]
pub mod text;
mod wide_board;

pub use batch::{Batch, IllegalAction, playouts, playouts_on};
pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use color::{Color, ParseColorError};
pub use game::{Game, IllegalMove};
pub use kernel::{InstructionSet, Kernel, Task, floats, gather, prefetch};
pub use moves::{Move, PASS, ParseMoveError};
pub use perft::{divide, perft, perft_on};
pub use position::{OverlapError, ParsePositionError, ParsePositionErrorKind, Position};
pub use rule::{ParseRuleError, Rule};
pub use score::Score;
pub use square::{ParseSquareError, Square};
pub use symmetry::Symmetry;
pub use wide_board::{WideBoard, WideFlips};

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

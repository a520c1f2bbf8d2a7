//! Opening books: positions that an engine has searched, and their values.
//!
//! A [`Book`] is a graph of positions. Symmetric positions are one, and two orders of moves
//! that reach the same position share it. Each position has a [`BookEntry`], the result of its
//! own search. The value of an expanded position is that of its best move in the book; the value
//! of any other position is the score of its own search. This crate knows nothing of search and
//! opens no file.
//!
//! ```
//! use outflank_book::Book;
//! use outflank_core::{Board, Rule, Square};
//!
//! let book = Book::built_in(Rule::Reversed);
//! // The first move is the same on all four squares, by symmetry.
//! let moves = book.moves(Board::START);
//! assert_eq!(moves.len(), 4);
//! assert!(moves.iter().all(|found| found.value == moves[0].value));
//! ```

mod book;
mod books;
mod entry;
mod error;
mod fault;
mod file;
mod successor;
#[cfg(test)]
mod tests;

pub use book::{Book, BookMove, BookNode};
pub use books::Books;
pub use entry::BookEntry;
pub use error::BookError;
pub use fault::BookFault;
pub use file::BookProvenance;
pub use successor::Successor;

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

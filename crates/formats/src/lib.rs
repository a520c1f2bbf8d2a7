//! Readers and writers for the file formats of Reversi and Reversed Reversi.
//!
//! A game in any format becomes a [`Record`], whose moves have been replayed
//! and are legal. A position to solve becomes a [`Problem`]. Each format is a
//! module with a reader and a writer. [`Format`] names them all, [`detect`]
//! finds the format of a text, and [`read`] and [`Writer`] work with any format.
//!
//! Readers stream: they hold one game at a time, and [`LIMIT`] is the maximum
//! length of a line or game. An error names the fault and its place.
//!
//! ```
//! use outflank_formats::{Format, ReadOptions, detect, read};
//!
//! let pasted = "F5 D6 C3 D3 C4";
//! assert_eq!(detect(pasted), Some(Format::Transcript));
//! let mut items = read(Format::Transcript, pasted.as_bytes(), ReadOptions::default());
//! let record = items.next().unwrap()?.into_record();
//! assert_eq!(record.game().moves().len(), 5);
//! # Ok::<(), outflank_formats::ReadError>(())
//! ```

pub mod course;
mod detect;
mod error;
mod format;
pub mod ggf;
mod input;
pub mod json;
pub mod obf;
pub mod position;
mod problem;
mod read;
mod record;
pub mod sgf;
pub mod transcript;
mod tree;
mod write;
pub mod wthor;

pub use detect::detect;
pub use error::{Place, ReadError, ReadErrorKind, WriteError};
pub use format::{Format, UnknownFormat};
pub use input::LIMIT;
pub use problem::{Item, Problem};
pub use read::{ReadOptions, read};
pub use record::{Ending, GameResult, Note, ParseEndingError, ParseTagError, Player, Record, Tag};
pub use write::Writer;

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

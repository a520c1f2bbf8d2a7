//! Every file format of the Othello world, read and written.
//!
//! A game in any format becomes a [`Record`], whose moves have been replayed
//! and are legal; a position to solve becomes a [`Problem`]. Each format is a
//! module with a reader and a writer; [`Format`] names them all, [`detect`]
//! tells which one a pasted text is, and [`read`] and [`Writer`] serve those
//! who do not care.
//!
//! Readers stream: they hold one game at a time, and no line or game may be
//! longer than [`LIMIT`]. An error says what was wrong and where.
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
pub use error::{Fault, Place, ReadError, WriteError};
pub use format::{Format, UnknownFormat};
pub use input::LIMIT;
pub use problem::{Item, Problem};
pub use read::{ReadOptions, read};
pub use record::{Ending, Note, Outcome, ParseEndingError, ParseTagError, Player, Record, Tag};
pub use write::Writer;

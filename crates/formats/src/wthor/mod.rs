//! WTHOR, the French federation's base of tournament games.
//!
//! A `.wtb` file holds the games of a year, 68 bytes each; players and
//! tournaments are numbers into a `.jou` and a `.trn` file. All numbers are
//! little endian. Passes are left out, and there is no room for a start
//! position, for times or for Reversed Reversi.

mod beside;
mod header;
mod names;
mod reader;
mod row;
mod theoretical;
mod writer;

pub use beside::names_beside;
pub use header::Header;
pub use names::{NameKind, Names, read_names, write_names};
pub use reader::Reader;
pub use row::Row;
pub use writer::Writer;

//! The reasons why bytes are not a usable book.

use outflank_core::Rule;

use crate::file::VERSION;

/// The reason why bytes are not a usable book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The bytes are not a book.
    #[error("this is no opening book of Outflank")]
    Magic,
    /// The file is of another version.
    #[error("the book is of version {found}, expected {VERSION}")]
    Version {
        /// The version of the file.
        found: u16,
    },
    /// The file is cut short, or has extra bytes at the end.
    #[error("the book is {found} bytes long, expected {expected}: it is not complete")]
    Length {
        /// The length of the file.
        found: usize,
        /// The length by the header.
        expected: usize,
    },
    /// The content was changed.
    #[error("the book is damaged: its checksum does not fit")]
    Checksum,
    /// The checksum is right, but the content is invalid.
    #[error("the book cannot be read: {0}")]
    Content(String),
    /// The book is for the other game.
    #[error("the book is for {found}, expected a book for {expected}")]
    Rule {
        /// The game of the file.
        found: Rule,
        /// The game expected.
        expected: Rule,
    },
}

//! The opening book of the engine.

use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use outflank_book::{Book, BookError, Books};
use outflank_core::Rule;

use crate::EngineWeights;

/// The opening book of the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum EngineBook {
    /// The book that comes with Outflank.
    #[default]
    BuiltIn,
    /// No book.
    Off,
    /// A book in a file.
    File(PathBuf),
}

/// A book that cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
#[error("cannot use the book {}: {reason}", path.display())]
pub struct LoadBookError {
    path: PathBuf,
    reason: Arc<dyn std::error::Error + Send + Sync>,
}

impl EngineBook {
    /// The book of an engine with these settings. The built-in book is the default for the
    /// built-in weights: other weights would play with the knowledge of those.
    pub fn of(book: Option<&Self>, weights: Option<&EngineWeights>) -> Self {
        let default = if weights.is_none() { Self::BuiltIn } else { Self::Off };
        book.cloned().unwrap_or(default)
    }

    /// The book, of whichever game it is.
    pub fn open(&self) -> Result<Books, LoadBookError> {
        self.read(Book::read)
    }

    /// The book for `rule`. A file of the other game is refused.
    pub fn load(&self, rule: Rule) -> Result<Books, LoadBookError> {
        self.read(|bytes| Book::from_bytes(bytes, rule))
    }

    fn read(
        &self,
        make: impl FnOnce(&[u8]) -> Result<Book, BookError>,
    ) -> Result<Books, LoadBookError> {
        match self {
            Self::BuiltIn => Ok(Books::BuiltIn),
            Self::Off => Ok(Books::Off),
            Self::File(path) => {
                let broken = |reason| LoadBookError { path: path.clone(), reason };
                let bytes = fs::read(path).map_err(|error| broken(Arc::new(error)))?;
                let book = make(&bytes).map_err(|error| broken(Arc::new(error)))?;
                Ok(Books::One(Arc::new(book)))
            }
        }
    }
}

impl FromStr for EngineBook {
    type Err = std::convert::Infallible;

    /// `built-in`, `off`, or else the path of a file.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "built-in" => Self::BuiltIn,
            "off" => Self::Off,
            path => Self::File(path.into()),
        })
    }
}

impl fmt::Display for EngineBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn => f.pad("built-in"),
            Self::Off => f.pad("off"),
            Self::File(path) => f.pad(&path.display().to_string()),
        }
    }
}

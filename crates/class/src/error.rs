//! Errors of a class.

use outflank_arena::StoreError;
use outflank_durable::database_reason;

/// Why something cannot be done in a class.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClassError {
    /// What was asked for does not exist, or is none of the asker's business.
    #[error("there is no such {0}")]
    Missing(&'static str),
    /// It cannot be done as things stand; a sentence without a full stop.
    #[error("{0}")]
    Refused(String),
    /// There is too much of it already; a sentence without a full stop.
    #[error("{0}")]
    TooMany(String),
    /// What was given makes no sense; a sentence without a full stop.
    #[error("{0}")]
    Unfit(String),
    /// The folder of the class cannot be used.
    #[error("{0}")]
    Folder(String),
    /// The database failed.
    #[error("the database of the class: {0}")]
    Database(String),
    /// A file failed.
    #[error("a file of the class: {0}")]
    Io(#[from] std::io::Error),
    /// The store of games failed.
    #[error(transparent)]
    Games(#[from] StoreError),
}

impl From<rusqlite::Error> for ClassError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(database_reason(&error))
    }
}

impl ClassError {
    /// It cannot be done as things stand.
    pub(crate) fn refused(sentence: impl Into<String>) -> Self {
        Self::Refused(sentence.into())
    }

    /// What was given makes no sense.
    pub(crate) fn unfit(sentence: impl Into<String>) -> Self {
        Self::Unfit(sentence.into())
    }
}

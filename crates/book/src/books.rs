//! The choice of a book.

use std::sync::Arc;

use outflank_core::Rule;

use crate::Book;

/// The books that an engine asks before it searches.
///
/// ```
/// use outflank_book::Books;
/// use outflank_core::Rule;
///
/// assert!(Books::Off.of(Rule::Reversi).is_none());
/// assert_eq!(Books::BuiltIn.of(Rule::Reversed).unwrap().rule(), Rule::Reversed);
/// ```
#[derive(Clone, Debug, Default)]
pub enum Books {
    /// None.
    Off,
    /// The books that come with Outflank.
    #[default]
    BuiltIn,
    /// One book, for its own game.
    One(Arc<Book>),
}

impl Books {
    /// The book for a game, if there is one.
    pub fn of(&self, rule: Rule) -> Option<Arc<Book>> {
        match self {
            Self::Off => None,
            Self::BuiltIn => Some(Book::built_in(rule)),
            Self::One(book) => Some(Arc::clone(book)).filter(|book| book.rule() == rule),
        }
    }
}

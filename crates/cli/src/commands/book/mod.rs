//! `outflank book`

mod build;
mod coverage;
mod export;
mod show;
mod verify;

use std::fs;
use std::sync::Arc;

use anyhow::Context;
use outflank_book::Book;

use crate::cli::{BookAction, BookFlags};
use crate::failure::Failure;

pub(crate) fn run(options: &crate::cli::Book) -> Result<(), Failure> {
    match &options.action {
        BookAction::Build(options) => build::run(options),
        BookAction::Extend(options) => build::extend(options),
        BookAction::Show(options) => show::run(options),
        BookAction::Verify(options) => verify::run(options),
        BookAction::Export(options) => export::run(options),
        BookAction::Coverage(options) => coverage::run(options),
    }
}

/// The book that the flags name. A file says by itself which game it is of.
fn load(flags: &BookFlags) -> Result<Arc<Book>, Failure> {
    if flags.book == "built-in" {
        return Ok(Book::built_in(flags.rules));
    }
    let cannot = || format!("cannot use the book {}", flags.book);
    let bytes = fs::read(&flags.book).with_context(cannot).map_err(Failure::Input)?;
    let book = Book::read(&bytes).with_context(cannot).map_err(Failure::Input)?;
    Ok(Arc::new(book))
}

//! `outflank analyze GAME`

mod lines;
mod table;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use outflank_engine::{Review, Reviewer, Thinking};
use outflank_formats::Record;

use crate::cli::Analyze;
use crate::failure::Failure;
use crate::files;
use crate::one_game::read_game;
use outflank_report::graph::{Graph, Picture};

pub(crate) fn run(options: &Analyze) -> Result<(), Failure> {
    let start = Instant::now();
    if options.number == 0 {
        return Err(Failure::input("games are numbered from 1"));
    }
    // Minutes of thinking must not end at a file that cannot be written.
    let picture = options.graph.as_deref().map(picture).transpose()?;
    let record = read_game(&options.game, options.number, options.search.rules)?;
    if record.game().moves().is_empty() {
        return Err(Failure::input("there are no moves in the game to analyse"));
    }
    let review = review_with_progress(options, &record)?;
    // Whichever of the two fails, the other is there.
    let painted = options.graph.as_deref().zip(picture).map_or(Ok(()), |(path, picture)| {
        let graph = Graph::new(&record, &review);
        let bytes = picture.paint(&graph).map_err(|error| Failure::Run(error.into()))?;
        files::write_bytes(path, &bytes)
    });
    if options.search.json {
        lines::print(&record, &review, start.elapsed())?;
    } else {
        table::print(&record, &review)?;
    }
    painted
}

/// The kind of picture that a file name asks for, if the file can be written.
fn picture(path: &Path) -> Result<Picture, Failure> {
    let kind = Picture::by_name(path).map_err(Failure::input)?;
    files::expect_folder(path)?;
    Ok(kind)
}

fn review_with_progress(options: &Analyze, record: &Record) -> Result<Review, Failure> {
    let mut searcher = options.search.searcher(record.rule)?;
    let books = options.book.load(&options.search.weights, record.rule)?;
    // A depth or a number of nodes asks for searches.
    let is_asked = options.book.book.is_some() || (options.depth, options.nodes) == (None, None);
    let book = books.of(record.rule).filter(|_| is_asked);
    let bar = progress_bar(record.game().moves().len());
    let game = record.game();
    let reviewer = Reviewer::new(record.rule, game, thinking(options)).with_book(book);
    let review = searcher.review(reviewer, &mut |reviewed| {
        bar.set_message(format!("{}. {}", reviewed.ply, reviewed.played));
        bar.inc(1);
    });
    bar.finish_and_clear();
    Ok(review)
}

/// The limits of each position.
fn thinking(options: &Analyze) -> Thinking {
    let Analyze { time, depth, nodes, .. } = *options;
    let given = Thinking { level: None, time, depth, nodes };
    if given == Thinking::default() { Thinking::REVIEW } else { given }
}

/// A progress bar on the terminal: by default a game takes some ten seconds.
fn progress_bar(plies: usize) -> ProgressBar {
    if crate::progress::is_quiet() || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg:8} {eta}");
    ProgressBar::new(plies as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

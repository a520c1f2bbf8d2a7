//! `outflank analyze GAME`

mod lines;
mod table;

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use outflank_engine::{Engine, Limits, Review, review};
use outflank_formats::Record;

use crate::cli::Analyze;
use crate::failure::Failure;
use crate::files;
use crate::graph::{Graph, Picture};
use crate::one_game::read_game;

/// The time for a position where no limit is given: a minute for a game.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

pub(crate) fn run(options: &Analyze) -> Result<(), Failure> {
    let start = Instant::now();
    if options.number == 0 {
        return Err(Failure::input("games are numbered from 1"));
    }
    // Minutes of thinking must not end at a file that cannot be written.
    let picture = options.graph.as_deref().map(Picture::by_name).transpose()?;
    let record = read_game(&options.game, options.number, options.rules)?;
    if record.game().moves().is_empty() {
        return Err(Failure::input("there are no moves in the game to analyse"));
    }
    let review = review_with_progress(options, &record);
    // Whichever of the two fails, the other is there.
    let painted = options.graph.as_deref().zip(picture).map_or(Ok(()), |(path, picture)| {
        files::write_bytes(path, &picture.paint(&Graph::new(&record, &review))?)
    });
    if options.json {
        lines::print(&record, &review, start.elapsed())?;
    } else {
        table::print(&record, &review)?;
    }
    painted
}

fn review_with_progress(options: &Analyze, record: &Record) -> Review {
    let is_limited = options.time.is_some() || options.depth.is_some();
    let limits = Limits {
        time: options.time.or((!is_limited).then_some(DEFAULT_TIME)),
        depth: options.depth,
        ..Limits::default()
    };
    let bar = progress_bar(record.game().moves().len());
    let mut engine = Engine::new(options.engine.options());
    let review = review(&mut engine, record.rule, record.game(), &limits, &mut |reviewed| {
        bar.set_message(format!("{}. {}", reviewed.ply, reviewed.played));
        bar.inc(1);
    });
    bar.finish_and_clear();
    review
}

/// A bar on the terminal: a game takes a minute unless told otherwise.
fn progress_bar(plies: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg:8} {eta}");
    ProgressBar::new(plies as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

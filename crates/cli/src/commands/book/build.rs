//! `outflank book build` and `outflank book extend`

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use outflank_book::Book;
use outflank_core::{Move, Position, Rule};
use outflank_eval::Weights;
use outflank_report::{count, print_json};
use outflank_train::{BookBuilder, BookSettings};
use serde::Serialize;

use crate::cli::{BookBuild, BookExtend, BookSearchFlags};
use crate::commands::train::failure;
use crate::failure::Failure;
use crate::one_game::{Input, read_items};
use crate::{files, progress};

#[derive(Serialize)]
struct Line<'a> {
    rules: &'static str,
    positions: usize,
    searched: usize,
    value: Option<i8>,
    book: &'a str,
    bytes: u64,
    time_ms: f64,
}

/// What to add to a book.
struct Plan<'a> {
    folder: &'a Path,
    settings: BookSettings,
    /// The games to follow, and up to which ply.
    games: Vec<Vec<Move>>,
    plies: usize,
    /// The number of positions, given those that there are after the games.
    positions: &'a dyn Fn(usize) -> usize,
}

pub(crate) fn run(options: &BookBuild) -> Result<(), Failure> {
    let &BookBuild { rules: rule, depth, margin, ref search, .. } = options;
    let weights = search.weights.load(rule).map_err(Failure::input)?;
    let checksum = weights.as_ref().map_or(0, Weights::checksum);
    let settings = BookSettings { rule, depth, margin, weights: checksum };
    let positions = |_| options.positions as usize;
    let plan = Plan {
        folder: &options.folder,
        settings,
        games: Vec::new(),
        plies: 0,
        positions: &positions,
    };
    make(&plan, weights.as_ref(), search)
}

pub(crate) fn extend(options: &BookExtend) -> Result<(), Failure> {
    let BookExtend { folder, search, .. } = options;
    let found = BookSettings::read(folder).map_err(failure)?;
    let weights = search.weights.load(found.rule).map_err(Failure::input)?;
    let settings = BookSettings { weights: weights.as_ref().map_or(0, Weights::checksum), ..found };
    let mut games = Vec::new();
    for line in &options.line {
        games.extend(games_of(line, found.rule)?);
    }
    let positions = |now| now + options.positions as usize;
    let plies = options.plies as usize;
    make(&Plan { folder, settings, games, plies, positions: &positions }, weights.as_ref(), search)
}

/// The games of a file or a transcript that begin at the start position.
fn games_of(text: &str, rule: Rule) -> Result<Vec<Vec<Move>>, Failure> {
    let Input { items, name } = read_items(text, rule, None)?;
    let mut games = Vec::new();
    for item in items {
        let record = item.map_err(|error| files::cannot_read(&name, error))?.into_record();
        if record.game().start() == Position::default() {
            games.push(record.game().moves().to_vec());
        }
    }
    if games.is_empty() {
        return Err(Failure::input(format!("{name} has no game from the start position")));
    }
    Ok(games)
}

fn make(
    plan: &Plan<'_>,
    weights: Option<&Weights>,
    search: &BookSearchFlags,
) -> Result<(), Failure> {
    let runner = search.cluster.runner(search.threads())?;
    let builder = BookBuilder::open(plan.folder, plan.settings, weights, runner.as_ref());
    let built_in = Book::built_in(plan.settings.rule);
    let mut builder = builder.map_err(failure)?.with_searches_of(built_in);
    let (start, before) = (Instant::now(), builder.positions());
    let bar = progress::bar(0, "positions");
    if !plan.games.is_empty() {
        builder.follow(&plan.games, plan.plies, &|| bar.inc(1)).map_err(failure)?;
        bar.reset();
    }
    let positions = (plan.positions)(builder.positions());
    bar.set_length(positions as u64);
    builder.grow(positions, &|| bar.inc(1)).map_err(failure)?;
    bar.finish_and_clear();
    let (path, book) = builder.write().map_err(failure)?;
    let bytes = std::fs::metadata(&path)?.len();
    let (positions, name) = (book.len(), path.display().to_string());
    let searched = positions - before;
    let time = start.elapsed();
    let mut out = io::stdout().lock();
    if search.json {
        let (rules, value) = (book.rule().name(), book.value(outflank_core::Board::START));
        let time_ms = outflank_arena::milliseconds(time);
        let line = Line { rules, positions, searched, value, book: &name, bytes, time_ms };
        print_json(&mut out, &line)?;
        return Ok(());
    }
    writeln!(
        out,
        "{} positions of {}, {} of them new in {:.1} s: {name} ({} bytes)",
        count(positions as u64),
        book.rule(),
        count(searched as u64),
        time.as_secs_f64(),
        count(bytes),
    )?;
    Ok(())
}

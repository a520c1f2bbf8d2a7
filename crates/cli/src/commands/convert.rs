//! `outflank convert IN OUT`

use std::fs;
use std::io::{self, BufReader, IsTerminal};
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use outflank_formats::{Format, Item, ReadOptions, read};
use serde::Serialize;

use crate::cli::Convert;
use crate::failure::Failure;
use crate::{files, screen};
use outflank_arena::milliseconds;
use outflank_report::{count, print_json};

/// The result of a conversion.
#[derive(Serialize)]
struct Tally {
    files: u64,
    items: u64,
    left_out: u64,
    format: &'static str,
    time_ms: f64,
}

pub(crate) fn run(options: &Convert) -> Result<(), Failure> {
    let start = Instant::now();
    let to = options
        .to
        .or_else(|| files::by_name(&options.output))
        .ok_or_else(|| unknown_format(&options.output, "--to"))?;
    // The output may stand in the folder that is read.
    let output = fs::canonicalize(&options.output).ok();
    let is_wanted = |file: &Path| {
        (options.from.is_some() || files::by_name(file).is_some())
            && (output.is_none() || fs::canonicalize(file).ok() != output)
    };
    let inputs = files::inputs(&options.input, is_wanted)?;
    let mut tally = Tally { files: 0, items: 0, left_out: 0, format: to.name(), time_ms: 0.0 };
    files::write_games(&options.output, to, |writer| {
        for input in inputs {
            tally.files += 1;
            tally.left_out += convert_file(options, &input, |item| {
                writer.write(item).map_err(|error| files::cannot_write(&options.output, error))
            })?;
        }
        tally.items = writer.written();
        if tally.items == 0 {
            let name = files::name(&options.input);
            return Err(Failure::input(format!("no game or position in {name}")));
        }
        Ok(())
    })?;
    tally.time_ms = milliseconds(start.elapsed());
    report(options, &tally)
}

/// Converts a file and returns the number of items left out.
fn convert_file(
    options: &Convert,
    input: &Path,
    mut write: impl FnMut(Item) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let cannot_read = || format!("cannot read {}", files::name(input));
    let (file, length) = files::open(input)?;
    let bar = progress_bar(length);
    let (looks, file) =
        files::by_looks(bar.wrap_read(file)).with_context(cannot_read).map_err(Failure::Run)?;
    let from = source_format(options, input, looks)?;
    let mut read_options =
        ReadOptions { rule: options.rules, to_move: options.side, ..ReadOptions::default() };
    if from == Format::Wthor {
        let (players, tournaments) = (options.players.as_deref(), options.tournaments.as_deref());
        read_options.names = files::wthor_names(input, players, tournaments)?;
    }
    let reader = BufReader::with_capacity(1 << 16, file);
    let mut left_out = 0;
    for (number, item) in (1_u64..).zip(read(from, reader, read_options)) {
        // One bad game can be left out; a broken file cannot.
        let may_skip = options.keep_going
            && item.as_ref().err().is_none_or(outflank_formats::ReadError::is_of_one_item);
        let written = item
            .map_err(|error| files::cannot_read(&files::name(input), error))
            .and_then(&mut write);
        match written {
            Ok(()) => {}
            Err(Failure::Input(error)) if may_skip => {
                bar.suspend(|| screen::complain(&format!("left out item {number}: {error:#}")));
                left_out += 1;
            }
            Err(failure) => return Err(failure),
        }
    }
    bar.finish_and_clear();
    Ok(left_out)
}

/// The given format, or the one detected from the name or content of the file.
fn source_format(
    options: &Convert,
    input: &Path,
    looks: Option<Format>,
) -> Result<Format, Failure> {
    options
        .from
        .or_else(|| files::by_name_or_looks(input, looks))
        .ok_or_else(|| unknown_format(input, "--from"))
}

fn unknown_format(path: &Path, flag: &str) -> Failure {
    let name = if files::is_standard(path) { "-".to_owned() } else { path.display().to_string() };
    let formats = Format::ALL.map(Format::name).join(", ");
    Failure::input(format!("cannot tell the format of {name}: give it with {flag} ({formats})"))
}

/// A bar on the terminal for files that take a while.
fn progress_bar(length: Option<u64>) -> ProgressBar {
    let is_shown = !crate::progress::is_quiet() && io::stderr().is_terminal();
    match length {
        Some(length) if length > 1 << 22 && is_shown => {
            let style = ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes} {eta}");
            ProgressBar::new(length)
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        }
        _ => ProgressBar::hidden(),
    }
}

fn report(options: &Convert, tally: &Tally) -> Result<(), Failure> {
    if options.json && !files::is_standard(&options.output) {
        return Ok(print_json(&mut io::stdout(), tally)?);
    }
    let Tally { files, items, left_out, format, time_ms } = *tally;
    let things = if items == 1 { "item" } else { "items" };
    let from = if files == 1 { String::new() } else { format!(" from {files} files") };
    let missing = if left_out == 0 { String::new() } else { format!(", {left_out} left out") };
    let (items, seconds) = (count(items), time_ms / 1e3);
    screen::tell(&format!("{items} {things}{from} as {format} in {seconds:.2} s{missing}"));
    Ok(())
}

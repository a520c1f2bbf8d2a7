//! `outflank book verify`

use std::io::{self, Write};

use outflank_book::{Book, BookEntry};
use outflank_core::Board;
use outflank_engine::{Engine, Options};
use outflank_eval::{Evaluation, Patterns, Weights};
use outflank_report::{count, print_json};
use outflank_train::{BookSettings, search_entry};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use super::load;
use crate::cli::BookVerify;
use crate::failure::Failure;
use crate::progress;

/// The result of a check.
#[derive(Serialize)]
struct Line {
    rules: &'static str,
    positions: usize,
    leaves: usize,
    value: Option<i8>,
    /// The least depth of a search that did not reach the end of the game.
    least_depth: Option<u8>,
    searched_again: usize,
    faults: Vec<String>,
}

pub(crate) fn run(options: &BookVerify) -> Result<(), Failure> {
    let book = load(&options.book)?;
    let mut faults: Vec<_> = book.faults().iter().map(ToString::to_string).collect();
    let required = book.provenance().depth;
    let open = book.iter().filter(|(board, node)| !reaches_the_end(*board, node.entry));
    let least_depth = open.map(|(_, node)| node.entry.depth).min();
    if let Some(depth) = least_depth.filter(|depth| u32::from(*depth) < required) {
        faults.push(format!("a search has depth {depth}, but the book promises {required}"));
    }
    faults.extend(search_again(&book, options)?);
    let line = Line {
        rules: book.rule().name(),
        positions: book.len(),
        leaves: book.iter().filter(|(_, node)| !node.entry.is_expanded).count(),
        value: book.value(Board::START),
        least_depth,
        searched_again: options.search.min(book.len()),
        faults,
    };
    let mut out = io::stdout().lock();
    if options.json {
        print_json(&mut out, &line)?;
    } else {
        tell(&mut out, &line)?;
    }
    match line.faults.len() {
        0 => Ok(()),
        1 => Err(Failure::Run(anyhow::anyhow!("the book has a fault"))),
        faults => Err(Failure::Run(anyhow::anyhow!("the book has {faults} faults"))),
    }
}

fn tell(out: &mut impl Write, line: &Line) -> io::Result<()> {
    line.faults.iter().try_for_each(|fault| writeln!(out, "{fault}"))?;
    let (positions, leaves) = (count(line.positions as u64), count(line.leaves as u64));
    writeln!(out, "{}: {positions} positions, {leaves} of them leaves", line.rules)?;
    if let Some(value) = line.value {
        writeln!(out, "the start has the value {value:+}")?;
    }
    if let Some(depth) = line.least_depth {
        writeln!(out, "every search has depth {depth} or reached the end of the game")?;
    }
    if line.searched_again > 0 {
        writeln!(out, "{} positions were searched again", line.searched_again)?;
    }
    Ok(())
}

fn reaches_the_end(board: Board, entry: BookEntry) -> bool {
    u32::from(entry.depth) >= board.empties().len()
}

/// Searches some positions again. Returns what is different.
fn search_again(book: &Book, options: &BookVerify) -> Result<Vec<String>, Failure> {
    if options.search == 0 {
        return Ok(Vec::new());
    }
    let weights = options.weights.load(book.rule()).map_err(Failure::input)?;
    let checksum = weights.as_ref().map_or(0, Weights::checksum);
    let provenance = book.provenance();
    if provenance.weights != checksum {
        return Err(Failure::input(
            "the book was made with other weights: give them with --weights, or search nothing",
        ));
    }
    let (depth, margin) = (provenance.depth, provenance.margin);
    let settings = BookSettings { rule: book.rule(), depth, margin, weights: checksum };
    let mut random = ChaCha8Rng::seed_from_u64(options.seed);
    let chosen = book.iter().map(|(board, node)| (board, node.entry));
    let chosen = chosen.sample(&mut random, options.search);
    let engine_options = Options { threads: 1, hash_mib: 1 };
    Ok(match weights {
        Some(weights) => {
            let patterns = Patterns::new(&weights);
            let engine = Engine::with_patterns(engine_options, move |_| patterns.clone());
            differences(engine, settings, &chosen)
        }
        None => differences(Engine::hand_made(engine_options), settings, &chosen),
    })
}

fn differences<E: Evaluation>(
    mut engine: Engine<E>,
    settings: BookSettings,
    chosen: &[(Board, BookEntry)],
) -> Vec<String> {
    let bar = progress::bar(chosen.len() as u64, "positions");
    let mut differences = Vec::new();
    for (board, entry) in chosen {
        let again = search_entry(&mut engine, settings, *board);
        if (again.score, again.best) != (entry.score, entry.best) {
            differences.push(format!(
                "the position {board:?} X has the score {:+}, but a search finds {:+}",
                entry.score, again.score
            ));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    differences
}

//! `outflank eval label`

use std::io::{self, Write};

use outflank_engine::Engine;
use outflank_eval::{Patterns, Weights};
use outflank_report::print_json;
use outflank_train::{Dataset, Labelling, label};
use serde::Serialize;

use crate::cli::EvalLabel;
use crate::commands::train::failure;
use crate::failure::Failure;
use crate::progress;

#[derive(Serialize)]
struct Line {
    rules: &'static str,
    positions: usize,
    exact: u32,
    depth: u32,
    seed: u64,
    file: String,
}

pub(crate) fn run(options: &EvalLabel) -> Result<(), Failure> {
    let weights = options.weights.load(options.rules).map_err(Failure::input)?;
    let games = options.games.iter().map(|folder| Dataset::read_folder(folder));
    let games = games.collect::<Result<Vec<_>, _>>().map_err(failure)?;
    let settings = Labelling {
        rule: options.rules,
        positions: options.positions as usize,
        exact: options.exact,
        depth: options.depth,
        seed: options.seed,
        weights: weights.as_ref().map_or(0, Weights::checksum),
    };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let at_once = options.concurrency.map_or_else(cores, usize::from);
    let bar = progress::bar(options.positions.into(), "positions");
    let on_positions = |positions| bar.inc(positions);
    let folder = &options.output;
    let set = match weights {
        Some(weights) => {
            let patterns = Patterns::new(&weights);
            let engine = |options| {
                let patterns = patterns.clone();
                Engine::with_patterns(options, move |_| patterns.clone())
            };
            label(folder, &games, settings, at_once, &engine, &on_positions)
        }
        None => label(folder, &games, settings, at_once, &Engine::hand_made, &on_positions),
    };
    bar.finish_and_clear();
    let set = set.map_err(failure)?;
    let mut out = io::stdout().lock();
    let (rules, file) = (options.rules.name(), set.file.display().to_string());
    let (positions, seed) = (set.positions, options.seed);
    if options.json {
        let (exact, depth) = (options.exact, options.depth);
        print_json(&mut out, &Line { rules, positions, exact, depth, seed, file })?;
    } else {
        writeln!(out, "{positions} positions of {rules}, seed {seed}: {file}")?;
    }
    Ok(())
}

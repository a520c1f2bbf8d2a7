//! `outflank eval label`

use std::io::{self, Write};

use outflank_eval::Weights;
use outflank_report::print_json;
use outflank_train::{Dataset, Labelling, label};
use serde::Serialize;

use crate::cli::EvalLabel;
use crate::commands::train::failure;
use crate::cores::cores;
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
    let weights = options.search.load()?;
    let games = options.games.iter().map(|folder| Dataset::read_folder(folder));
    let games = games.collect::<Result<Vec<_>, _>>().map_err(failure)?;
    let settings = Labelling {
        rule: options.search.rules,
        positions: options.positions as usize,
        exact: options.exact,
        depth: options.depth,
        seed: options.seed,
        weights: weights.as_ref().map_or(0, Weights::checksum),
    };
    let runner = options.cluster.runner(options.concurrency.map_or_else(cores, usize::from))?;
    let bar = progress::bar(options.positions.into(), "positions");
    let on_positions = |positions| bar.inc(positions);
    let folder = &options.output;
    let weights = weights.as_ref();
    let set = label(folder, &games, settings, weights, runner.as_ref(), &on_positions);
    bar.finish_and_clear();
    let set = set.map_err(failure)?;
    let mut out = io::stdout().lock();
    let (rules, file) = (options.search.rules.name(), set.file.display().to_string());
    let (positions, seed) = (set.positions, options.seed);
    if options.json {
        let (exact, depth) = (options.exact, options.depth);
        print_json(&mut out, &Line { rules, positions, exact, depth, seed, file })?;
    } else {
        writeln!(out, "{positions} positions of {rules}, seed {seed}: {file}")?;
    }
    Ok(())
}

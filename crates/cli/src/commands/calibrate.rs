//! `outflank calibrate`

use std::io::{self, Write};

use outflank_engine::{Calibration, Engine, Sampling, calibrate};
use outflank_eval::{Evaluation, Patterns, Trust, Weights, WinScale};
use outflank_train::{Dataset, win_scale};
use serde::Serialize;

use crate::cli::Calibrate;
use crate::failure::Failure;
use crate::{files, progress};
use outflank_report::print_json;

#[derive(Serialize)]
struct Line {
    rules: &'static str,
    seed: u64,
    boards: usize,
    /// Constant, per deep ply, per shallow ply, per empty square; in discs.
    coefficients: [f64; 4],
    /// Constant, per deep ply and per shallow ply for each ten empty squares.
    trust: Trust,
    /// Discs ahead that win 73 of 100 games, for each ten empty squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    win_scale: Option<WinScale>,
}

pub(crate) fn run(options: &Calibrate) -> Result<(), Failure> {
    let weights = options.search.load()?;
    if let Some(path) = &options.output {
        files::expect_folder(path)?;
        if weights.is_none() {
            return Err(Failure::input("the hand-made evaluation has no weights file"));
        }
    }
    let won = options.games.iter().map(|folder| Dataset::read_folder(folder));
    let games = won.collect::<Result<Vec<_>, _>>().map_err(super::train::failure)?;
    if games.iter().any(|games| games.rule != options.search.rules) {
        return Err(Failure::input(format!("the games are not of {}", options.search.rules)));
    }
    let win_scale = (!games.is_empty()).then(|| win_scale(&games));

    let engine = options.engine.options();
    let sampling = Sampling {
        boards: options.boards,
        depth: options.depth,
        solved: options.solved,
        seed: options.seed.unwrap_or_else(|| rand::random::<u32>().into()),
    };
    let calibration = match &weights {
        Some(weights) => {
            let patterns = Patterns::new(weights);
            let mut engine = Engine::with_patterns(engine, move |_| patterns.clone());
            measure(options, &mut engine, sampling)
        }
        None => measure(options, &mut Engine::hand_made(engine), sampling),
    };
    if let (Some(path), Some(weights)) = (&options.output, weights) {
        let win_scale = win_scale.unwrap_or(weights.win_scale);
        let weights = Weights { trust: calibration.trust, win_scale, ..weights };
        files::write_bytes(path, &weights.to_bytes())?;
    }
    tell(options, &calibration, win_scale, sampling.seed)
}

fn measure<E: Evaluation>(
    options: &Calibrate,
    engine: &mut Engine<E>,
    sampling: Sampling,
) -> Calibration {
    let bar = progress::bar(options.boards as u64, "boards");
    let calibration = calibrate(engine, options.search.rules, sampling, &mut || bar.inc(1));
    bar.finish_and_clear();
    calibration
}

fn tell(
    options: &Calibrate,
    calibration: &Calibration,
    win_scale: Option<WinScale>,
    seed: u64,
) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let Calibration { coefficients, trust, cells } = calibration;
    if options.json {
        let (rules, boards) = (options.search.rules.name(), options.boards);
        let (coefficients, trust) = (*coefficients, *trust);
        print_json(&mut out, &Line { rules, seed, boards, coefficients, trust, win_scale })?;
        return Ok(());
    }
    writeln!(out, "{}, {} boards, seed {seed}", options.search.rules, options.boards)?;
    writeln!(
        out,
        "{:>4} {:>7} {:>7} {:>7} {:>9} {:>7}",
        "deep", "shallow", "empties", "samples", "deviation", "fitted"
    )?;
    for cell in cells {
        let fitted = trust.deviation(cell.empties, cell.deep, cell.shallow);
        writeln!(
            out,
            "{:>4} {:>7} {:>7} {:>7} {:>9.2} {fitted:>7.2}",
            cell.deep, cell.shallow, cell.empties, cell.samples, cell.deviation
        )?;
    }
    let [constant, deep, shallow, empties] = coefficients;
    writeln!(
        out,
        "deviation = {constant:.3} {deep:+.3} deep {shallow:+.3} shallow {empties:+.3} empties"
    )?;
    for (part, [constant, deep, shallow]) in trust.0.iter().enumerate() {
        let first = part * 10;
        write!(
            out,
            "from {first:>2} empties: {constant:.3} {deep:+.3} deep {shallow:+.3} shallow"
        )?;
        match win_scale {
            Some(scale) => writeln!(out, "; {:.2} discs ahead win 73%", scale.0[part])?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}

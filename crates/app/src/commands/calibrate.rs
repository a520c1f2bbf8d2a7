//! `outflank calibrate`

use std::io::{self, Write};

use outflank_engine::{Engine, Sampling, calibrate};
use serde::Serialize;

use crate::cli::Calibrate;
use crate::failure::Failure;
use crate::progress;
use crate::screen::print_json;

#[derive(Serialize)]
struct Line {
    rules: &'static str,
    seed: u64,
    boards: usize,
    /// Constant, per deep ply, per shallow ply, per empty square; in discs.
    coefficients: [f64; 4],
}

pub(crate) fn run(options: &Calibrate) -> Result<(), Failure> {
    let mut engine = Engine::new(options.engine.options());
    let sampling = Sampling {
        boards: options.boards,
        depth: options.depth,
        solved: options.solved,
        seed: options.seed.unwrap_or_else(|| rand::random::<u32>().into()),
    };
    let bar = progress::bar(options.boards as u64, "boards");
    let calibration = calibrate(&mut engine, options.rules, sampling, &mut || bar.inc(1));
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    if options.json {
        let (boards, coefficients) = (options.boards, calibration.coefficients);
        let line = Line { rules: options.rules.name(), seed: sampling.seed, boards, coefficients };
        print_json(&mut out, &line)?;
        return Ok(());
    }
    writeln!(out, "{}, {} boards, seed {}", options.rules, options.boards, sampling.seed)?;
    writeln!(
        out,
        "{:>4} {:>7} {:>7} {:>7} {:>9} {:>7}",
        "deep", "shallow", "empties", "samples", "deviation", "fitted"
    )?;
    for cell in &calibration.cells {
        let fitted = calibration.deviation(cell.empties, cell.deep.into(), cell.shallow.into());
        writeln!(
            out,
            "{:>4} {:>7} {:>7.1} {:>7} {:>9.2} {fitted:>7.2}",
            cell.deep, cell.shallow, cell.empties, cell.samples, cell.deviation
        )?;
    }
    let [constant, deep, shallow, empties] = calibration.coefficients;
    writeln!(
        out,
        "deviation = {constant:.3} {deep:+.3} deep {shallow:+.3} shallow {empties:+.3} empties"
    )?;
    Ok(())
}

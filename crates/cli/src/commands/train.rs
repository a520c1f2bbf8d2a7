//! `outflank train`

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::anyhow;
use outflank_arena::EngineWeights;
use outflank_eval::{PHASES, Weights};
use outflank_train::{Dataset, Fit, FitSettings, FitStep, FolderError, Loss, fit};
use serde::Serialize;

use crate::cli::{Train, TrainKind, TrainPatterns};
use crate::failure::Failure;
use crate::{files, progress};
use outflank_report::graph::{GraphLine, Lines};
use outflank_report::{count, print_json};

#[derive(Serialize)]
struct Summary<'a> {
    rules: &'static str,
    generation: u32,
    positions: u64,
    weights: &'a str,
    bytes: usize,
    mean_errors: Vec<f32>,
    root_mean_squares: Vec<f32>,
}

pub(crate) fn run(options: &Train) -> Result<(), Failure> {
    match &options.kind {
        TrainKind::Patterns(options) => patterns(options),
    }
}

/// A failed stage: exit code 1 if a file could not be used, otherwise bad input.
pub(super) fn failure(error: FolderError) -> Failure {
    match error {
        FolderError::Io { .. } | FolderError::Claim(_) => Failure::Run(error.into()),
        _ => Failure::Input(error.into()),
    }
}

fn patterns(options: &TrainPatterns) -> Result<(), Failure> {
    let settings = FitSettings {
        doubt: options.doubt,
        phase_doubt: options.phase_doubt,
        neighbour: options.neighbour,
        steps: options.steps,
        target: options.target.into(),
    };
    let start = match &options.start {
        Some(start) => start_weights(start, &options.games)?,
        None => None,
    };
    let parts = if start.is_some() { 0 } else { 6 };
    let bar = progress::bar(PHASES as u64 + parts, "parts of the game");
    let fitted = fit(&options.output, &options.games, settings, start.as_ref(), &|_| bar.inc(1));
    bar.finish_and_clear();
    // The folder stays claimed until all files are written.
    let Fit { mut weights, losses, steps, claim: _claim } = fitted.map_err(failure)?;
    let parent = options.parent.as_ref().map(|parent| parent.load(weights.rule)).transpose();
    if let Some(parent) = parent.map_err(Failure::input)?.flatten() {
        weights.provenance.parent = parent.checksum();
        weights.provenance.generation = parent.provenance.generation + 1;
    }
    let log: String = steps
        .iter()
        .map(|step| serde_json::to_string(step).expect("a step is plain data") + "\n")
        .collect();
    files::write_bytes(&options.output.join("losses.jsonl"), log.as_bytes())?;
    files::write_bytes(&options.output.join("losses.svg"), losses_by_step(&steps).as_bytes())?;
    files::write_bytes(&options.output.join("errors.svg"), errors_by_ply(&losses).as_bytes())?;
    let path = options.output.join(format!("{}.weights", weights.rule.name()));
    let bytes = weights.to_bytes();
    files::write_bytes(&path, &bytes)?;
    let mut out = io::stdout().lock();
    let Weights { rule, provenance, .. } = &weights;
    if options.json {
        print_json(
            &mut out,
            &Summary {
                rules: rule.name(),
                generation: provenance.generation,
                positions: provenance.positions,
                weights: &path.display().to_string(),
                bytes: bytes.len(),
                mean_errors: losses.iter().map(|loss| loss.mean_error).collect(),
                root_mean_squares: losses.iter().map(|loss| loss.root_mean_square).collect(),
            },
        )?;
        return Ok(());
    }
    writeln!(out, "{:>7} {:>11} {:>7}", "plies", "mean error", "rms")?;
    for (phase, loss) in losses.iter().enumerate() {
        let (first, last) = (phase * 2, phase * 2 + 1);
        let (mean, rms) = (loss.mean_error, loss.root_mean_square);
        writeln!(out, "{:>7} {mean:>11.2} {rms:>7.2}", format!("{first}-{last}"))?;
    }
    writeln!(
        out,
        "{rule}, generation {}, {} positions: {} ({} bytes)",
        provenance.generation,
        count(provenance.positions),
        path.display(),
        count(bytes.len() as u64),
    )?;
    Ok(())
}

/// The weights that a fit to these games starts from.
fn start_weights(start: &EngineWeights, games: &[PathBuf]) -> Result<Option<Weights>, Failure> {
    let Some(first) = games.first() else { return Ok(None) };
    let rule = Dataset::read_folder(first).map_err(failure)?.rule;
    let weights = start.load(rule).map_err(Failure::input)?;
    let refusal = || anyhow!("--start needs weights of patterns, not the hand-made evaluation");
    weights.map(Some).ok_or_else(|| Failure::input(refusal()))
}

/// The losses of the parts of the game by step.
fn losses_by_step(steps: &[FitStep]) -> String {
    let mut lines: Vec<GraphLine> = Vec::new();
    for step in steps.iter().filter(|step| step.part.starts_with("part-")) {
        let number = step.part.trim_start_matches("part-");
        let group = number.parse::<usize>().unwrap_or_default();
        let plies = format!("plies {}-{}", group * 10, group * 10 + 9);
        for (name, loss, is_dashed) in
            [(plies, step.held_out, false), ("learnt".to_owned(), step.learn, true)]
        {
            let point = (f64::from(step.step), f64::from(loss));
            match lines.iter_mut().find(|line| line.group == group && line.is_dashed == is_dashed) {
                Some(line) => line.points.push(point),
                None => lines.push(GraphLine { name, points: vec![point], group, is_dashed }),
            }
        }
    }
    let title = "Root mean square error in discs, on games left out and on those learnt";
    Lines { title: title.to_owned(), across: "step", all: lines }.draw()
}

/// The error of the weights at each ply.
fn errors_by_ply(losses: &[Loss]) -> String {
    let line = |name: &str, group, of: fn(&Loss) -> f32| {
        let points = losses.iter().enumerate().filter(|(_, loss)| loss.mean_error > 0.0);
        let points = points.map(|(phase, loss)| (phase as f64 * 2.0, f64::from(of(loss))));
        GraphLine { name: name.to_owned(), points: points.collect(), group, is_dashed: false }
    };
    let lines = vec![
        line("mean error", 0, |loss| loss.mean_error),
        line("root mean square", 1, |loss| loss.root_mean_square),
    ];
    let title = "Error on games left out, in discs".to_owned();
    Lines { title, across: "ply", all: lines }.draw()
}

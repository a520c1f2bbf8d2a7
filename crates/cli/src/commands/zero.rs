//! `outflank zero`

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::ProgressBar;
use outflank_core::{Rule, Square};
use outflank_net::{Inference, NetworkFile, NetworkShape, NumberSize};
use outflank_report::graph::{GraphLine, Lines};
use outflank_report::print_json;
use outflank_train::{
    ZERO_START, ZeroControl, ZeroProgress, ZeroReport, ZeroSettings, ZeroStart, read_zero_reports,
    read_zero_settings, train_zero, write_zero_start,
};
use serde::Serialize;

use super::matches::stop_on_interrupt;
use super::train::failure;
use crate::cli::{Zero, ZeroAction, ZeroExport, ZeroPredict, ZeroShow, ZeroTrain};
use crate::cores::cores;
use crate::failure::Failure;
use crate::{files, progress};

pub(crate) fn run(options: &Zero) -> Result<(), Failure> {
    match &options.action {
        ZeroAction::Train(options) => train(options),
        ZeroAction::Show(options) => show(options),
        ZeroAction::Predict(options) => predict(options),
        ZeroAction::Export(options) => export(options),
    }
}

fn train(options: &ZeroTrain) -> Result<(), Failure> {
    let settings = settings(options)?;
    let stop = stop_on_interrupt()?;
    let end = options.minutes.map(|minutes| Instant::now() + Duration::from_secs(60 * minutes));
    let should_stop =
        || stop.load(Ordering::Relaxed) || end.is_some_and(|end| Instant::now() >= end);
    let bar = progress::bar(1, "");
    let mut shown = read_zero_reports(&options.folder).map_err(failure)?.len();
    if !options.json {
        print_head(&settings)?;
    }
    let mut problem = None;
    let threads = options.threads.map_or_else(cores, usize::from);
    let runner = options.cluster.runner(threads)?;
    let mut control = ZeroControl {
        threads,
        runner: runner.as_ref(),
        should_stop: &should_stop,
        on_progress: &|generation, step| show_progress(&bar, generation, step),
        on_report: &mut |reports| {
            let told = bar.suspend(|| tell(&reports[shown.min(reports.len())..], options.json));
            shown = reports.len();
            let drawn = told.and_then(|()| draw(&options.folder, reports));
            if let Err(error) = drawn {
                problem.get_or_insert(error);
            }
        },
    };
    let generations = options.generations.unwrap_or(u32::MAX);
    let reports = train_zero(&options.folder, &settings, generations, &mut control);
    bar.finish_and_clear();
    let reports = reports.map_err(failure)?;
    if !reports.is_empty() {
        // A run that was killed may have written a report and no picture.
        draw(&options.folder, &reports)?;
    }
    problem.map_or(Ok(()), Err)
}

/// The settings of the flags, or of the run that is resumed.
fn settings(options: &ZeroTrain) -> Result<ZeroSettings, Failure> {
    if let Some(path) = &options.settings {
        let text = fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))
            .map_err(Failure::Input)?;
        let settings = ZeroSettings::from_toml(&text)
            .map_err(|error| Failure::input(format!("cannot use {}: {error}", path.display())))?;
        if let Some(start) = &settings.start {
            // The network that the other run began with is beside its settings.
            let path = path.with_file_name(ZERO_START);
            let bytes = read_bytes(&path)?;
            if !start.is_of(&bytes) {
                let path = path.display();
                let problem = "is not the network that the run of these settings began with";
                return Err(Failure::input(format!("{path} {problem}")));
            }
            write_zero_start(&options.folder, &bytes).map_err(failure)?;
        }
        return Ok(settings);
    }
    let start = match &options.start {
        Some(path) => {
            let bytes = read_bytes(path)?;
            let file = network_of(path, &bytes)?;
            Some((ZeroStart::new(&bytes, file.provenance.clone()), file, bytes))
        }
        None => None,
    };
    if let Some(found) = read_zero_settings(&options.folder).map_err(failure)? {
        // Flags that were given have to agree with the run.
        let mut wanted = found.clone();
        wanted.rules = options.rules.unwrap_or(found.rules);
        wanted.seed = options.seed.unwrap_or(found.seed);
        if let Some(NetworkShape { blocks, channels }) = options.preset {
            (wanted.blocks, wanted.channels) = (blocks, channels);
        }
        if let Some((start, ..)) = start {
            wanted.start = Some(start);
        }
        return Ok(wanted);
    }
    let seed = options.seed.unwrap_or(1);
    let Some((start, file, bytes)) = start else {
        let shape = options.preset.unwrap_or(NetworkShape::TINY);
        return Ok(ZeroSettings::new(options.rules.unwrap_or_default(), shape, seed));
    };
    if let Some(rules) = options.rules.filter(|rules| *rules != file.rule) {
        let found = file.rule;
        return Err(Failure::input(format!(
            "the network to start with plays {found}, not {rules}"
        )));
    }
    write_zero_start(&options.folder, &bytes).map_err(failure)?;
    let settings = ZeroSettings::new(file.rule, file.network.shape(), seed);
    Ok(ZeroSettings { start: Some(start), ..settings })
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()));
    bytes.map_err(Failure::Input)
}

fn show(options: &ZeroShow) -> Result<(), Failure> {
    let Some(settings) = read_zero_settings(&options.folder).map_err(failure)? else {
        let folder = options.folder.display();
        return Err(Failure::input(format!("{folder} holds no run of outflank zero train")));
    };
    let reports = read_zero_reports(&options.folder).map_err(failure)?;
    if !options.json {
        print_head(&settings)?;
    }
    tell(&reports, options.json)
}

/// The prediction of a network. The moves are the legal ones, with their probabilities.
#[derive(Serialize)]
struct Predicted {
    rules: &'static str,
    position: String,
    win: f32,
    draw: f32,
    loss: f32,
    score: f32,
    moves: Vec<PredictedMove>,
}

#[derive(Serialize)]
struct PredictedMove {
    #[serde(rename = "move")]
    square: Square,
    probability: f32,
}

fn predict(options: &ZeroPredict) -> Result<(), Failure> {
    let file = read_network(&options.network)?;
    let board = options.start.position.board();
    let prediction = Inference::new(&file.network).predict(&[board])[0];
    let legal = board.legal_moves();
    let number = |square: Square| prediction.moves[square.index()].exp();
    let sum: f32 = legal.iter().map(number).sum();
    let mut moves: Vec<_> = legal
        .iter()
        .map(|square| PredictedMove { square, probability: number(square) / sum })
        .collect();
    moves.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    let [win, draw, loss] = prediction.outcome;
    let mut out = io::stdout().lock();
    if options.json {
        let (rules, position) = (file.rule.name(), options.start.position.to_string());
        let score = prediction.score;
        print_json(&mut out, &Predicted { rules, position, win, draw, loss, score, moves })?;
        return Ok(());
    }
    let [win, draw, loss] = [win, draw, loss].map(|share| 100.0 * share);
    writeln!(
        out,
        "win {win:.1} %, draw {draw:.1} %, loss {loss:.1} %, expected score {:+.1}",
        prediction.score
    )?;
    for PredictedMove { square, probability } in moves {
        writeln!(out, "{square} {:>5.1} %", 100.0 * probability)?;
    }
    Ok(())
}

fn export(options: &ZeroExport) -> Result<(), Failure> {
    let file = read_network(&options.network)?;
    let is_network = options.model.extension().is_some_and(|extension| extension == "network");
    let bytes =
        if is_network { file.to_bytes_of(NumberSize::Half) } else { file.network.to_onnx() };
    files::write_bytes(&options.model, &bytes)
}

/// Reads a network of either game.
fn read_network(path: &Path) -> Result<NetworkFile, Failure> {
    network_of(path, &read_bytes(path)?)
}

fn network_of(path: &Path, bytes: &[u8]) -> Result<NetworkFile, Failure> {
    NetworkFile::of_any_rule(bytes)
        .map_err(|error| Failure::input(format!("cannot use {}: {error}", path.display())))
}

fn show_progress(bar: &ProgressBar, generation: u32, step: ZeroProgress) {
    let (done, all, what) = match step {
        ZeroProgress::Games(done, all) => (done, all, "games"),
        ZeroProgress::Steps(done, all) => (done, all, "steps of training"),
        ZeroProgress::Pairs(done, all) => (done, all, "pairs against the best"),
    };
    bar.set_length(all);
    bar.set_position(done);
    bar.set_message(format!("{what}, generation {generation}"));
}

fn print_head(settings: &ZeroSettings) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let rule: Rule = settings.rules;
    writeln!(out, "{rule}, network {}, seed {}", settings.shape(), settings.seed)?;
    writeln!(
        out,
        "{:>10} {:>11} {:>9} {:>6} {:>7} {:>6} {:>5} {:>15} {:>9} {:>6}",
        "generation",
        "simulations",
        "positions",
        "moves",
        "outcome",
        "score",
        "owner",
        "against best",
        "accepted",
        "elo",
    )
}

/// Prints a line for each report.
fn tell(reports: &[ZeroReport], json: bool) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for report in reports {
        if json {
            print_json(&mut out, report)?;
            continue;
        }
        let ZeroReport { generation, simulations, positions, losses, is_accepted, elo, .. } =
            report;
        let gate = report.gate();
        let score = format!("{:.1} +- {:.1} %", 100.0 * gate.score(), 100.0 * gate.score_error());
        let accepted = if *is_accepted { "yes" } else { "no" };
        writeln!(
            out,
            "{generation:>10} {simulations:>11} {positions:>9} {:>6.3} {:>7.3} {:>6.3} {:>5.3} \
             {score:>15} {accepted:>9} {elo:>6.0}",
            losses.moves, losses.outcome, losses.score, losses.ownership,
        )?;
    }
    out.flush()?;
    Ok(())
}

/// Draws the curves of a run.
fn draw(folder: &Path, reports: &[ZeroReport]) -> Result<(), Failure> {
    let line = |name: &str, group, number: &dyn Fn(&ZeroReport) -> f64| GraphLine {
        name: name.to_owned(),
        points: reports
            .iter()
            .map(|report| (f64::from(report.generation), number(report)))
            .collect(),
        group,
        is_dashed: false,
    };
    let losses = Lines {
        title: "Loss of the network, in natural logarithms".to_owned(),
        across: "generation",
        all: vec![
            line("moves", 0, &|report| report.losses.moves),
            line("outcome", 1, &|report| report.losses.outcome),
            line("score", 2, &|report| report.losses.score),
            line("owners", 3, &|report| report.losses.ownership),
        ],
    };
    let strength = Lines {
        title: "Elo of the best network, summed over the gates".to_owned(),
        across: "generation",
        all: vec![line("best", 0, &|report| report.best_elo.max(0.0))],
    };
    files::write_bytes(&folder.join("losses.svg"), losses.draw().as_bytes())?;
    files::write_bytes(&folder.join("elo.svg"), strength.draw().as_bytes())
}

//! `outflank eval check`

use std::io::{self, Write};
use std::ops::RangeInclusive;

use outflank_arena::EngineWeights;
use outflank_engine::{Engine, Options};
use outflank_eval::{Evaluation, HandMade, Patterns};
use outflank_formats::Problem;
use outflank_report::{count, print_json};
use outflank_train::{
    Accuracy, AccuracyTable, Difference, JudgedPosition, judge, labelled_positions, searched_value,
    static_value,
};
use serde::Serialize;

use crate::cli::EvalCheck;
use crate::failure::Failure;
use crate::positions::read_positions;
use crate::progress;

/// A shallow search needs little memory.
const ENGINE: Options = Options { threads: 1, hash_mib: 1 };

/// The figures of some positions. Shares are from 0 to 1, errors and losses in discs.
#[derive(Serialize)]
struct Figures {
    positions: u64,
    mean_error: Option<f64>,
    root_mean_square: Option<f64>,
    bias: Option<f64>,
    pairs: u64,
    pair_accuracy: Option<f64>,
    choices: u64,
    best_move_rate: Option<f64>,
    mean_loss: Option<f64>,
}

#[derive(Serialize)]
struct Band {
    /// The fewest and the most empty squares.
    empties: [u32; 2],
    #[serde(flatten)]
    figures: Figures,
}

#[derive(Serialize)]
struct Line {
    rules: &'static str,
    weights: String,
    depth: u32,
    bands: Vec<Band>,
    total: Figures,
    decided: Figures,
}

pub(crate) fn run(options: &EvalCheck) -> Result<(), Failure> {
    if options.weights.len() > 2 {
        return Err(Failure::input("--weights can be given twice, to compare two, but not more"));
    }
    let problems = problems(options)?;
    let judged = options.weights.iter().map(|weights| judge_weights(options, weights, &problems));
    let judged = judged.collect::<Result<Vec<_>, _>>()?;
    let mut out = io::stdout().lock();
    for (weights, judged) in options.weights.iter().zip(&judged) {
        let table = AccuracyTable::new(judged);
        if options.json {
            print_json(&mut out, &line(options, weights, &table))?;
        } else {
            print_table(&mut out, options, weights, &table)?;
        }
    }
    if let ([first, second], false) = (&judged[..], options.json) {
        print_differences(&mut out, options, first, second)?;
    }
    out.flush()?;
    Ok(())
}

/// The positions of the file, or the ones that come with Outflank.
fn problems(options: &EvalCheck) -> Result<Vec<Problem>, Failure> {
    let Some(file) = &options.positions else { return Ok(labelled_positions(options.rules)) };
    let problems = read_positions(file, options.rules)?;
    match problems.iter().position(|problem| problem.best_score().is_none()) {
        Some(at) => {
            Err(Failure::input(format!("position {} of {file} has no known score", at + 1)))
        }
        None => Ok(problems),
    }
}

fn judge_weights(
    options: &EvalCheck,
    weights: &EngineWeights,
    problems: &[Problem],
) -> Result<Vec<JudgedPosition>, Failure> {
    let spinner = progress::spinner();
    spinner.set_message(weights.to_string());
    let judged = if let Some(weights) = weights.load(options.rules).map_err(Failure::input)? {
        let patterns = Patterns::new(&weights);
        let engine = || {
            let patterns = patterns.clone();
            Engine::with_patterns(ENGINE, move |_| patterns.clone())
        };
        judge_by(options, problems, &patterns, engine)
    } else {
        let evaluation = HandMade::new(options.rules);
        judge_by(options, problems, &evaluation, || Engine::hand_made(ENGINE))
    };
    spinner.finish_and_clear();
    Ok(judged)
}

fn judge_by<E: Evaluation>(
    options: &EvalCheck,
    problems: &[Problem],
    evaluation: &E,
    engine: impl Fn() -> Engine<E> + Sync + Send,
) -> Vec<JudgedPosition> {
    let (rule, depth) = (options.rules, options.depth);
    if depth == 0 {
        return judge(problems, || |board| static_value(evaluation, board));
    }
    judge(problems, || {
        let mut engine = engine();
        move |board| searched_value(&mut engine, rule, board, depth)
    })
}

impl From<&Accuracy> for Figures {
    fn from(accuracy: &Accuracy) -> Self {
        Self {
            positions: accuracy.positions,
            mean_error: accuracy.mean_error(),
            root_mean_square: accuracy.root_mean_square(),
            bias: accuracy.bias(),
            pairs: accuracy.pairs,
            pair_accuracy: accuracy.pair_accuracy(),
            choices: accuracy.choices,
            best_move_rate: accuracy.best_move_rate(),
            mean_loss: accuracy.mean_loss(),
        }
    }
}

fn line(options: &EvalCheck, weights: &EngineWeights, table: &AccuracyTable) -> Line {
    let band = |(band, accuracy): &(RangeInclusive<u32>, Accuracy)| Band {
        empties: [*band.start(), *band.end()],
        figures: accuracy.into(),
    };
    Line {
        rules: options.rules.name(),
        weights: weights.to_string(),
        depth: options.depth,
        bands: table.bands.iter().map(band).collect(),
        total: (&table.total).into(),
        decided: (&table.decided).into(),
    }
}

fn print_table(
    out: &mut impl Write,
    options: &EvalCheck,
    weights: &EngineWeights,
    table: &AccuracyTable,
) -> io::Result<()> {
    let search = match options.depth {
        0 => "no search".to_owned(),
        depth => format!("depth {depth}"),
    };
    writeln!(out, "{}, {weights}, {search}", options.rules)?;
    writeln!(
        out,
        "{:>7} {:>9} {:>6} {:>6} {:>6} {:>7} {:>7} {:>6}",
        "empties", "positions", "mean", "rms", "bias", "pairs", "best", "loss"
    )?;
    for (band, accuracy) in &table.bands {
        print_row(out, &format!("{}-{}", band.start(), band.end()), accuracy)?;
    }
    print_row(out, "total", &table.total)?;
    print_row(out, "decided", &table.decided)
}

fn print_row(out: &mut impl Write, name: &str, accuracy: &Accuracy) -> io::Result<()> {
    let discs = |value: Option<f64>| value.map_or("-".to_owned(), |discs| format!("{discs:.2}"));
    let signed = |value: Option<f64>| value.map_or("-".to_owned(), |discs| format!("{discs:+.2}"));
    let share = |value: Option<f64>| {
        value.map_or("-".to_owned(), |share| format!("{:.1} %", share * 100.0))
    };
    writeln!(
        out,
        "{name:>7} {:>9} {:>6} {:>6} {:>6} {:>7} {:>7} {:>6}",
        count(accuracy.positions),
        discs(accuracy.mean_error()),
        discs(accuracy.root_mean_square()),
        signed(accuracy.bias()),
        share(accuracy.pair_accuracy()),
        share(accuracy.best_move_rate()),
        discs(accuracy.mean_loss()),
    )
}

/// The differences of the totals, with their standard errors.
fn print_differences(
    out: &mut impl Write,
    options: &EvalCheck,
    first: &[JudgedPosition],
    second: &[JudgedPosition],
) -> io::Result<()> {
    let [one, other] = [&options.weights[0], &options.weights[1]];
    writeln!(out, "{other} minus {one}, with one standard error")?;
    let rows = [
        ("mean", Difference::of_errors(first, second), 1.0, "discs"),
        ("best", Difference::of_best_moves(first, second), 100.0, "%"),
        ("loss", Difference::of_losses(first, second), 1.0, "discs"),
    ];
    for (name, difference, scale, unit) in rows {
        match difference {
            Some(Difference { mean, standard_error }) => {
                let (mean, error) = (mean * scale, standard_error * scale);
                writeln!(out, "{name:>7} {mean:+.2} +- {error:.2} {unit}")?;
            }
            None => writeln!(out, "{name:>7} -")?,
        }
    }
    Ok(())
}

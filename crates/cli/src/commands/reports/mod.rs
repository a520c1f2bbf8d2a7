//! `outflank reports`

mod against_random;
mod final_weights;
mod generation_cost;
mod round_robin;
mod selection_modes;
mod table;
mod time_by_depth;
mod tuning;

use std::io::{self, Write};

use clap::ValueEnum;

use crate::cli::{Experiment, Reports};
use crate::failure::Failure;
use crate::progress;
use table::Table;

/// The size of the experiments.
#[derive(Clone, Copy)]
struct Scale {
    is_quick: bool,
    seed: u64,
}

impl Scale {
    /// The first if it has to be quick.
    fn pick<T>(self, quick: T, full: T) -> T {
        if self.is_quick { quick } else { full }
    }
}

pub(crate) fn run(options: &Reports) -> Result<(), Failure> {
    let scale = Scale { is_quick: options.quick, seed: options.seed };
    let all = Experiment::value_variants();
    let chosen = if options.experiments.is_empty() { all } else { &options.experiments };
    let bar = progress::bar(chosen.len() as u64, "experiments");
    for &experiment in chosen {
        bar.set_message(name(experiment));
        bar.tick();
        let table = measure(experiment, scale)?;
        bar.suspend(|| {
            let mut out = io::stdout().lock();
            if options.json {
                return table.print_json(&mut out, &name(experiment));
            }
            table.print(&mut out)?;
            writeln!(out)
        })?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

fn measure(experiment: Experiment, scale: Scale) -> Result<Table, Failure> {
    match experiment {
        Experiment::TimeByDepth => Ok(time_by_depth::measure(scale)),
        Experiment::GenerationCost => generation_cost::measure(scale),
        Experiment::SelectionModes => selection_modes::measure(scale),
        Experiment::FinalWeights => final_weights::measure(scale),
        Experiment::AgainstRandom => against_random::measure(scale),
        Experiment::RoundRobin => round_robin::measure(scale),
    }
}

/// The name on the command line.
fn name(experiment: Experiment) -> String {
    let value = experiment.to_possible_value().expect("no experiment is hidden");
    value.get_name().to_owned()
}

/// The number of games at once.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

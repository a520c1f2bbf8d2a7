//! `outflank reports`

mod against_random;
mod deepening;
mod final_weights;
mod generation_cost;
mod generations;
mod kept;
mod layers;
mod ordering;
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
use kept::Folder;
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
    // The long one has to be asked for.
    let all = Experiment::value_variants().iter().copied();
    let all = all.filter(|experiment| *experiment != Experiment::LongTuning);
    let chosen =
        if options.experiments.is_empty() { all.collect() } else { options.experiments.clone() };
    let folder = options.output.as_deref().map(|path| Folder::open(path, scale)).transpose()?;
    let bar = progress::bar(chosen.len() as u64, "experiments");
    for experiment in chosen {
        let name = name(experiment);
        bar.set_message(name.clone());
        bar.tick();
        let kept = folder.as_ref().map(|folder| folder.read(&name)).transpose()?.flatten();
        let table = if let Some(table) = kept {
            table
        } else {
            let table = measure(experiment, scale)?;
            if let Some(folder) = &folder {
                folder.write(&name, &table)?;
            }
            table
        };
        bar.suspend(|| {
            let mut out = io::stdout().lock();
            if options.json {
                return table.print_json(&mut out, &name);
            }
            table.print(&mut out)?;
            writeln!(out)
        })?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    folder.map_or(Ok(()), |folder| folder.write_page())
}

fn measure(experiment: Experiment, scale: Scale) -> Result<Table, Failure> {
    match experiment {
        Experiment::TimeByDepth => Ok(time_by_depth::measure(scale)),
        Experiment::Ordering => Ok(ordering::measure(scale)),
        Experiment::GenerationCost => generation_cost::measure(scale),
        Experiment::SelectionModes => selection_modes::measure(scale),
        Experiment::FinalWeights => final_weights::measure(scale),
        Experiment::Layers => layers::measure(scale),
        Experiment::Deepening => deepening::measure(scale),
        Experiment::Generations => generations::measure(scale),
        Experiment::AgainstRandom => against_random::measure(scale),
        Experiment::RoundRobin => round_robin::measure(scale),
        Experiment::LongTuning => generations::measure_long(scale),
    }
}

/// The name on the command line.
fn name(experiment: Experiment) -> String {
    let value = experiment.to_possible_value().expect("no experiment is hidden");
    value.get_name().to_owned()
}

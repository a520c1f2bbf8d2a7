//! Runs of the tuner that leave nothing behind.

use anyhow::Context;
use outflank_classic::{Form, Genome};
use outflank_train::genetic::{Contest, Generation, LogLine, Optimiser, Preset, PresetPlan, Run};
use outflank_train::{AgentContest, Effort, agent_space};

use crate::failure::Failure;

/// The result of a run.
pub(super) struct Tuned {
    pub(super) log: Vec<LogLine>,
    pub(super) last: Generation,
    /// The champion with the best score against the report's agent.
    pub(super) champion: Genome,
}

/// Goes through all generations of a plan for the agent of a report.
pub(super) fn tune(preset: Preset, plan: &PresetPlan) -> Result<Tuned, Failure> {
    let form = preset.form();
    let contest = contest(form, plan);
    let start = Genome::default_of(form);
    let fixed: Vec<_> = plan.fixed.iter().map(|&name| name.to_owned()).collect();
    let space = agent_space(&start, &fixed, plan.coding).map_err(Failure::input)?;
    let folder =
        tempfile::tempdir().context("cannot make a folder for a run").map_err(Failure::Run)?;
    let mut run = Run::open(folder.path(), space, start.values(), plan.settings, &contest)
        .map_err(|error| Failure::Run(error.into()))?;
    while run.step().map_err(|error| Failure::Run(error.into()))?.is_some() {}
    let last = run.last().context("a run has a generation").map_err(Failure::Run)?;
    let best = run.champion().unwrap_or(&last.champion);
    let champion = Genome::new(form, best.genes.values().to_vec(), "a run of this preset")
        .expect("a search keeps to the bounds of the form's genes");
    Ok(Tuned { log: run.log().to_vec(), last: last.clone(), champion })
}

/// The games of a plan.
pub(super) fn contest(form: Form, plan: &PresetPlan) -> impl Contest {
    AgentContest::new(form, Effort::Depth(plan.depth), &|| {})
}

/// A preset with another number of agents and of generations.
pub(super) fn resized(
    preset: Preset,
    population: usize,
    generations: u32,
    seed: u64,
) -> PresetPlan {
    let mut plan = preset.plan();
    plan.settings.generations = generations;
    plan.settings.seed = seed;
    if let Optimiser::Genetic(breeding) = &mut plan.settings.optimiser {
        breeding.population = population;
    }
    plan
}

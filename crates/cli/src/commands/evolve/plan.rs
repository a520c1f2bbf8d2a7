//! From flags to settings.

use std::path::Path;

use outflank_arena::read_genome;
use outflank_classic::{Form, Genome, WrongGame};
use outflank_core::Rule;
use outflank_train::genetic::{
    Breeding, CmaEs, Coding, Islands, Mutation, Optimiser, Preset, PresetPlan, RateSchedule,
    RunSettings, Space,
};
use outflank_train::{Effort, agent_space};

use crate::cli::{CmaEsFlags, CodingName, Evolve, GeneticFlags, MutationName, OptimiserName};
use crate::failure::Failure;

/// All that a run is made of.
pub(super) struct Search {
    pub(super) start: Genome,
    pub(super) space: Space,
    pub(super) effort: Effort,
    pub(super) settings: RunSettings,
}

impl Search {
    /// The settings from the flags, with those of the preset as defaults.
    pub(super) fn new(options: &Evolve) -> Result<Self, Failure> {
        let plan = options.preset.map_or_else(PresetPlan::default, Preset::plan);
        let start = start(options)?;
        let coding = coding(options, plan.coding)?;
        let fixed = match &options.fixed {
            Some(fixed) => fixed.clone(),
            // A preset covers only the genes of its form.
            None if options.preset.is_some_and(|preset| preset.form() == start.form()) => {
                plan.fixed.iter().map(|&name| name.to_owned()).collect()
            }
            None => Vec::new(),
        };
        let space = agent_space(&start, &fixed, coding).map_err(|error| match &options.genome {
            Some(path) => {
                Failure::input(format!("cannot use the genome {}: {error}", path.display()))
            }
            None => Failure::input(error),
        })?;
        let effort = match (options.depth, options.nodes) {
            (_, Some(nodes)) => Effort::Nodes(nodes),
            (depth, None) => Effort::Depth(depth.unwrap_or(plan.depth)),
        };
        let settings = RunSettings {
            generations: options.generations.unwrap_or(plan.settings.generations),
            optimiser: optimiser(options, &plan.settings.optimiser)?,
            scoring: options.scoring.unwrap_or(plan.settings.scoring),
            openings: options.openings.unwrap_or(plan.settings.openings),
            measure: options.measure.unwrap_or(plan.settings.measure),
            hall: options.hall.unwrap_or(plan.settings.hall),
            seed: options.seed,
        };
        settings.check(&space).map_err(Failure::input)?;
        Ok(Self { start, space, effort, settings })
    }

    pub(super) fn form(&self) -> Form {
        self.start.form()
    }

    pub(super) fn rule(&self) -> Rule {
        self.start.rule()
    }
}

const DEFAULT_BITS: u32 = 8;
/// A sign and the six bits of report 004.
const DEFAULT_SIGNED_BITS: u32 = 7;
/// For islands where none were: often enough to meet, seldom enough to differ.
const DEFAULT_ISLANDS: Islands = Islands { count: 1, every: 5, migrants: 1 };

/// The coding that was asked for, with the bits of the preset where none are given.
fn coding(options: &Evolve, preset: Coding) -> Result<Coding, Failure> {
    let name = match (options.coding, preset) {
        (Some(name), _) => name,
        (None, Coding::SignMagnitude { .. }) => CodingName::SignMagnitude,
        (None, Coding::Real) if options.bits.is_none() => CodingName::Real,
        (None, _) => CodingName::Binary,
    };
    let bits = |usual| match (options.bits, preset) {
        (Some(bits), _) => bits,
        (None, Coding::Binary { bits }) if name == CodingName::Binary => bits,
        (None, Coding::SignMagnitude { bits }) if name == CodingName::SignMagnitude => bits,
        (None, _) => usual,
    };
    Ok(match name {
        CodingName::Real if options.bits.is_some() => {
            return Err(Failure::input("--bits is for genes that consist of bits"));
        }
        CodingName::Real => Coding::Real,
        CodingName::Binary => Coding::Binary { bits: bits(DEFAULT_BITS) },
        CodingName::SignMagnitude => Coding::SignMagnitude { bits: bits(DEFAULT_SIGNED_BITS) },
    })
}

/// The agent to start from.
fn start(options: &Evolve) -> Result<Genome, Failure> {
    if let Some(path) = &options.genome {
        return genome_of(path, options.form, options.rules);
    }
    let form = options.form.or(options.preset.map(Preset::form));
    let form =
        form.ok_or_else(|| Failure::input("say what is tuned: --form, --genome or --preset"))?;
    let rule = options.rules.unwrap_or(form.rule());
    if form.plays(rule) {
        Ok(Genome::default_for(form, rule))
    } else {
        Err(Failure::input(WrongGame { form, plays: form.rule(), rule }))
    }
}

/// The genome of a file. It has to be of this form and for this game, if they are given.
pub(super) fn genome_of(
    path: &Path,
    form: Option<Form>,
    rule: Option<Rule>,
) -> Result<Genome, Failure> {
    let genome = read_genome(path, form).map_err(Failure::input)?;
    match rule.filter(|rule| *rule != genome.rule()) {
        None => Ok(genome),
        Some(rule) => Err(Failure::input(format!(
            "cannot use the genome {}: it is for {}, and the game is {rule}",
            path.display(),
            genome.rule()
        ))),
    }
}

fn optimiser(options: &Evolve, preset: &Optimiser) -> Result<Optimiser, Failure> {
    if let (OptimiserName::Genetic, Optimiser::Genetic(preset)) = (options.optimiser, preset) {
        if options.cma_es != CmaEsFlags::NONE {
            return Err(Failure::input("--spread and --panel are for --optimiser cma-es"));
        }
        let breeding = breeding(options, preset);
        let flags = &options.genetic;
        if flags.strength.is_some() && matches!(breeding.mutation, Mutation::BitFlip { .. }) {
            return Err(Failure::input("--strength is for mutations that do not flip bits"));
        }
        if flags.rate.is_some() && matches!(breeding.mutation, Mutation::RaiseOrLower { .. }) {
            return Err(Failure::input(
                "--rate is not for raise-or-lower, which changes all genes",
            ));
        }
        let moves = flags.migrate_every.is_some() || flags.migrants.is_some();
        if moves && breeding.islands.count == 1 {
            return Err(Failure::input("--migrate-every and --migrants are for several --islands"));
        }
        return Ok(Optimiser::Genetic(breeding));
    }
    if options.genetic != GeneticFlags::NONE {
        let sentence = "flags of the genetic algorithm are not for --optimiser cma-es";
        return Err(Failure::input(sentence));
    }
    let CmaEsFlags { spread, panel } = options.cma_es;
    Ok(Optimiser::CmaEs(CmaEs {
        population: options.population,
        spread: spread.unwrap_or(0.2),
        panel: panel.unwrap_or(2),
    }))
}

fn breeding(options: &Evolve, preset: &Breeding) -> Breeding {
    let flags = &options.genetic;
    let mut immigrants = preset.immigrants;
    immigrants.default = flags.default_immigrants.unwrap_or(immigrants.default);
    immigrants.random = flags.random_immigrants.unwrap_or(immigrants.random);
    let islands = match flags.islands {
        Some(count) if count > 1 => Islands {
            count,
            every: flags.migrate_every.unwrap_or(DEFAULT_ISLANDS.every),
            migrants: flags.migrants.unwrap_or(DEFAULT_ISLANDS.migrants),
        },
        Some(count) => Islands { count, ..Islands::ONE },
        None => preset.islands,
    };
    Breeding {
        population: options.population.unwrap_or(preset.population),
        founders: flags.founders.unwrap_or(preset.founders),
        selection: flags.selection.unwrap_or(preset.selection),
        crossover: flags.crossover.unwrap_or(preset.crossover),
        mutation: mutation(flags, preset.mutation),
        elites: flags.elites.unwrap_or(preset.elites),
        immigrants,
        islands,
    }
}

/// The requested kind of mutation, with the given schedules or those of the preset.
fn mutation(flags: &GeneticFlags, preset: Mutation) -> Mutation {
    let usual = RateSchedule::Constant(0.1);
    let (kind, rate, strength) = match preset {
        Mutation::BitFlip { rate } => (MutationName::BitFlip, rate, usual),
        Mutation::AddOrSubtract { rate, strength } => (MutationName::AddOrSubtract, rate, strength),
        Mutation::RaiseOrLower { strength } => (MutationName::RaiseOrLower, usual, strength),
        Mutation::Gaussian { rate, strength } => (MutationName::Gaussian, rate, strength),
    };
    let rate = flags.rate.unwrap_or(rate);
    let strength = flags.strength.unwrap_or(strength);
    match flags.mutation.unwrap_or(kind) {
        MutationName::BitFlip => Mutation::BitFlip { rate },
        MutationName::AddOrSubtract => Mutation::AddOrSubtract { rate, strength },
        MutationName::RaiseOrLower => Mutation::RaiseOrLower { strength },
        MutationName::Gaussian => Mutation::Gaussian { rate, strength },
    }
}

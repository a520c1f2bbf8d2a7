//! The flags of `outflank evolve`.
//!
//! Settings of a preset are optional here; the preset supplies the missing ones.

mod parse;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use outflank_classic::Form;
use outflank_core::Rule;
use outflank_train::genetic::{
    Crossover, Founders, GenerationOpenings, Preset, RateSchedule, Scoring, Selection,
};

use super::AtOnceFlags;
use super::rules::RuleParser;

#[derive(Args)]
pub(crate) struct Evolve {
    /// The folder of the run: its generations, log, champion and picture
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// The agent to tune: phased, staged, five-factor, corner, evolved or continuous
    /// [default: that of the genome or preset]
    #[arg(long, value_name = "FORM")]
    pub(crate) form: Option<Form>,
    /// The game, for the form that plays both [default: that of the form or genome]
    #[arg(long, value_name = "RULES", value_parser = RuleParser)]
    pub(crate) rules: Option<Rule>,
    /// The genome to start from: a file, or the name of one that ships such as
    /// evolved-evolved [default: the genome of the report]
    #[arg(long, value_name = "FILE")]
    pub(crate) genome: Option<PathBuf>,
    /// Settings that have a name, such as those of a report; other flags override them
    #[arg(long, value_name = "PRESET", value_parser = preset_parser())]
    pub(crate) preset: Option<Preset>,
    /// Resume a run; an error if FOLDER holds none
    #[arg(long)]
    pub(crate) resume: bool,
    /// Stop after each generation, so that an agent can be adjusted by hand
    #[arg(long)]
    pub(crate) pause: bool,
    /// A genome file that joins the next generation in place of a child; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) join: Vec<PathBuf>,
    /// The number of generations [default: 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) generations: Option<u32>,
    /// The number of agents in a generation, on each island [default: 24]
    #[arg(long, value_name = "N")]
    pub(crate) population: Option<usize>,
    /// Genes that stay unchanged, such as squares,mobility.late
    #[arg(long, value_name = "GENES", value_delimiter = ',')]
    pub(crate) fixed: Option<Vec<String>>,
    /// The coding of genes: real, binary or sign-magnitude [default: real]
    #[arg(long, value_name = "CODING")]
    pub(crate) coding: Option<CodingName>,
    /// The number of bits of a binary gene, up to 32 [default: 8; 7 with a sign]
    #[arg(long, value_name = "N")]
    pub(crate) bits: Option<u32>,
    /// The openings: start, or the number of random openings for each pair [default: 4]
    #[arg(long, value_name = "N|start", value_parser = parse::openings)]
    pub(crate) openings: Option<GenerationOpenings>,
    /// The scoring of results: points-of-five, wins-minus-losses or wins [default:
    /// wins-minus-losses]
    #[arg(long, value_name = "SCORING", value_parser = parse::scoring)]
    pub(crate) scoring: Option<Scoring>,
    /// The search depth of agents, in plies [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
    /// The node limit of agents for a move, instead of a depth
    #[arg(long, value_name = "N", conflicts_with = "depth",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// The number of openings from which the best of a generation plays the starting agent
    /// [default: 25]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(crate) measure: Option<u32>,
    /// The size of the hall of fame [default: 10]
    #[arg(long, value_name = "N")]
    pub(crate) hall: Option<usize>,
    /// The optimiser that finds the next generation
    #[arg(long, value_name = "OPTIMISER", default_value = "genetic")]
    pub(crate) optimiser: OptimiserName,
    #[command(flatten)]
    pub(crate) at_once: AtOnceFlags,
    /// The seed of every random choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) genetic: GeneticFlags,
    #[command(flatten)]
    pub(crate) cma_es: CmaEsFlags,
    // A heading of a group stays in force after the group, so these name their own.
    /// The number of games of the champion against each opponent at the end; 0 for none
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = parse::games,
          help_heading = "Validation")]
    pub(crate) validate: u32,
    /// Print one JSON object a line: one for each generation, then a summary
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

/// Flags of the genetic algorithm.
#[derive(Args, Clone, Copy, PartialEq)]
#[command(next_help_heading = "Genetic algorithm")]
pub(crate) struct GeneticFlags {
    /// The first generation: random agents, mutants of the starting one, or scaled: the
    /// starting one times 0.25, 0.5, 0.75, ... (000) [default: mutants]
    #[arg(long, value_name = "FOUNDERS", value_parser = parse::founders)]
    pub(crate) founders: Option<Founders>,
    /// The selection of parents: best-and-half, best-third, half-replaced (modes 1 to 3 of
    /// report 002), best-half (004), keep=K (000) or tournament=N [default: tournament=3]
    #[arg(long, value_name = "SELECTION", value_parser = parse::selection)]
    pub(crate) selection: Option<Selection>,
    /// The crossover of parents: none, slice, per-gene or blend=ALPHA [default: blend=0.3]
    #[arg(long, value_name = "CROSSOVER", value_parser = parse::crossover)]
    pub(crate) crossover: Option<Crossover>,
    /// The mutation of children: bit-flip, add-or-subtract, raise-or-lower (all genes of a
    /// child, 002) or gaussian [default: gaussian]
    #[arg(long, value_name = "MUTATION")]
    pub(crate) mutation: Option<MutationName>,
    /// The probability that a gene or bit changes: 0.3; 0.3..0.1/50 in equal steps over 50
    /// generations; 0.3/20 halved every 20 [default: 0.3]
    #[arg(long, value_name = "SCHEDULE", value_parser = parse::schedule)]
    pub(crate) rate: Option<RateSchedule>,
    /// The size of a mutation as a fraction of the gene's range, written like the rate
    /// [default: 0.1/25]
    #[arg(long, value_name = "SCHEDULE", value_parser = parse::schedule)]
    pub(crate) strength: Option<RateSchedule>,
    /// The number of the best agents that always stay [default: 2]
    #[arg(long, value_name = "N")]
    pub(crate) elites: Option<usize>,
    /// The number of copies of the starting agent that join each generation [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) default_immigrants: Option<usize>,
    /// The number of random agents that join each generation [default: 0]
    #[arg(long, value_name = "N")]
    pub(crate) random_immigrants: Option<usize>,
    /// The number of populations [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) islands: Option<usize>,
    /// The number of generations between migrations to the next island [default: 5 if there
    /// are several]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) migrate_every: Option<u32>,
    /// The number of agents of each island that migrate [default: 1 if there are several]
    #[arg(long, value_name = "N")]
    pub(crate) migrants: Option<usize>,
}

impl GeneticFlags {
    pub(crate) const NONE: Self = Self {
        founders: None,
        selection: None,
        crossover: None,
        mutation: None,
        rate: None,
        strength: None,
        elites: None,
        default_immigrants: None,
        random_immigrants: None,
        islands: None,
        migrate_every: None,
        migrants: None,
    };
}

/// Flags of CMA-ES.
#[derive(Args, Clone, Copy, PartialEq)]
#[command(next_help_heading = "CMA-ES")]
pub(crate) struct CmaEsFlags {
    /// The initial distance from the starting agent, as a fraction of a gene's range
    /// [default: 0.2]
    #[arg(long, value_name = "SPREAD")]
    pub(crate) spread: Option<f64>,
    /// The number of opponents from the hall of fame, besides the mean and the starting agent
    /// [default: 2]
    #[arg(long, value_name = "N")]
    pub(crate) panel: Option<usize>,
}

impl CmaEsFlags {
    pub(crate) const NONE: Self = Self { spread: None, panel: None };
}

/// The optimiser.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OptimiserName {
    Genetic,
    CmaEs,
}

/// The coding of genes.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CodingName {
    Real,
    Binary,
    SignMagnitude,
}

/// The mutation of children.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MutationName {
    BitFlip,
    AddOrSubtract,
    RaiseOrLower,
    Gaussian,
}

/// Parses the name of a preset, with all names for help and completions.
fn preset_parser() -> impl TypedValueParser<Value = Preset> {
    PossibleValuesParser::new(Preset::ALL.map(Preset::name)).try_map(|name| {
        let preset = Preset::ALL.into_iter().find(|preset| preset.name() == name);
        preset.ok_or("it is one of those listed")
    })
}

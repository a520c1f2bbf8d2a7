//! The flags of `outflank evolve`.
//!
//! All that a preset gives is optional here: what is left out is the preset's.

mod parse;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use outflank_classic::Form;
use outflank_train::genetic::{
    Crossover, Founders, Openings, Preset, Schedule, Scoring, Selection,
};

#[derive(Args)]
pub(crate) struct Evolve {
    /// The folder of the run: its generations, log, champion and picture
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// What is tuned: phased, staged, five-factor, corner or evolved; that of the genome or preset
    /// unless told
    #[arg(long, value_name = "FORM")]
    pub(crate) form: Option<Form>,
    /// Start from the agent in this genome file; from the report's unless told
    #[arg(long, value_name = "FILE")]
    pub(crate) genome: Option<PathBuf>,
    /// The settings of a report; other flags go before them
    #[arg(long, value_name = "PRESET", value_parser = preset_parser())]
    pub(crate) preset: Option<Preset>,
    /// Go on with a run: fail if FOLDER holds none
    #[arg(long)]
    pub(crate) resume: bool,
    /// How many generations [default: 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) generations: Option<u32>,
    /// How many agents a generation has, on each island [default: 24]
    #[arg(long, value_name = "N")]
    pub(crate) population: Option<usize>,
    /// Genes that stay as they are, such as squares,mobility.late
    #[arg(long, value_name = "GENES", value_delimiter = ',')]
    pub(crate) fixed: Option<Vec<String>>,
    /// How genes are written: real or binary [default: real]
    #[arg(long, value_name = "CODING")]
    pub(crate) coding: Option<CodingName>,
    /// How many bits a binary gene has, 1 to 32 [default: 8]
    #[arg(long, value_name = "N")]
    pub(crate) bits: Option<u32>,
    /// Where games begin: start, or at so many random openings for each pair [default: 4]
    #[arg(long, value_name = "N|start", value_parser = parse::openings)]
    pub(crate) openings: Option<Openings>,
    /// What results are worth: points-of-five, wins-minus-losses or wins [default:
    /// wins-minus-losses]
    #[arg(long, value_name = "SCORING", value_parser = parse::scoring)]
    pub(crate) scoring: Option<Scoring>,
    /// How many plies deep agents search [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
    /// Agents search this many positions a move instead
    #[arg(long, value_name = "N", conflicts_with = "depth",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// From how many openings the best of a generation plays the starting agent [default: 25]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(crate) measure: Option<u32>,
    /// How many champions the hall of fame has room for [default: 10]
    #[arg(long, value_name = "N")]
    pub(crate) hall: Option<usize>,
    /// How the next generation is found
    #[arg(long, value_name = "OPTIMISER", default_value = "genetic")]
    pub(crate) optimiser: OptimiserName,
    #[command(flatten)]
    pub(crate) genetic: GeneticFlags,
    #[command(flatten)]
    pub(crate) cma_es: CmaEsFlags,
    /// How many games the champion plays each opponent in the end; 0 for none
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = parse::games)]
    pub(crate) validate: u32,
    /// How many games are played at a time; as many as there are cores unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// The seed of every random choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one JSON object a line: one for each generation, then a summary
    #[arg(long)]
    pub(crate) json: bool,
}

/// What only a genetic algorithm asks for.
#[derive(Args, Clone, Copy, PartialEq)]
#[command(next_help_heading = "The genetic algorithm")]
pub(crate) struct GeneticFlags {
    /// The first generation: random agents, or mutants of the starting one [default: mutants]
    #[arg(long, value_name = "FOUNDERS", value_parser = parse::founders)]
    pub(crate) founders: Option<Founders>,
    /// Who stays and has children: best-and-half, best-third, half-replaced (modes 1 to 3 of report
    /// 002), best-half (004), keep=K (000) or tournament=N [default: tournament=3]
    #[arg(long, value_name = "SELECTION", value_parser = parse::selection)]
    pub(crate) selection: Option<Selection>,
    /// What children have from each parent: none, slice, per-gene or blend=ALPHA [default:
    /// blend=0.3]
    #[arg(long, value_name = "CROSSOVER", value_parser = parse::crossover)]
    pub(crate) crossover: Option<Crossover>,
    /// How children change: bit-flip, add-or-subtract or gaussian [default: gaussian]
    #[arg(long, value_name = "MUTATION")]
    pub(crate) mutation: Option<MutationName>,
    /// The chance of a gene or bit to change: 0.3; 0.3..0.1/50 in equal steps over 50 generations;
    /// 0.3/20 halved every 20 [default: 0.3]
    #[arg(long, value_name = "SCHEDULE", value_parser = parse::schedule)]
    pub(crate) rate: Option<Schedule>,
    /// How far a gene moves as a part of its range, written like the rate [default: 0.1/25]
    #[arg(long, value_name = "SCHEDULE", value_parser = parse::schedule)]
    pub(crate) strength: Option<Schedule>,
    /// How many of the best stay in any case [default: 2]
    #[arg(long, value_name = "N")]
    pub(crate) elites: Option<usize>,
    /// How often the starting agent joins each generation [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) default_immigrants: Option<usize>,
    /// How many random agents join each generation [default: 0]
    #[arg(long, value_name = "N")]
    pub(crate) random_immigrants: Option<usize>,
    /// How many populations there are [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) islands: Option<usize>,
    /// After how many generations agents move to the next island [default: 5 if there are several]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) migrate_every: Option<u32>,
    /// How many agents of each island move [default: 1 if there are several]
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

/// What only CMA-ES asks for.
#[derive(Args, Clone, Copy, PartialEq)]
#[command(next_help_heading = "CMA-ES")]
pub(crate) struct CmaEsFlags {
    /// How far from the starting agent the first ones lie, as a part of a gene's range [default:
    /// 0.2]
    #[arg(long, value_name = "SPREAD")]
    pub(crate) spread: Option<f64>,
    /// How many of the hall of fame each agent plays, besides the mean and the starting agent
    /// [default: 2]
    #[arg(long, value_name = "N")]
    pub(crate) panel: Option<usize>,
}

impl CmaEsFlags {
    pub(crate) const NONE: Self = Self { spread: None, panel: None };
}

/// How the next generation is found.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OptimiserName {
    Genetic,
    CmaEs,
}

/// How genes are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CodingName {
    Real,
    Binary,
}

/// How children change.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MutationName {
    BitFlip,
    AddOrSubtract,
    Gaussian,
}

/// Reads the name of a preset, and knows them all for help and completions.
fn preset_parser() -> impl TypedValueParser<Value = Preset> {
    PossibleValuesParser::new(Preset::ALL.map(Preset::name)).try_map(|name| {
        let preset = Preset::ALL.into_iter().find(|preset| preset.name() == name);
        preset.ok_or("it is one of those listed")
    })
}

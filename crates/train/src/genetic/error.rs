//! Errors of a run.

use std::path::PathBuf;

use crate::FolderError;

/// The reason why genes do not fit a space.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// An agent has no genes.
    #[error("an agent without genes cannot be tuned")]
    NoGenes,
    /// Bounds that hold no number.
    #[error("gene {gene} cannot lie between {low} and {high}")]
    Bounds {
        /// The number of the gene, from 0.
        gene: usize,
        /// The lowest value asked for.
        low: f64,
        /// The highest value asked for.
        high: f64,
    },
    /// Binary genes that are too long or have no bits.
    #[error("a gene has {shortest} to 32 bits, not {bits}")]
    Bits {
        /// The smallest number of bits of the coding.
        shortest: u32,
        /// The bits asked for.
        bits: u32,
    },
    /// Genes of another agent.
    #[error("there are {expected} genes, found {found}")]
    Length {
        /// The expected number.
        expected: usize,
        /// The number of openings.
        found: usize,
    },
    /// A gene out of its bounds, or not a number.
    #[error("gene {gene} is {value}, not between {low} and {high}")]
    Outside {
        /// The number of the gene, from 0.
        gene: usize,
        /// Its value.
        value: f64,
        /// The lowest value.
        low: f64,
        /// The highest value.
        high: f64,
    },
}

/// The reason why settings are invalid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// A number that is too low or too high.
    #[error("{what} must be {from} to {to}, not {found}")]
    Number {
        /// Its number.
        what: &'static str,
        /// The lowest that is allowed.
        from: f64,
        /// The highest.
        to: f64,
        /// The one given.
        found: f64,
    },
    /// So many agents stay or join that no child is left.
    #[error(
        "of {population} agents {kept} stay and {joining} join from outside: no place is left for children"
    )]
    NoChildren {
        /// The number of agents.
        population: usize,
        /// The number of agents that stay.
        kept: usize,
        /// The number of migrants and immigrants.
        joining: usize,
    },
    /// An agent is to join a search that breeds none.
    #[error("agents can join a genetic algorithm only")]
    NoBreeding,
    /// Bit flips with real-coded genes.
    #[error("bits can be flipped in binary genes only")]
    NoBits,
}

/// The reason why a run cannot start or resume.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// A folder or file.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The settings.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The default agent.
    #[error("the default agent: {0}")]
    Default(SpaceError),
    /// An agent that joins.
    #[error("the agent that joins: {0}")]
    Join(SpaceError),
    /// The contest was cancelled. Open the run again to resume it.
    #[error("the run was stopped; its finished generations are kept")]
    Cancelled,
    /// A file that was changed, or that another run wrote.
    #[error("cannot use {}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The mistake.
        reason: String,
    },
}

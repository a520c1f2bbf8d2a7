//! What can be wrong with a run.

use std::path::PathBuf;

use crate::FolderError;

/// Why genes cannot be searched or are not of a space.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// There is nothing to tune.
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
    #[error("a gene has 1 to 32 bits, not {bits}")]
    Bits {
        /// The bits asked for.
        bits: u32,
    },
    /// Genes of another agent.
    #[error("there are {expected} genes, found {found}")]
    Length {
        /// How many there should be.
        expected: usize,
        /// How many there are.
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

/// Why settings make no search.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// A number that is too low or too high.
    #[error("{what} must be {from} to {to}, not {found}")]
    Number {
        /// Which one.
        what: &'static str,
        /// The lowest that is allowed.
        from: f64,
        /// The highest.
        to: f64,
        /// The one given.
        found: f64,
    },
    /// More agents stay or join than there are.
    #[error(
        "of {population} agents {kept} stay and {joining} join from outside: nobody would have a child"
    )]
    NoChildren {
        /// How many agents there are.
        population: usize,
        /// How many stay.
        kept: usize,
        /// How many come from other islands or anew.
        joining: usize,
    },
    /// Bits are to be flipped where there are none.
    #[error("bits can be flipped in binary genes only")]
    NoBits,
}

/// Why a run cannot begin or go on.
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
    /// The contest was cancelled. The run has to be opened again to go on.
    #[error("the run was stopped; its finished generations are kept")]
    Cancelled,
    /// A file that this run did not write, or that was changed.
    #[error("cannot use {}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

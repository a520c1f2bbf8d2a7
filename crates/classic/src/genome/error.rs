//! What is wrong with a genome file.

use outflank_core::{ParseRuleError, Rule};

use crate::{Form, ParseFormError};

/// Why a text is no genome, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct GenomeError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: GenomeProblem,
}

/// What is wrong with a genome file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenomeProblem {
    /// It is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// A key that has to be there is not.
    #[error("there is no '{0}'")]
    Missing(&'static str),
    /// A key that nothing asks for.
    #[error("'{}' is not known here: expected {}", found.escape_debug(), expected.join(", "))]
    Unknown {
        /// The key.
        found: String,
        /// The keys there are.
        expected: Vec<&'static str>,
    },
    /// The form is none of the five.
    #[error(transparent)]
    Form(#[from] ParseFormError),
    /// The game is neither of the two.
    #[error(transparent)]
    Rule(#[from] ParseRuleError),
    /// The file names a game that its form does not play.
    #[error("a {form} genome is for {}, not for {rule}", form.rule())]
    FormOfOtherGame {
        /// The form.
        form: Form,
        /// The game in the file.
        rule: Rule,
    },
    /// The genome is for the other game than the one that is played.
    #[error("the genome is for {found}, and the game is {expected}")]
    OtherGame {
        /// The game of the genome.
        found: Rule,
        /// The game that is played.
        expected: Rule,
    },
    /// The genome is for the right game, but of another form.
    #[error("the genome is a {found} one, expected {expected}")]
    OtherForm {
        /// The form of the genome.
        found: Form,
        /// The form that is asked for.
        expected: Form,
    },
    /// Something is of another kind than it has to be.
    #[error("'{key}' has to be {expected}")]
    Kind {
        /// Which key.
        key: String,
        /// What it has to be.
        expected: &'static str,
    },
    /// A list is too long or too short.
    #[error("'{key}' has to have {expected}, found {found}")]
    Length {
        /// Which key.
        key: &'static str,
        /// How many, and of what.
        expected: String,
        /// How many there are.
        found: usize,
    },
    /// A number that is no finite one.
    #[error("'{gene}' is {found}: expected a finite number")]
    NotFinite {
        /// The gene.
        gene: String,
        /// What is written.
        found: String,
    },
}

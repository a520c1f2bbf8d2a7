//! The errors of a genome file.

use outflank_core::{ParseRuleError, Rule};

use crate::{Form, ParseFormError};

/// The reason why a text is not a genome, and its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct GenomeError {
    /// The line, counted from 1.
    pub line: usize,
    /// The problem.
    pub problem: GenomeProblem,
}

/// A problem of a genome file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenomeProblem {
    /// The text is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// A required key is missing.
    #[error("there is no '{0}'")]
    Missing(&'static str),
    /// A key is unknown.
    #[error("'{}' is not known here: expected {}", found.escape_debug(), expected.join(", "))]
    Unknown {
        /// The key.
        found: String,
        /// The known keys.
        expected: Vec<&'static str>,
    },
    /// The form is unknown.
    #[error(transparent)]
    Form(#[from] ParseFormError),
    /// The game is unknown.
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
    /// The genome is for the other game.
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
        /// The form expected.
        expected: Form,
    },
    /// A value is of the wrong kind.
    #[error("'{key}' has to be {expected}")]
    Kind {
        /// The key.
        key: String,
        /// The kind of value expected.
        expected: &'static str,
    },
    /// A list is too long or too short.
    #[error("'{key}' has to have {expected}, found {found}")]
    Length {
        /// The key.
        key: &'static str,
        /// The length expected, with its unit.
        expected: String,
        /// The length found.
        found: usize,
    },
    /// A number is not finite.
    #[error("'{gene}' is {found}: expected a finite number")]
    NotFinite {
        /// The gene.
        gene: String,
        /// The text of the value.
        found: String,
    },
}

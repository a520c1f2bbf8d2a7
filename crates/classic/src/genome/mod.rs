//! The numbers of an agent, and the file they stand in.

mod curve;
mod error;
mod part;
mod read;
mod shipped;
#[cfg(test)]
mod tests;
mod write;

pub use curve::WeightCurve;
pub use error::{GenomeError, GenomeProblem};
pub use part::{GenomePart, PartValues};
pub use shipped::ShippedGenome;

use outflank_core::Rule;

use crate::Form;

/// The numbers that make an agent of a form.
///
/// Invariant: there is a finite value for each gene of the form, and the form plays the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Genome {
    form: Form,
    rule: Rule,
    values: Vec<f64>,
    provenance: String,
}

impl Genome {
    /// A genome with these values, in the order of [`Form::genes`], for the game of its
    /// form; `None` if there are too many or too few, or one is no finite number.
    /// `provenance` says where they come from.
    pub fn new(form: Form, values: Vec<f64>, provenance: impl Into<String>) -> Option<Self> {
        let is_whole = values.len() == form.genes().len();
        let is_finite = values.iter().all(|value| value.is_finite());
        let (rule, provenance) = (form.rule(), provenance.into());
        (is_whole && is_finite).then_some(Self { form, rule, values, provenance })
    }

    /// The same numbers for a game; `None` if the form does not play it.
    #[must_use]
    pub fn for_rule(self, rule: Rule) -> Option<Self> {
        self.form.plays(rule).then_some(Self { rule, ..self })
    }

    /// The numbers of the report. The continuous form belongs to none: it begins with the
    /// numbers of `evolved-evolved`.
    pub fn default_of(form: Form) -> Self {
        Self::default_for(form, form.rule())
    }

    /// The default numbers for a game: those of the report, if the form plays no other.
    /// For Reversi the continuous form begins with the numbers of report 003.
    pub fn default_for(form: Form, rule: Rule) -> Self {
        let text = match form {
            Form::Phased => include_str!("../../genomes/phased.toml"),
            Form::Staged => include_str!("../../genomes/staged.toml"),
            Form::FiveFactor => include_str!("../../genomes/five-factor.toml"),
            Form::Corner => include_str!("../../genomes/corner.toml"),
            Form::Evolved => include_str!("../../genomes/evolved.toml"),
            Form::Continuous if rule == Rule::Reversi => {
                include_str!("../../genomes/continuous-reversi.toml")
            }
            Form::Continuous => include_str!("../../genomes/continuous.toml"),
        };
        Self::from_toml(text).expect("the genomes in the binary are those of the project")
    }

    /// Reads a genome file.
    pub fn from_toml(text: &str) -> Result<Self, GenomeError> {
        read::read(text, None, None)
    }

    /// Reads a genome file that has to be for this game.
    pub fn from_toml_for(rule: Rule, text: &str) -> Result<Self, GenomeError> {
        read::read(text, Some(rule), None)
    }

    /// Reads a genome file that has to be of this form.
    pub fn from_toml_of(form: Form, text: &str) -> Result<Self, GenomeError> {
        let rule = (!form.plays_both()).then_some(form.rule());
        read::read(text, rule, Some(form))
    }

    /// The genome as a file that a person can read and edit.
    pub fn to_toml(&self) -> String {
        write::write(self)
    }

    /// The form, which gives the values their meaning.
    pub const fn form(&self) -> Form {
        self.form
    }

    /// The game of the numbers.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The values, in the order of [`Form::genes`].
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The provenance of the values.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }
}

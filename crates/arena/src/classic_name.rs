//! The agents of the reports and evolved agents as players.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use outflank_classic::{
    Agent, Form, Genome, GenomeError, ParseFormError, SearchLimits, ShippedGenome,
};
use outflank_core::Rule;

use crate::duration::Written;
use crate::settings::{settings, written};
use crate::{ParseSettingError, PlayerError};

/// An agent of a report, or one with a genome of its own: the part of its name
/// after `classic:` or `genome:`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClassicName {
    /// The source of its numbers.
    pub genome: GenomeName,
    /// The limits of a move; by default those of its report.
    pub limits: SearchLimits,
}

/// The source of the numbers of an agent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GenomeName {
    /// The numbers of the report.
    Report(Form),
    /// A genome that ships with the program, such as `phased-evolved`.
    Shipped(ShippedGenome),
    /// A genome file.
    File(PathBuf),
}

/// A text that names no agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseClassicError {
    /// No report describes such an agent.
    #[error(transparent)]
    Form(#[from] ParseFormError),
    /// The form belongs to no report.
    #[error("{form} is the form of no report: it plays as genome:{form}-evolved")]
    NotOfAReport {
        /// The form.
        form: Form,
    },
    /// There is no file name.
    #[error("genome: has to be followed by the name of a file")]
    NoFile,
    /// A setting is wrong.
    #[error(transparent)]
    Setting(#[from] ParseSettingError),
}

/// A genome file that cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadGenomeError {
    /// It cannot be read.
    #[error("cannot read the genome {}: {reason}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The message of the system.
        reason: String,
    },
    /// Its content is wrong.
    #[error("cannot use the genome {}: {error}", path.display())]
    Genome {
        /// The file.
        path: PathBuf,
        /// The error with its line.
        error: GenomeError,
    },
}

impl ClassicName {
    const KEYS: [&'static str; 3] = ["time", "depth", "nodes"];

    /// Reads the text after `classic:`, such as `phased,depth=3`.
    pub(crate) fn of_report(text: &str) -> Result<Self, ParseClassicError> {
        let (name, limits) = split(text);
        let form: Form = name.parse()?;
        if !Form::REPORTS.contains(&form) {
            return Err(ParseClassicError::NotOfAReport { form });
        }
        let limits = read_limits(form.name(), limits)?;
        Ok(Self { genome: GenomeName::Report(form), limits })
    }

    /// Reads the text after `genome:`, such as `best.toml,depth=3` or `phased-evolved`.
    pub(crate) fn of_file(text: &str) -> Result<Self, ParseClassicError> {
        let (path, limits) = split(text);
        if path.is_empty() {
            return Err(ParseClassicError::NoFile);
        }
        let limits = read_limits("the genome", limits)?;
        let shipped = ShippedGenome::named(path).map(GenomeName::Shipped);
        Ok(Self { genome: shipped.unwrap_or_else(|| GenomeName::File(path.into())), limits })
    }

    /// Makes the agent for games of `rule`.
    pub(crate) fn agent(&self, rule: Rule) -> Result<Agent, PlayerError> {
        let genome = self.genome.load(rule)?;
        Ok(Agent::new(&genome, rule, self.limits)?)
    }
}

impl GenomeName {
    /// The genome; one in a file has to be for `rule`. One that ships is checked when its
    /// agent is made.
    pub fn load(&self, rule: Rule) -> Result<Genome, LoadGenomeError> {
        match self {
            Self::Report(form) => Ok(Genome::default_for(*form, rule)),
            Self::Shipped(shipped) => Ok(shipped.genome()),
            Self::File(path) => read(path, |text| Genome::from_toml_for(rule, text)),
        }
    }
}

/// Reads a genome file, or the genome that ships under this name. It has to be of `form` if
/// one is given.
pub fn read_genome(path: &Path, form: Option<Form>) -> Result<Genome, LoadGenomeError> {
    let parse = |text: &str| match form {
        Some(form) => Genome::from_toml_of(form, text),
        None => Genome::from_toml(text),
    };
    match path.to_str().and_then(ShippedGenome::named) {
        Some(shipped) => parse(shipped.toml())
            .map_err(|error| LoadGenomeError::Genome { path: path.to_owned(), error }),
        None => read(path, parse),
    }
}

fn read(
    path: &Path,
    parse: impl FnOnce(&str) -> Result<Genome, GenomeError>,
) -> Result<Genome, LoadGenomeError> {
    let text = fs::read_to_string(path).map_err(|error| {
        let reason = error.to_string();
        LoadGenomeError::Read { path: path.to_owned(), reason }
    })?;
    parse(&text).map_err(|error| LoadGenomeError::Genome { path: path.to_owned(), error })
}

/// The name or file, and the settings after its comma.
fn split(text: &str) -> (&str, Option<&str>) {
    text.split_once(',').map_or((text.trim(), None), |(name, rest)| (name.trim(), Some(rest)))
}

fn read_limits(who: &'static str, text: Option<&str>) -> Result<SearchLimits, ParseSettingError> {
    let mut limits = SearchLimits::default();
    let Some(text) = text else { return Ok(limits) };
    for setting in settings(who, &ClassicName::KEYS, text)? {
        match setting.key {
            "time" => limits.time = Some(setting.time()?),
            "depth" => limits.depth = Some(setting.depth()?),
            _ => limits.nodes = Some(setting.nodes()?),
        }
    }
    Ok(limits)
}

impl fmt::Display for ClassicName {
    /// `classic:phased,depth=3` or `genome:best.toml`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SearchLimits { time, depth, nodes } = self.limits;
        let values = [
            time.map(|time| Written(time).to_string()),
            depth.map(|depth| depth.to_string()),
            nodes.map(|nodes| nodes.to_string()),
        ];
        let limits = written(Self::KEYS, values);
        let comma = if limits.is_empty() { "" } else { "," };
        f.pad(&match &self.genome {
            GenomeName::Report(form) => format!("classic:{form}{comma}{limits}"),
            GenomeName::Shipped(shipped) => format!("genome:{}{comma}{limits}", shipped.name()),
            GenomeName::File(path) => format!("genome:{}{comma}{limits}", path.display()),
        })
    }
}

//! The program that a visitor plays against.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_classic::{Agent, Form, Genome, SearchLimits, ShippedGenome, WrongGame};
use outflank_core::Rule;
use outflank_engine::Level;

/// The longest that an agent with a time limit thinks about a move. It has an engine thread
/// meanwhile, for which other visitors wait.
const LONGEST: Duration = Duration::from_secs(2);

/// The program that a visitor plays against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opponent {
    Engine(Level),
    /// An agent of a report, or one that was evolved here.
    Agent(AgentName),
}

/// The name of an agent, such as `classic:corner` or `genome:phased-evolved`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AgentName {
    /// With the numbers of its report.
    Report(Form),
    /// With numbers that were evolved here.
    Evolved(ShippedGenome),
}

/// A text that names no such agent.
#[derive(Debug, thiserror::Error)]
#[error("'{}' cannot be played against: expected {}", found.escape_debug(), names())]
pub(super) struct ParseAgentNameError {
    found: String,
}

fn names() -> String {
    AgentName::all().map(|name| name.to_string()).collect::<Vec<_>>().join(", ")
}

impl FromStr for AgentName {
    type Err = ParseAgentNameError;

    fn from_str(text: &str) -> Result<Self, ParseAgentNameError> {
        let found = || text.chars().take(40).collect();
        let named = Self::all().find(|name| name.to_string() == text);
        named.ok_or_else(|| ParseAgentNameError { found: found() })
    }
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Report(form) => write!(f, "classic:{form}"),
            Self::Evolved(shipped) => write!(f, "genome:{}", shipped.name()),
        }
    }
}

impl AgentName {
    fn all() -> impl Iterator<Item = Self> {
        let reports = Form::REPORTS.into_iter().map(Self::Report);
        reports.chain(ShippedGenome::all().map(Self::Evolved))
    }

    fn genome(self) -> Genome {
        match self {
            Self::Report(form) => Genome::default_of(form),
            Self::Evolved(shipped) => shipped.genome(),
        }
    }

    /// The agent for games of `rule`, with this share of its clock. Agents that search to a
    /// fixed depth answer at once and need no limit.
    pub(super) fn agent(self, rule: Rule, share: Option<Duration>) -> Result<Agent, WrongGame> {
        let genome = self.genome();
        let time = match genome.form() {
            Form::Phased | Form::Staged | Form::FiveFactor => None,
            _ => Some(share.unwrap_or(LONGEST).min(LONGEST)),
        };
        let limits = SearchLimits { time, ..SearchLimits::default() };
        Agent::new(&genome, rule, limits)
    }
}

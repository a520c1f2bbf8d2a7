//! The program that a visitor plays against.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_classic::{Agent, Form, Genome, SearchLimits, WrongGame};
use outflank_core::Rule;
use outflank_engine::Level;

/// The longest that an agent with a time limit thinks about a move. It has an engine thread
/// meanwhile, for which other visitors wait.
const LONGEST: Duration = Duration::from_secs(2);

/// The program that a visitor plays against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opponent {
    Engine(Level),
    /// An agent of a report.
    Report(ReportName),
}

/// The name of an agent of a report, such as `classic:corner`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReportName(Form);

/// A text that names no agent of a report.
#[derive(Debug, thiserror::Error)]
#[error("'{}' cannot be played against: expected {}", found.escape_debug(), names())]
pub(super) struct ParseReportNameError {
    found: String,
}

fn names() -> String {
    Form::REPORTS.map(|form| ReportName(form).to_string()).join(", ")
}

impl FromStr for ReportName {
    type Err = ParseReportNameError;

    fn from_str(text: &str) -> Result<Self, ParseReportNameError> {
        let form = text.strip_prefix("classic:").and_then(|name| name.parse().ok());
        let form = form.filter(|form| Form::REPORTS.contains(form));
        let found = || text.chars().take(40).collect();
        form.map(Self).ok_or_else(|| ParseReportNameError { found: found() })
    }
}

impl fmt::Display for ReportName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "classic:{}", self.0)
    }
}

impl ReportName {
    /// The agent for games of `rule`, with this share of its clock. Agents that search to a
    /// fixed depth answer at once and need no limit.
    pub(super) fn agent(self, rule: Rule, share: Option<Duration>) -> Result<Agent, WrongGame> {
        let time = match self.0 {
            Form::Corner | Form::Evolved => Some(share.unwrap_or(LONGEST).min(LONGEST)),
            _ => None,
        };
        let limits = SearchLimits { time, ..SearchLimits::default() };
        Agent::new(&Genome::default_of(self.0), rule, limits)
    }
}

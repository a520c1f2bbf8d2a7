//! Findings of a check.

use std::fmt;

/// A topic of a check, with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The topic.
    pub topic: &'static str,
    /// The verdict.
    pub verdict: Verdict,
    /// The facts.
    pub detail: String,
    /// The advice, if there is a problem.
    pub hint: Option<&'static str>,
}

/// The verdict on a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// No problem.
    Ok,
    /// A problem that may cost games.
    Warning,
    /// The player is not usable.
    Fail,
}

impl Verdict {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Fail => "fail",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Finding {
    /// A topic without a problem.
    pub(super) fn ok(topic: &'static str, detail: impl Into<String>) -> Self {
        Self { topic, verdict: Verdict::Ok, detail: detail.into(), hint: None }
    }

    /// A topic with a problem and the advice.
    pub(super) fn wrong(
        topic: &'static str,
        verdict: Verdict,
        detail: impl Into<String>,
        hint: &'static str,
    ) -> Self {
        Self { topic, verdict, detail: detail.into(), hint: Some(hint) }
    }
}

//! One thing that was looked at.

use std::fmt;

/// One thing that was looked at, and how it looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was looked at.
    pub topic: &'static str,
    /// How it looks.
    pub verdict: Verdict,
    /// The facts.
    pub detail: String,
    /// What to do about it, where something should be done.
    pub hint: Option<&'static str>,
}

/// How something looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// As it should.
    Ok,
    /// It may cost games.
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
    /// Something that is as it should be.
    pub(super) fn ok(topic: &'static str, detail: impl Into<String>) -> Self {
        Self { topic, verdict: Verdict::Ok, detail: detail.into(), hint: None }
    }

    /// Something that is not, and what to do.
    pub(super) fn wrong(
        topic: &'static str,
        verdict: Verdict,
        detail: impl Into<String>,
        hint: &'static str,
    ) -> Self {
        Self { topic, verdict, detail: detail.into(), hint: Some(hint) }
    }
}

//! Versions of agents.

use outflank_report::CheckLine;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::{PersonId, UnixMillis, VersionId};

/// What is known of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VersionState {
    /// It waits for its check.
    Waiting,
    /// It is being checked.
    Checking,
    /// It may compete.
    Usable,
    /// It may not compete: its report says why.
    Unusable,
}

impl VersionState {
    /// Every state.
    pub(crate) const ALL: [Self; 4] = [Self::Waiting, Self::Checking, Self::Usable, Self::Unusable];

    /// The name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Checking => "checking",
            Self::Usable => "usable",
            Self::Unusable => "unusable",
        }
    }
}

/// A version of an agent.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Version {
    /// The number over all people.
    pub id: VersionId,
    /// Who submitted it.
    pub person: PersonId,
    /// The number among the versions of its person, from 1.
    pub number: u32,
    /// The hash of its files.
    pub hash: String,
    /// The name of the uploaded file.
    pub file: String,
    /// The note of the person.
    pub note: String,
    /// The size of its files.
    pub bytes: u64,
    /// The number of its files.
    pub files: u32,
    /// When it was submitted.
    pub submitted: UnixMillis,
    /// What is known of it.
    pub state: VersionState,
    /// The step of its check that runs now, such as `usability`; null if none does.
    pub step: Option<String>,
}

/// The report on a version.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VersionReport {
    /// The version.
    pub version: Version,
    /// The result of its check; null until it has been checked.
    #[schema(value_type = Option<CheckLine>)]
    pub check: Option<Value>,
    /// Why the check could not be run; null if it could.
    pub problem: Option<String>,
}

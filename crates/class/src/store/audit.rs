//! What was done in a class, and by whom.

use serde::Serialize;
use utoipa::ToSchema;

use super::ClassStore;
use crate::{ClassError, PersonId, UnixMillis};

/// An entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AuditLine {
    /// The number of the entry.
    pub id: i64,
    /// When it was done.
    pub at: UnixMillis,
    /// Who did it; null for the terminal of the server.
    pub person: Option<PersonId>,
    /// What was done, such as `disqualify`.
    pub action: String,
    /// To whom or what, and why.
    pub detail: String,
}

impl ClassStore {
    /// Notes what somebody did.
    pub fn note(
        &self,
        at: UnixMillis,
        person: Option<PersonId>,
        action: &str,
        detail: &str,
    ) -> Result<(), ClassError> {
        self.lock().execute(
            "INSERT INTO audit (at, person, action, detail) VALUES (?1, ?2, ?3, ?4)",
            (at, person, action, detail),
        )?;
        Ok(())
    }

    /// The latest entries, the newest first.
    pub fn audit(&self, latest: u32) -> Result<Vec<AuditLine>, ClassError> {
        let connection = self.read();
        let mut query = connection.prepare_cached(
            "SELECT id, at, person, action, detail FROM audit ORDER BY id DESC LIMIT ?1",
        )?;
        let lines = query.query_map([latest], |row| {
            Ok(AuditLine {
                id: row.get(0)?,
                at: row.get(1)?,
                person: row.get(2)?,
                action: row.get(3)?,
                detail: row.get(4)?,
            })
        })?;
        Ok(lines.collect::<Result<_, _>>()?)
    }
}

//! The standings, computed once for all who ask.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use outflank_class::{ClassError, ClassStanding, NameStyle, Role};
use serde::Serialize;
use utoipa::ToSchema;

use super::Class;

/// The standings may be this old while PKs end all the time.
const MAX_AGE: Duration = Duration::from_millis(500);

/// The standings of the class.
#[derive(Serialize, ToSchema)]
pub(super) struct ClassStandings {
    /// The leader first.
    standings: Vec<ClassStanding>,
    frozen: bool,
    /// The number of the change after which they were computed.
    revision: u64,
}

#[derive(Clone)]
struct Kept {
    revision: u64,
    computed: Instant,
    json: Bytes,
}

/// The standings as JSON, with names and with aliases.
#[derive(Default)]
pub(super) struct KeptStandings([Mutex<Option<Kept>>; 2]);

impl Class {
    /// The standings that a viewer may see, as JSON.
    pub(super) fn standings_for(self: &Arc<Self>, viewer: Role) -> Result<Bytes, ClassError> {
        let with_aliases =
            viewer == Role::Student && self.store.settings()?.names == NameStyle::Aliases;
        let place = &self.standings.0[usize::from(with_aliases)];
        // One computes, the others wait for the result.
        let mut kept = place.lock().unwrap_or_else(PoisonError::into_inner);
        let revision = *self.changes.borrow();
        if let Some(kept) = &*kept
            && (kept.revision == revision || kept.computed.elapsed() < MAX_AGE)
        {
            return Ok(kept.json.clone());
        }
        let standings = ClassStandings {
            standings: self.store.standings(with_aliases)?,
            frozen: self.store.is_frozen(self.now())?,
            revision,
        };
        let json = serde_json::to_vec(&standings).map_err(std::io::Error::from)?;
        let json = Bytes::from(json);
        *kept = Some(Kept { revision, computed: Instant::now(), json: json.clone() });
        Ok(json)
    }
}

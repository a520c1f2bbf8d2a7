//! Standings, computed once for all who ask.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use outflank_class::{ClassError, ClassStanding, NameStyle, Role, TournamentId};
use serde::Serialize;
use utoipa::ToSchema;

use super::Class;
use super::names::Names;

/// JSON as it is, and packed: all who ask get the same bytes.
#[derive(Clone)]
pub(super) struct KeptAnswer {
    json: Bytes,
    gzip: Bytes,
}

impl KeptAnswer {
    fn new(answer: &impl Serialize) -> Result<Self, ClassError> {
        let json = serde_json::to_vec(answer).map_err(std::io::Error::from)?;
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&json)?;
        Ok(Self { json: json.into(), gzip: packed.finish()?.into() })
    }

    /// The answer to a request with these headers.
    pub(super) fn response_to(self, headers: &HeaderMap) -> Response {
        let accepted =
            headers.get_all(ACCEPT_ENCODING).iter().filter_map(|text| text.to_str().ok());
        let mut words = accepted.flat_map(|text| text.split([',', ';'])).map(str::trim);
        let kind = [(CONTENT_TYPE, "application/json"), (VARY, "accept-encoding")];
        if words.any(|word| word == "gzip") {
            return (kind, [(CONTENT_ENCODING, "gzip")], self.gzip).into_response();
        }
        (kind, self.json).into_response()
    }
}

/// Standings may be this old while PKs end all the time.
const MAX_AGE: Duration = Duration::from_millis(500);
/// They are computed in at most this share of the time, one in so many.
const SHARE: u32 = 10;
/// What students see of the reason of a disqualification, which may tell of others.
const HIDDEN_REASON: &str = "disqualified";

/// The standings of the class.
#[derive(Serialize, ToSchema)]
pub(super) struct ClassStandings {
    /// The leader first.
    standings: Vec<ClassStanding>,
    frozen: bool,
    /// The number of the change after which they were computed.
    revision: u64,
}

/// What is kept: the standings of the race, or those of a tournament, as a role sees them.
type Key = (Option<TournamentId>, bool);

#[derive(Clone)]
struct Kept {
    revision: u64,
    computed: Instant,
    /// The time that it took.
    cost: Duration,
    answer: KeptAnswer,
}

impl Kept {
    fn is_good(&self, revision: u64) -> bool {
        self.revision == revision || self.computed.elapsed() < MAX_AGE.max(self.cost * SHARE)
    }
}

/// The place of an answer.
#[derive(Default)]
struct KeptPlace {
    kept: Mutex<Option<Kept>>,
    /// Held by the one who computes.
    computing: Mutex<()>,
}

impl KeptPlace {
    fn kept(&self) -> MutexGuard<'_, Option<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Standings as JSON.
#[derive(Default)]
pub(super) struct KeptStandings {
    places: Mutex<HashMap<Key, Arc<KeptPlace>>>,
    /// True if somebody got an old answer and has to ask again.
    is_stale: AtomicBool,
}

impl KeptStandings {
    /// Forgets all: names may have changed to aliases.
    pub(super) fn forget(&self) {
        self.places.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// True, once, if somebody got an old answer and has to ask again.
    pub(super) fn take_stale(&self) -> bool {
        self.is_stale.swap(false, Ordering::Relaxed)
    }

    fn place(&self, key: Key) -> Arc<KeptPlace> {
        let mut all = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(key).or_default())
    }
}

impl Class {
    /// The standings of the race that a viewer may see, as JSON.
    pub(super) fn standings_for(&self, viewer: Role) -> Result<KeptAnswer, ClassError> {
        self.kept(None, viewer, |revision| {
            let is_student = viewer == Role::Student;
            let with_aliases = is_student && self.store.settings()?.names == NameStyle::Aliases;
            let mut standings = self.store.standings(with_aliases)?;
            for reason in standings.iter_mut().filter_map(|row| row.disqualified.as_mut()) {
                if is_student {
                    HIDDEN_REASON.clone_into(reason);
                }
            }
            let frozen = self.store.is_frozen(self.now())?;
            KeptAnswer::new(&ClassStandings { standings, frozen, revision })
        })
    }

    /// The standings of a tournament that a viewer may see, as JSON.
    pub(super) fn tournament_for(
        &self,
        id: TournamentId,
        viewer: Role,
    ) -> Result<KeptAnswer, ClassError> {
        // Only tournaments that exist have a place.
        if !self.store.tournaments()?.iter().any(|known| known.id == id) {
            return Err(ClassError::Missing("tournament"));
        }
        self.kept(Some(id), viewer, |_| {
            let names = Names::new(&self.store, viewer)?;
            let mut result = self.store.tournament_result(id, &|person| names.person(person))?;
            result.tournament.hide_seed(viewer);
            KeptAnswer::new(&result)
        })
    }

    /// The standings of the race, if they are ready: this neither computes nor waits.
    pub(super) fn ready_standings(&self, viewer: Role) -> Option<KeptAnswer> {
        let revision = *self.changes.borrow();
        let place = self.standings.place(key(None, viewer));
        let kept = place.kept().clone();
        kept.filter(|kept| kept.is_good(revision)).map(|kept| self.told(kept, revision))
    }

    /// An answer that is computed again only after a change, and not all the time.
    fn kept(
        &self,
        what: Option<TournamentId>,
        viewer: Role,
        compute: impl FnOnce(u64) -> Result<KeptAnswer, ClassError>,
    ) -> Result<KeptAnswer, ClassError> {
        let place = self.standings.place(key(what, viewer));
        let revision = *self.changes.borrow();
        let kept = place.kept().clone();
        if let Some(kept) = kept.clone().filter(|kept| kept.is_good(revision)) {
            return Ok(self.told(kept, revision));
        }
        // One computes. The others get the last answer, or wait for the first one.
        let _computing = match (place.computing.try_lock(), kept) {
            (Err(TryLockError::WouldBlock), Some(kept)) => return Ok(self.told(kept, revision)),
            (Ok(computing), _) => computing,
            (Err(_), _) => place.computing.lock().unwrap_or_else(PoisonError::into_inner),
        };
        let kept = place.kept().clone();
        if let Some(kept) = kept.filter(|kept| kept.is_good(revision)) {
            return Ok(self.told(kept, revision));
        }
        let start = Instant::now();
        let answer = compute(revision)?;
        let (computed, cost) = (Instant::now(), start.elapsed());
        *place.kept() = Some(Kept { revision, computed, cost, answer: answer.clone() });
        Ok(answer)
    }

    fn told(&self, kept: Kept, revision: u64) -> KeptAnswer {
        if kept.revision != revision {
            self.standings.is_stale.store(true, Ordering::Relaxed);
        }
        kept.answer
    }
}

const fn key(what: Option<TournamentId>, viewer: Role) -> Key {
    (what, matches!(viewer, Role::Instructor))
}

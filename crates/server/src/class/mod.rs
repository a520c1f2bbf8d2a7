//! The class: accounts, submissions, race, tournaments and live boards under `/api/class`.
//!
//! `member` finds out who asks, `account` logs people in and out, `submissions` takes agents,
//! `competing` and `watching` show PKs and games, `instructor`, `people` and `exports` are for
//! instructors. `workers` run the jobs of the queue, `remote` sends them to a cluster, `live` has the boards that are being
//! played, `openid` logs people in with accounts of a university, `views` the forms of answers, `standings` keeps the standings ready.

mod account;
mod attempts;
mod competing;
mod exports;
mod instructor;
mod live;
mod member;
mod names;
mod openid;
mod people;
mod remote;
mod standings;
mod submissions;
mod views;
mod watching;
mod workers;

use std::path::PathBuf;
use std::sync::Arc;

use outflank_class::{ClassAccess, ClassError, ClassStore, UnixMillis};
use outflank_cluster::QueueRunner;
use tokio::sync::watch;
use utoipa_axum::router::OpenApiRouter;

use super::clock::Clock;
use super::error::ApiError;
use super::state::Shared;
use crate::ServerError;
use crate::arena::sentence;
use attempts::Attempts;
use live::LiveBoards;
use standings::KeptStandings;
use workers::Workers;

pub(super) use live::ClassMessage;
#[cfg(feature = "openid")]
pub(super) use openid::routes as openid_routes;
pub use openid::{OpenIdClaim, OpenIdSettings, OpenIdSettingsError};
pub(super) use submissions::LARGEST_UPLOAD;

/// How a class is served.
#[derive(Clone, Debug)]
pub struct ClassServing {
    /// The folder of the class.
    pub folder: PathBuf,
    /// The number of jobs that run at the same time on this machine; 0 for none.
    pub workers: usize,
    /// True if browsers reach the server over HTTPS only, so that cookies are sent over
    /// nothing else.
    pub https: bool,
    /// The Python interpreter of agents; by default the first that is found.
    pub python: Option<PathBuf>,
    /// The cluster whose workers for agents run jobs too; `None` for this machine only. It has to
    /// outlive the server: it cannot be closed by a thread that answers requests.
    pub cluster: Option<Arc<QueueRunner>>,
    /// The login with OpenID Connect, which needs the feature `openid`; `None` if there is none.
    pub openid: Option<OpenIdSettings>,
}

/// A class that is being served.
pub(crate) struct Class {
    store: ClassStore,
    clock: Clock,
    /// Counts changes that pages may want to show.
    changes: watch::Sender<u64>,
    live: LiveBoards,
    standings: KeptStandings,
    attempts: Attempts,
    workers: Workers,
    is_https: bool,
    openid_name: Option<String>,
    #[cfg(feature = "openid")]
    openid: Option<openid::Provider>,
}

impl Class {
    /// Opens a class and starts its workers.
    pub(super) fn open(serving: &ClassServing, clock: &Clock) -> Result<Arc<Self>, ServerError> {
        #[cfg(not(feature = "openid"))]
        if serving.openid.is_some() {
            return Err(ServerError::NoOpenId);
        }
        let class = Arc::new(Self {
            store: ClassStore::open(&serving.folder, ClassAccess::Serve)?,
            clock: clock.clone(),
            changes: watch::Sender::new(1),
            live: LiveBoards::default(),
            standings: KeptStandings::default(),
            attempts: Attempts::new(clock),
            workers: Workers::new(serving),
            is_https: serving.https
                || serving
                    .openid
                    .as_ref()
                    .is_some_and(|openid| openid.address.starts_with("https:")),
            openid_name: serving.openid.as_ref().map(|settings| settings.name.clone()),
            #[cfg(feature = "openid")]
            openid: serving.openid.clone().map(openid::Provider::new),
        });
        workers::start(&class)?;
        Ok(class)
    }

    fn now(&self) -> UnixMillis {
        self.clock.now()
    }

    /// Tells pages and workers that something has changed.
    fn changed(&self) {
        self.changes.send_modify(|number| *number += 1);
        self.workers.wake();
    }

    /// Does what is due: the deadline, tournaments, automatic challenges, leases.
    fn beat(&self) -> Result<(), ClassError> {
        let now = self.now();
        // What else is due does not wait for a full disk.
        let noted = self.store.note_sessions();
        let mut is_changed = self.store.keep_deadline(now)?;
        is_changed |= self.store.begin_tournaments(now)?;
        if self.store.count_waiting(None)? < self.workers.number() as u32 {
            is_changed |= self.store.challenge_automatically(now)?.is_some();
        }
        self.workers.extend_leases(&self.store, now);
        is_changed |= self.standings.take_stale();
        if is_changed {
            self.changed();
        }
        noted
    }

    /// Keeps the class going until the server ends.
    pub(super) async fn run(self: Arc<Self>, shared: Shared) {
        let is_over = shared.shutdown.begun();
        tokio::pin!(is_over);
        loop {
            let class = Arc::clone(&self);
            let beaten = tokio::task::spawn_blocking(move || class.beat()).await;
            if let Ok(Err(error)) = beaten {
                crate::log::complain(&error.to_string());
            }
            tokio::select! {
                () = &mut is_over => return,
                () = self.clock.sleep(std::time::Duration::from_secs(1)) => {}
            }
        }
    }

    /// Ends the workers. PKs that are being played wait for the next start.
    pub(super) fn shutdown(&self) {
        self.workers.stop();
        if let Err(error) = self.store.note_sessions() {
            crate::log::complain(&error.to_string());
        }
    }
}

/// Does something with the class away from the threads that answer requests.
async fn aside<T: Send + 'static>(
    class: &Arc<Class>,
    work: impl FnOnce(&Class) -> Result<T, ClassError> + Send + 'static,
) -> Result<T, ApiError> {
    let class = Arc::clone(class);
    Ok(tokio::task::spawn_blocking(move || work(&class)).await??)
}

impl From<ClassError> for ApiError {
    fn from(error: ClassError) -> Self {
        match &error {
            ClassError::Missing(_) => Self::not_found(sentence(&error)),
            ClassError::Refused(_) => Self::conflict(sentence(&error)),
            ClassError::TooMany(_) => Self::too_many(sentence(&error)),
            ClassError::Unfit(_) => Self::unfit(sentence(&error)),
            _ => Self::server(&error),
        }
    }
}

/// The routes of the class.
pub(super) fn routes() -> OpenApiRouter<Shared> {
    account::routes()
        .merge(competing::routes())
        .merge(watching::routes())
        .merge(people::routes())
        .merge(instructor::routes())
        .merge(submissions::routes())
        .merge(live::routes())
}

/// The routes with large bodies or answers.
pub(super) fn heavy_routes() -> OpenApiRouter<Shared> {
    submissions::heavy_routes().merge(exports::routes())
}

//! The cluster that the server was given to show.

mod view;

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use outflank_cluster::{Access, Cluster, ClusterAddress};
use tokio::sync::Mutex;
use tokio::time::timeout;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::{ApiError, ErrorBody};
use super::state::Shared;
use view::ClusterView;

/// The state of the cluster is read this often at most, whoever asks.
const FRESH: Duration = Duration::from_secs(1);
/// The longest wait for the NATS server.
const READ_TIMEOUT: Duration = Duration::from_secs(4);

/// A cluster, seen by all who ask.
pub(crate) struct ClusterWatch {
    address: ClusterAddress,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    cluster: Option<Cluster>,
    last: Option<(Instant, Result<ClusterView, String>)>,
}

impl ClusterWatch {
    pub(super) fn new(address: ClusterAddress) -> Self {
        Self { address, seen: Mutex::default() }
    }

    /// The state, at most a second old.
    async fn view(&self) -> Result<ClusterView, ApiError> {
        // Whoever comes while it is read waits for the same answer.
        let mut seen = self.seen.lock().await;
        let last = seen.last.as_ref().filter(|(read, _)| read.elapsed() < FRESH);
        let found = if let Some((_, found)) = last {
            found.clone()
        } else {
            let read = timeout(READ_TIMEOUT, self.read(&mut seen.cluster)).await;
            let late = |_| Err(format!("the server {} does not answer", self.address));
            let found = read.unwrap_or_else(late);
            seen.last = Some((Instant::now(), found.clone()));
            found
        };
        found.map_err(|sentence| {
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, format!("The cluster: {sentence}."))
        })
    }

    /// Reads the state, over the connection of last time if there is one.
    async fn read(&self, connection: &mut Option<Cluster>) -> Result<ClusterView, String> {
        let cluster = match connection {
            Some(cluster) => cluster,
            empty => {
                let access = Access::from_environment();
                let made = Cluster::connect(&self.address, &access, "outflank serve").await;
                empty.insert(made.map_err(|error| error.to_string())?)
            }
        };
        let status = cluster.status().await.map_err(|error| error.to_string())?;
        Ok(ClusterView::of(&self.address, status))
    }
}

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(cluster))
}

/// Tells of the workers, queues and failures of the cluster.
#[utoipa::path(get, path = "/api/cluster", responses((status = 200, body = ClusterView),
    (status = 404, body = ErrorBody), (status = 503, body = ErrorBody)))]
async fn cluster(State(shared): State<Shared>) -> Result<Json<ClusterView>, ApiError> {
    let watch = shared.cluster.as_ref();
    let watch = watch.ok_or_else(|| ApiError::not_found("This server shows no cluster."))?;
    watch.view().await.map(Json)
}

//! Runs of `outflank evolve`, running or finished.

mod listing;
mod progress;
mod view;

use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::State;
use outflank_train::FolderError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::{ApiError, ErrorBody};
use super::extract::{Path, Query};
use super::settings::Settings;
use super::state::Shared;
use listing::{Listed, listed};
use progress::Progress;
use view::{RunDetail, RunView};

/// The folders in which runs are looked for.
pub(crate) struct Runs {
    folders: Vec<PathBuf>,
}

impl Runs {
    pub(super) fn new(settings: &Settings) -> Self {
        Self { folders: settings.runs.clone() }
    }

    /// All runs.
    fn all(&self) -> Result<Vec<RunView>, ApiError> {
        let runs = listed(&self.folders);
        runs.iter().map(|listed| Ok(RunView::of(listed, &progress(listed)?))).collect()
    }

    /// A run, with its generations from a certain one on.
    fn run(&self, id: &str, after: usize) -> Result<RunDetail, ApiError> {
        let found = listed(&self.folders).into_iter().find(|listed| listed.id == id);
        let found = found.ok_or_else(|| ApiError::not_found("There is no such run."))?;
        let progress = progress(&found)?;
        RunDetail::of(&found, progress, after)
    }
}

fn progress(listed: &Listed) -> Result<Progress, ApiError> {
    Progress::of(&listed.run).map_err(|error: FolderError| ApiError::server(&error))
}

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(runs)).routes(routes!(run))
}

/// Runs blocking file work away from the threads that answer requests.
async fn aside<T: Send + 'static>(
    runs: &Arc<Runs>,
    work: impl FnOnce(&Runs) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let runs = Arc::clone(runs);
    tokio::task::spawn_blocking(move || work(&runs)).await?
}

/// All runs.
#[derive(Serialize, ToSchema)]
struct RunList {
    runs: Vec<RunView>,
}

/// Lists all runs.
#[utoipa::path(get, path = "/api/runs", responses((status = 200, body = RunList)))]
async fn runs(State(shared): State<Shared>) -> Result<axum::Json<RunList>, ApiError> {
    let runs = aside(&shared.runs, Runs::all).await?;
    Ok(axum::Json(RunList { runs }))
}

#[derive(Deserialize)]
struct Since {
    /// Leaves out the log of this many generations, from the first.
    #[serde(default)]
    after: usize,
}

/// Tells of a run.
#[utoipa::path(get, path = "/api/runs/{id}", 
    params(("id" = String, Path), ("after" = Option<usize>, Query)),
    responses((status = 200, body = RunDetail), (status = 404, body = ErrorBody)))]
async fn run(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(since): Query<Since>,
) -> Result<axum::Json<RunDetail>, ApiError> {
    aside(&shared.runs, move |runs| runs.run(&id, since.after)).await.map(axum::Json)
}

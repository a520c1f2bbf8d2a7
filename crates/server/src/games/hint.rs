//! The move the engine would play.

use std::time::Duration;

use axum::Json;
use axum::http::StatusCode;
use outflank_engine::{Analysis, Engine, Limits};
use outflank_session::{Hint, HintScope, HintSearch};
use serde::Serialize;
use tokio::sync::oneshot;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::own_game::OwnGame;
use crate::error::{ApiError, ErrorBody};
use crate::pool::{Job, Next, Slice, Urgency};
use crate::state::Shared;

/// The longest that a hint is waited for. A busy machine gives a hint of less depth, which is
/// what the analysis shows at that depth.
const LONGEST: Duration = Duration::from_secs(3);

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(hint))
}

/// The move the engine would play.
#[derive(Serialize, ToSchema)]
#[schema(as = Hint)]
struct HintView {
    #[serde(rename = "move")]
    played: String,
    /// For the side to move, in discs.
    score: i32,
    exact: bool,
    depth: u32,
    /// The error to expect of the score, in discs; 0 if it is exact.
    margin: u32,
}

/// A hint to find. It is the search of a look of the analysis, so both agree.
struct FindHint {
    search: HintSearch,
    answer: Option<oneshot::Sender<Analysis>>,
}

impl Job for FindHint {
    fn requested_time(&self) -> Duration {
        LONGEST
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn work(&mut self, engine: &mut Engine, slice: &Slice) -> Next {
        let limits = Limits { stop: slice.stop.clone(), ..self.search.limits() };
        let (rule, board) = (self.search.rule(), self.search.board());
        let found = engine.search_afresh(rule, board, &limits, &mut |_| {});
        if let Some(answer) = self.answer.take() {
            // The receiver may be gone.
            let _ = answer.send(found);
        }
        Next::Done
    }
}

/// The move the engine would play: that of the opening book, or at full strength after a fixed
/// number of nodes, about half a second. The analysis of the position shows the same score at the same depth.
#[utoipa::path(
    post,
    path = "/api/games/{id}/hint",
    params(("id" = String, Path)),
    responses(
        (status = OK, body = HintView),
        (status = NOT_FOUND, body = ErrorBody),
        (status = CONFLICT, description = "The game is over.", body = ErrorBody),
        (status = SERVICE_UNAVAILABLE, description = "The engine is busy or failed.", body = ErrorBody),
    )
)]
async fn hint(game: OwnGame) -> Result<Json<HintView>, ApiError> {
    let (_, search) = game.ask(|session, _| session.hint(HintScope::EveryMove)).await?;
    let OwnGame { shared, visitor, .. } = game;
    if let Some(known) = search.book_answer(&shared.settings.books) {
        return Ok(view(Hint::of(known)));
    }
    let (answer, answered) = oneshot::channel();
    let job = FindHint { search, answer: Some(answer) };
    let ticket = shared.pool.submit(visitor, Urgency::Prompt, Box::new(job))?;
    let analysis = answered.await.map_err(|_| {
        ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "The engine failed and was replaced: try again.",
        )
    })?;
    drop(ticket);
    Ok(view(Hint::of(analysis)))
}

fn view(Hint { best, analysis }: Hint) -> Json<HintView> {
    Json(HintView {
        played: best.to_string(),
        score: analysis.score.discs(),
        exact: analysis.exact,
        depth: analysis.depth,
        margin: analysis.margin,
    })
}

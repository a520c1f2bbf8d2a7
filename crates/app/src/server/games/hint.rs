//! What the engine would play.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use outflank_engine::Thinking;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::desk::{self, game_id};
use super::thinking::Think;
use crate::server::error::{ApiError, ErrorBody};
use crate::server::extract::Path;
use crate::server::pool::Urgency;
use crate::server::state::Shared;
use crate::server::visitor::Visitor;

/// For how long a hint is thought about.
const TIME: Duration = Duration::from_millis(500);

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(hint))
}

/// What the engine would play.
#[derive(Serialize, ToSchema)]
struct Hint {
    #[serde(rename = "move")]
    played: String,
    /// For the side to move, in discs.
    score: i32,
    exact: bool,
    depth: u32,
}

/// What the engine would play, at its best and after half a second.
#[utoipa::path(
    post,
    path = "/api/games/{id}/hint",
    params(("id" = String, Path)),
    responses(
        (status = OK, body = Hint),
        (status = NOT_FOUND, body = ErrorBody),
        (status = CONFLICT, description = "The game is over.", body = ErrorBody),
    )
)]
async fn hint(
    State(shared): State<Shared>,
    Visitor(visitor): Visitor,
    Path(id): Path<String>,
) -> Result<Json<Hint>, ApiError> {
    let id = game_id(&id)?;
    let looked = desk::change(&shared, visitor, id, |play, _| {
        play.expect_going_on().map(|()| (play.rule, play.game.position().board()))
    });
    let (_, board) = looked.await?;
    let (rule, board) = board?;
    let thinking = Thinking { time: Some(TIME), ..Thinking::default() };
    let (think, answer) = Think::new(rule, board, thinking, None);
    let ticket = shared.pool.submit(visitor, Urgency::Prompt, Box::new(think))?;
    let thought = answer.await.map_err(|_| {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "The engine was stopped: try again.")
    })?;
    drop(ticket);
    Ok(Json(Hint {
        played: thought.played.to_string(),
        score: thought.score,
        exact: thought.analysis.exact,
        depth: thought.analysis.depth,
    }))
}

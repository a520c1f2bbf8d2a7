//! Reviews that were made before.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use outflank_core::Rule;
use outflank_report::analysis::{ReviewLine, SideLine};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::conversation::game;
use super::review::deeper;
use super::reviews::GameKey;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Query;
use crate::openings::move_names;
use crate::state::Shared;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(review))
}

/// A game whose review is asked for.
#[derive(Deserialize)]
struct Asked {
    rules: Rule,
    start: Option<String>,
    #[serde(default)]
    moves: String,
}

/// A review of a game.
#[derive(Serialize, ToSchema)]
struct GameReview {
    /// The nodes of the search of each position.
    nodes: u64,
    /// The largest margin of a move, in discs.
    margin: u32,
    /// The nodes of the next deeper review; null if this is the deepest.
    deeper: Option<u64>,
    #[schema(value_type = SideLine)]
    black: Value,
    #[schema(value_type = SideLine)]
    white: Value,
    /// In the order of the game.
    #[schema(value_type = Vec<ReviewLine>)]
    moves: Vec<Value>,
}

/// The deepest review of a game that was made before.
#[utoipa::path(
    get,
    path = "/api/review",
    params(
        ("rules" = String, Query),
        ("start" = Option<String>, Query, description = "The start position, if not the usual one."),
        ("moves" = Option<String>, Query, description = "The moves in a row: f5d6c3."),
    ),
    responses(
        (status = OK, body = GameReview),
        (status = NOT_FOUND, description = "The game was not reviewed.", body = ErrorBody),
        (status = UNPROCESSABLE_ENTITY, body = ErrorBody),
    )
)]
async fn review(
    State(shared): State<Shared>,
    Query(asked): Query<Asked>,
) -> Result<Json<GameReview>, ApiError> {
    let game = game(asked.start.as_deref(), &move_names(&asked.moves))?;
    let (reviews, key) = (Arc::clone(&shared.reviews), GameKey::of(asked.rules, &game));
    let kept = tokio::task::spawn_blocking(move || reviews.get(&key, 0)).await?;
    let kept = kept.map_err(|error| ApiError::server(&error))?;
    let kept = kept.ok_or_else(|| ApiError::not_found("This game was not reviewed yet."))?;
    Ok(Json(GameReview {
        nodes: kept.nodes,
        margin: kept.margin,
        deeper: deeper(kept.nodes),
        black: kept.black,
        white: kept.white,
        moves: kept.moves,
    }))
}

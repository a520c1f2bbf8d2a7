//! What a player sees in a position.

use axum::Json;
use outflank_arena::{GenomeName, PlayerExplanation, PlayerName};
use outflank_classic::SearchLimits;
use outflank_core::{Position, Rule};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::{ApiError, ErrorBody};
use crate::extract::Query;
use crate::state::Shared;

/// The depth of the search of an agent: some milliseconds. The engine searches on the board.
const DEPTH: u32 = 4;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(explanation))
}

/// A position that is to be explained.
#[derive(Deserialize)]
struct Asked {
    rules: Rule,
    position: String,
    player: String,
}

/// Explains what a player sees in a position: its terms, and the same after each move.
///
/// The player is `engine`, an agent of a report such as `classic:evolved`, a genome that
/// ships such as `genome:phased-evolved`, or `zero`, the network that ships. Agents search 4
/// plies deep, the network makes 400 simulations; the engine does not search.
#[utoipa::path(
    get,
    path = "/api/explanation",
    params(
        ("rules" = String, Query),
        ("position" = String, Query, description = "64 squares and the side to move."),
        ("player" = String, Query),
    ),
    responses(
        (status = OK, body = PlayerExplanation),
        (status = UNPROCESSABLE_ENTITY, body = ErrorBody),
    )
)]
async fn explanation(Query(asked): Query<Asked>) -> Result<Json<PlayerExplanation>, ApiError> {
    let unfit = |error: &dyn std::fmt::Display| ApiError::unfit(error.to_string());
    let position: Position = asked.position.parse().map_err(|error| unfit(&error))?;
    let player = allowed(&asked.player).ok_or_else(|| {
        ApiError::unfit("The player has to be engine, zero, classic:NAME or genome:NAME.")
    })?;
    let depth = matches!(player, PlayerName::Classic(_)).then_some(DEPTH);
    let explained = move || player.explain(asked.rules, position.board(), depth);
    let explained = tokio::task::spawn_blocking(explained).await?;
    Ok(Json(explained.map_err(|error| unfit(&error))?))
}

/// The player of this name, if it reads no file and has no limits of its own.
fn allowed(name: &str) -> Option<PlayerName> {
    let player: PlayerName = name.parse().ok()?;
    let is_allowed = match &player {
        PlayerName::Engine(_) => name == "engine",
        PlayerName::Zero(_) => name == "zero",
        PlayerName::Classic(name) => {
            !matches!(name.genome, GenomeName::File(_)) && name.limits == SearchLimits::default()
        }
        _ => false,
    };
    is_allowed.then_some(player)
}

//! What the engine thinks of a board or a game, as it thinks.
//!
//! `conversation` is the socket, `analyse` and `review` the two jobs that it
//! can have, `messages` what is said.

mod analyse;
mod conversation;
mod messages;
mod review;

use axum::extract::State;
use axum::extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::response::Response;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::{ApiError, ErrorBody};
use super::socket;
use super::state::Shared;
use super::visitor::Visitor;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(analysis))
}

/// A WebSocket for analysis, one job at a time.
///
/// Say `{type: "analyse", id, rules, position}`, `{type: "review", id, rules, start, moves,
/// time_ms?}` or `{type: "stop"}`; a new job takes the place of the old one. You hear `analysis`
/// and `progress`, or `reviewed` for each move from the end and then `review`, or `error`, each
/// with the `id` that you gave.
#[utoipa::path(
    get,
    path = "/api/analysis",
    responses(
        (status = SWITCHING_PROTOCOLS, description = "A WebSocket."),
        (status = TOO_MANY_REQUESTS, body = ErrorBody),
    )
)]
async fn analysis(
    State(shared): State<Shared>,
    visitor: Visitor,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| socket::not_a_socket())?;
    let state = shared.clone();
    socket::open(upgrade, &shared, visitor, move |line| conversation::hold(state, visitor.0, line))
}

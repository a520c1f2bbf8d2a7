//! Live analysis of a board or a game.
//!
//! `conversation` is the socket, `analyse` and `review` are its two jobs, `messages` are
//! its messages. `reviews` keeps reviews, `kept` shows them again. `explanation` takes an
//! evaluation apart.

mod analyse;
mod conversation;
mod explanation;
mod kept;
mod messages;
mod review;
mod reviews;

pub(super) use messages::{AnalysisMessage, AnalysisRequest};
pub(super) use reviews::Reviews;

use axum::extract::State;
use axum::extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::response::Response;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::ApiError;
use super::socket;
use super::state::Shared;
use super::visitor::Visitor;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(analysis))
        .merge(kept::routes())
        .merge(explanation::routes())
}

/// A WebSocket for analysis, one job at a time.
///
/// Say `{type: "analyse", id, rules, position}`, `{type: "review", id, rules, start, moves,
/// nodes?}` or `{type: "stop"}`; a new job takes the place of the old one. You hear `analysis`
/// and `progress`, or `reviewed` for each move from the end and then `review`, or `error`, each
/// with the `id` that you gave. A visitor with too many sockets gets one that is closed at
/// once, with code 1013 and a sentence.
#[utoipa::path(
    get,
    path = "/api/analysis",
    responses(
        (status = SWITCHING_PROTOCOLS, description = "A WebSocket that takes `AnalysisRequest` and sends `AnalysisMessage`."),
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

//! A game as it changes, over a socket.

use axum::extract::ws::{WebSocketUpgrade, close_code};
use axum::extract::{State, ws};
use axum::response::Response;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::desk::{self, game_id};
use super::view::GameView;
use crate::server::error::{ApiError, ErrorBody};
use crate::server::extract::Path;
use crate::server::id::Id;
use crate::server::socket::{self, Gone, Line};
use crate::server::state::Shared;
use crate::server::visitor::Visitor;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(live))
}

/// What is sent at each change.
#[derive(Serialize)]
struct Changed {
    #[serde(rename = "type")]
    kind: &'static str,
    game: GameView,
}

/// A WebSocket that sends the game now and at each change.
#[utoipa::path(
    get,
    path = "/api/games/{id}/live",
    params(("id" = String, Path)),
    responses(
        (status = SWITCHING_PROTOCOLS, description = "Messages {type: \"game\", game}."),
        (status = NOT_FOUND, body = ErrorBody),
    )
)]
async fn live(
    State(shared): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
    upgrade: Result<WebSocketUpgrade, ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| socket::not_a_socket())?;
    let id = game_id(&id)?;
    // Whether there is such a game is told before anything is opened.
    desk::look(&shared, visitor.0, id).await?;
    let state = shared.clone();
    socket::open(upgrade, &shared, visitor, move |line| follow(state, visitor.0, id, line))
}

/// Sends the game now and at each change.
async fn follow(shared: Shared, visitor: Id, id: Id, mut line: Line) -> Result<(), Gone> {
    let desk = shared.games.desks.get(id);
    let mut changes = desk.watch();
    loop {
        changes.mark_unchanged();
        let Ok(game) = desk::look(&shared, visitor, id).await else {
            line.hang_up(close_code::NORMAL, "The game is gone.").await;
            return Err(Gone);
        };
        line.say(&Changed { kind: "game", game }).await?;
        tokio::select! {
            // There is nothing to be told by the page.
            heard = line.hear_nothing() => return heard,
            changed = changes.changed() => changed.map_err(|_| Gone)?,
        }
    }
}

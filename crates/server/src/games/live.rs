//! A game as it changes, over a socket.

use axum::extract::ws;
use axum::extract::ws::{WebSocketUpgrade, close_code};
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::own_game::OwnGame;
use super::view::GameView;
use crate::error::{ApiError, ErrorBody};
use crate::socket::{self, Gone, Line};
use crate::state::Shared;
use crate::visitor::Visitor;
use outflank_report::words;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(live))
}

/// The message sent at each change.
#[derive(Serialize, ToSchema)]
#[schema(as = GameMessage)]
pub(crate) struct Changed {
    #[schema(value_type = words::GameMessageType)]
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
        (status = SWITCHING_PROTOCOLS, description = "A WebSocket that sends `GameMessage`."),
        (status = NOT_FOUND, body = ErrorBody),
    )
)]
async fn live(
    game: OwnGame,
    upgrade: Result<WebSocketUpgrade, ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| socket::not_a_socket())?;
    // A missing game is reported before the socket opens.
    game.look().await?;
    let (shared, visitor) = (game.shared.clone(), Visitor(game.visitor));
    socket::open(upgrade, &shared, visitor, move |line| follow(game, line))
}

/// Sends the game now and at each change.
async fn follow(game: OwnGame, mut line: Line) -> Result<(), Gone> {
    let watched = game.shared.games.watched.get(game.id);
    let mut changes = watched.watch();
    loop {
        changes.mark_unchanged();
        let Ok(view) = game.look().await else {
            line.hang_up(close_code::NORMAL, "The game is gone.").await;
            return Err(Gone);
        };
        line.say(&Changed { kind: "game", game: view }).await?;
        tokio::select! {
            // The page sends no messages.
            heard = line.hear_nothing() => return heard,
            changed = changes.changed() => changed.map_err(|_| Gone)?,
        }
    }
}

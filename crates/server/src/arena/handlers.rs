//! The routes of the arena.

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::aside;
use super::event::{EventDetail, EventView};
use super::export::{Download, Export};
use super::request::MatchRequest;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Json, Path, Query};
use crate::state::Shared;
use crate::visitor::Visitor;
use outflank_report::ArenaGame;

pub(crate) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(events))
        .routes(routes!(event))
        .routes(routes!(game))
        .routes(routes!(start))
        .routes(routes!(stop))
        .routes(routes!(resume))
}

/// The routes with large answers.
pub(crate) fn export_routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(export_event)).routes(routes!(export_game))
}

/// All matches and tournaments.
#[derive(Serialize, ToSchema)]
#[schema(as = EventList)]
struct Events {
    /// The newest first.
    events: Vec<EventView>,
    /// A sentence for each store that cannot be read.
    problems: Vec<String>,
}

/// Lists all matches and tournaments.
#[utoipa::path(get, path = "/api/events", responses((status = 200, body = Events)))]
async fn events(
    State(shared): State<Shared>,
    Visitor(visitor): Visitor,
) -> Result<axum::Json<Events>, ApiError> {
    let listed = aside(&shared.arena, move |arena| Ok(arena.events(visitor)));
    let (events, problems) = listed.await?;
    Ok(axum::Json(Events { events, problems }))
}

#[derive(Deserialize)]
struct Since {
    /// Only games that were stored after the one of this number.
    #[serde(default)]
    after: i64,
}

/// Tells of an event, with its latest games.
#[utoipa::path(get, path = "/api/events/{id}", 
    params(("id" = String, Path), ("after" = Option<i64>, Query)),
    responses((status = 200, body = EventDetail), (status = 404, body = ErrorBody)))]
async fn event(
    State(shared): State<Shared>,
    Visitor(visitor): Visitor,
    Path(id): Path<String>,
    Query(since): Query<Since>,
) -> Result<axum::Json<EventDetail>, ApiError> {
    let found = aside(&shared.arena, move |arena| arena.event(&id, since.after, visitor));
    found.await.map(axum::Json)
}

/// Tells of a game of an event.
#[utoipa::path(get, path = "/api/events/{id}/games/{game}",
    params(("id" = String, Path), ("game" = String, Path)),
    responses((status = 200, body = ArenaGame), (status = 404, body = ErrorBody)))]
async fn game(
    State(shared): State<Shared>,
    Path((id, game)): Path<(String, String)>,
) -> Result<axum::Json<ArenaGame>, ApiError> {
    aside(&shared.arena, move |arena| arena.game(&id, &game)).await.map(axum::Json)
}

#[derive(Deserialize)]
struct Wanted {
    /// The name of a format, or `log` for the logs of the players.
    format: String,
}

/// Downloads all games of an event.
#[utoipa::path(get, path = "/api/events/{id}/export",
    params(("id" = String, Path), ("format" = String, Query)),
    responses((status = 200, body = String), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
async fn export_event(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, ApiError> {
    let export = Export::named(&wanted.format)?;
    let name = format!("event-{id}");
    let file = aside(&shared.arena, move |arena| arena.export(&id, None, export)).await?;
    Ok(download(&name, file))
}

/// Downloads a game of an event.
#[utoipa::path(get, path = "/api/events/{id}/games/{game}/export",
    params(("id" = String, Path), ("game" = String, Path), ("format" = String, Query)),
    responses((status = 200, body = String), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
async fn export_game(
    State(shared): State<Shared>,
    Path((id, game)): Path<(String, String)>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, ApiError> {
    let export = Export::named(&wanted.format)?;
    let name = format!("event-{id}-game-{game}");
    let file = aside(&shared.arena, move |arena| arena.export(&id, Some(&game), export)).await?;
    Ok(download(&name, file))
}

/// A file that browsers save and never show, because logs of players are untrusted. Names
/// of existing events and games are valid in a header.
fn download(name: &str, file: Download) -> Response {
    let disposition = format!("attachment; filename=\"{name}.{}\"", file.extension);
    let disposition =
        HeaderValue::from_str(&disposition).unwrap_or(HeaderValue::from_static("attachment"));
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, disposition)];
    (headers, file.bytes).into_response()
}

/// A match that will be played.
#[derive(Serialize, ToSchema)]
#[schema(as = StartedMatch)]
struct Started {
    /// The id of its event.
    id: String,
}

/// Starts a match. It waits until the matches before it are played.
#[utoipa::path(post, path = "/api/matches", request_body = MatchRequest,
    responses((status = 201, body = Started), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
async fn start(
    State(shared): State<Shared>,
    Visitor(visitor): Visitor,
    Json(request): Json<MatchRequest>,
) -> Result<(StatusCode, axum::Json<Started>), ApiError> {
    let id = aside(&shared.arena, move |arena| arena.start(request, visitor)).await?;
    Ok((StatusCode::CREATED, axum::Json(Started { id })))
}

/// Stops a match that you started from a page.
#[utoipa::path(post, path = "/api/events/{id}/stop", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn stop(
    State(shared): State<Shared>,
    Visitor(visitor): Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    aside(&shared.arena, move |arena| arena.stop(&id, visitor)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lets a match go on that you started from a page and that was stopped.
#[utoipa::path(post, path = "/api/events/{id}/resume", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
async fn resume(
    State(shared): State<Shared>,
    Visitor(visitor): Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    aside(&shared.arena, move |arena| arena.resume(&id, visitor)).await?;
    Ok(StatusCode::NO_CONTENT)
}

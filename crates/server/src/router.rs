//! The routes.

use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as OpenApiDescription;
use utoipa_axum::router::OpenApiRouter;

use super::error::ApiError;
use super::heavy::{HeavyRequests, few_at_a_time};
use super::security::{self, Names};
use super::state::Shared;
use super::{
    analysis, arena, assets, class, cluster, description, extract, files, games, info, openings,
    runs, visitor,
};

/// The largest body of a file, and of any other request. A game takes a thousand bytes.
const LARGEST_FILE: usize = 1 << 20;
const LARGEST_BODY: usize = 64 << 10;

/// The timeout of an answer.
const ANSWER_TIME: Duration = Duration::from_secs(30);

/// The description of everything under `/api`.
#[derive(OpenApi)]
#[openapi(components(schemas(
    analysis::AnalysisRequest,
    analysis::AnalysisMessage<'static>,
    games::Changed,
    class::ClassMessage
)), info(
    title = "Outflank",
    description = "Games, analysis, matches and evolution of Reversi and Reversed Reversi."
))]
struct Description;

/// The routes below `/api`, with their description.
pub(super) fn api() -> (Router<Shared>, OpenApiDescription) {
    let heavy = middleware::from_fn_with_state(HeavyRequests::default(), few_at_a_time);
    OpenApiRouter::with_openapi(Description::openapi())
        .merge(files::routes().layer(DefaultBodyLimit::max(LARGEST_FILE)).layer(heavy.clone()))
        .merge(arena::export_routes().layer(heavy.clone()))
        .merge(class::heavy_routes().layer(heavy))
        .merge(class::routes())
        .merge(info::routes())
        .merge(games::routes())
        .merge(analysis::routes())
        .merge(openings::routes())
        .merge(arena::routes())
        .merge(runs::routes())
        .merge(cluster::routes())
        .split_for_parts()
}

/// The router of the whole server.
pub(super) fn router(shared: Shared) -> Router {
    let names = Names::new(&shared.settings);
    let (api, description) = api();
    let description = Bytes::from(description::complete(&description).to_string());
    let description = async move || ([(CONTENT_TYPE, "application/json")], description);
    #[cfg(feature = "openid")]
    let api = api.merge(class::openid_routes());
    let api = api
        .route("/api/openapi.json", axum::routing::get(description))
        .route("/api", axum::routing::any(unknown))
        .route("/api/", axum::routing::any(unknown))
        .route("/api/{*path}", axum::routing::any(unknown))
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn(within_bounds))
        .layer(middleware::from_fn(visitor::recognise))
        .with_state(shared);
    // Small answers gain nothing, and pictures are packed already.
    let is_worth_it = SizeAbove::new(1024).and(NotForContentType::IMAGES);
    api.fallback(assets::serve)
        .layer(CompressionLayer::new().compress_when(is_worth_it))
        .layer(middleware::from_fn_with_state(names, security::guard))
}

async fn unknown() -> ApiError {
    ApiError::not_found("There is nothing of this name: /api/openapi.json lists all there is.")
}

async fn wrong_method() -> ApiError {
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "This cannot be done here: /api/openapi.json lists what can.",
    )
}

/// Does not even begin with bodies that say they are too large, and gives up
/// on answers that do not come.
async fn within_bounds(request: Request, next: Next) -> Response {
    let length = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    let length = length.and_then(|text| text.parse::<u64>().ok());
    let is_upload = request.uri().path() == "/api/class/submissions";
    let largest = if is_upload { class::LARGEST_UPLOAD } else { LARGEST_FILE };
    if length.is_some_and(|length| length > largest as u64) {
        return extract::too_large().into_response();
    }
    match tokio::time::timeout(ANSWER_TIME, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::new(StatusCode::REQUEST_TIMEOUT, "This took too long.").into_response(),
    }
}

//! The error of a request: a status and one sentence as JSON.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// The reason why a request cannot be answered.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    sentence: String,
}

/// The answer to a failed request.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// One sentence that names the mistake.
    error: String,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, sentence: impl Into<String>) -> Self {
        Self { status, sentence: sentence.into() }
    }

    /// Not found, or owned by another visitor. The answer does not disclose which.
    pub(crate) fn not_found(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, sentence)
    }

    /// The input can be parsed, but makes no sense.
    pub(crate) fn unfit(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
    }

    /// It cannot be done as things stand.
    pub(crate) fn conflict(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, sentence)
    }

    /// There is too much of it already.
    pub(crate) fn too_many(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, sentence)
    }

    /// An error of the server. Details go to the terminal only: they may name files, which
    /// must not be disclosed.
    pub(crate) fn server(cause: &dyn std::fmt::Display) -> Self {
        crate::log::complain(&cause.to_string());
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "The server failed: its terminal says why.")
    }

    pub(crate) fn sentence(&self) -> &str {
        &self.sentence
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(ErrorBody { error: self.sentence })).into_response()
    }
}

impl From<std::io::Error> for ApiError {
    fn from(error: std::io::Error) -> Self {
        Self::server(&error)
    }
}

impl From<tokio::task::JoinError> for ApiError {
    fn from(error: tokio::task::JoinError) -> Self {
        Self::server(&error)
    }
}

//! How a request fails: a status and one sentence as JSON.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::failure::Failure;

/// Why a request cannot be answered.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    sentence: String,
}

/// What a failed request is answered with.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// One sentence that says what was wrong.
    error: String,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, sentence: impl Into<String>) -> Self {
        Self { status, sentence: sentence.into() }
    }

    /// What was asked for is not there, or belongs to somebody else: who asks
    /// need not know which.
    pub(crate) fn not_found(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, sentence)
    }

    /// What was given can be read, but makes no sense.
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

    /// The server is to blame. What happened goes to the terminal: it may name
    /// files, which are nobody's business outside.
    pub(crate) fn server(cause: &dyn std::fmt::Display) -> Self {
        crate::screen::complain(&cause.to_string());
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

impl From<Failure> for ApiError {
    fn from(failure: Failure) -> Self {
        Self::server(&failure.sentence())
    }
}

impl From<tokio::task::JoinError> for ApiError {
    fn from(error: tokio::task::JoinError) -> Self {
        Self::server(&error)
    }
}

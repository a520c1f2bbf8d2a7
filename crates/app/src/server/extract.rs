//! What is read from a request, with errors as all errors are.

use axum::extract::rejection::{BytesRejection, FailedToBufferBody, JsonRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::error::ApiError;

/// The JSON in the body of a request.
pub(crate) struct Json<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        match axum::Json::from_request(request, state).await {
            Ok(axum::Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(explain(&rejection)),
        }
    }
}

/// What is wrong with a body, in a sentence.
fn explain(rejection: &JsonRejection) -> ApiError {
    match rejection {
        JsonRejection::JsonDataError(error) => {
            ApiError::unfit(format!("The JSON does not fit: {}.", innermost(error)))
        }
        JsonRejection::JsonSyntaxError(error) => ApiError::new(
            StatusCode::BAD_REQUEST,
            format!("The body is not JSON: {}.", innermost(error)),
        ),
        JsonRejection::MissingJsonContentType(_) => ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "The body has to be JSON, with Content-Type: application/json.",
        ),
        JsonRejection::BytesRejection(BytesRejection::FailedToBufferBody(
            FailedToBufferBody::LengthLimitError(_),
        )) => too_large(),
        _ => ApiError::new(
            StatusCode::BAD_REQUEST,
            "The body of the request could not be read to its end.",
        ),
    }
}

/// What a body of more than [`super::router::LARGEST_BODY`] is answered with.
pub(super) fn too_large() -> ApiError {
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is larger than 1 MiB.")
}

/// The cause of an error, without the words around it.
fn innermost(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

/// The parts of a path, such as the id of a game. A part that cannot be read
/// names nothing that there is.
pub(crate) struct Path<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(path)) => Ok(Self(path)),
            Err(_) => Err(ApiError::not_found("There is nothing of this name.")),
        }
    }
}

/// What follows the question mark of an address.
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match axum::extract::Query::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(query)) => Ok(Self(query)),
            Err(rejection) => Err(ApiError::new(
                StatusCode::BAD_REQUEST,
                format!("The address does not fit: {}.", innermost(&rejection)),
            )),
        }
    }
}

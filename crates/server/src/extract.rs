//! Extractors that return `ApiError`.

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

/// The error of a body, as a sentence.
fn explain(rejection: &JsonRejection) -> ApiError {
    match rejection {
        JsonRejection::JsonDataError(error) => {
            let error = innermost(error);
            let sentence = about_a_value(&error);
            ApiError::unfit(sentence.unwrap_or_else(|| format!("The JSON does not fit: {error}.")))
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

/// The sentence of an error that is about a value, such as an unknown game: it quotes the
/// value and stands by itself, without the field before it and the place in the text behind
/// it. `None` for errors about the form, whose words are serde's.
pub(crate) fn about_a_value(error: &str) -> Option<String> {
    let is_field = |text: &str| !text.contains([' ', '\'', '`']);
    let error = match error.split_once(": ") {
        Some((field, sentence)) if is_field(field) => sentence,
        _ => error,
    };
    let is_place = |text: &str| text.chars().all(|letter| " 0123456789column".contains(letter));
    let sentence = match error.rsplit_once(" at line ") {
        Some((sentence, place)) if is_place(place) => sentence,
        _ => error,
    };
    sentence.starts_with('\'').then(|| format!("{sentence}."))
}

/// The answer to a body that is too large.
pub(super) fn too_large() -> ApiError {
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large: a file has 1 MiB at most.")
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

/// The query string of a URL.
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match axum::extract::Query::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(query)) => Ok(Self(query)),
            Err(rejection) => {
                let error = innermost(&rejection);
                Err(match about_a_value(&error) {
                    Some(sentence) => ApiError::unfit(sentence),
                    None => ApiError::new(
                        StatusCode::BAD_REQUEST,
                        format!("The address does not fit: {error}."),
                    ),
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::about_a_value;

    #[test]
    fn the_error_of_a_value_is_a_sentence_without_its_place() {
        let told = |error: &str| about_a_value(error);
        let expected = Some("'go' is not a game: expected reversi or reversed.".to_owned());
        assert_eq!(told("'go' is not a game: expected reversi or reversed"), expected);
        let placed = "'go' is not a game: expected reversi or reversed at line 1 column 15";
        assert_eq!(told(placed), expected);
        assert_eq!(told(&format!("rules: {placed}")), expected);
        let quoted = "'now at line up' is not a game";
        assert_eq!(told(quoted), Some(format!("{quoted}.")));
        assert_eq!(told("missing field `rules` at line 1 column 2"), None);
        assert_eq!(told("moves: invalid type: string \"f5\", expected a sequence"), None);
    }
}

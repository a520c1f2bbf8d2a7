//! The visitor of a request: a random number in a cookie.

use axum::extract::{FromRequestParts, Request};
use axum::http::header::{CACHE_CONTROL, COOKIE, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

use super::error::ApiError;
use super::id::Id;

/// The name of the cookie.
const NAME: &str = "visitor";

/// A visitor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visitor(pub(crate) Id);

/// Identifies the visitor and gives newcomers a number.
pub(super) async fn recognise(mut request: Request, next: Next) -> Response {
    let known = number(request.headers());
    let visitor = known.unwrap_or_else(Id::random);
    request.extensions_mut().insert(Visitor(visitor));
    let mut response = next.run(request).await;
    // Answers depend on the time and the visitor, so they must not be cached.
    let headers = response.headers_mut();
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if known.is_none() {
        // Scripts cannot read it, and pages of others cannot make use of it.
        let cookie =
            format!("{NAME}={visitor}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            headers.append(SET_COOKIE, cookie);
        }
    }
    response
}

fn number(headers: &HeaderMap) -> Option<Id> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|header| header.to_str().ok())
        .flat_map(|header| header.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(|(name, _)| *name == NAME)
        .find_map(|(_, value)| value.parse().ok())
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let visitor = parts.extensions.get().copied();
        visitor.ok_or_else(|| ApiError::server(&"a route does not know its visitor"))
    }
}

//! The page itself, built by Vite and put into the binary.

use std::borrow::Cow;

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::error::ApiError;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// The page that is shown whatever the path.
const INDEX: &str = "index.html";

/// What is said where the page was not built.
pub(super) const HINT: &str =
    "the page is not built into this binary: run 'make web' (it needs Node) and build again";

/// What is served instead of a page that was not built.
const UNBUILT: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<title>Outflank</title>
<h1>Outflank</h1>
<p>The server is running, but the page is not built into this binary.
Run <code>make web</code> (it needs Node), build again, and reload this page.</p>
<p>What the server understands is described in <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p>
</html>
";

/// Whether there is a page.
pub(super) fn is_built() -> bool {
    Files::get(INDEX).is_some()
}

/// Serves a file of the page, and the page itself for its own addresses.
pub(super) async fn serve(method: Method, uri: Uri) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        let sentence = "Pages can only be read.";
        return ApiError::new(StatusCode::METHOD_NOT_ALLOWED, sentence).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Files::get(path) {
        return answer(path, file);
    }
    // Names of files with a hash are asked for by pages of another version.
    if path.starts_with("assets/") {
        return ApiError::not_found("There is no such file.").into_response();
    }
    if let Some(file) = Files::get(INDEX) {
        return answer(INDEX, file);
    }
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (headers, UNBUILT).into_response()
}

fn answer(path: &str, file: EmbeddedFile) -> Response {
    let kind = file.metadata.mimetype().to_owned();
    // A name with a hash never stands for anything else.
    let caching = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, caching.to_owned())];
    match file.data {
        Cow::Borrowed(bytes) => (headers, bytes).into_response(),
        Cow::Owned(bytes) => (headers, bytes).into_response(),
    }
}

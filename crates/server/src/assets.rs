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

/// The page itself. It shows what its address names.
const INDEX: &str = "index.html";

/// The client routes: the first part of a path, and the maximum number of parts. The page
/// has the same list in `web/src/pages/pages.ts`.
const CLIENT_ROUTES: [(&str, usize); 5] =
    [("play", 2), ("analyse", 1), ("watch", 3), ("evolve", 2), ("class", 4)];

/// The message if the page was not built.
pub(super) const HINT: &str =
    "the page is not built into this binary: run 'make web' (it needs Node) and build again";

/// The page for unknown addresses if the browser app was not built.
const MISSING: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<title>Page not found – Outflank</title>
<h1>Page not found</h1>
<p>There is no page at this address. <a href=\"/\">Outflank</a></p>
</html>
";

/// The page served if the browser app was not built.
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

/// True if the page is embedded.
pub(super) fn is_built() -> bool {
    Files::get(INDEX).is_some()
}

/// True if the page shows something at this path.
fn is_client_route(path: &str) -> bool {
    let parts: Vec<_> = path.split('/').filter(|part| !part.is_empty()).collect();
    let Some(first) = parts.first() else { return true };
    CLIENT_ROUTES.iter().any(|(name, most)| name == first && parts.len() <= *most)
}

/// Serves a file of the page, and the page itself for its own addresses. The page is also
/// the answer to an unknown address, and says so.
pub(super) async fn serve(method: Method, uri: Uri) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        let sentence = "Pages can only be read.";
        return ApiError::new(StatusCode::METHOD_NOT_ALLOWED, sentence).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Files::get(path).filter(|_| path != INDEX) {
        return answer(path, file);
    }
    // Names of files with a hash are asked for by pages of another version.
    if path.starts_with("assets/") {
        return ApiError::not_found("There is no such file.").into_response();
    }
    let is_known = is_client_route(path);
    let status = if is_known { StatusCode::OK } else { StatusCode::NOT_FOUND };
    if let Some(file) = Files::get(INDEX) {
        return (status, answer(INDEX, file)).into_response();
    }
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (status, headers, if is_known { UNBUILT } else { MISSING }).into_response()
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_pages_of_the_browser_app_are_the_client_routes() {
        let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/pages/pages.ts");
        let pages = std::fs::read_to_string(pages).unwrap();
        let named = pages.split("name: \"").skip(1).filter_map(|rest| rest.split('"').next());
        let named: BTreeSet<_> = named.filter(|name| !name.is_empty()).collect();
        assert_eq!(named, CLIENT_ROUTES.map(|(name, _)| name).into());
    }

    #[test]
    fn only_client_routes_are_pages() {
        for path in ["", "/", "play", "play/", "play/0123", "analyse", "watch/0.1/7", "evolve/0~a"]
        {
            assert!(is_client_route(path), "{path}");
        }
        for path in ["plays", "play/1/2", "analyse/x", "watch/1/2/3", "%00", "..", "wp-admin"] {
            assert!(!is_client_route(path), "{path}");
        }
    }
}

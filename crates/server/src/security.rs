//! Access checks for requests, and the security headers of answers.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName};
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::error::ApiError;
use super::settings::Settings;

/// Only own resources, nothing inline, no framing.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The accepted host names.
///
/// A page of somebody else can have its own name resolve to our address, and is
/// then the same origin as we are (DNS rebinding). Its requests still carry
/// that name.
#[derive(Clone)]
pub(super) struct Names {
    bound: IpAddr,
    allowed: Arc<[String]>,
}

impl Names {
    pub(super) fn new(settings: &Settings) -> Self {
        let allowed = settings.allowed_hosts.iter().map(|name| name.to_ascii_lowercase()).collect();
        Self { bound: settings.host, allowed }
    }

    /// True if this `Host` is accepted. The port does not matter: it may be forwarded, and
    /// DNS rebinding does not change it.
    fn include(&self, host: &Authority) -> bool {
        let name = host.host().trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        if name == "localhost" || self.allowed.contains(&name) {
            return true;
        }
        // An address is never rebound. On all addresses we are called by any.
        name.parse::<IpAddr>().is_ok_and(|address| {
            address.is_loopback() || address == self.bound || self.bound.is_unspecified()
        })
    }
}

/// Refuses requests for other hosts and requests from pages of other sites. Adds the
/// security headers to answers.
pub(super) async fn guard(State(names): State<Names>, request: Request, next: Next) -> Response {
    let mut response = match check(&names, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn check(names: &Names, request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    let host = host(request.uri(), headers).filter(|host| names.include(host));
    let Some(host) = host else {
        return Err(ApiError::new(
            StatusCode::MISDIRECTED_REQUEST,
            "This server is not called by that name: start it with --allow-host if it should be.",
        ));
    };
    let is_upgrade = headers.contains_key(header::UPGRADE);
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD) && !is_upgrade;
    if !is_safe && is_foreign(headers, &host) {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "This server does nothing for pages of other sites.",
        ));
    }
    Ok(())
}

/// The host of a request. It must be unambiguous.
fn host(uri: &Uri, headers: &HeaderMap) -> Option<Authority> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host: Authority = hosts.next()?.to_str().ok()?.parse().ok()?;
    let is_one = hosts.next().is_none() && uri.authority().is_none_or(|other| *other == host);
    // Rejects a user name and a port that is not a number.
    let is_plain = match host.port_u16() {
        Some(port) => host.as_str() == format!("{}:{port}", host.host()),
        None => host.as_str() == host.host(),
    };
    (is_one && is_plain).then_some(host)
}

/// True if a page of another site makes the request. Clients other than browsers do not
/// send an origin.
fn is_foreign(headers: &HeaderMap, host: &Authority) -> bool {
    let is_cross_site =
        headers.get("sec-fetch-site").is_some_and(|site| site.as_bytes() == b"cross-site");
    let is_other_origin = headers.get_all(header::ORIGIN).iter().any(|origin| {
        let origin = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
        let is_web = |uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https"));
        let authority = origin.filter(is_web).and_then(|uri| uri.authority().cloned());
        authority.as_ref() != Some(host)
    });
    is_cross_site || is_other_origin
}

//! Who asks: a person who is logged in.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use outflank_class::{Person, Role};

use super::{Class, aside};
use crate::error::ApiError;
use crate::state::Shared;

/// The name of the cookie of a session.
const NAME: &str = "class";
/// The time that a browser keeps the cookie, in seconds.
const KEPT: u32 = 14 * 24 * 3600;
/// The cookie of a browser in which a person has logged in, and its time.
const DEVICE: &str = "class-device";
const DEVICE_KEPT: u32 = 365 * 24 * 3600;

/// The class of a server that has one.
pub(super) struct Served(pub(super) Arc<Class>);

/// A person who is logged in.
pub(super) struct Member {
    pub(super) class: Arc<Class>,
    pub(super) person: Person,
    pub(super) token: String,
}

/// An instructor who is logged in.
pub(super) struct Instructor(pub(super) Member);

impl Member {
    pub(super) fn is_instructor(&self) -> bool {
        self.person.role == Role::Instructor
    }
}

/// The token of the session of a request, if it has one.
pub(super) fn token(headers: &HeaderMap) -> Option<String> {
    cookie_of(headers, NAME)
}

/// The token of a browser in which somebody has logged in, if it has one.
pub(super) fn device(headers: &HeaderMap) -> Option<String> {
    cookie_of(headers, DEVICE)
}

pub(super) fn cookie_of(headers: &HeaderMap, wanted: &str) -> Option<String> {
    let texts = headers.get_all(COOKIE).iter().filter_map(|header| header.to_str().ok());
    let pairs = texts.flat_map(|text| text.split(';')).filter_map(|one| one.trim().split_once('='));
    let mut tokens = pairs.filter(|(name, _)| *name == wanted).map(|(_, value)| value.to_owned());
    tokens.next().filter(|token| token.len() == 64)
}

/// The cookie of a session: scripts cannot read it, and pages of other sites cannot use it.
pub(super) fn cookie(token: Option<&str>, is_https: bool) -> String {
    let age = if token.is_some() { KEPT } else { 0 };
    own_cookie(NAME, token.unwrap_or_default(), age, is_https)
}

/// The cookie by which a browser is known.
pub(super) fn device_cookie(token: &str, is_https: bool) -> String {
    own_cookie(DEVICE, token, DEVICE_KEPT, is_https)
}

fn own_cookie(name: &str, value: &str, age: u32, is_https: bool) -> String {
    let secure = if is_https { "; Secure" } else { "" };
    format!("{name}={value}; Path=/api/class; Max-Age={age}; HttpOnly; SameSite=Strict{secure}")
}

impl FromRequestParts<Shared> for Served {
    type Rejection = ApiError;

    async fn from_request_parts(_: &mut Parts, shared: &Shared) -> Result<Self, ApiError> {
        let class = shared.class.clone();
        class.map(Self).ok_or_else(|| ApiError::not_found("This server has no class."))
    }
}

impl FromRequestParts<Shared> for Member {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shared: &Shared) -> Result<Self, ApiError> {
        let Served(class) = Served::from_request_parts(parts, shared).await?;
        let token = token(&parts.headers).ok_or_else(logged_out)?;
        let key = token.clone();
        let person = aside(&class, move |class| {
            let known = class.store.session(&key, class.now())?;
            known.map(|id| class.store.person(id)).transpose()
        });
        let person = person.await?.ok_or_else(logged_out)?;
        Ok(Self { class, person, token })
    }
}

impl FromRequestParts<Shared> for Instructor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shared: &Shared) -> Result<Self, ApiError> {
        let member = Member::from_request_parts(parts, shared).await?;
        if member.is_instructor() {
            return Ok(Self(member));
        }
        Err(ApiError::new(StatusCode::FORBIDDEN, "This is for instructors."))
    }
}

pub(super) fn logged_out() -> ApiError {
    ApiError::new(StatusCode::UNAUTHORIZED, "You are not logged in.")
}

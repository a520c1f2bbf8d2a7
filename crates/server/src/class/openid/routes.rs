//! The two addresses that a browser visits to log in with OpenID Connect.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header::{LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use outflank_class::{ClassError, PersonId};
use serde::Deserialize;

use super::provider::{OpenIdError, Provider};
use super::ticket::{Ticket, used_cookie};
use crate::class::member::cookie as session_cookie;
use crate::class::{Class, aside};
use crate::client_address::ClientAddress;
use crate::error::ApiError;
use crate::extract::Query;
use crate::state::Shared;

/// They are pages rather than answers, so the description of the API does not have them.
pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        .route("/api/class/openid/login", get(log_in))
        .route("/api/class/openid/callback", get(come_back))
}

/// How a login ends, as the page of the class tells it.
#[derive(Clone, Copy)]
enum Outcome {
    LoggedIn,
    /// Nobody in the class has this login.
    Unknown,
    /// The provider or a check of its token refused.
    Refused,
    /// The provider cannot be asked.
    Unavailable,
}

impl Outcome {
    const fn page(self) -> &'static str {
        match self {
            Self::LoggedIn => "/class",
            Self::Unknown => "/class?openid=unknown",
            Self::Refused => "/class?openid=refused",
            Self::Unavailable => "/class?openid=unavailable",
        }
    }
}

impl From<OpenIdError> for Outcome {
    fn from(error: OpenIdError) -> Self {
        crate::log::complain(&error.to_string());
        match error {
            OpenIdError::Unavailable(_) => Self::Unavailable,
            OpenIdError::Refused(_) => Self::Refused,
        }
    }
}

/// Asks the provider when there is a place.
async fn ask<T: Send + 'static>(
    class: &Arc<Class>,
    question: impl FnOnce(&Provider) -> Result<T, OpenIdError> + Send + 'static,
) -> Result<Result<T, Outcome>, ApiError> {
    let place = match &class.openid {
        Some(provider) => provider.enter().await,
        None => None,
    };
    let Some(place) = place else { return Ok(Err(Outcome::Unavailable)) };
    let answer = aside(class, move |class| {
        // Kept until the provider has answered, even if the browser has gone.
        let _place = place;
        let Some(provider) = &class.openid else {
            return Err(ClassError::Missing("login with OpenID Connect"));
        };
        Ok(question(provider).map_err(Outcome::from))
    });
    answer.await
}

fn served(shared: &Shared) -> Result<Arc<Class>, ApiError> {
    let class = shared.class.clone().filter(|class| class.openid.is_some());
    class.ok_or_else(|| ApiError::not_found("Nobody logs in with OpenID Connect here."))
}

/// Sends the browser to the provider.
async fn log_in(
    State(shared): State<Shared>,
    address: ClientAddress,
) -> Result<Response, ApiError> {
    let class = served(&shared)?;
    class.attempts.visit(address)?;
    let ticket = Ticket::new();
    let cookie = ticket.cookie(class.is_https);
    Ok(match ask(&class, move |provider| provider.address(&ticket)).await? {
        Ok(address) => go_to(&address, &[cookie]),
        Err(outcome) => go_to(outcome.page(), &[]),
    })
}

/// What the provider sends with the browser that comes back.
#[derive(Deserialize)]
struct Return {
    #[serde(default)]
    state: String,
    #[serde(default)]
    code: String,
}

/// Logs the person in whom the provider has recognised.
async fn come_back(
    State(shared): State<Shared>,
    address: ClientAddress,
    headers: HeaderMap,
    Query(told): Query<Return>,
) -> Result<Response, ApiError> {
    let class = served(&shared)?;
    class.attempts.visit(address)?;
    let used = used_cookie(class.is_https);
    // Another browser began this login, or the provider says that there is none.
    let ticket = Ticket::of(&headers).filter(|ticket| ticket.state() == told.state);
    let Some(ticket) = ticket.filter(|_| !told.code.is_empty()) else {
        return Ok(go_to(Outcome::Refused.page(), &[used]));
    };
    let login = match ask(&class, move |provider| provider.login(&ticket, &told.code)).await? {
        Ok(login) => login,
        Err(outcome) => return Ok(go_to(outcome.page(), &[used])),
    };
    let token = aside(&class, move |class| begin(class, &login)).await?;
    Ok(match token {
        Some(token) => {
            let session = session_cookie(Some(&token), class.is_https);
            go_to(Outcome::LoggedIn.page(), &[used, session])
        }
        None => go_to(Outcome::Unknown.page(), &[used]),
    })
}

/// Begins a session of the person with a login; `None` if the class has none.
fn begin(class: &Class, login: &str) -> Result<Option<String>, ClassError> {
    let id: PersonId = match class.store.person_named(login) {
        // Two names of the provider that only look alike are not one login.
        Ok(person) if person.login == login.to_ascii_lowercase() => person.id,
        Ok(_) | Err(ClassError::Missing(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    class.store.begin_session(id, class.now()).map(Some)
}

fn go_to(address: &str, cookies: &[String]) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    if let Ok(address) = HeaderValue::from_str(address) {
        headers.insert(LOCATION, address);
    }
    for cookie in cookies.iter().filter_map(|cookie| HeaderValue::from_str(cookie).ok()) {
        headers.append(SET_COOKIE, cookie);
    }
    response
}

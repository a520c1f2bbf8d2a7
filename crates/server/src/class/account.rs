//! Logging in and out, and one's own account.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use outflank_class::{ClassSettings, Person, PersonId, Role, hash_password};
use serde::{Deserialize, Serialize};
use tokio::sync::OwnedSemaphorePermit;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::attempts::Client;
use super::member::{Member, Served, cookie, device, device_cookie, token};
use super::{Class, aside};
use crate::client_address::ClientAddress;
use crate::error::ApiError;
use crate::extract::Json;
use crate::state::Shared;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(info))
        .routes(routes!(log_in))
        .routes(routes!(join))
        .routes(routes!(log_out))
        .routes(routes!(change_password))
        .routes(routes!(change_alias))
}

/// The class, and who asks.
#[derive(Serialize, ToSchema)]
struct ClassInfo {
    /// The settings. Only instructors see the seed; others see 0.
    settings: ClassSettings,
    /// True if nothing can be submitted and the race rests.
    frozen: bool,
    /// The time of the server, in milliseconds since 1970.
    now: i64,
    /// The name of the provider with whose accounts people can log in at
    /// `/api/class/openid/login`; null if there is none.
    openid: Option<String>,
    /// Who is logged in; null if nobody is.
    me: Option<Person>,
}

/// Tells of the class, also those who are not logged in.
#[utoipa::path(get, path = "/api/class", responses(
    (status = 200, body = ClassInfo),
    (status = 204, description = "This server has no class."),
))]
async fn info(State(shared): State<Shared>, headers: HeaderMap) -> Result<Response, ApiError> {
    let Some(class) = shared.class.clone() else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let token = token(&headers);
    let info = aside(&class, move |class| {
        let now = class.now();
        let person = token.map(|token| class.store.session(&token, now)).transpose()?.flatten();
        let me = person.map(|id| class.store.person(id)).transpose()?;
        let mut settings = class.store.settings()?;
        // Whoever knows the seed knows the openings of the next tournament.
        if me.as_ref().is_none_or(|me| me.role != Role::Instructor) {
            settings.seed = 0;
        }
        let (frozen, openid) = (class.store.is_frozen(now)?, class.openid_name.clone());
        Ok(ClassInfo { settings, frozen, now, openid, me })
    });
    info.await.map(|info| axum::Json(info).into_response())
}

/// A login and its password.
#[derive(Deserialize, ToSchema)]
struct Login {
    login: String,
    password: String,
}

/// Logs somebody in.
#[utoipa::path(post, path = "/api/class/login", request_body = Login,
    responses((status = 200, body = Person)))]
async fn log_in(
    Served(class): Served,
    address: ClientAddress,
    headers: HeaderMap,
    Json(login): Json<Login>,
) -> Result<Response, ApiError> {
    let permit = permit(&class, &login.login, address, &headers).await?;
    let found = aside(&class, move |class| class.store.log_in(&login.login, &login.password));
    let found = found.await?;
    drop(permit);
    let Some(id) = found else {
        let sentence = "The login or the password is wrong.";
        return Err(ApiError::new(StatusCode::UNAUTHORIZED, sentence));
    };
    begin(&class, id, &headers).await
}

/// Permits an attempt with a login.
async fn permit(
    class: &Arc<Class>,
    login: &str,
    address: ClientAddress,
    headers: &HeaderMap,
) -> Result<OwnedSemaphorePermit, ApiError> {
    let (device, name) = (device(headers), login.to_owned());
    let known = aside(class, move |class| {
        let is_known = |token: &String| class.store.knows_device(token, &name, class.now());
        Ok(match device {
            Some(token) if is_known(&token)? => Some(token),
            _ => None,
        })
    });
    let client = known.await?.map_or(Client::Stranger(address), Client::Known);
    class.attempts.permit(login, client).await
}

/// A code for the first login, and the password to set.
#[derive(Deserialize, ToSchema)]
struct Joining {
    login: String,
    /// The code of the invitation.
    code: String,
    password: String,
}

/// Sets the first password with the code of an invitation, and logs in.
#[utoipa::path(post, path = "/api/class/join", request_body = Joining,
    responses((status = 200, body = Person)))]
async fn join(
    Served(class): Served,
    address: ClientAddress,
    headers: HeaderMap,
    Json(joining): Json<Joining>,
) -> Result<Response, ApiError> {
    let permit = permit(&class, &joining.login, address, &headers).await?;
    let joined = aside(&class, move |class| {
        let Joining { login, code, password } = joining;
        class.store.join(&login, &code, &hash_password(&password)?, class.now())
    });
    let joined = joined.await?;
    drop(permit);
    let Some(id) = joined else {
        let sentence = "The login or the code is wrong, or the code was used or is too old.";
        return Err(ApiError::new(StatusCode::UNAUTHORIZED, sentence));
    };
    begin(&class, id, &headers).await
}

/// Begins a session with a new token. The old one ends, whoever set it. The browser is known from
/// now on.
async fn begin(
    class: &Arc<Class>,
    id: PersonId,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let (old, device) = (token(headers), device(headers));
    let begun = aside(class, move |class| {
        let (store, now) = (&class.store, class.now());
        if let Some(old) = old {
            store.end_session(&old)?;
        }
        let person = store.person(id)?;
        let is_known = match device {
            Some(token) => store.knows_device(&token, &person.login, now)?,
            None => false,
        };
        let device = if is_known { None } else { Some(store.remember_device(id, now)?) };
        Ok((store.begin_session(id, now)?, device, person))
    });
    let (token, device, person) = begun.await?;
    let answer = with_cookie(&cookie(Some(&token), class.is_https), axum::Json(person));
    Ok(match device {
        Some(device) => with_cookie(&device_cookie(&device, class.is_https), answer),
        None => answer,
    })
}

fn with_cookie(cookie: &str, answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    if let Ok(cookie) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// Logs out.
#[utoipa::path(post, path = "/api/class/logout", responses((status = 204)))]
async fn log_out(member: Member) -> Result<Response, ApiError> {
    let is_https = member.class.is_https;
    aside(&member.class, move |class| class.store.end_session(&member.token)).await?;
    Ok(with_cookie(&cookie(None, is_https), StatusCode::NO_CONTENT))
}

/// The old and the new password.
#[derive(Deserialize, ToSchema)]
struct NewPassword {
    old: String,
    new: String,
}

/// Changes one's own password. All other sessions end.
#[utoipa::path(post, path = "/api/class/password", request_body = NewPassword,
    responses((status = 200, body = Person)))]
async fn change_password(
    member: Member,
    headers: HeaderMap,
    Json(request): Json<NewPassword>,
) -> Result<Response, ApiError> {
    // A session that is stolen must not try passwords without a limit.
    let client = Client::Known(member.token.clone());
    let permit = member.class.attempts.permit(&member.person.login, client).await?;
    let (id, login) = (member.person.id, member.person.login.clone());
    let changed = aside(&member.class, move |class| {
        if class.store.log_in(&login, &request.old)?.is_none() {
            return Ok(false);
        }
        class.store.set_password(id, &hash_password(&request.new)?)?;
        Ok(true)
    });
    let changed = changed.await?;
    drop(permit);
    if !changed {
        return Err(ApiError::new(StatusCode::FORBIDDEN, "The old password is wrong."));
    }
    begin(&member.class, id, &headers).await
}

/// A name that other students see.
#[derive(Deserialize, ToSchema)]
struct NewAlias {
    alias: String,
}

/// Changes one's own alias.
#[utoipa::path(put, path = "/api/class/alias", request_body = NewAlias,
    responses((status = 204)))]
async fn change_alias(
    member: Member,
    Json(request): Json<NewAlias>,
) -> Result<StatusCode, ApiError> {
    let id = member.person.id;
    aside(&member.class, move |class| {
        class.store.set_alias(id, request.alias.trim())?;
        class.changed();
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

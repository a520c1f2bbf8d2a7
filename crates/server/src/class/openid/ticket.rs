//! What binds a login to the browser that began it.

use axum::http::HeaderMap;
use outflank_arena::ContentHash;

use crate::class::member::cookie_of;

/// The name of the cookie, and the time for a login at the provider in seconds.
const NAME: &str = "class-openid";
const TIME: u32 = 600;

/// A random number that only one browser has, in a cookie.
///
/// What is sent to the provider follows from it: the state that comes back with the browser, the
/// nonce that comes back in the token, and the secret of PKCE without which a code is worthless.
/// So the server keeps nothing of logins that have begun.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Ticket(String);

impl Ticket {
    pub(super) fn new() -> Self {
        let bits: [u128; 2] = rand::random();
        Self(format!("{:032x}{:032x}", bits[0], bits[1]))
    }

    pub(super) fn of(headers: &HeaderMap) -> Option<Self> {
        cookie_of(headers, NAME).map(Self)
    }

    fn hash(&self, purpose: &str) -> String {
        ContentHash::of(format!("{purpose} {}", self.0).as_bytes()).to_string()
    }

    pub(super) fn state(&self) -> String {
        self.hash("state")
    }

    pub(super) fn nonce(&self) -> String {
        self.hash("nonce")
    }

    pub(super) fn verifier(&self) -> String {
        self.hash("verifier")
    }

    /// The cookie. The browser comes back from another site, so it has to be sent on the way from
    /// there.
    pub(super) fn cookie(&self, is_https: bool) -> String {
        cookie(&self.0, TIME, is_https)
    }
}

/// Removes the cookie: a ticket is used once.
pub(super) fn used_cookie(is_https: bool) -> String {
    cookie("", 0, is_https)
}

fn cookie(value: &str, age: u32, is_https: bool) -> String {
    let secure = if is_https { "; Secure" } else { "" };
    format!("{NAME}={value}; Path=/api/class/openid; Max-Age={age}; HttpOnly; SameSite=Lax{secure}")
}

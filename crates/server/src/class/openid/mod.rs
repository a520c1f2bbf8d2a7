//! Login with an account of a university, by OpenID Connect.
//!
//! `settings` reads what an instructor configured. The rest is behind the feature `openid`:
//! `ticket` binds a login to the browser that began it, `provider` talks to the provider, `routes`
//! are the two addresses that a browser visits.

#[cfg(feature = "openid")]
mod provider;
#[cfg(feature = "openid")]
mod routes;
mod settings;
#[cfg(feature = "openid")]
mod ticket;

#[cfg(feature = "openid")]
pub(super) use provider::Provider;
#[cfg(feature = "openid")]
pub(crate) use routes::routes;
pub use settings::{OpenIdClaim, OpenIdSettings, OpenIdSettingsError};

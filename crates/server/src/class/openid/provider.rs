//! The provider of a login with OpenID Connect.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::Uri;
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreJwsSigningAlgorithm, CoreProviderMetadata,
    CoreUserInfoClaims,
};
use openidconnect::{
    AccessTokenHash, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointMaybeSet,
    EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IssuerUrl, Nonce, OAuth2TokenResponse,
    PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope, TokenResponse,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use ureq::Agent;
use ureq::tls::{RootCerts, TlsConfig};

use super::settings::{OpenIdClaim, OpenIdSettings, is_this_machine};
use super::ticket::Ticket;

/// The timeout of a request to the provider, and the largest answer in bytes.
const TIMEOUT: Duration = Duration::from_secs(10);
const LARGEST: u64 = 1 << 20;
/// What the provider says of itself, and its keys, are asked for again after this time.
const KEPT: Duration = Duration::from_mins(5);
/// The logins that talk to the provider at the same time. A slow provider must not take all
/// threads of the server.
const PLACES: usize = 4;
/// The time that a login waits for a place: many people log in when a lesson begins.
const PATIENCE: Duration = Duration::from_secs(8);
/// The signatures of tokens. None of them is made with the secret of the client.
const SIGNATURES: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// A client that knows the addresses of the provider.
type KnownClient = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// Why nobody was logged in.
#[derive(Debug, thiserror::Error)]
pub(super) enum OpenIdError {
    /// The provider does not answer, or not in the way of OpenID Connect.
    #[error("the OpenID provider cannot be used: {0}")]
    Unavailable(String),
    /// The provider, or a check of its token, refuses the login.
    #[error("the OpenID provider does not prove who logs in: {0}")]
    Refused(String),
}

/// The provider of a login.
pub(in crate::class) struct Provider {
    settings: OpenIdSettings,
    agent: Agent,
    places: Arc<Semaphore>,
    known: Mutex<Option<(Instant, CoreProviderMetadata)>>,
}

impl Provider {
    pub(in crate::class) fn new(settings: OpenIdSettings) -> Self {
        let issuer = settings.issuer.parse::<Uri>().ok();
        let is_local = issuer.is_some_and(|issuer| issuer.host().is_some_and(is_this_machine));
        let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
        let agent = Agent::config_builder()
            .timeout_global(Some(TIMEOUT))
            .https_only(!is_local)
            .tls_config(tls)
            // The addresses that the provider tells are the only ones that are asked.
            .max_redirects(0)
            .http_status_as_error(false)
            .build()
            .into();
        let places = Arc::new(Semaphore::new(PLACES));
        Self { settings, agent, places, known: Mutex::default() }
    }

    /// A place for a login that talks to the provider; `None` if none becomes free in time.
    pub(super) async fn enter(&self) -> Option<OwnedSemaphorePermit> {
        timeout(PATIENCE, self.places.clone().acquire_owned()).await.ok()?.ok()
    }

    /// The address to which a browser is sent.
    pub(super) fn address(&self, ticket: &Ticket) -> Result<String, OpenIdError> {
        let (state, nonce) = (ticket.state(), ticket.nonce());
        let challenge =
            PkceCodeChallenge::from_code_verifier_sha256(&PkceCodeVerifier::new(ticket.verifier()));
        let client = self.client()?;
        let flow = CoreAuthenticationFlow::AuthorizationCode;
        let scope = match self.settings.claim {
            OpenIdClaim::PreferredUsername => "profile",
            OpenIdClaim::Email => "email",
        };
        let request = client.authorize_url(flow, || CsrfToken::new(state), || Nonce::new(nonce));
        let request = request.add_scope(Scope::new(scope.to_owned())).set_pkce_challenge(challenge);
        Ok(request.url().0.into())
    }

    /// The login of the person for whom the provider has given a code.
    pub(super) fn login(&self, ticket: &Ticket, code: &str) -> Result<String, OpenIdError> {
        let client = self.client()?;
        let ask = |request: HttpRequest| self.ask(request);
        let code = AuthorizationCode::new(code.to_owned());
        let tokens = client
            .exchange_code(code)
            .map_err(unavailable)?
            .set_pkce_verifier(PkceCodeVerifier::new(ticket.verifier()))
            .request(&ask)
            .map_err(refused)?;
        let token = tokens.id_token().ok_or_else(|| refused_for("it sent no token"))?;
        let verifier = client.id_token_verifier().set_allowed_algs(SIGNATURES);
        let claims = token.claims(&verifier, &Nonce::new(ticket.nonce())).map_err(refused)?;
        if let Some(expected) = claims.access_token_hash() {
            let (algorithm, key) = (token.signing_alg(), token.signing_key(&verifier));
            let hash = AccessTokenHash::from_token(
                tokens.access_token(),
                algorithm.map_err(refused)?,
                key.map_err(refused)?,
            );
            if hash.map_err(refused)? != *expected {
                return Err(refused_for("its two tokens do not belong together"));
            }
        }
        let name = claims.preferred_username().map(|name| name.as_str());
        let email = claims.email().map(|email| email.as_str());
        if let Some(login) = self.chosen(name, email, claims.email_verified())? {
            return Ok(login);
        }
        // Some providers tell such things on request only.
        let access = tokens.access_token().clone();
        let info: CoreUserInfoClaims = client
            .user_info(access, Some(claims.subject().clone()))
            .map_err(unavailable)?
            .request(&ask)
            .map_err(refused)?;
        let name = info.preferred_username().map(|name| name.as_str());
        let email = info.email().map(|email| email.as_str());
        let login = self.chosen(name, email, info.email_verified())?;
        login.ok_or_else(|| refused_for("it does not tell the claim that is a login"))
    }

    /// The claim that is a login, if it is told.
    fn chosen(
        &self,
        name: Option<&str>,
        email: Option<&str>,
        is_verified: Option<bool>,
    ) -> Result<Option<String>, OpenIdError> {
        match (self.settings.claim, email) {
            (OpenIdClaim::PreferredUsername, _) => Ok(name.map(str::to_owned)),
            // Anybody could claim an address that nobody verified.
            (OpenIdClaim::Email, Some(_)) if is_verified != Some(true) => {
                Err(refused_for("the address is not verified"))
            }
            (OpenIdClaim::Email, email) => Ok(email.map(str::to_owned)),
        }
    }

    fn client(&self) -> Result<KnownClient, OpenIdError> {
        let secret = self.settings.client_secret.clone().map(ClientSecret::new);
        let address = format!("{}/api/class/openid/callback", self.settings.address);
        let id = ClientId::new(self.settings.client_id.clone());
        let client = CoreClient::from_provider_metadata(self.metadata()?, id, secret);
        Ok(client.set_redirect_uri(RedirectUrl::new(address).map_err(unavailable)?))
    }

    /// What the provider says of itself, with its keys.
    fn metadata(&self) -> Result<CoreProviderMetadata, OpenIdError> {
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((asked, known)) = &*lock()
            && asked.elapsed() < KEPT
        {
            return Ok(known.clone());
        }
        let issuer = IssuerUrl::new(self.settings.issuer.clone()).map_err(unavailable)?;
        let found =
            CoreProviderMetadata::discover(&issuer, &|request: HttpRequest| self.ask(request));
        let found = found.map_err(unavailable)?;
        *lock() = Some((Instant::now(), found.clone()));
        Ok(found)
    }

    fn ask(&self, request: HttpRequest) -> Result<HttpResponse, ureq::Error> {
        let (parts, body) = self.agent.run(request)?.into_parts();
        let body = body.into_with_config().limit(LARGEST).read_to_vec()?;
        Ok(HttpResponse::from_parts(parts, body))
    }
}

fn unavailable(error: impl std::error::Error) -> OpenIdError {
    OpenIdError::Unavailable(causes(&error))
}

fn refused(error: impl std::error::Error) -> OpenIdError {
    OpenIdError::Refused(causes(&error))
}

fn refused_for(reason: &str) -> OpenIdError {
    OpenIdError::Refused(reason.to_owned())
}

/// An error and what caused it, in one line.
fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

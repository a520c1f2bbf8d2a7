//! The settings of a login with OpenID Connect.

use std::fmt;
use std::io::ErrorKind;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use axum::http::Uri;
use serde::Deserialize;

/// The name of the file in the folder of a class.
const FILE: &str = "openid.toml";
/// What the button says if the file does not name the provider.
const USUAL_NAME: &str = "OpenID Connect";

/// What the provider says of a person that is a login of the class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpenIdClaim {
    /// The name by which the provider knows the person.
    #[default]
    PreferredUsername,
    /// The address, if the provider has verified it.
    Email,
}

/// A login with OpenID Connect.
#[derive(Clone, PartialEq, Eq)]
pub struct OpenIdSettings {
    /// The address of the provider, which its tokens name.
    pub issuer: String,
    /// The name of this server at the provider.
    pub client_id: String,
    /// The password of this server at the provider; `None` if it has none.
    pub client_secret: Option<String>,
    /// The address at which browsers reach this server.
    pub address: String,
    /// What is a login of the class.
    pub claim: OpenIdClaim,
    /// The name of the provider on the button.
    pub name: String,
}

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    issuer: String,
    client_id: String,
    client_secret_file: Option<PathBuf>,
    address: String,
    #[serde(default)]
    claim: OpenIdClaim,
    name: Option<String>,
}

/// Settings that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct OpenIdSettingsError {
    path: PathBuf,
    reason: String,
}

impl OpenIdSettings {
    /// Reads the settings in the folder of a class; `None` if there are none. A secret that is
    /// given comes before the one in a file.
    pub fn read(
        folder: &Path,
        secret: Option<String>,
    ) -> Result<Option<Self>, OpenIdSettingsError> {
        let path = folder.join(FILE);
        let wrong = |path: &Path, reason: String| OpenIdSettingsError {
            path: path.to_owned(),
            reason: reason.lines().next().unwrap_or_default().to_owned(),
        };
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| wrong(&path, error.to_string()))?,
        };
        let Written { issuer, client_id, client_secret_file, address, claim, name } =
            toml::from_str(&text).map_err(|error| wrong(&path, error.message().to_owned()))?;
        for address in [&issuer, &address] {
            check_address(address).map_err(|reason| wrong(&path, reason))?;
        }
        let read = |file: PathBuf| {
            let file = folder.join(file);
            let secret = std::fs::read_to_string(&file);
            secret.map_err(|error| wrong(&file, error.to_string()))
        };
        let secret = match (secret, client_secret_file) {
            (Some(secret), _) => Some(secret),
            (None, file) => file.map(read).transpose()?,
        };
        let client_secret = secret.map(|secret| secret.trim().to_owned());
        if client_secret.as_ref().is_some_and(String::is_empty) {
            return Err(wrong(&path, "the secret of the client is empty".to_owned()));
        }
        Ok(Some(Self {
            issuer,
            client_id,
            client_secret,
            address: address.trim_end_matches('/').to_owned(),
            claim,
            name: name.unwrap_or_else(|| USUAL_NAME.to_owned()),
        }))
    }
}

/// Secrets stay out of logs.
impl fmt::Debug for OpenIdSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenIdSettings")
            .field("issuer", &self.issuer)
            .field("client_id", &self.client_id)
            .field("address", &self.address)
            .field("claim", &self.claim)
            .finish_non_exhaustive()
    }
}

/// Refuses an address to which tokens or cookies would travel without TLS. On this machine nobody
/// reads along.
fn check_address(address: &str) -> Result<(), String> {
    let uri = address.parse::<Uri>().ok();
    let parts = uri.as_ref().and_then(|uri| Some((uri.scheme_str()?, uri.host()?)));
    match parts {
        Some(("https", _)) => Ok(()),
        Some(("http", host)) if is_this_machine(host) => Ok(()),
        Some(("http", _)) => Err(format!("{address} has to begin with https://")),
        _ => Err(format!("{address} is not an address such as https://class.example.org")),
    }
}

/// Whether a host of an address is this machine.
pub(super) fn is_this_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &str, secret: Option<&str>) -> Result<Option<OpenIdSettings>, String> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("secret"), "from a file\n").unwrap();
        std::fs::write(folder.path().join(FILE), lines).unwrap();
        let read = OpenIdSettings::read(folder.path(), secret.map(str::to_owned));
        read.map_err(|error| error.reason)
    }

    const USUAL: &str = "issuer = 'https://login.example.org'\nclient_id = 'outflank'\n\
                         address = 'https://class.example.org/'\n";

    #[test]
    fn a_class_without_the_file_has_no_such_login() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(OpenIdSettings::read(folder.path(), None).unwrap(), None);
    }

    #[test]
    fn a_secret_comes_from_a_file_or_from_outside_and_is_not_shown() {
        let settings = read(USUAL, None).unwrap().unwrap();
        assert_eq!(
            (settings.client_secret, settings.address.as_str()),
            (None, "https://class.example.org")
        );
        let lines = format!("{USUAL}client_secret_file = 'secret'\nclaim = 'email'");
        let settings = read(&lines, None).unwrap().unwrap();
        assert_eq!(settings.client_secret.as_deref(), Some("from a file"));
        assert_eq!(settings.claim, OpenIdClaim::Email);
        let settings = read(&lines, Some("from outside")).unwrap().unwrap();
        assert_eq!(settings.client_secret.as_deref(), Some("from outside"));
        assert!(!format!("{settings:?}").contains("outside"));
    }

    #[test]
    fn secrets_are_neither_sent_nor_asked_for_without_tls() {
        let plain = USUAL.replace("https://login", "http://login");
        assert!(read(&plain, None).unwrap_err().contains("https://"));
        let plain = USUAL.replace("https://class", "http://class");
        assert!(read(&plain, None).unwrap_err().contains("https://"));
        read(&USUAL.replace("https://login.example.org", "http://127.0.0.1:9"), None).unwrap();
        let named = format!("{USUAL}client_secret = 'written down'");
        assert!(read(&named, None).unwrap_err().contains("client_secret"));
    }
}

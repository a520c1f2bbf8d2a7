//! The address of a server, and what it asks of those who connect.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use async_nats::ConnectOptions;

use crate::ClusterError;

/// The address of a NATS server, such as `nats://host:4222` or `tls://host`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterAddress(String);

/// A text that is no address of a server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseClusterAddressError {
    /// It does not begin like an address.
    #[error("'{}' is no address of a server: expected nats://HOST:PORT or tls://HOST:PORT", .0.escape_debug())]
    Form(String),
    /// A command line can be read by everyone on the machine.
    #[error(
        "an address holds no password: set OUTFLANK_CLUSTER_USER and OUTFLANK_CLUSTER_PASSWORD, \
         or OUTFLANK_CLUSTER_CREDENTIALS"
    )]
    Secret,
}

impl FromStr for ClusterAddress {
    type Err = ParseClusterAddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || ParseClusterAddressError::Form(text.to_owned());
        let host = text.strip_prefix("nats://").or_else(|| text.strip_prefix("tls://"));
        let host = host.ok_or_else(wrong)?;
        if host.contains('@') {
            return Err(ParseClusterAddressError::Secret);
        }
        let is_plain = |byte: u8| byte.is_ascii_graphic() && byte != b'/' && byte != b',';
        if host.is_empty() || !host.bytes().all(is_plain) {
            return Err(wrong());
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for ClusterAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Credentials and certificates. They come from environment variables, never from a command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// `OUTFLANK_CLUSTER_USER` and `OUTFLANK_CLUSTER_PASSWORD`.
    pub password: Option<(String, String)>,
    /// `OUTFLANK_CLUSTER_NKEY`: a file with the seed of an nkey.
    pub nkey: Option<PathBuf>,
    /// `OUTFLANK_CLUSTER_CREDENTIALS`: a file of credentials, as `nsc` writes it.
    pub credentials: Option<PathBuf>,
    /// `OUTFLANK_CLUSTER_CA`: certificates of those who may sign that of the server.
    pub authority: Option<PathBuf>,
    /// `OUTFLANK_CLUSTER_CERT` and `OUTFLANK_CLUSTER_KEY`: the certificate of this machine.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

impl Access {
    /// What the environment says.
    pub fn from_environment() -> Self {
        let text = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
        let path = |name: &str| text(name).map(PathBuf::from);
        Self {
            password: text("OUTFLANK_CLUSTER_USER")
                .map(|user| (user, text("OUTFLANK_CLUSTER_PASSWORD").unwrap_or_default())),
            nkey: path("OUTFLANK_CLUSTER_NKEY"),
            credentials: path("OUTFLANK_CLUSTER_CREDENTIALS"),
            authority: path("OUTFLANK_CLUSTER_CA"),
            certificate: path("OUTFLANK_CLUSTER_CERT").zip(path("OUTFLANK_CLUSTER_KEY")),
        }
    }

    /// The options of a connection.
    pub(crate) async fn options(
        &self,
        address: &ClusterAddress,
        name: &str,
    ) -> Result<ConnectOptions, ClusterError> {
        let mut options = ConnectOptions::new()
            .name(name)
            // A cut line is noticed after two of them.
            .ping_interval(Duration::from_secs(5))
            .connection_timeout(Duration::from_secs(5))
            .request_timeout(Some(Duration::from_secs(10)))
            .reconnect_delay_callback(|attempt| {
                Duration::from_millis((50 * attempt as u64).min(2000))
            });
        if let Some((user, password)) = &self.password {
            options = options.user_and_password(user.clone(), password.clone());
        }
        if let Some(path) = &self.nkey {
            let variable = "OUTFLANK_CLUSTER_NKEY";
            let seed = std::fs::read_to_string(path)
                .map_err(|error| ClusterError::Access { variable, reason: error.to_string() })?;
            options = options.nkey(seed.trim().to_owned());
        }
        if let Some(path) = &self.credentials {
            let variable = "OUTFLANK_CLUSTER_CREDENTIALS";
            options = options
                .credentials_file(path)
                .await
                .map_err(|error| ClusterError::Access { variable, reason: error.to_string() })?;
        }
        if let Some(path) = &self.authority {
            options = options.add_root_certificates(path.clone());
        }
        if let Some((certificate, key)) = &self.certificate {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        let is_private = address.0.starts_with("tls://");
        Ok(options.require_tls(is_private || self.authority.is_some()))
    }
}

#[cfg(test)]
mod tests {
    use super::{ClusterAddress, ParseClusterAddressError};

    #[test]
    fn an_address_with_a_password_is_refused() {
        let parse = str::parse::<ClusterAddress>;
        assert!(parse("nats://10.0.0.1:4222").is_ok());
        assert!(parse("tls://lab.example").is_ok());
        assert_eq!(parse("nats://me:secret@host"), Err(ParseClusterAddressError::Secret));
        for wrong in ["", "host:4222", "http://host", "nats://", "nats://a b", "nats://a,b"] {
            assert!(matches!(parse(wrong), Err(ParseClusterAddressError::Form(_))), "{wrong}");
        }
    }
}

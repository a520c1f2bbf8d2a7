//! The address of a client.

use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;

use super::connections::network;
use super::error::ApiError;

/// The header in which a reverse proxy tells the address of its client.
const FORWARDED: &str = "x-forwarded-for";

/// The address from which a request comes. Of a long address it is the network, because a
/// client can choose the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl ClientAddress {
    /// The client of a connection. A reverse proxy on this machine is believed; what its own
    /// client said is not, which stands before it.
    pub(super) fn of(peer: IpAddr, headers: &HeaderMap) -> Self {
        let last = headers.get_all(FORWARDED).iter().next_back();
        let told =
            last.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        // The network of the long loopback address is none.
        Self(network(told.filter(|_| peer.is_loopback()).unwrap_or(peer)))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let client = parts.extensions.get().copied();
        client.ok_or_else(|| ApiError::server(&"a route does not know its client"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_proxy_on_this_machine_names_its_client() {
        let of = |peer: &str, told: &[&str]| {
            let mut headers = HeaderMap::new();
            for told in told {
                headers.append(FORWARDED, told.parse().unwrap());
            }
            ClientAddress::of(peer.parse().unwrap(), &headers).0.to_string()
        };
        assert_eq!(of("127.0.0.1", &[]), "127.0.0.1");
        assert_eq!(of("127.0.0.1", &["203.0.113.7"]), "203.0.113.7");
        // What the client itself claims stands before what the proxy adds.
        assert_eq!(of("::1", &["10.0.0.1, 203.0.113.7"]), "203.0.113.7");
        assert_eq!(of("127.0.0.1", &["10.0.0.1", "203.0.113.7"]), "203.0.113.7");
        assert_eq!(of("198.51.100.1", &["203.0.113.7"]), "198.51.100.1");
        assert_eq!(of("127.0.0.1", &["nonsense"]), "127.0.0.1");
        assert_eq!(of("2001:db8:1:2:3:4:5:6", &[]), "2001:db8:1:2::");
    }
}

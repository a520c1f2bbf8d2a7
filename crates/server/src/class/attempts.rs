//! How often somebody may try to log in.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::Clock as GovernorClock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::client_address::ClientAddress;
use crate::clock::Clock;
use crate::error::ApiError;

/// The attempts at once, and the time until there is another: of a browser in which the person
/// has logged in before, or of one address with one login.
const OF_ONE: Allowance = Allowance::new(10, Duration::from_secs(30));
/// Of all strangers together with one login. A single address never uses it up.
const OF_STRANGERS: Allowance = Allowance::new(50, Duration::from_secs(5));
/// Of one address with all logins: a class may share one address.
const OF_ADDRESS: Allowance = Allowance::new(300, Duration::from_millis(500));
/// The passwords that are hashed at the same time. Each takes 19 MiB and a core.
const HASHING: usize = 2;

/// The clock of the server, as the limiter wants it.
#[derive(Clone)]
struct LimiterClock(Clock);

impl GovernorClock for LimiterClock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        self.0.elapsed().into()
    }
}

/// How many attempts there are at once, and how soon there is another.
struct Allowance {
    burst: NonZeroU32,
    refill: Duration,
}

impl Allowance {
    const fn new(burst: u32, refill: Duration) -> Self {
        Self { burst: NonZeroU32::new(burst).expect("it is not zero"), refill }
    }

    fn limiter<K: Clone + Hash + Eq>(&self, clock: &Clock) -> Limiter<K> {
        let quota = Quota::with_period(self.refill).expect("it is not zero");
        let quota = quota.allow_burst(self.burst);
        RateLimiter::hashmap_with_clock(quota, LimiterClock(clock.clone()))
    }
}

type Limiter<K> = RateLimiter<K, HashMapStateStore<K>, LimiterClock, NoOpMiddleware<Nanos>>;

/// Who tries to log in.
pub(super) enum Client {
    /// A browser in which the person has logged in before, by its token.
    Known(String),
    /// Any other, by its address.
    Stranger(ClientAddress),
}

/// Limits the attempts to log in. Strangers share an allowance for each login, so nobody guesses
/// from many addresses; browsers in which the person has logged in before do not, so nobody is
/// kept out by strangers.
pub(super) struct Attempts {
    known: Limiter<String>,
    one_stranger: Limiter<(String, ClientAddress)>,
    all_strangers: Limiter<String>,
    address: Limiter<ClientAddress>,
    hashing: Arc<Semaphore>,
}

impl Attempts {
    pub(super) fn new(clock: &Clock) -> Self {
        Self {
            known: OF_ONE.limiter(clock),
            one_stranger: OF_ONE.limiter(clock),
            all_strangers: OF_STRANGERS.limiter(clock),
            address: OF_ADDRESS.limiter(clock),
            hashing: Arc::new(Semaphore::new(HASHING)),
        }
    }

    /// Permits a visit of what is slow, whatever the login, or says that there were too many.
    #[cfg(feature = "openid")]
    pub(super) fn visit(&self, address: ClientAddress) -> Result<(), ApiError> {
        self.address.retain_recent();
        self.address.check_key(&address).map_err(|_| too_many())
    }

    /// Permits an attempt, or says that there were too many. It waits while others are
    /// hashing.
    pub(super) async fn permit(
        &self,
        login: &str,
        client: Client,
    ) -> Result<OwnedSemaphorePermit, ApiError> {
        let login: String = login.trim().to_lowercase().chars().take(64).collect();
        let is_allowed = match client {
            Client::Known(token) => {
                self.known.retain_recent();
                self.known.check_key(&token).is_ok()
            }
            Client::Stranger(address) => {
                self.one_stranger.retain_recent();
                self.all_strangers.retain_recent();
                self.address.retain_recent();
                // An attempt that one limit refuses does not count for those after it.
                self.address.check_key(&address).is_ok()
                    && self.one_stranger.check_key(&(login.clone(), address)).is_ok()
                    && self.all_strangers.check_key(&login).is_ok()
            }
        };
        if !is_allowed {
            return Err(too_many());
        }
        let permit = Arc::clone(&self.hashing).acquire_owned().await;
        permit.map_err(|_| ApiError::server(&"the places for passwords are gone"))
    }
}

fn too_many() -> ApiError {
    ApiError::too_many("There were too many attempts to log in: wait a minute.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stranger(last: u8) -> Client {
        Client::Stranger(ClientAddress([203, 0, 113, last].into()))
    }

    #[tokio::test]
    async fn an_address_cannot_try_the_logins_of_everyone() {
        let clock = Clock::by_hand();
        let attempts = Attempts::new(&clock);
        let mut permitted = 0;
        for number in 0..400 {
            permitted +=
                u32::from(attempts.permit(&format!("u{number}"), stranger(1)).await.is_ok());
        }
        assert_eq!(permitted, 300);
        drop(attempts.permit("u1", stranger(2)).await.unwrap());
        clock.advance(Duration::from_secs(1));
        drop(attempts.permit("u1", stranger(1)).await.unwrap());
    }

    #[tokio::test]
    async fn one_address_does_not_use_up_the_attempts_of_all() {
        let clock = Clock::by_hand();
        let attempts = Attempts::new(&clock);
        // A day of attempts without a pause.
        for _ in 0..17_280 {
            let _ = attempts.permit("ann", stranger(1)).await;
            clock.advance(Duration::from_secs(5));
        }
        drop(attempts.permit("ann", stranger(2)).await.unwrap());
        for last in 3..100 {
            let _ = attempts.permit("ann", stranger(last)).await;
        }
        assert!(attempts.permit("Ann ", stranger(200)).await.is_err());
        drop(attempts.permit("ann", Client::Known("token".to_owned())).await.unwrap());
    }
}

//! How often somebody may try to log in.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::Clock as GovernorClock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::clock::Clock;
use crate::error::ApiError;

/// The attempts for one login at once, and the time until there is another.
const BURST: NonZeroU32 = NonZeroU32::new(10).expect("it is not zero");
const REFILL: Duration = Duration::from_secs(10);
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

/// Limits the attempts to log in, by login: it does not matter where they come from, because
/// behind a reverse proxy all come from the same address.
pub(super) struct Attempts {
    by_login: RateLimiter<String, HashMapStateStore<String>, LimiterClock, NoOpMiddleware<Nanos>>,
    hashing: Arc<Semaphore>,
}

impl Attempts {
    pub(super) fn new(clock: &Clock) -> Self {
        let quota = Quota::with_period(REFILL).expect("it is not zero").allow_burst(BURST);
        Self {
            by_login: RateLimiter::hashmap_with_clock(quota, LimiterClock(clock.clone())),
            hashing: Arc::new(Semaphore::new(HASHING)),
        }
    }

    /// Permits an attempt, or says that there were too many. It waits while others are
    /// hashing.
    pub(super) async fn permit(&self, login: &str) -> Result<OwnedSemaphorePermit, ApiError> {
        let login: String = login.trim().to_lowercase().chars().take(64).collect();
        if self.by_login.check_key(&login).is_err() {
            return Err(ApiError::too_many(
                "There were too many attempts with this login: wait a minute.",
            ));
        }
        self.by_login.retain_recent();
        let permit = Arc::clone(&self.hashing).acquire_owned().await;
        permit.map_err(|_| ApiError::server(&"the places for passwords are gone"))
    }
}

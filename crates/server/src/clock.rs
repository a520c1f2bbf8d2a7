//! The clock of the server.

use std::future::Future;
use std::pin::Pin;
use std::sync::Mutex;
use std::task::{Context, Poll};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use hyper::rt::{Sleep, Timer};
use outflank_session::Millis;
use tokio::sync::watch;

/// The clock of games, pings and timeouts.
///
/// Clones are the same clock. The search of the engine measures its own time.
#[derive(Clone, Debug)]
pub struct Clock {
    begun: Instant,
    /// The time that was set by hand; `None` for the time of the system.
    by_hand: Option<watch::Sender<Duration>>,
}

/// A boxed wait.
pub(crate) type Wait = Pin<Box<dyn Future<Output = ()> + Send>>;

impl Clock {
    /// The date on which a clock that is set by hand begins, in milliseconds since 1970.
    const BEGINNING: Millis = 1_800_000_000_000;

    /// The clock of the system.
    pub fn system() -> Self {
        Self { begun: Instant::now(), by_hand: None }
    }

    /// A clock that stands still until it is advanced, for tests.
    pub fn by_hand() -> Self {
        Self { begun: Instant::now(), by_hand: Some(watch::Sender::new(Duration::ZERO)) }
    }

    /// Advances a clock that is set by hand. The clock of the system stays as it is.
    pub fn advance(&self, by: Duration) {
        if let Some(time) = &self.by_hand {
            time.send_modify(|time| *time += by);
        }
    }

    /// The time now, in milliseconds since 1970.
    pub(crate) fn now(&self) -> Millis {
        let since = match &self.by_hand {
            Some(time) => return Self::BEGINNING + milliseconds(*time.borrow()),
            None => SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(),
        };
        milliseconds(since)
    }

    /// The time since the clock was made. It never goes back.
    pub fn elapsed(&self) -> Duration {
        match &self.by_hand {
            Some(time) => *time.borrow(),
            None => self.begun.elapsed(),
        }
    }

    /// Waits for a time.
    pub(crate) fn sleep(&self, time: Duration) -> Wait {
        self.sleep_until(self.elapsed().saturating_add(time))
    }

    /// Waits until [`Self::elapsed`] has reached a value.
    pub(crate) fn sleep_until(&self, end: Duration) -> Wait {
        match &self.by_hand {
            Some(time) => {
                let mut time = time.subscribe();
                let held = self.clone();
                Box::pin(async move {
                    let _ = time.wait_for(|time| *time >= end).await;
                    // The sender lives as long as the wait, so that the wait cannot fail.
                    drop(held);
                })
            }
            None => Box::pin(tokio::time::sleep(end.saturating_sub(self.elapsed()))),
        }
    }

    /// The output of a future; `None` if it takes longer.
    pub(crate) async fn timeout<F: Future>(&self, time: Duration, future: F) -> Option<F::Output> {
        tokio::select! {
            biased;
            output = future => Some(output),
            () = self.sleep(time) => None,
        }
    }
}

fn milliseconds(time: Duration) -> Millis {
    Millis::try_from(time.as_millis()).unwrap_or(Millis::MAX)
}

/// A wait as hyper wants it: `Sync` because of the lock, which is never taken.
struct HyperSleep(Mutex<Wait>);

impl Future for HyperSleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.0.get_mut().map_or(Poll::Ready(()), |wait| wait.as_mut().poll(context))
    }
}

impl Sleep for HyperSleep {}

impl Timer for Clock {
    fn sleep(&self, time: Duration) -> Pin<Box<dyn Sleep>> {
        Box::pin(HyperSleep(Mutex::new(Self::sleep(self, time))))
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        let end = deadline.saturating_duration_since(self.begun);
        Box::pin(HyperSleep(Mutex::new(Self::sleep_until(self, end))))
    }

    fn now(&self) -> Instant {
        self.begun + self.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_wait_ends_when_the_clock_was_advanced_far_enough() {
        let clock = Clock::by_hand();
        let mut wait = clock.sleep(Duration::from_secs(10));
        assert!(futures_poll(&mut wait).await.is_pending());
        clock.advance(Duration::from_secs(9));
        assert!(futures_poll(&mut wait).await.is_pending());
        clock.advance(Duration::from_secs(1));
        wait.await;
        assert_eq!(clock.elapsed(), Duration::from_secs(10));
        assert_eq!(clock.now(), Clock::BEGINNING + 10_000);
    }

    /// Polls a wait once.
    async fn futures_poll(wait: &mut Wait) -> Poll<()> {
        std::future::poll_fn(|context| Poll::Ready(wait.as_mut().poll(context))).await
    }

    #[tokio::test]
    async fn a_timeout_gives_what_came_in_time() {
        let clock = Clock::by_hand();
        assert_eq!(clock.timeout(Duration::ZERO, async { 7 }).await, Some(7));
        let never = std::future::pending::<()>();
        let waiting = clock.timeout(Duration::from_secs(1), never);
        let (timed_out, ()) =
            tokio::join!(waiting, async { clock.advance(Duration::from_secs(2)) });
        assert_eq!(timed_out, None);
    }
}

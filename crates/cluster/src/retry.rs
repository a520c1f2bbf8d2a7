//! Requests that are repeated until the server answers.

use std::time::Duration;

use crate::ClusterError;

/// The pause before the next attempt.
const PAUSE: Duration = Duration::from_millis(500);

/// Repeats a request until it succeeds; `None` if `is_over` became true before. A server that is
/// restarted, a cut line or a full disk only delay it.
pub(crate) async fn until_done<T, F>(
    is_over: &(dyn Fn() -> bool + Sync),
    mut attempt: impl FnMut() -> F,
) -> Option<T>
where
    F: Future<Output = Result<T, ClusterError>>,
{
    loop {
        if let Ok(answer) = attempt().await {
            return Some(answer);
        }
        if is_over() {
            return None;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

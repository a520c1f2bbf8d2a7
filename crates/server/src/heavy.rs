//! Requests with large bodies or large answers.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::error::ApiError;

/// The maximum number of heavy requests at a time, from the first byte of the body to the
/// last byte of the answer. Each takes some megabytes.
const MAX_HEAVY: usize = 16;
/// The time to send the body and compute the answer. Others wait meanwhile.
const TIME: Duration = Duration::from_secs(10);

/// The places of heavy requests.
#[derive(Clone)]
pub(crate) struct HeavyRequests(Arc<Semaphore>);

impl Default for HeavyRequests {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MAX_HEAVY)))
    }
}

/// Answers a few heavy requests at a time. Others wait, before their bodies are read.
pub(crate) async fn few_at_a_time(
    State(places): State<HeavyRequests>,
    request: Request,
    next: Next,
) -> Response {
    let Ok(place) = places.0.acquire_owned().await else {
        return ApiError::server(&"the places of heavy requests are gone").into_response();
    };
    match tokio::time::timeout(TIME, next.run(request)).await {
        Ok(response) => response.map(|body| Body::new(Held { body, _place: place })),
        Err(_) => ApiError::new(StatusCode::REQUEST_TIMEOUT, "This took too long.").into_response(),
    }
}

/// An answer that has its place until it is read.
struct Held {
    body: Body,
    _place: OwnedSemaphorePermit,
}

impl HttpBody for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::middleware;
    use axum::routing::get;
    use tower::ServiceExt as _;

    use super::*;

    #[tokio::test]
    async fn an_answer_has_its_place_until_it_is_read() {
        let layer = middleware::from_fn_with_state(HeavyRequests::default(), few_at_a_time);
        let router = Router::new().route("/", get(async || "x".repeat(1000))).layer(layer);
        let ask = || router.clone().oneshot(Request::new(Body::empty()));
        let mut unread = Vec::new();
        for _ in 0..MAX_HEAVY {
            unread.push(ask().await.unwrap());
        }
        assert_eq!(unread[0].body().size_hint().exact(), Some(1000));
        let mut next = std::pin::pin!(ask());
        let polled = std::future::poll_fn(|context| Poll::Ready(next.as_mut().poll(context)));
        assert!(polled.await.is_pending());
        drop(unread.pop());
        assert_eq!(next.await.unwrap().status(), StatusCode::OK);
    }
}

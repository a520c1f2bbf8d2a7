//! A conversation over a WebSocket.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use serde::Serialize;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at, timeout};

use super::error::ApiError;
use super::shutdown::Shutdown;
use super::state::Shared;
use super::visitor::Visitor;

/// The longest message that is read; a whole game is a tenth of it.
const LONGEST_MESSAGE: usize = 64 * 1024;
/// What is kept ready for reading and writing, however little is said: there
/// may be many sockets.
const BUFFER: usize = 4 * 1024;
/// How often the other side is asked whether it is there.
const PING_TIME: Duration = Duration::from_secs(10);
/// After this long without a word it is not.
const SILENCE: Duration = Duration::from_secs(25);
/// How long a message may take to be taken.
const SEND_TIME: Duration = Duration::from_secs(10);

/// A conversation over a WebSocket, with one who may be slow, silent or gone.
pub(crate) struct Line {
    socket: WebSocket,
    pings: Interval,
    last_heard: Instant,
    shutdown: Shutdown,
}

/// The other side is gone, or we are about to go.
pub(crate) struct Gone;

/// Begins a conversation, if the visitor has not too many.
pub(crate) fn open<F>(
    upgrade: WebSocketUpgrade,
    shared: &Shared,
    visitor: Visitor,
    converse: impl FnOnce(Line) -> F + Send + 'static,
) -> Result<Response, ApiError>
where
    F: Future<Output = Result<(), Gone>> + Send + 'static,
{
    let seat = shared.sockets.take(visitor.0)?;
    let shutdown = shared.shutdown.clone();
    let upgrade = upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER);
    Ok(upgrade.on_upgrade(async move |socket| {
        let now = Instant::now();
        let mut pings = interval_at(now + PING_TIME, PING_TIME);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let _ = converse(Line { socket, pings, last_heard: now, shutdown }).await;
        drop(seat);
    }))
}

/// What a plain request to the address of a socket is answered with.
pub(crate) fn not_a_socket() -> ApiError {
    let status = axum::http::StatusCode::UPGRADE_REQUIRED;
    ApiError::new(status, "This is a WebSocket: it cannot be read in another way.")
}

impl Line {
    /// The next message. Nothing is lost if it is not waited for to the end.
    pub(crate) async fn hear(&mut self) -> Result<Utf8Bytes, Gone> {
        loop {
            tokio::select! {
                () = self.shutdown.begun() => {
                    self.hang_up(close_code::AWAY, "The server ends.").await;
                    return Err(Gone);
                }
                _ = self.pings.tick() => {
                    if self.last_heard.elapsed() > SILENCE {
                        return Err(Gone);
                    }
                    self.send(Message::Ping(axum::body::Bytes::new())).await?;
                }
                message = self.socket.recv() => {
                    self.last_heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => return Ok(text),
                        Some(Ok(Message::Binary(_))) => {
                            self.hang_up(close_code::UNSUPPORTED, "Messages are text.").await;
                            return Err(Gone);
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                    }
                }
            }
        }
    }

    /// Waits until the other side is gone; what it says is of no interest.
    pub(crate) async fn hear_nothing(&mut self) -> Result<(), Gone> {
        loop {
            self.hear().await?;
        }
    }

    /// Sends a message. Who does not take it in time is gone.
    pub(crate) async fn say(&mut self, message: &impl Serialize) -> Result<(), Gone> {
        let text = serde_json::to_string(message).map_err(|_| Gone)?;
        self.send(Message::Text(text.into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Gone> {
        match timeout(SEND_TIME, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Gone),
        }
    }

    /// Says why there is nothing more to say.
    pub(crate) async fn hang_up(&mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame { code, reason: reason.into() };
        let _ =
            timeout(Duration::from_secs(1), self.socket.send(Message::Close(Some(frame)))).await;
    }
}

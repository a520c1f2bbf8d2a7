//! A conversation over a WebSocket.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;

use super::clock::Clock;
use super::error::ApiError;
use super::shutdown::Shutdown;
use super::state::Shared;
use super::visitor::Visitor;

/// The longest message that is read; a whole game is a tenth of it.
const LONGEST_MESSAGE: usize = 64 * 1024;
/// The size of the read and write buffers. It is small, because there may be many
/// sockets.
const BUFFER: usize = 4 * 1024;
/// The maximum number of bytes that wait to be written: some of the longest messages. The
/// answers to pings count too, which come whether the client reads them or not.
const LARGEST_BACKLOG: usize = 2 * LONGEST_MESSAGE;
/// The ping interval.
const PING_TIME: Duration = Duration::from_secs(10);
/// The longest silence of a client that is still there: it answers pings.
const SILENCE: Duration = Duration::from_secs(25);
/// The timeout of a send.
const SEND_TIME: Duration = Duration::from_secs(10);
/// The timeout of a goodbye.
const FAREWELL_TIME: Duration = Duration::from_secs(1);

/// A WebSocket whose client may be slow, silent or gone.
pub(crate) struct Line {
    socket: WebSocket,
    clock: Clock,
    /// When the next ping is due, and when the client last sent anything.
    next_ping: Duration,
    last_heard: Duration,
    shutdown: Shutdown,
}

/// The other side is gone, or we are about to go.
pub(crate) struct Gone;

/// Begins a conversation. A visitor with too many sockets gets one that is closed at once
/// with a sentence: browsers do not show pages why a socket was refused.
pub(crate) fn open<F>(
    upgrade: WebSocketUpgrade,
    shared: &Shared,
    visitor: Visitor,
    converse: impl FnOnce(Line) -> F + Send + 'static,
) -> Result<Response, ApiError>
where
    F: Future<Output = Result<(), Gone>> + Send + 'static,
{
    let upgrade = upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(LARGEST_BACKLOG);
    let (clock, shutdown) = (shared.clock.clone(), shared.shutdown.clone());
    let line = move |socket| {
        let now = clock.elapsed();
        Line { socket, clock, next_ping: now + PING_TIME, last_heard: now, shutdown }
    };
    match shared.sockets.take(visitor.0) {
        Ok(permit) => Ok(upgrade.on_upgrade(async move |socket| {
            let _ = converse(line(socket)).await;
            drop(permit);
        })),
        Err(sentence) => {
            let Some(place) = shared.sockets.take_farewell() else {
                return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, sentence));
            };
            Ok(upgrade.on_upgrade(async move |socket| {
                line(socket).hang_up(close_code::AGAIN, sentence).await;
                drop(place);
            }))
        }
    }
}

/// The answer to a plain HTTP request at the address of a socket.
pub(crate) fn not_a_socket() -> ApiError {
    ApiError::new(
        StatusCode::UPGRADE_REQUIRED,
        "This is a WebSocket: it cannot be read in another way.",
    )
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
                () = self.clock.sleep_until(self.next_ping) => {
                    let now = self.clock.elapsed();
                    if now.saturating_sub(self.last_heard) > SILENCE {
                        return Err(Gone);
                    }
                    self.next_ping = now + PING_TIME;
                    self.send(Message::Ping(axum::body::Bytes::new())).await?;
                }
                message = self.socket.recv() => {
                    self.last_heard = self.clock.elapsed();
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

    /// Waits until the client is gone and ignores its messages.
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
        match self.clock.timeout(SEND_TIME, self.socket.send(message)).await {
            Some(Ok(())) => Ok(()),
            _ => Err(Gone),
        }
    }

    /// Says why there is nothing more to say, and waits a little for the other side to
    /// agree: whoever closes first loses what the other has not read.
    pub(crate) async fn hang_up(&mut self, code: u16, reason: impl Into<Utf8Bytes>) {
        let frame = CloseFrame { code, reason: reason.into() };
        let goodbye = async {
            if self.socket.send(Message::Close(Some(frame))).await.is_ok() {
                while let Some(Ok(_)) = self.socket.recv().await {}
            }
        };
        let _ = tokio::time::timeout(FAREWELL_TIME, goodbye).await;
    }
}

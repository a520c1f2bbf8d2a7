//! A connection that limits its client: what it sends, and how slowly it reads.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::clock::{Clock, Wait};

/// The bytes that a client may send at once; more than four of the largest bodies.
const READ_BURST: f64 = (5 << 20) as f64;
/// The bytes a second that a client may send for long. A flood of the smallest messages is
/// held back here, before anybody has to read them.
const READ_RATE: f64 = (512 << 10) as f64;

/// The longest wait for a client that does not read.
const STALL_TIME: Duration = Duration::from_secs(10);
/// The bytes a second that a client has to read for long. An answer is kept in memory until
/// it is read.
const WRITE_RATE: f64 = (16 << 10) as f64;

/// A connection that breaks if its client reads too slowly, and is read no faster than
/// allowed.
pub(super) struct LimitedStream {
    stream: TcpStream,
    clock: Clock,
    /// The bytes that may be read now. It may be negative: a read is not split.
    allowance: f64,
    /// When `allowance` was computed.
    refilled: Duration,
    /// Waits until the client may send again.
    reading: Option<Wait>,
    /// The beginning of the current wait for the client to read, with its end.
    writing: Option<(Duration, Wait)>,
    /// The time spent waiting for the client to read, less the time that the bytes it read
    /// may take.
    debt: f64,
}

impl LimitedStream {
    pub(super) fn new(stream: TcpStream, clock: Clock) -> Self {
        let refilled = clock.elapsed();
        Self {
            stream,
            clock,
            allowance: READ_BURST,
            refilled,
            reading: None,
            writing: None,
            debt: 0.0,
        }
    }

    /// Waits until the client may send again.
    fn poll_allowance(&mut self, context: &mut Context<'_>) -> Poll<()> {
        loop {
            if let Some(wait) = &mut self.reading {
                std::task::ready!(wait.as_mut().poll(context));
                self.reading = None;
            }
            let now = self.clock.elapsed();
            let gained = now.saturating_sub(self.refilled).as_secs_f64() * READ_RATE;
            self.allowance = (self.allowance + gained).min(READ_BURST);
            self.refilled = now;
            if self.allowance > 0.0 {
                return Poll::Ready(());
            }
            // A little more, so that a read is worth its while.
            let needed = Duration::from_secs_f64(-self.allowance / READ_RATE);
            self.reading = Some(self.clock.sleep(needed + Duration::from_millis(20)));
        }
    }

    /// The result of a write. A client that reads too slowly is an error.
    fn judge(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let now = self.clock.elapsed();
        match &written {
            Poll::Ready(Ok(bytes)) => {
                if let Some((since, _)) = self.writing.take() {
                    self.debt += now.saturating_sub(since).as_secs_f64();
                }
                self.debt = (self.debt - *bytes as f64 / WRITE_RATE).max(0.0);
                written
            }
            Poll::Ready(Err(_)) => written,
            Poll::Pending => {
                let left = (STALL_TIME.as_secs_f64() - self.debt).max(0.0);
                let (_, wait) = self
                    .writing
                    .get_or_insert_with(|| (now, self.clock.sleep(Duration::from_secs_f64(left))));
                wait.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl AsyncRead for LimitedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        std::task::ready!(self.poll_allowance(context));
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.allowance -= (buffer.filled().len() - before) as f64;
        read
    }
}

impl AsyncWrite for LimitedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.judge(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

//! Connections, from the first to the last.

use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use anyhow::Context as _;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep, sleep, timeout};

use super::games::Games;
use super::settings::Settings;
use super::shutdown::signalled;
use super::state::Shared;
use super::{assets, router};
use crate::failure::Failure;
use crate::screen;

/// How many connections there are at most, besides sockets; others wait to be
/// accepted.
const MOST_CONNECTIONS: u32 = 1024;
/// How long a request may take to say what it wants; also how long a
/// connection is kept on which nothing is asked.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// How long one who does not read may keep us from writing.
const STALL_TIME: Duration = Duration::from_secs(10);
/// How long connections have to end after they were told.
const FAREWELL: Duration = Duration::from_millis(2500);
/// All headers of a request together; twice what browsers send.
const LARGEST_HEAD: usize = 16 * 1024;

/// Takes the address that was asked for.
pub(super) async fn bind(settings: &Settings) -> Result<TcpListener, Failure> {
    let address = SocketAddr::from((settings.host, settings.port));
    TcpListener::bind(address).await.map_err(|error| {
        let problem = match error.kind() {
            io::ErrorKind::AddrInUse => format!(
                "port {} is taken, perhaps by another Outflank: choose one with --port, or 0 for \
                 any that is free",
                settings.port
            ),
            io::ErrorKind::PermissionDenied => {
                format!("port {} is not for every user: choose one with --port", settings.port)
            }
            _ => format!("cannot listen on {address}: {error}"),
        };
        Failure::Run(anyhow::anyhow!("{problem}"))
    })
}

/// Serves until the process is told to stop, and lets all connections end.
pub(super) async fn serve(listener: TcpListener, shared: Shared) -> Result<(), Failure> {
    let address =
        listener.local_addr().context("the address of the server").map_err(Failure::Run)?;
    announce(address, shared.settings.open)?;
    tokio::spawn(Games::beat(shared.clone()));
    let router = router::router(shared.clone());
    let service = TowerToHyperService::new(router);
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS as usize));
    let mut signalled = pin!(signalled());
    loop {
        let place = Arc::clone(&places).acquire_owned();
        let accepted = tokio::select! {
            told = &mut signalled => {
                told?;
                break;
            }
            accepted = async { (place.await, listener.accept().await) } => accepted,
        };
        let (Ok(place), Ok((stream, _))) = accepted else {
            // Out of files or the like: those who are here have to leave first.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let connection = converse(stream, service.clone(), shared.clone());
        tokio::spawn(async move {
            connection.await;
            drop(place);
        });
    }
    drop(listener);
    shared.shutdown.begin();
    shared.pool.close();
    shared.arena.shutdown();
    let all = async {
        let _ = places.acquire_many(MOST_CONNECTIONS).await;
        shared.sockets.all_closed().await;
    };
    // Who does not end by then does not listen.
    let _ = timeout(FAREWELL, all).await;
    Ok(())
}

/// Says where the page is, and opens it if that is wanted.
fn announce(address: SocketAddr, open: bool) -> Result<(), Failure> {
    use std::io::Write as _;

    if !assets::is_built() {
        screen::tell(assets::HINT);
    }
    let shown = match address.ip() {
        ip if ip.is_unspecified() => SocketAddr::from(([127, 0, 0, 1], address.port())),
        _ => address,
    };
    let url = format!("http://{shown}");
    let mut out = io::stdout().lock();
    writeln!(out, "{url}")?;
    out.flush()?;
    if open {
        let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
        let quiet = std::process::Stdio::null;
        let started = std::process::Command::new(opener)
            .arg(&url)
            .stdin(quiet())
            .stdout(quiet())
            .stderr(quiet())
            .spawn();
        if let Err(error) = started {
            screen::tell(&format!("cannot open a browser with {opener}: {error}"));
        }
    }
    Ok(())
}

type Service = TowerToHyperService<axum::Router>;

/// Answers all that is asked on one connection.
async fn converse(stream: TcpStream, service: Service, shared: Shared) {
    // Small messages that wait for company come late.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(Impatient::new(stream)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        // What goes wrong is the business of who is connected.
        _ = connection.as_mut() => return,
        () = shared.shutdown.begun() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// A stream that breaks when the other side does not read for long.
struct Impatient {
    stream: TcpStream,
    /// Runs while something waits to be written.
    patience: Option<Pin<Box<Sleep>>>,
}

impl Impatient {
    fn new(stream: TcpStream) -> Self {
        Self { stream, patience: None }
    }

    /// What became of a write: nothing for too long is an error.
    fn judge<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.patience = None;
            return written;
        }
        let end = Instant::now() + STALL_TIME;
        let patience = self.patience.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(end)));
        match patience.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Impatient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Impatient {
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

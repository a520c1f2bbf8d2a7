//! Connections, from the first to the last.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tower::Service as _;

use super::client_address::ClientAddress;
use super::connections::{Connections, Place};
use super::games::Games;
use super::router;
use super::settings::Settings;
use super::state::Shared;
use super::stream::LimitedStream;
use crate::ServerError;

/// The timeout for the headers of a request, and for an idle connection.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// The time that connections have to end at shutdown.
const FAREWELL: Duration = Duration::from_millis(2500);
/// The maximum size of all headers of a request; twice the size that browsers send.
const LARGEST_HEAD: usize = 16 * 1024;
/// The maximum number of headers of a request.
const MAX_HEADERS: usize = 64;

/// Takes the address that was asked for.
pub(super) async fn bind(settings: &Settings) -> Result<TcpListener, ServerError> {
    let address = SocketAddr::from((settings.host, settings.port));
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => ServerError::PortTaken(settings.port),
        io::ErrorKind::PermissionDenied => ServerError::PortReserved(settings.port),
        _ => ServerError::Listen { address, source: error },
    })
}

/// Serves until `end`, then lets all connections end.
pub(super) async fn serve(
    listener: TcpListener,
    shared: Shared,
    end: impl Future<Output = io::Result<()>>,
) -> Result<(), ServerError> {
    allow_many_files();
    tokio::spawn(Games::beat(shared.clone()));
    if let Some(class) = shared.class.clone() {
        tokio::spawn(class.run(shared.clone()));
    }
    let router = router::router(shared.clone());
    let connections = Connections::new();
    let mut end = pin!(end);
    loop {
        let accepted = tokio::select! {
            ended = &mut end => {
                ended?;
                break;
            }
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, client)) = accepted else {
            // Out of file descriptors. A closed connection gives its descriptor back soon.
            connections.make_room();
            sleep(Duration::from_millis(5)).await;
            continue;
        };
        let place = connections.enter(client.ip());
        tokio::spawn(converse(stream, client.ip(), router.clone(), place, shared.clone()));
    }
    drop(listener);
    shared.shutdown.begin();
    shared.pool.close();
    shared.arena.shutdown();
    let class = shared.class.clone();
    let class =
        tokio::task::spawn_blocking(move || class.iter().for_each(|class| class.shutdown()));
    let all = async {
        connections.all_closed().await;
        shared.sockets.all_closed().await;
        let _ = class.await;
    };
    // Connections that are still open are dropped.
    let _ = timeout(FAREWELL, all).await;
    Ok(())
}

/// Raises the number of open files to the maximum: many systems allow 1024 at first, which
/// connections alone can reach.
fn allow_many_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

/// Answers all that is asked on one connection.
async fn converse(
    stream: TcpStream,
    client: IpAddr,
    router: Router,
    place: Arc<Place>,
    shared: Shared,
) {
    // Small messages that wait for company come late.
    let _ = stream.set_nodelay(true);
    let stream = LimitedStream::new(stream, shared.clock.clone());
    let holder = Arc::clone(&place);
    let service =
        service_fn(move |request| answer(router.clone(), client, Arc::clone(&holder), request));
    let connection = http1::Builder::new()
        .timer(shared.clock.clone())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(LARGEST_HEAD)
        .max_headers(MAX_HEADERS)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        // Errors of a connection concern its client only.
        _ = connection.as_mut() => return,
        () = place.evicted() => return,
        () = shared.shutdown.begun() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// Answers a request.
async fn answer(
    mut router: Router,
    client: IpAddr,
    place: Arc<Place>,
    mut request: Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    let _busy = place.begin();
    let client = ClientAddress::of(client, request.headers());
    request.extensions_mut().insert(client);
    router.call(request.map(Body::new)).await
}

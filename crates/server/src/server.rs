//! A server, and the process that is one.

use std::net::SocketAddr;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use super::announce::announce;
use super::clock::Clock;
use super::listen;
use super::settings::Settings;
use super::shutdown::signalled;
use super::state::{Shared, State};
use crate::ServerError;

/// Serves until the process receives a stop signal.
pub fn run(settings: Settings) -> Result<(), ServerError> {
    let runtime = runtime()?;
    let served = runtime.block_on(async {
        let listener = listen::bind(&settings).await?;
        let open = settings.open;
        let shared = State::open(settings, Clock::system())?;
        announce(listener.local_addr()?, open)?;
        listen::serve(listener, shared, signalled()).await
    });
    // No need to wait for what still runs: games are on the disk.
    runtime.shutdown_timeout(Duration::from_millis(200));
    served
}

fn runtime() -> Result<Runtime, ServerError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // More would only wait for the same cores as the engine.
        .worker_threads(2)
        .max_blocking_threads(16)
        .enable_all()
        .build()?;
    Ok(runtime)
}

/// A server on threads of this process. Dropped, it ends as after a stop signal.
pub struct Server {
    address: SocketAddr,
    shared: Shared,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<Result<(), ServerError>>>,
}

impl Server {
    /// Starts a server. It answers when this returns.
    pub fn start(settings: Settings, clock: Clock) -> Result<Self, ServerError> {
        let runtime = runtime()?;
        let listener = runtime.block_on(listen::bind(&settings))?;
        let address = listener.local_addr()?;
        // The tasks of the state run on this runtime.
        let shared = {
            let _context = runtime.enter();
            State::open(settings, clock)?
        };
        let (end, ended) = oneshot::channel();
        let served = shared.clone();
        let serve = move || {
            let end = async {
                let _ = ended.await;
                Ok(())
            };
            let served = runtime.block_on(listen::serve(listener, served, end));
            runtime.shutdown_timeout(Duration::from_millis(200));
            served
        };
        let thread = std::thread::Builder::new().name("server".to_owned()).spawn(serve);
        let thread = Some(thread.map_err(ServerError::Thread)?);
        Ok(Self { address, shared, end: Some(end), thread })
    }

    /// The address that it listens on.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The number of jobs that have an engine or wait for one.
    pub fn jobs(&self) -> usize {
        self.shared.pool.jobs()
    }

    /// Ends the server, and waits until it has ended.
    pub fn stop(mut self) -> Result<(), ServerError> {
        self.end()
    }

    fn end(&mut self) -> Result<(), ServerError> {
        drop(self.end.take());
        let ended = self.thread.take().map(JoinHandle::join);
        ended.and_then(Result::ok).unwrap_or(Ok(()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

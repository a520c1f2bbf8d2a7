//! The shutdown signal of the server.

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

/// Tells when the server ends.
#[derive(Clone)]
pub(crate) struct Shutdown(watch::Sender<bool>);

impl Shutdown {
    pub(crate) fn new() -> Self {
        Self(watch::Sender::new(false))
    }

    /// Begins the end.
    pub(crate) fn begin(&self) {
        self.0.send_replace(true);
    }

    /// Waits until the server ends.
    pub(crate) async fn begun(&self) {
        let mut ends = self.0.subscribe();
        // We hold a sender, so that there is always a word to wait for.
        let _ = ends.wait_for(|ends| *ends).await;
    }
}

/// Waits for a stop signal: Ctrl-C or `kill`.
pub(super) async fn signalled() -> std::io::Result<()> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    Ok(())
}

//! A server on threads of the test, with a clock that the test sets.

use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use outflank_server::{Clock, Settings};
use tempfile::TempDir;

use crate::client::{Answer, Visitor, connect, raw, wait_until};

/// A server with a temporary data folder.
pub(crate) struct Server {
    running: Option<outflank_server::Server>,
    pub(crate) clock: Clock,
    /// `127.0.0.1:PORT`.
    pub(crate) address: String,
    _folder: Option<TempDir>,
}

/// The settings of a server with its data in this folder.
pub(crate) fn settings(data: &Path) -> Settings {
    Settings { threads: 2, ..Settings::local(data.to_owned()) }
}

impl Server {
    /// A server with an empty folder and the clock of the system.
    pub(crate) fn start() -> Self {
        Self::start_with(|_| ())
    }

    /// The same with other settings.
    pub(crate) fn start_with(change: impl FnOnce(&mut Settings)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = settings(&folder.path().join("data"));
        change(&mut settings);
        Self { _folder: Some(folder), ..Self::start_by(settings, Clock::system()) }
    }

    /// A server with an empty folder and a clock that stands still.
    pub(crate) fn start_by_hand() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings = settings(&folder.path().join("data"));
        Self { _folder: Some(folder), ..Self::start_by(settings, Clock::by_hand()) }
    }

    /// A server with these settings and this clock.
    pub(crate) fn start_by(settings: Settings, clock: Clock) -> Self {
        let server = outflank_server::Server::start(settings, clock.clone()).unwrap();
        let address = server.address().to_string();
        Self { running: Some(server), clock, address, _folder: None }
    }

    /// A new visitor.
    pub(crate) fn visitor(&self) -> Visitor {
        Visitor { address: self.address.clone(), cookie: None }
    }

    /// A connection on which anything can be said.
    pub(crate) fn connect(&self) -> TcpStream {
        connect(&self.address)
    }

    /// Says something, and hears all that is answered.
    pub(crate) fn raw(&self, request: &[u8]) -> Answer {
        raw(&self.address, request)
    }

    /// Waits until no engine works and none is asked to.
    #[track_caller]
    pub(crate) fn wait_for_rest(&self) {
        wait_until("the engine still works", || self.jobs() == 0);
    }

    /// The number of jobs of the engines.
    pub(crate) fn jobs(&self) -> usize {
        self.running.as_ref().unwrap().jobs()
    }

    /// Ends the server in order.
    pub(crate) fn stop(mut self) {
        self.running.take().unwrap().stop().unwrap();
    }

    /// Advances the clock in steps until something is true; the time that was needed.
    #[track_caller]
    pub(crate) fn advance_until(
        &self,
        step: Duration,
        mut is_true: impl FnMut() -> bool,
    ) -> Duration {
        let mut advanced = Duration::ZERO;
        while !is_true() {
            assert!(advanced < Duration::from_mins(5), "nothing happens in {advanced:?}");
            self.clock.advance(step);
            advanced += step;
        }
        advanced
    }
}

/// A path as text.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A file of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

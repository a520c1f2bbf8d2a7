//! Starts the server as a user does.

#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::client::{Visitor, connect};

/// A server process with a temporary data folder.
pub(crate) struct Server {
    child: Child,
    _stdout: BufReader<ChildStdout>,
    /// `127.0.0.1:PORT`.
    pub(crate) address: String,
    folder: Option<TempDir>,
    data: PathBuf,
}

impl Server {
    /// Starts a server with an empty folder.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let mut server = Self::start_in(&data, arguments);
        server.folder = Some(folder);
        server
    }

    /// Starts a server in a folder that may have games in it.
    pub(crate) fn start_in(data: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
            .args(["serve", "--port", "0", "--threads", "2", "--hash", "16", "--data"])
            .arg(data)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").expect("its address").to_owned();
        Self { child, _stdout: stdout, address, folder: None, data: data.to_owned() }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Its data folder.
    pub(crate) fn data(&self) -> &Path {
        &self.data
    }

    /// A new visitor.
    pub(crate) fn visitor(&self) -> Visitor {
        Visitor { address: self.address.clone(), cookie: None }
    }

    /// A connection on which anything can be said.
    pub(crate) fn connect(&self) -> TcpStream {
        connect(&self.address)
    }

    /// Sends a signal by its name.
    pub(crate) fn signal(&self, name: &str) {
        let status =
            Command::new("kill").args([&format!("-{name}"), &self.pid().to_string()]).status();
        assert!(status.unwrap().success());
    }

    /// Waits for the end of the process.
    pub(crate) fn wait(mut self, most: Duration) -> (ExitStatus, Option<TempDir>) {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (status, self.folder.take());
            }
            assert!(start.elapsed() < most, "the server does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Kills the process at once, and hands its folder over.
    pub(crate) fn kill(mut self) -> Option<TempDir> {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.folder.take()
    }

    /// The memory of the process in KiB.
    pub(crate) fn resident_kib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

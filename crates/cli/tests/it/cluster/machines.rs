//! A server and workers that can be killed.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The server, if the machine has it.
pub(crate) fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/local/bin".into()]);
    folders.map(|folder| folder.join("nats-server")).find(|path| path.is_file())
}

/// A process that ends with its test.
pub(crate) struct Running(Child);

impl Running {
    pub(crate) fn start(command: &mut Command) -> Self {
        Self(command.stdin(Stdio::null()).spawn().unwrap())
    }

    /// Ends it with SIGKILL.
    pub(crate) fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    /// Its output, once, if it is piped.
    pub(crate) fn output(&mut self) -> Option<ChildStdout> {
        self.0.stdout.take()
    }

    /// Whether it ended by itself without an error.
    pub(crate) fn wait(&mut self) -> bool {
        self.0.wait().unwrap().success()
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A NATS server with a file store.
pub(crate) struct Server {
    program: PathBuf,
    folder: PathBuf,
    port: u16,
    process: Running,
}

impl Server {
    /// Starts a server with its files in `folder`; `None`, and a sentence, if there is none.
    pub(crate) fn start(folder: &Path) -> Option<Self> {
        let Some(program) = program() else {
            eprintln!("skipped: nats-server is not installed (apt-get install nats-server)");
            return None;
        };
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let process = Self::process(&program, folder, port);
        Some(Self { program, folder: folder.to_owned(), port, process })
    }

    fn process(program: &Path, folder: &Path, port: u16) -> Running {
        let mut command = Command::new(program);
        command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "-js", "-sd"]).arg(folder);
        let process = Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(start.elapsed() < Duration::from_secs(20), "the server does not start");
            std::thread::sleep(Duration::from_millis(10));
        }
        process
    }

    pub(crate) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Kills the server and starts it again with the same files.
    pub(crate) fn restart(&mut self) {
        self.process.kill();
        self.process = Self::process(&self.program, &self.folder, self.port);
    }

    /// The command with this cluster, where even short work is sent and leases are short.
    pub(crate) fn outflank(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
        command
            .args(arguments)
            .args(["--cluster", &self.address(), "--quiet"])
            .env("OUTFLANK_CLUSTER_LEASE", "2")
            .env("OUTFLANK_CLUSTER_WORTH_MS", "0")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// Starts a worker with one core.
    pub(crate) fn worker(&self) -> Running {
        Running::start(&mut self.outflank(&["worker", "--cores", "1"]))
    }

    /// Runs a command on the cluster to its end.
    pub(crate) fn run(&self, arguments: &[&str]) {
        let output = self.outflank(arguments).stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}");
    }
}

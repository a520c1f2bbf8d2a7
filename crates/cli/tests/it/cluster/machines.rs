//! A server and workers that can be killed.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A program of the machine, if it has it.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/local/bin".into()]);
    folders.map(|folder| folder.join(name)).find(|path| path.is_file())
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

    /// Tells it to stop.
    pub(super) fn stop(&self) {
        let stopped = Command::new("kill").arg(self.0.id().to_string()).status();
        assert!(stopped.unwrap().success());
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

/// How a server is started and what those who connect need.
#[derive(Default)]
pub(crate) struct Setup {
    /// More lines of its configuration.
    pub(crate) lines: String,
    /// Variables of those who connect.
    pub(crate) environment: Vec<(&'static str, String)>,
    /// The network namespace and the address of its machine.
    pub(crate) machine: Option<(String, String)>,
}

/// A NATS server with a file store.
pub(crate) struct Server {
    program: PathBuf,
    folder: PathBuf,
    setup: Setup,
    port: u16,
    process: Running,
}

impl Server {
    /// Starts a server with its files in `folder`; `None`, and a sentence, if there is none.
    pub(crate) fn start(folder: &Path) -> Option<Self> {
        Self::start_with(folder, Setup::default())
    }

    /// Starts a server with a setup.
    pub(crate) fn start_with(folder: &Path, setup: Setup) -> Option<Self> {
        let Some(program) = program("nats-server") else {
            eprintln!("skipped: nats-server is not installed (apt-get install nats-server)");
            return None;
        };
        fs::create_dir_all(folder).unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let process = Self::process(&program, folder, &setup, port);
        Some(Self { program, folder: folder.to_owned(), setup, port, process })
    }

    fn process(program: &Path, folder: &Path, setup: &Setup, port: u16) -> Running {
        let [config, log] = ["server.conf", "server.log"].map(|name| folder.join(name));
        let (store, lines) = (store(folder).display().to_string(), &setup.lines);
        let host = host(setup);
        let text = format!("listen: {host}:{port}\njetstream {{ store_dir: '{store}' }}\n{lines}");
        fs::write(&config, text).unwrap();
        let file = fs::File::create(&log).unwrap();
        let namespace = setup.machine.as_ref().map(|(name, _)| name.as_str());
        let mut command = command(program, namespace);
        let process = Running::start(command.arg("-c").arg(&config).stderr(file));
        let start = Instant::now();
        while !fs::read_to_string(&log).unwrap().contains("Server is ready") {
            let said = || fs::read_to_string(&log).unwrap();
            assert!(
                start.elapsed() < Duration::from_secs(20),
                "the server does not start: {}",
                said()
            );
            std::thread::sleep(Duration::from_millis(10));
        }
        process
    }

    pub(crate) fn address(&self) -> String {
        format!("nats://{}:{}", host(&self.setup), self.port)
    }

    /// Kills the server.
    pub(super) fn kill(&mut self) {
        self.process.kill();
    }

    /// Waits until the cluster has this many workers.
    pub(super) fn wait_for_workers(&self, count: usize) {
        let start = Instant::now();
        while self.status()["workers"].as_array().unwrap().len() != count {
            assert!(start.elapsed() < Duration::from_secs(20), "{}", self.status());
        }
    }

    /// The state of the cluster.
    pub(super) fn status(&self) -> Value {
        let told = self.outflank(&["cluster", "status", "--json"]).stdout(Stdio::piped()).output();
        serde_json::from_slice(&told.unwrap().stdout).unwrap()
    }

    /// Kills the server and starts it again with the same files.
    pub(crate) fn restart(&mut self) {
        self.process.kill();
        self.process = Self::process(&self.program, &self.folder, &self.setup, self.port);
    }

    /// The command with this cluster, where even short work is sent and leases are short.
    pub(crate) fn outflank(&self, arguments: &[&str]) -> Command {
        self.outflank_in(None, arguments)
    }

    /// The command in a network namespace.
    pub(crate) fn outflank_in(&self, namespace: Option<&str>, arguments: &[&str]) -> Command {
        let mut command = command(&crate::common::program(), namespace);
        command
            .args(arguments)
            .args(["--cluster", &self.address(), "--quiet"])
            .env("OUTFLANK_CLUSTER_LEASE", "2")
            .env("OUTFLANK_CLUSTER_WORTH_MS", "0")
            .envs(self.setup.environment.iter().map(|(name, value)| (name, value)))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// Starts a worker with one core.
    pub(crate) fn worker(&self) -> Running {
        Running::start(&mut self.outflank(&["worker", "--cores", "1"]))
    }

    /// Starts a worker with one core, for these kinds.
    pub(crate) fn worker_for(&self, kinds: &str) -> Running {
        Running::start(&mut self.outflank(&["worker", "--cores", "1", "--kinds", kinds]))
    }

    /// Runs a command on the cluster to its end.
    pub(crate) fn run(&self, arguments: &[&str]) {
        let output = self.outflank(arguments).stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}");
    }
}

fn store(folder: &Path) -> PathBuf {
    folder.join("store")
}

fn host(setup: &Setup) -> &str {
    setup.machine.as_ref().map_or("127.0.0.1", |(_, address)| address)
}

/// A program, in a network namespace if one is given.
fn command(program: &Path, namespace: Option<&str>) -> Command {
    let Some(namespace) = namespace else { return Command::new(program) };
    let mut command = Command::new("ip");
    command.args(["netns", "exec", namespace]).arg(program);
    command
}

//! Starts the server as a user does, and talks to it as a browser does.

#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// How long anything is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A server of our own, with a folder of its own.
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

    /// Where it keeps what it keeps.
    pub(crate) fn data(&self) -> &Path {
        &self.data
    }

    /// Somebody who has not been here.
    pub(crate) fn visitor(&self) -> Visitor {
        Visitor { address: self.address.clone(), cookie: None }
    }

    /// A connection on which anything can be said.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Says something, and hears all that is answered.
    pub(crate) fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A server that has heard enough does not listen to the rest.
        let _ = stream.write_all(request);
        read_answer(&mut stream)
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

/// What a request was answered with.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("not JSON: {self:?}"))
    }

    /// The JSON of a request that went well.
    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert!((200..300).contains(&self.status), "{} {}", self.status, self.text());
        self.json()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Asserts a status, and an error as all errors are: one sentence as JSON.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        let json = self.json();
        let sentence = json["error"].as_str().unwrap_or_else(|| panic!("no sentence: {json}"));
        assert!(sentence.ends_with('.') && !sentence.contains('\n'), "{sentence}");
        sentence.to_owned()
    }
}

/// Reads an answer that has no body, whatever it says.
fn read_head(stream: &mut TcpStream) -> Answer {
    read_head_from(&mut BufReader::new(stream))
}

fn read_head_from(reader: &mut BufReader<&mut TcpStream>) -> Answer {
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 || line == "\r\n" {
            break;
        }
        head.push(line.trim_end().to_owned());
    }
    let status = head.first().and_then(|line| line.split(' ').nth(1)?.parse().ok()).unwrap_or(0);
    let headers: Vec<_> = head
        .iter()
        .skip(1)
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    Answer { status, headers, body: Vec::new() }
}

/// Reads one answer from a connection; status 0 if there is none.
pub(crate) fn read_answer(stream: &mut TcpStream) -> Answer {
    let mut reader = BufReader::new(stream);
    let answer = read_head_from(&mut reader);
    let mut body = Vec::new();
    if let Some(length) = answer.header("content-length") {
        body.resize(length.parse().unwrap(), 0);
        reader.read_exact(&mut body).unwrap();
    } else if answer.header("transfer-encoding").is_some() {
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            let length = usize::from_str_radix(line.trim(), 16).unwrap();
            let mut chunk = vec![0; length + 2];
            reader.read_exact(&mut chunk).unwrap();
            if length == 0 {
                break;
            }
            body.extend_from_slice(&chunk[..length]);
        }
    }
    Answer { body, ..answer }
}

/// One who visits, and keeps the cookie.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) address: String,
    pub(crate) cookie: Option<String>,
}

impl Visitor {
    /// Asks for something, with headers besides the usual ones.
    pub(crate) fn ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            write!(head, "host: {}\r\n", self.address).unwrap();
        }
        if let Some(cookie) = &self.cookie {
            write!(head, "cookie: {cookie}\r\n").unwrap();
        }
        for (name, value) in headers {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
        if !body.is_empty() || method == "POST" {
            write!(head, "content-length: {}\r\n", body.len()).unwrap();
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        let _ = stream.write_all(body);
        let answer =
            if method == "HEAD" { read_head(&mut stream) } else { read_answer(&mut stream) };
        if let Some(cookie) = answer.header("set-cookie") {
            self.cookie = Some(cookie.split(';').next().unwrap().to_owned());
        }
        answer
    }

    pub(crate) fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    pub(crate) fn delete(&mut self, path: &str) -> Answer {
        self.ask("DELETE", path, &[], b"")
    }

    pub(crate) fn post(&mut self, path: &str, body: &Value) -> Answer {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.ask("POST", path, &[("content-type", "application/json")], body.as_bytes())
    }

    /// Opens a WebSocket, or says why it cannot.
    pub(crate) fn socket_with(
        &mut self,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, u16> {
        if self.cookie.is_none() {
            self.get("/api/info").ok();
        }
        let url = format!("ws://{}{path}", self.address);
        let mut request = url.into_client_request().unwrap();
        let cookie = self.cookie.clone().unwrap();
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                Err(response.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    pub(crate) fn socket(&mut self, path: &str) -> Socket {
        self.socket_with(path, &[]).unwrap_or_else(|status| panic!("{path}: {status}"))
    }
}

/// A WebSocket.
pub(crate) struct Socket(pub(crate) WebSocket<TcpStream>);

impl Socket {
    pub(crate) fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }

    /// The next message.
    #[track_caller]
    pub(crate) fn hear(&mut self) -> Value {
        loop {
            match self.0.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// The next message that fits.
    #[track_caller]
    pub(crate) fn hear_until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let message = self.hear();
            if fits(&message) {
                return message;
            }
            assert!(start.elapsed() < PATIENCE, "still {message}");
        }
    }

    /// The code with which the other side hangs up, whatever it says before.
    pub(crate) fn closed(&mut self) -> Option<u16> {
        loop {
            match self.0.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }
}

/// The start of every game.
pub(crate) const START: &str = "---------------------------OX------XO--------------------------- X";

/// Begins a game and gives its id.
#[track_caller]
pub(crate) fn begin(visitor: &mut Visitor, game: &Value) -> String {
    visitor.post("/api/games", game).ok()["id"].as_str().unwrap().to_owned()
}

//! Talks to a server as a browser does. The tests of the command use this file too.

#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::Value;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// The timeout of every wait. It is reached only if something hangs: engines have a low
/// priority, and the machine may have much else to do.
pub(crate) const TIMEOUT: Duration = Duration::from_mins(3);

/// A connection on which anything can be said.
pub(crate) fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    stream.set_write_timeout(Some(TIMEOUT)).unwrap();
    stream
}

/// Says something, and hears all that is answered.
pub(crate) fn raw(address: &str, request: &[u8]) -> Answer {
    let mut stream = connect(address);
    // A server that has heard enough does not listen to the rest.
    let _ = stream.write_all(request);
    read_answer(&mut stream)
}

/// Waits until something is true.
#[track_caller]
pub(crate) fn wait_until(what: &str, mut is_true: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_true() {
        assert!(start.elapsed() < TIMEOUT, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The answer to a request.
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

    /// Asserts a status and an error in the common form: one sentence as JSON.
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

/// A visitor, who keeps the cookie.
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
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
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
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
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
            assert!(start.elapsed() < TIMEOUT, "still {message}");
        }
    }

    /// The code with which the other side hangs up, whatever it says before.
    pub(crate) fn closed(&mut self) -> Option<u16> {
        self.farewell().map(|(code, _)| code)
    }

    /// The code and the sentence with which the other side hangs up.
    pub(crate) fn farewell(&mut self) -> Option<(u16, String)> {
        loop {
            match self.0.read() {
                Ok(Message::Close(frame)) => {
                    return frame.map(|frame| (frame.code.into(), frame.reason.to_string()));
                }
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

//! Connections and sockets that are slow, deaf, silent or too many.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{START, Visitor, connect, read_answer, wait_until};
use crate::server::Server;

#[test]
fn nonsense_on_a_socket_is_answered_and_the_socket_goes_on() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let mut socket = visitor.socket("/api/analysis");
    for (message, id) in [
        (json!("hello"), Value::Null),
        (json!({}), Value::Null),
        (json!({"type": "dance", "id": 7}), json!(7)),
        (json!({"type": "analyse", "id": "a", "rules": "reversi"}), json!("a")),
        (json!({"type": "analyse", "id": "b", "rules": "go", "position": START}), json!("b")),
        (json!({"type": "analyse", "id": "c", "rules": "reversi", "position": "XO"}), json!("c")),
        (json!({"type": "review", "id": "d", "rules": "reversi", "moves": ["a1"]}), json!("d")),
        (
            json!({"type": "review", "id": "e", "rules": "reversi", "moves": vec!["f5"; 999]}),
            json!("e"),
        ),
    ] {
        socket.say(&message);
        let error = socket.hear();
        assert_eq!((&error["type"], &error["id"]), (&json!("error"), &id), "{error}");
        assert!(error["error"].as_str().unwrap().ends_with('.'), "{error}");
    }
    socket.say(&json!({"type": "stop"}));
    socket.say(&json!({"type": "analyse", "id": 1, "rules": "reversi", "position": START}));
    assert_eq!(socket.hear_until(|message| message["type"] == "analysis")["id"], 1);
    // Binary messages and enormous ones end it.
    socket.0.send(tungstenite::Message::binary(vec![1, 2, 3])).unwrap();
    assert_eq!(socket.closed(), Some(1003));
    let mut socket = visitor.socket("/api/analysis");
    let _ = socket.0.send(tungstenite::Message::text("x".repeat(200_000)));
    assert_ne!(socket.closed(), Some(1000));
    visitor.get("/api/info").ok();
}

#[test]
fn a_visitor_with_too_many_sockets_is_told_so_in_a_sentence() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let mut sockets: Vec<_> = (0..16).map(|_| visitor.socket("/api/analysis")).collect();
    // A page cannot see the status of a socket that is refused, but it can see this.
    let (code, sentence) = visitor.socket("/api/analysis").farewell().unwrap();
    assert_eq!(code, 1013);
    assert_eq!(sentence, "You have 16 live connections open already: close a page.");
    // The same for the socket of a game. The game itself can be read.
    let game = json!({"rules": "reversi", "color": "both"});
    let id = crate::client::begin(&mut visitor, &game);
    let mut live = visitor.socket(&format!("/api/games/{id}/live"));
    assert_eq!(live.closed(), Some(1013));
    visitor.get(&format!("/api/games/{id}")).ok();
    let mut other = server.visitor().socket("/api/analysis");
    other.say(&json!({"type": "nonsense"}));
    assert_eq!(other.hear()["type"], "error");
    drop(sockets.pop());
    wait_until("a socket that is closed counts", || {
        let mut socket = visitor.socket("/api/analysis");
        socket.say(&json!({"type": "nonsense"}));
        socket.0.read().is_ok_and(|message| message.is_text())
    });
}

/// Makes a connection the analysis socket of a visitor, without a library that would keep to the
/// rules of sockets.
fn open_socket(stream: &mut TcpStream, server: &Server, visitor: &Visitor) {
    let request = format!(
        "GET /api/analysis HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\nupgrade: websocket\r\n\
         connection: upgrade\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address,
        visitor.cookie.clone().unwrap()
    );
    stream.write_all(request.as_bytes()).unwrap();
    assert_eq!(read_answer(stream).status, 101);
}

/// True if the server has closed this connection. It waits a moment for a byte.
fn is_closed(stream: &mut TcpStream) -> bool {
    stream.set_read_timeout(Some(Duration::from_millis(2))).unwrap();
    let mut bytes = [0; 1024];
    loop {
        match stream.read(&mut bytes) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => {
                return !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
            }
        }
    }
}

#[test]
fn those_who_ask_slowly_are_not_waited_for() {
    let server = Server::start_by_hand();
    // A letter now and then: the header never ends.
    let mut slow = server.connect();
    let header = format!("GET / HTTP/1.1\r\nhost: {}\r\nx-slow: ", server.address);
    slow.write_all(header.as_bytes()).unwrap();
    let mut silent = server.connect();
    // The server has accepted both before the clock is advanced.
    server.visitor().get("/api/info").ok();
    server.clock.advance(Duration::from_secs(8));
    assert!(!is_closed(&mut slow) && !is_closed(&mut silent));
    // A step of the clock does not wait for the server, so the time ends here, not the steps.
    for _ in 8..24 {
        server.clock.advance(Duration::from_secs(1));
        let _ = slow.write_all(b"x");
    }
    wait_until("both are cut off", || is_closed(&mut slow) && is_closed(&mut silent));
    server.visitor().get("/api/info").ok();
}

#[test]
fn a_request_does_not_wait_behind_idle_connections() {
    let server = Server::start();
    let mut visitor = server.visitor();
    visitor.get("/api/info").ok();
    let mut idle: Vec<_> = (0..1300)
        .map(|_| {
            let mut stream = connect(&server.address);
            // Some have begun to ask.
            stream.write_all(b"GET /api/info HT").unwrap();
            stream
        })
        .collect();
    let mut longest = Duration::ZERO;
    for _ in 0..20 {
        let start = Instant::now();
        visitor.get("/api/info").ok();
        longest = longest.max(start.elapsed());
    }
    assert!(longest < Duration::from_secs(2), "{longest:?}");
    // The oldest had to make room, the youngest are still there.
    assert!(is_closed(&mut idle[0]));
    assert!(!is_closed(idle.last_mut().unwrap()));
}

#[test]
fn half_open_sockets_are_noticed() {
    let server = Server::start_by_hand();
    let mut visitor = server.visitor();
    visitor.get("/api/info").ok();
    // A socket whose other end has vanished answers no ping.
    let mut vanished = server.connect();
    open_socket(&mut vanished, &server, &visitor);
    let is_told = |stream: &mut TcpStream| stream.read(&mut [0; 1024]).is_ok_and(|read| read > 0);
    // A first answer shows that the conversation has begun.
    vanished.write_all(&[0x81, 0x82, 0, 0, 0, 0, b'{', b'}']).unwrap();
    assert!(is_told(&mut vanished));
    // Every ten seconds bring a ping, and at last the end.
    let mut pings = 0;
    server.clock.advance(Duration::from_secs(10));
    while is_told(&mut vanished) {
        pings += 1;
        server.clock.advance(Duration::from_secs(10));
    }
    assert_eq!(pings, 2, "gone after {:?}", server.clock.elapsed());
    // Its place is free again.
    let mut sockets: Vec<_> = (0..16).map(|_| visitor.socket("/api/analysis")).collect();
    for socket in &mut sockets {
        socket.say(&json!({"type": "nonsense"}));
        assert_eq!(socket.hear()["type"], "error");
    }
}

#[test]
fn one_who_reads_a_large_answer_too_slowly_is_cut_off() {
    let server = Server::start_by_hand();
    let mut slow = server.connect();
    let request = format!("GET /api/openapi.json HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    // Asks again and again, and reads 8 KiB a second: never silent for long.
    slow.set_write_timeout(Some(Duration::from_millis(200))).unwrap();
    while slow.write_all(request.as_bytes()).is_ok() {}
    slow.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
    let mut part = vec![0; 24 * 1024];
    server.advance_until(Duration::from_secs(3), || {
        let _ = slow.read(&mut part);
        // The rest is in the buffers of the system: the end of the connection shows there.
        std::thread::sleep(Duration::from_millis(10));
        slow.write_all(b"x").is_err_and(|error| error.kind() != ErrorKind::WouldBlock)
    });
    server.visitor().get("/api/info").ok();
}

#[test]
fn frames_of_all_kinds_of_mischief_end_the_socket_or_nothing() {
    let server = Server::start();
    let mut visitor = server.visitor();
    visitor.get("/api/info").ok();
    let masked = |first: u8, length: u8| vec![first, 0x80 | length, 0, 0, 0, 0];
    let huge = [&[0x81, 0xff][..], &u64::MAX.to_be_bytes(), &[0; 4]].concat();
    let fragments = |count: usize| {
        let mut bytes = [masked(0x01, 1), vec![b'x']].concat();
        for _ in 0..count {
            bytes.extend(masked(0x00, 125));
            bytes.extend([b'x'; 125]);
        }
        bytes
    };
    for (name, bytes) in [
        ("a frame of 2^64 bytes", huge),
        ("more fragments than a message may have", fragments(1000)),
        ("a frame without a mask", vec![0x81, 0x01, b'x']),
        ("reserved bits", masked(0xf1, 0)),
        ("an unknown kind", masked(0x8f, 0)),
        ("a continuation of nothing", masked(0x80, 0)),
        ("a ping that is too long", [&[0x89, 0xfe, 0, 200, 0, 0, 0, 0][..], &[b'x'; 200]].concat()),
        ("a ping in fragments", masked(0x09, 0)),
        ("text that is none", [masked(0x81, 2), vec![0xff, 0xfe]].concat()),
    ] {
        let mut stream = connect(&server.address);
        open_socket(&mut stream, &server, &visitor);
        let _ = stream.write_all(&bytes);
        let start = Instant::now();
        while !is_closed(&mut stream) {
            assert!(start.elapsed() < Duration::from_secs(20), "{name}: the socket goes on");
        }
    }
    // Empty fragments without end cost nothing: the socket goes on, and so do others.
    let mut endless = connect(&server.address);
    open_socket(&mut endless, &server, &visitor);
    endless.write_all(&masked(0x01, 0).repeat(1)).unwrap();
    endless.set_write_timeout(Some(Duration::from_millis(50))).unwrap();
    let _ = endless.write_all(&masked(0x00, 0).repeat(200_000));
    let start = Instant::now();
    visitor.get("/api/info").ok();
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

//! The memory of the server, whatever clients do.

#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::io::{ErrorKind, Write};
use std::time::{Duration, Instant};

use serde_json::json;

use super::client::{START, Socket, Visitor, begin, raw};
use super::process::Server;

/// Lets the engines search both games, so that their weights and tables are in memory before
/// anything is measured.
fn warm_up(visitor: &mut Visitor) -> Socket {
    let mut sockets: Vec<_> = (0..2).map(|_| visitor.socket("/api/analysis")).collect();
    for rules in ["reversed", "reversi"] {
        for socket in &mut sockets {
            let wish = json!({"type": "analyse", "id": rules, "rules": rules, "position": START});
            socket.say(&wish);
        }
        for socket in &mut sockets {
            socket.hear_until(|message| message["depth"].as_u64().is_some_and(|depth| depth > 10));
        }
    }
    let mut first = sockets.swap_remove(0);
    first.say(&json!({"type": "stop"}));
    first
}

#[test]
fn one_who_does_not_read_holds_nobody_up_and_costs_little() {
    let server = Server::start(&[]);
    let mut others = server.visitor();
    let id = begin(&mut others, &json!({"rules": "reversi", "color": "both"}));
    let mut socket = warm_up(&mut others);
    let before = server.resident_kib();
    // Asks for the same page again and again, and reads nothing of it.
    let mut deaf = server.connect();
    deaf.set_write_timeout(Some(Duration::from_millis(300))).unwrap();
    let request = format!("GET /api/openapi.json HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    for _ in 0..5000 {
        if deaf.write_all(request.as_bytes()).is_err() {
            break;
        }
    }
    // And sockets that ask for ever new analyses without hearing any.
    let mut sockets = Vec::new();
    for _ in 0..3 {
        let mut visitor = server.visitor();
        let mut socket = visitor.socket("/api/analysis");
        let stream = socket.0.get_ref();
        stream.set_write_timeout(Some(Duration::from_millis(300))).unwrap();
        for id in 0..3000 {
            let wish = json!({"type": "analyse", "id": "x".repeat(5000) + &id.to_string(),
                "rules": "chess", "position": START});
            if socket.0.send(tungstenite::Message::text(wish.to_string())).is_err() {
                break;
            }
        }
        sockets.push(socket);
    }
    let start = Instant::now();
    others.get(&format!("/api/games/{id}")).ok();
    others.get("/api/info").ok();
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    socket.say(&json!({"type": "analyse", "id": 1, "rules": "reversi", "position": START}));
    socket.hear_until(|message| message["type"] == "analysis" && message["id"] == 1);
    let grown = server.resident_kib().saturating_sub(before);
    assert!(grown < 32 * 1024, "{grown} KiB more");
    others.get("/api/info").ok();
}

#[test]
fn enormous_bodies_are_not_read() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let before = server.resident_kib();
    let text = "f5".repeat(600_000);
    visitor.post("/api/read", &json!({"text": text})).refused(413);
    // A length that is only said.
    let head = format!(
        "POST /api/read HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n",
        server.address
    );
    raw(&server.address, format!("{head}content-length: 99999999999\r\n\r\n{{").as_bytes())
        .refused(413);
    // No length at all, and no end.
    let mut stream = server.connect();
    stream.write_all(format!("{head}transfer-encoding: chunked\r\n\r\n").as_bytes()).unwrap();
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    let mut sent = 0;
    while sent < 2000 && stream.write_all(chunk.as_bytes()).is_ok() {
        sent += 1;
    }
    assert!(sent < 2000, "the server has read 128 MiB");
    let answer = raw(
        &server.address,
        format!("{head}transfer-encoding: chunked\r\n\r\n{}", chunk.repeat(17)).as_bytes(),
    );
    assert!(answer.status == 413 || answer.status == 0, "{answer:?}");
    let grown = server.resident_kib().saturating_sub(before);
    assert!(grown < 64 * 1024, "{grown} KiB more");
    // Long headers and long addresses.
    let long =
        format!("GET / HTTP/1.1\r\nhost: {}\r\nx: {}\r\n\r\n", server.address, "x".repeat(40_000));
    assert!([0, 431].contains(&raw(&server.address, long.as_bytes()).status));
    let many =
        format!("GET / HTTP/1.1\r\nhost: {}\r\n{}\r\n", server.address, "x: y\r\n".repeat(500));
    assert!([0, 431].contains(&raw(&server.address, many.as_bytes()).status));
    visitor.get("/api/info").ok();
}

#[test]
fn a_flood_of_pings_costs_neither_memory_nor_the_time_of_others() {
    let server = Server::start(&[]);
    let mut others = server.visitor();
    warm_up(&mut others);
    let before = server.resident_kib();
    // A ping with the longest content, again and again. Nothing is read of the answers.
    let frame = [&[0x89, 0x80 | 0x7d, 0, 0, 0, 0][..], &[b'x'; 125]].concat();
    let flood = frame.repeat(1000);
    let mut visitor = server.visitor();
    let mut sockets: Vec<_> = (0..4).map(|_| (visitor.socket("/api/analysis"), 0)).collect();
    let start = Instant::now();
    let mut sent = 0;
    // The server may end a socket that does this.
    while start.elapsed() < Duration::from_secs(6) && sent < 64 << 20 && !sockets.is_empty() {
        sockets.retain_mut(|(socket, at)| {
            let stream = socket.0.get_mut();
            stream.set_write_timeout(Some(Duration::from_millis(20))).unwrap();
            // A write may end within a ping. The next one goes on there, so that all are pings.
            match stream.write(&flood[*at..]) {
                Ok(written) => {
                    *at = (*at + written) % flood.len();
                    sent += written;
                    true
                }
                Err(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
            }
        });
    }
    assert!(sent > 1 << 20, "{sent} bytes of pings");
    let start = Instant::now();
    others.get("/api/info").ok();
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    let grown = server.resident_kib().saturating_sub(before);
    // The system keeps some megabytes for each socket, which are not counted here.
    assert!(grown < 8 * 1024, "{grown} KiB more after {sent} bytes");
}

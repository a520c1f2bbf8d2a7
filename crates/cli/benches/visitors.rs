//! 200 visitors who analyse at the same time: `cargo bench -p outflank --bench visitors`.
//!
//! Starts the server with 2 threads. Every visitor analyses a different position, half of
//! them of each game. Meanwhile the benchmark times requests that need no engine. It
//! fails if a visitor gets no answer, if such a request is slow, or if memory grows with
//! the visitors. `VISITORS` and `SECONDS` set the number of visitors and the duration.

#[path = "../../server/tests/it/client.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod client;
#[path = "../tests/it/serve/process.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod process;

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

use client::{Socket, Visitor, begin};
use outflank_core::{Game, Move};
use process::Server;
use rand::{RngExt as _, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// The 99th of 100 requests that need no engine is answered within this.
const MAX_WAIT: Duration = Duration::from_millis(100);
/// The maximum memory of a visitor: sockets, buffers and a job.
const MAX_KIB_EACH: u64 = 128;

fn main() -> ExitCode {
    let setting = |name: &str, usual: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let visitors = setting("VISITORS", 200) as usize;
    let seconds = setting("SECONDS", 30);
    let server = Server::start(&[]);
    warm(&server);
    let before = server.resident_kib();

    let end = Arc::new(AtomicBool::new(false));
    let ready = Arc::new(Barrier::new(visitors + 1));
    let analysts: Vec<_> = positions(visitors)
        .into_iter()
        .enumerate()
        .map(|(number, position)| {
            let (visitor, end, ready) = (server.visitor(), Arc::clone(&end), Arc::clone(&ready));
            let rules = if number % 2 == 0 { "reversi" } else { "reversed" };
            let run = move || analyse(visitor, rules, &position, &end, &ready);
            std::thread::Builder::new().stack_size(256 * 1024).spawn(run).expect("a thread")
        })
        .collect();
    ready.wait();
    let waits = requests(&server, Duration::from_secs(seconds));
    let after = server.resident_kib();
    end.store(true, Ordering::Relaxed);
    let heard: Vec<_> = analysts.into_iter().map(|one| one.join().expect("an analyst")).collect();
    report(&heard, waits, before, after)
}

/// Takes the memory that the engines take anyway.
fn warm(server: &Server) {
    let mut visitor = server.visitor();
    let mut sockets: Vec<_> = (0..2).map(|_| visitor.socket("/api/analysis")).collect();
    for rules in ["reversi", "reversed"] {
        for socket in &mut sockets {
            let wish =
                json!({"type": "analyse", "id": rules, "rules": rules, "position": client::START});
            socket.say(&wish);
        }
        for socket in &mut sockets {
            socket.hear_until(|message| {
                message["id"] == rules && message["depth"].as_u64().is_some_and(|depth| depth >= 16)
            });
        }
    }
}

/// As many different positions, 6 to 30 random moves from the start.
fn positions(count: usize) -> Vec<String> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut game = Game::new();
        for _ in 0..random.random_range(6..=30) {
            let legal: Vec<_> = game.position().board().legal_moves().iter().collect();
            let played = match legal.len() {
                0 => Move::Pass,
                count => Move::Place(legal[random.random_range(0..count)]),
            };
            if game.play(played).is_err() {
                break;
            }
        }
        let position = game.position().to_string();
        if !game.is_over() && !positions.contains(&position) {
            positions.push(position);
        }
    }
    positions
}

/// The answers that a visitor received.
struct Heard {
    /// The time of the first answer.
    first: Option<Duration>,
    analyses: usize,
    depth: u64,
    /// The time of an engine, in milliseconds.
    served: f64,
}

/// Analyses a position until the end.
fn analyse(
    mut visitor: Visitor,
    rules: &str,
    position: &str,
    end: &AtomicBool,
    ready: &Barrier,
) -> Heard {
    let mut socket = visitor.socket("/api/analysis");
    ready.wait();
    let start = Instant::now();
    socket.say(&json!({"type": "analyse", "id": 1, "rules": rules, "position": position}));
    let mut heard = Heard { first: None, analyses: 0, depth: 0, served: 0.0 };
    while !end.load(Ordering::Relaxed) {
        let Some(message) = next(&mut socket) else { continue };
        heard.served = message["time_ms"].as_f64().unwrap_or(0.0).max(heard.served);
        if message["type"] == "analysis" {
            heard.first.get_or_insert_with(|| start.elapsed());
            heard.analyses += 1;
            heard.depth = message["depth"].as_u64().unwrap_or(0);
            // A visitor whose analysis is complete asks for the same board again: the table may
            // have lost it meanwhile.
            if message["done"] == true {
                socket.say(
                    &json!({"type": "analyse", "id": 1, "rules": rules, "position": position}),
                );
            }
        }
    }
    heard
}

/// The next message, if one comes soon.
fn next(socket: &mut Socket) -> Option<Value> {
    socket.0.get_ref().set_read_timeout(Some(Duration::from_millis(500))).expect("a timeout");
    match socket.0.read() {
        Ok(tungstenite::Message::Text(text)) => serde_json::from_str(&text).ok(),
        _ => None,
    }
}

/// The times of requests, by route.
struct Waits {
    info: Vec<Duration>,
    moves: Vec<Duration>,
}

/// Asks for things that need no engine, some forty times a second.
fn requests(server: &Server, time: Duration) -> Waits {
    let mut visitor = server.visitor();
    let mut waits = Waits { info: Vec::new(), moves: Vec::new() };
    let new = json!({"rules": "reversi", "color": "both"});
    let mut id = begin(&mut visitor, &new);
    let mut game = visitor.get(&format!("/api/games/{id}")).ok();
    let start = Instant::now();
    while start.elapsed() < time {
        let asked = Instant::now();
        visitor.get("/api/info").ok();
        waits.info.push(asked.elapsed());
        if !game["outcome"].is_null() {
            id = begin(&mut visitor, &new);
            game = visitor.get(&format!("/api/games/{id}")).ok();
        }
        let ply = game["moves"].as_array().map_or(0, Vec::len);
        let body = json!({"move": game["legal"][0], "ply": ply});
        let asked = Instant::now();
        game = visitor.post(&format!("/api/games/{id}/moves"), &body).ok();
        waits.moves.push(asked.elapsed());
        std::thread::sleep(Duration::from_millis(20));
    }
    waits
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Prints the measurements. Returns an error if they are not good enough.
fn report(heard: &[Heard], waits: Waits, before: u64, after: u64) -> ExitCode {
    let mut failures = Vec::new();
    let starved = heard.iter().filter(|one| one.first.is_none()).count();
    if starved > 0 {
        failures.push(format!("{starved} visitors heard nothing"));
    }
    let row = |name: &str, mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        let (least, most) = (values.first(), values.last());
        let median = values.get(values.len() / 2);
        let [least, median, most] =
            [least, median, most].map(|value| value.copied().unwrap_or(f64::NAN));
        println!("{name:<34} {least:>9.1} {median:>9.1} {most:>9.1}");
    };
    println!(
        "{:<34} {:>9} {:>9} {:>9}",
        format!("{} visitors", heard.len()),
        "least",
        "median",
        "most"
    );
    row(
        "first answer after ms",
        heard.iter().filter_map(|one| one.first).map(milliseconds).collect(),
    );
    row("analyses heard", heard.iter().map(|one| one.analyses as f64).collect());
    row("depth reached", heard.iter().map(|one| one.depth as f64).collect());
    row("time of an engine in ms", heard.iter().map(|one| one.served).collect());
    println!(
        "\n{:<34} {:>9} {:>9} {:>9} {:>9}",
        "requests", "number", "p50 ms", "p99 ms", "most ms"
    );
    for (name, mut times) in
        [("GET /api/info", waits.info), ("POST /api/games/{id}/moves", waits.moves)]
    {
        times.sort();
        let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
        let (p50, p99, most) = (at(50), at(99), at(100));
        let [shown50, shown99, shown] = [p50, p99, most].map(milliseconds);
        println!("{name:<34} {:>9} {shown50:>9.1} {shown99:>9.1} {shown:>9.1}", times.len());
        if p99 >= MAX_WAIT {
            failures.push(format!("{name}: p99 is {shown99:.1} ms, {MAX_WAIT:?} are allowed"));
        }
    }
    let grown = after.saturating_sub(before);
    let allowed = MAX_KIB_EACH * heard.len() as u64;
    println!("\nmemory of the server: {} MiB before, {} MiB after", before / 1024, after / 1024);
    if grown > allowed {
        failures.push(format!("memory has grown by {grown} KiB, {allowed} are allowed"));
    }
    for failure in &failures {
        eprintln!("{failure}");
    }
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

//! A link to a server that loses what it carries.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Forwards connections to a server.
#[derive(Clone)]
pub(super) struct Link {
    port: u16,
    /// Whether everything from the server is lost.
    is_lossy: Arc<AtomicBool>,
    /// The connections so far, on the side of the client.
    clients: Arc<Mutex<Vec<TcpStream>>>,
}

impl Link {
    /// A link to a server, such as `nats://127.0.0.1:4222`.
    pub(super) fn to(server: &str) -> Self {
        let server = server.trim_start_matches("nats://").to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let link = Self { port, is_lossy: Arc::default(), clients: Arc::default() };
        let own = link.clone();
        // It ends with the process of the test.
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(&server) else { continue };
                let [to_client, to_server] = [&client, &server].map(|end| end.try_clone().unwrap());
                own.clients.lock().unwrap().push(client.try_clone().unwrap());
                let is_lossy = Arc::clone(&own.is_lossy);
                std::thread::spawn(move || forward(client, to_server, &AtomicBool::new(false)));
                std::thread::spawn(move || forward(server, to_client, &is_lossy));
            }
        });
        link
    }

    pub(super) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Loses everything from the server until the connections are closed.
    pub(super) fn lose(&self) {
        self.is_lossy.store(true, Ordering::Relaxed);
    }

    /// Closes all connections. New ones lose nothing.
    pub(super) fn close(&self) {
        for client in self.clients.lock().unwrap().drain(..) {
            let _ = client.shutdown(Shutdown::Both);
        }
        self.is_lossy.store(false, Ordering::Relaxed);
    }
}

/// Forwards bytes until an end closes.
fn forward(mut from: TcpStream, mut to: TcpStream, is_lossy: &AtomicBool) {
    let mut bytes = vec![0; 1 << 16];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if !is_lossy.load(Ordering::Relaxed) && to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    for end in [from, to] {
        let _ = end.shutdown(Shutdown::Both);
    }
}

//! The cluster that a server shows. The page tests show one with workers.

use std::net::TcpListener;

use crate::server::Server;

#[test]
fn a_server_without_a_cluster_says_so() {
    let server = Server::start();
    let mut visitor = server.visitor();
    assert_eq!(visitor.get("/api/info").ok()["has_cluster"], false);
    assert_eq!(visitor.get("/api/cluster").refused(404), "This server shows no cluster.");
}

#[test]
fn a_cluster_that_is_away_is_told_and_does_not_hold_up_the_server() {
    // A port that is taken by somebody who says nothing, and one that nobody has.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for address in [silent.local_addr().unwrap(), free] {
        let server = Server::start_with(|settings| {
            settings.cluster = Some(format!("nats://{address}").parse().unwrap());
        });
        let mut visitor = server.visitor();
        assert_eq!(visitor.get("/api/info").ok()["has_cluster"], true);
        let sentence = visitor.get("/api/cluster").refused(503);
        assert!(sentence.starts_with("The cluster: ") && sentence.contains(&address.to_string()));
    }
}

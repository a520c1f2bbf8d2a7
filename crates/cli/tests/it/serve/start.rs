//! The start of the server, and what keeps it from starting.

#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::io::{BufRead, BufReader};
use std::process::Command;

use super::process::Server;

#[test]
fn a_port_that_is_taken_is_said_in_a_sentence() {
    let server = Server::start(&[]);
    let port = server.address.rsplit_once(':').unwrap().1;
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(["serve", "--port", port, "--data"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        said,
        format!(
            "outflank: port {port} is taken, perhaps by another Outflank: choose one with --port, \
             or 0 for any that is free\n"
        )
    );
    assert!(output.stdout.is_empty());
}

#[test]
fn a_file_that_is_no_store_of_games_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    std::fs::write(&path, "these are my notes, and not a database of any kind at all").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(["serve", "--port", "0", "--data"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("cannot open the games in"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("these are my notes"));
}

#[test]
fn plain_outflank_is_the_server() {
    let help = Command::new(env!("CARGO_BIN_EXE_outflank")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(help.contains("outflank serve"), "{help}");
    // The default port may be in use: then the error names it.
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .env("XDG_DATA_HOME", folder.path())
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // A line is the address, no line is an error.
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let _ = Command::new("kill").arg(child.id().to_string()).status();
    let output = child.wait_with_output().unwrap();
    let status = output.status;
    said += &String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("http://127.0.0.1:8303") || said.contains("port 8303 is taken"),
        "{said}"
    );
    if status.success() {
        assert!(folder.path().join("outflank/games.db").exists());
    }
}

#[test]
fn games_are_not_readable_by_other_users() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    // A file of an older version that everybody could read.
    let old = folder.path().join("games.db");
    let server = Server::start_in(folder.path(), &[]);
    server.kill();
    std::fs::set_permissions(&old, std::fs::Permissions::from_mode(0o644)).unwrap();
    let made = folder.path().join("made");
    for data in [folder.path(), &made] {
        let server = Server::start_in(data, &[]);
        let mut visitor = server.visitor();
        let game = serde_json::json!({"rules": "reversi", "color": "both"});
        visitor.post("/api/games", &game).ok();
        let quick =
            serde_json::json!({"rules": "reversi", "a": "greedy", "b": "random", "pairs": 1});
        visitor.post("/api/matches", &quick).ok();
        for name in ["games.db", "games.db-wal", "games.db-shm", "matches.json"] {
            let mode = std::fs::metadata(data.join(name)).unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0, "{name} of {}: {mode:o}", data.display());
        }
    }
    assert_eq!(std::fs::metadata(&made).unwrap().permissions().mode() & 0o077, 0);
}

#[test]
fn a_table_that_does_not_fit_into_memory_is_refused_before_anything_starts() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let position = "---------------------------OX------XO--------------------------- X";
    for arguments in [
        &["serve", "--port", "0", "--data", data.to_str().unwrap()][..],
        &["go", position],
        &["solve", position],
        &["gtp"],
        &["nboard"],
        &["match", "engine:hash=1048576", "random"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
        command.args(arguments).stdin(std::process::Stdio::null());
        if arguments[0] != "match" {
            command.args(["--hash", "1048576"]);
        }
        let output = command.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.contains("a table of 1048576 MiB does not fit into the memory of this machine"),
            "{arguments:?}: {said}"
        );
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    assert!(!data.exists(), "nothing was started");
}

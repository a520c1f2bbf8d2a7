//! Tournaments whose players cannot start.

use std::fs;

use tempfile::TempDir;

use crate::common::{Answer, outflank, text};

#[test]
fn a_tournament_in_which_no_player_starts_is_a_failed_run() {
    let folder = TempDir::new().unwrap();
    let output = folder.path().join("out");
    let agents = folder.path().join("agents");
    fs::create_dir(&agents).unwrap();
    for name in ["ann.py", "bob.py"] {
        fs::write(agents.join(name), "import no_such_module\nclass AI: pass\n").unwrap();
    }
    let flags = ["--no-sandbox", "--concurrency", "1", "--output", text(&output)];
    let Answer { err, code, .. } = outflank(&[&["tournament", text(&agents)], &flags[..]].concat());
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("no player could start: ") && err.contains("no_such_module"), "{err}");
}

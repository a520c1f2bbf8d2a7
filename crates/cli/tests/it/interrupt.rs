//! Ctrl-C while an agent thinks.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::check::python;
use crate::common::prepared_python;

#[path = "../../../arena/tests/it/common/programs.rs"]
mod programs;

use programs::programs_of;

/// The number of programs of an arena that ignore signals: six children from the beginning,
/// and the agent itself as soon as it thinks.
fn deaf_programs_of(arena: &Child) -> usize {
    programs_of(arena.id()).iter().filter(|program| ignores_signals(program)).count()
}

fn ignores_signals(program: &Path) -> bool {
    let status = fs::read_to_string(program.join("status")).unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // Signal 10, which is ignored by nobody else.
    ignored.is_some_and(|mask| mask & 1 << 9 != 0)
}

#[track_caller]
fn wait_until(what: &str, mut is_true: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_true() {
        assert!(start.elapsed() < Duration::from_mins(1), "{what}");
        sleep(Duration::from_millis(5));
    }
}

fn interrupt(arena: &Child) {
    let status = Command::new("kill").args(["-INT", &arena.id().to_string()]).status();
    assert!(status.unwrap().success());
}

#[test]
fn the_second_ctrl_c_ends_a_match_at_once_and_nothing_survives() {
    let mut arena = Command::new(env!("CARGO_BIN_EXE_outflank"));
    arena.envs(prepared_python());
    let agent = python("hostile/outlives.py");
    arena.args(["match", &agent, "random", "--games", "2", "--time", "5m", "--openings", "start"]);
    let mut arena = arena.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until("the agent does not think", || deaf_programs_of(&arena) >= 7);
    interrupt(&arena);
    // The first one lets the game end.
    sleep(Duration::from_millis(300));
    assert_eq!(arena.try_wait().unwrap(), None);
    interrupt(&arena);
    wait_until("the match goes on", || arena.try_wait().unwrap().is_some());
    assert_eq!(arena.wait().unwrap().code(), Some(130));
    wait_until("the agent goes on", || programs_of(arena.id()).is_empty());
}

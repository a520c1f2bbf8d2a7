//! Agents that mean harm: each loses for the right reason, and nothing of it is
//! left.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::collections::BTreeSet;
use std::fs;
use std::sync::Mutex;
use std::time::Duration;

use outflank_arena::FaultKind::{
    self, Crash, IllegalMove, OutOfMemory, Protocol, Start, Timeout, TooManyProcesses,
    TooMuchOutput,
};
use outflank_arena::Platform::{self, Course, Strict};
use outflank_arena::{GameEnding, MatchGame};

use crate::common::{assert_played_out, file, play, python, terms, tight};

/// A Python agent, or an engine with its argument; the rules; why it loses; and
/// what is said of it.
type Case = (&'static str, Platform, FaultKind, &'static str);

const CASES: &[Case] = &[
    ("fork_bomb", Strict, TooManyProcesses, ""),
    ("ignores_signals", Strict, Timeout, "no answer within 500.0ms"),
    ("ignores_signals", Course, Timeout, "no answer within 500.0ms"),
    ("swallows_interruption", Strict, Timeout, "no answer within 500.0ms"),
    ("swallows_interruption", Course, Timeout, "no answer within 500.0ms"),
    ("prints_a_gigabyte", Strict, TooMuchOutput, "more than 256 KiB of output"),
    ("logs_a_gigabyte", Strict, TooMuchOutput, "more than 256 KiB of output"),
    ("allocates", Course, OutOfMemory, "more than 128 MiB of memory"),
    ("allocates_in_children", Strict, OutOfMemory, "more than 128 MiB of memory"),
    ("asks_for_too_much", Course, OutOfMemory, "MemoryError"),
    ("forges_answers", Strict, IllegalMove, "a1"),
    ("writes_to_stdout", Strict, IllegalMove, "a1"),
    ("replaces_modules", Strict, IllegalMove, "h8"),
    ("closes_descriptors", Strict, Crash, ""),
    ("sleeps_in_go", Strict, Timeout, "no answer within 500.0ms"),
    ("sleeps_in_go", Course, Timeout, "no answer within 500.0ms; its list was empty"),
    ("sleeps_in_import", Strict, Start, "not ready within 1.0s"),
    ("sleeps_in_init", Course, Start, "not ready within 1.0s"),
    (
        "raises_in_import",
        Course,
        Start,
        "RuntimeError: no import today (raises_in_import.py, line 1)",
    ),
    ("has_no_class", Course, Start, "its file has no class AI"),
    ("is_no_python", Course, Start, "SyntaxError"),
    ("exits", Course, Crash, "its process ended with exit code 0"),
    ("exits_politely", Course, Crash, "SystemExit: 3"),
    ("segfaults", Strict, Crash, "its process was ended by signal 11"),
    ("raises", Course, Crash, "ValueError: a bad day (raises.py, line 10)"),
    ("recurses", Strict, Crash, "RecursionError"),
    ("holds_the_interpreter", Course, Timeout, "its move before had not ended"),
    ("holds_the_interpreter", Strict, Timeout, "no answer within 500.0ms; its list was "),
    ("raises_the_switch_interval", Course, Timeout, "its move before had not ended"),
    ("adds_after_the_limit", Course, Timeout, "its move before had not ended"),
    ("holds_an_empty_list", Course, Timeout, "no answer within 500.0ms; its list was empty"),
    ("holds_an_illegal_move", Course, IllegalMove, " at the time limit, its list was "),
    ("holds_words", Course, Protocol, "its list at the time limit is not a square (row, column)"),
    ("colours_its_fault", Course, Crash, "ValueError: red ?txt long long"),
    ("forges_a_huge_fault", Strict, Crash, "red AAAA"),
    ("forges_a_huge_list", Course, Protocol, "it answered 'list 1 20000 19 19 "),
    ("forges_an_end", Course, Protocol, "it answered 'back 1'"),
    ("scribbles_on_the_page", Course, Timeout, "no answer within 500.0ms; it had not begun"),
    (
        "raises_in_its_list",
        Course,
        Crash,
        "KeyError: 'not for you' (raises_in_its_list.py, line 10)",
    ),
    ("interrupts_itself", Course, Crash, "KeyboardInterrupt"),
    (
        "has_a_typing_error",
        Course,
        Start,
        "SyntaxError: expected ':' (has_a_typing_error.py, line 6)",
    ),
    ("gives_none", Course, Protocol, "candidate_list is of type NoneType, not a list"),
    ("gives_nothing", Course, IllegalMove, "pass"),
    ("gives_words", Course, Protocol, "'c4' is not a square (row, column)"),
    ("gives_nan", Strict, Protocol, "(nan, 3.0) is not a square (row, column)"),
    ("gives_sets", Strict, Protocol, "({}, []) is not a square (row, column)"),
    ("gives_squares_off_the_board", Course, IllegalMove, "(8, -1) is not a square (row, column)"),
    ("gives_a_huge_number", Course, IllegalMove, "is not a square (row, column)"),
    ("gives_an_occupied_square", Course, IllegalMove, "d4"),
    ("gives_a_million", Course, IllegalMove, "a1"),
    ("gives_what_hangs", Strict, Timeout, "no answer within 500.0ms"),
    ("gives_what_hangs", Course, Timeout, "no answer within 500.0ms"),
    ("deletes_its_list", Course, Crash, "AttributeError"),
    ("writes_a_huge_file", Strict, TooMuchOutput, "File too large"),
    ("writes_beside_itself", Strict, Crash, "Read-only file system"),
    ("leaves_a_daemon", Strict, Crash, "the daemon is on its way"),
    ("leaves_threads", Course, Crash, "the threads are on their way"),
    ("kills_everyone", Strict, Crash, "nobody was harmed"),
    ("gtp.py garbage", Strict, Timeout, "; it wrote '"),
    ("gtp.py nonsense", Strict, Protocol, "it answered 'z9'"),
    ("gtp.py refuses", Strict, Protocol, "it refused 'genmove "),
    ("gtp.py silent", Strict, Timeout, "no answer within 500.0ms"),
    ("gtp.py silent", Course, Timeout, "no answer within 500.0ms"),
    ("gtp.py twice", Strict, Protocol, "it answered '="),
    ("gtp.py gigabyte", Strict, TooMuchOutput, "more than 256 KiB of output"),
    ("gtp.py exits", Strict, Crash, "its process ended with exit code 7"),
    ("gtp.py other-number", Strict, Protocol, "it answered '="),
    ("gtp.py illegal", Strict, IllegalMove, "a1"),
    ("gtp.py passes", Strict, IllegalMove, "pass"),
    ("gtp.py half", Strict, Timeout, "no answer within 500.0ms"),
    ("gtp.py closes", Strict, Timeout, "no answer within 500.0ms"),
    ("gtp.py mute", Strict, Start, "no answer within 1.0s"),
    ("gtp.py deaf", Strict, Start, "it answered '=1 d3'"),
    ("gtp.sh bomb", Strict, TooManyProcesses, "more than 24 processes and threads"),
    ("gtp.sh stubborn", Strict, Start, "no answer within 1.0s"),
    ("gtp.sh flood", Strict, Start, "it wrote more than 100 lines and no answer"),
    ("gtp.sh flood-log", Strict, TooMuchOutput, "more than 256 KiB of output"),
    ("gtp.sh exits", Strict, Start, "its process ended with exit code 3"),
    ("gtp.sh killed", Strict, Start, "its process was ended by signal 11"),
    ("gtp.sh file", Strict, TooMuchOutput, "a file larger than allowed"),
    ("gtp.sh daemon", Strict, Start, ""),
    ("gtp.sh nothing", Strict, Start, "its process ended with exit code 0"),
    ("nboard.py nonsense", Strict, Protocol, "it answered '=== the corner'"),
    ("nboard.py silent", Strict, Timeout, "no answer within 500.0ms"),
    ("nboard.py silent", Course, Timeout, "no answer within 500.0ms"),
    ("nboard.py patient", Strict, Timeout, "500.0ms; some engines wait for a depth"),
    ("nboard.py patient depth=9", Strict, IllegalMove, "a1"),
    ("nboard.py chatty", Strict, TooMuchOutput, "more than 256 KiB of output"),
    ("nboard.py illegal", Strict, IllegalMove, "a1"),
    ("nboard.py exits", Strict, Crash, "its process ended with exit code 0"),
    ("reaches_into_processes", Course, Crash, "RuntimeError: got nothing"),
    ("opens_namespaces", Course, Crash, "RuntimeError: got nothing"),
    ("opens_the_kernel", Course, Crash, "RuntimeError: got nothing"),
    ("talks_to_its_rival", Course, Crash, "RuntimeError: got nothing"),
    ("leaves_its_core", Course, Crash, "RuntimeError: got nothing"),
    ("hoards_anonymous_files", Course, Crash, "Function not implemented"),
    ("hoards_segments", Course, Crash, "Function not implemented"),
    ("hoards_empty_files", Strict, OutOfMemory, "more than 128 MiB of memory"),
    ("hoards_sockets", Strict, OutOfMemory, "more than 128 MiB of memory"),
    ("hides_its_memory", Strict, OutOfMemory, "more than 128 MiB of memory"),
    ("leaves_stopped_children", Strict, Crash, "the stopped are on their way"),
    ("queues_behind_itself", Strict, Timeout, "no answer within 500.0ms"),
    // Far from the other bomb: beside it there is no time to be a bomb in.
    ("thread_bomb", Strict, TooManyProcesses, ""),
];

/// The time that an agent has to get ready.
const START_TIME: Duration = Duration::from_secs(4);
/// The same for agents that never get ready.
const SHORT_START_TIME: Duration = Duration::from_secs(1);

fn name_of(agent: &str) -> String {
    let interpreter = || {
        let terms = terms(Strict);
        let told = std::env::var("OUTFLANK_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        terms.python.map_or(told, |path| path.display().to_string())
    };
    let path =
        |name: &str| shell_words::quote(file("hostile").join(name).to_str().unwrap()).into_owned();
    match agent.split_once(' ') {
        None => python(&format!("hostile/{agent}.py")).to_string(),
        Some((script @ "gtp.sh", kind)) => format!("gtp:{} {kind}", path(script)),
        Some((script, kind)) => {
            let protocol = script.trim_end_matches(".py");
            let (kind, told) = kind.split_once(' ').unwrap_or((kind, ""));
            format!(
                "{protocol}:{told} {} {} {kind}",
                shell_words::quote(&interpreter()),
                path(script)
            )
        }
    }
}

/// Both games of a hostile agent, or what is wrong with how they went.
fn verdict(&(agent, platform, kind, says): &Case) -> Result<(), String> {
    let who = format!("{agent} on {platform}");
    let players = [name_of(agent).parse().unwrap(), "random".parse().unwrap()];
    let start_time = if says.contains("within 1.0s") { SHORT_START_TIME } else { START_TIME };
    let games =
        play(players, &tight(platform, start_time)).map_err(|error| format!("{who}: {error}"))?;
    for MatchGame { played, color } in games {
        let GameEnding::Fault { color: loser, fault } = &played.ending else {
            return Err(format!("{who}: the game was played out"));
        };
        if fault.detail.contains(char::is_control) || fault.detail.chars().count() > 510 {
            return Err(format!("{who}: it says {:?}", fault.detail));
        }
        if fault.kind != kind || !fault.detail.contains(says) {
            return Err(format!("{who} as {color}: {fault}; expected {kind}: {says}"));
        }
        if *loser != color || played.winner() != Some(!color) {
            return Err(format!("{who} as {color}: {loser} lost"));
        }
    }
    Ok(())
}

/// Processes of agents that we have started.
pub(crate) fn left_over() -> Vec<String> {
    let marker = format!("OUTFLANK_AGENT={}-", std::process::id());
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let is_ours = |path: &std::path::PathBuf| {
        let environment = fs::read(path.join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|entry| entry.starts_with(marker.as_bytes()))
    };
    let paths = processes.map(|entry| entry.path()).filter(is_ours);
    paths.map(|path| fs::read_to_string(path.join("cmdline")).unwrap_or_default()).collect()
}

fn names_in(folder: &std::path::Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// Held by whoever counts what is open and running.
pub(crate) static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn every_hostile_agent_loses_for_its_reason_and_leaves_nothing() {
    let _alone = ALONE.lock();
    // What is found out once is found out before anything is counted.
    let lawful = play(
        ["random".parse().unwrap(), name_of("changes_the_board").parse().unwrap()],
        &tight(Course, START_TIME),
    );
    assert_played_out(&lawful.unwrap());
    let descriptors = || fs::read_dir("/proc/self/fd").unwrap().count();
    let (open, beside) = (descriptors(), names_in(&file("hostile")));
    let waiting = Mutex::new(CASES.iter());
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                loop {
                    let Some(case) = waiting.lock().unwrap().next() else { break };
                    let start = std::time::Instant::now();
                    if let Err(sentence) = verdict(case) {
                        wrong.lock().unwrap().push(sentence);
                    }
                    println!("{:>6.2?} {}", start.elapsed(), case.0);
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), CASES.len(), wrong.join("\n"));
    assert_eq!(left_over(), [""; 0], "processes are left");
    assert_eq!(descriptors(), open, "descriptors are left");
    assert_eq!(names_in(&file("hostile")), beside, "files are left");
    assert!(!std::path::Path::new("/tmp/huge").exists());
}

#[test]
fn a_spy_gets_nothing() {
    let _alone = ALONE.lock();
    let temporary = tempfile::tempdir().unwrap();
    // A folder of agents: files beside each other, and folders of their own.
    let folder = temporary.path().join("agents");
    let at = |name: &str| folder.join(name);
    for name in ["spy", "rival", "data", "store"] {
        fs::create_dir_all(at(name)).unwrap();
    }
    let secrets = [
        "neighbour.py",
        "helper.py",
        "odd.py",
        "weights.txt",
        "data/table.txt",
        "rival/agent.py",
        "rival/helper.py",
        "rival/weights.txt",
        "store/arena.db",
    ];
    for name in secrets {
        fs::write(at(name), "AI = 1\n").unwrap();
    }
    let mut list: Vec<_> = secrets.map(|name| at(name).display().to_string()).into();
    list.push(file("it/python.rs").display().to_string());
    let source = fs::read_to_string(file("hostile/spies.py")).unwrap();
    let source = format!("SECRETS = {list:?}\n{source}");
    fs::write(at("spy/agent.py"), &source).unwrap();
    fs::write(at("spy.py"), &source).unwrap();
    // A link to a file elsewhere broke the sandboxes of all others.
    std::os::unix::fs::symlink(file("agents/at_once.py"), at("x.py")).unwrap();
    // Its rival is at the table too, in a process of its own.
    let rival = python("agents/first.py");
    for name in ["spy", "spy.py", "spy/agent.py"] {
        let spy = format!("python:{}", at(name).display()).parse().unwrap();
        for MatchGame { played, color } in
            play([spy, rival.clone()], &tight(Course, START_TIME)).unwrap()
        {
            let GameEnding::Fault { color: loser, fault } = played.ending else {
                panic!("the spy plays on");
            };
            assert_eq!((loser, fault.kind), (color, Crash), "{}", fault.detail);
            assert!(fault.detail.starts_with("RuntimeError: got ("), "{}", fault.detail);
        }
    }
    for name in secrets {
        assert!(fs::read_to_string(at(name)).unwrap().starts_with("AI"), "{name}");
    }
}

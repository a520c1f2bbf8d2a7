//! Agents that mean harm: each loses for the right reason, and nothing of it is
//! left.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::collections::BTreeSet;
use std::fs;
use std::sync::Mutex;
use std::time::Duration;

use outflank_arena::Platform::{Course, Strict};
use outflank_arena::{FaultKind, GameEnding, MatchGame, Platform};

use crate::common::{assert_played_out, file, play, programs_of, python, terms, tight};

/// A line of `cases.txt`.
struct Case {
    agent: &'static str,
    platform: Platform,
    kind: FaultKind,
    /// A part of what is said of it.
    says: &'static str,
}

fn cases() -> Vec<Case> {
    let lines = include_str!("../hostile/cases.txt").lines();
    let read = |line: &'static str| {
        let mut parts = line.split('|').map(str::trim);
        let mut next = || parts.next().unwrap_or_else(|| panic!("'{line}' has four parts"));
        let (agent, platform, kind) = (next(), next().parse().unwrap(), next().parse().unwrap());
        Case { agent, platform, kind, says: next() }
    };
    lines.filter(|line| !line.starts_with('#')).map(read).collect()
}

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
fn verdict(&Case { agent, platform, kind, says }: &Case) -> Result<(), String> {
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

/// The command lines of agents that we have started.
pub(crate) fn left_over() -> Vec<String> {
    let programs = programs_of(std::process::id()).into_iter();
    programs.map(|path| fs::read_to_string(path.join("cmdline")).unwrap_or_default()).collect()
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
    let cases = cases();
    let waiting = Mutex::new(cases.iter());
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
                    println!("{:>6.2?} {}", start.elapsed(), case.agent);
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
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
            assert_eq!((loser, fault.kind), (color, FaultKind::Crash), "{}", fault.detail);
            assert!(fault.detail.starts_with("RuntimeError: got ("), "{}", fault.detail);
        }
    }
    for name in secrets {
        assert!(fs::read_to_string(at(name)).unwrap().starts_with("AI"), "{name}");
    }
}

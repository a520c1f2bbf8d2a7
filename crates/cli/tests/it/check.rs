//! `outflank check` with agents that are fit and others that are not.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

use crate::common::{Answer, prepared_python, text};

#[path = "../../../arena/tests/it/common/staged.rs"]
mod staged;

/// Agents and hostile ones, kept with the arena.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../arena/tests").join(name)
}

/// Checks an agent with the Python that `make setup` has prepared.
fn check(agent: &str, arguments: &[&str]) -> Answer {
    let mut command = Command::cargo_bin("outflank").unwrap();
    command.args(["check", agent]).args(arguments).envs(prepared_python());
    Answer::of(command.output().unwrap())
}

/// The one object printed with `--json`, and the exit code.
fn report(agent: &str, arguments: &[&str]) -> (Value, Option<i32>) {
    let answer = check(agent, &[arguments, &["--json"]].concat());
    let [line] = answer.json_lines().try_into().expect(&answer.err);
    (line, answer.code)
}

/// The verdict on a topic and its detail.
fn finding<'a>(report: &'a Value, topic: &str) -> (&'a str, &'a str) {
    let findings = report["findings"].as_array().unwrap();
    let finding = findings.iter().find(|finding| finding["topic"] == topic);
    let finding = finding.unwrap_or_else(|| panic!("{topic}: {report}"));
    if finding["verdict"] != "ok" {
        assert!(finding["hint"].is_string(), "{finding}");
    }
    (finding["verdict"].as_str().unwrap(), finding["detail"].as_str().unwrap())
}

pub(crate) fn python(name: &str) -> String {
    let folder = staged::staged(&file(name), Path::new(env!("CARGO_TARGET_TMPDIR")));
    format!("python:{}", text(&folder))
}

#[test]
fn an_agent_that_is_fit_passes() {
    for rules in ["reversi", "reversed"] {
        let (report, code) = report(&python("agents/first.py"), &["--rules", rules]);
        assert_eq!((&report["usable"], code), (&Value::Bool(true), Some(0)), "{report}");
        assert_eq!((&report["rules"], &report["platform"]), (&rules.into(), &"course".into()));
        assert_eq!(finding(&report, "usability"), ("ok", "all 26 cases"));
        assert_eq!(finding(&report, "imports").0, "ok");
        assert_eq!(finding(&report, "illegal moves"), ("ok", "none"));
        assert_eq!(finding(&report, "output"), ("ok", "0 KiB printed, 1024 KiB are kept"));
        assert_eq!(finding(&report, "memory").0, "ok");
        assert!(finding(&report, "start").1.ends_with(" to load"));
        assert_eq!(report["cases"].as_array().unwrap().len(), 26);
    }
}

#[test]
fn the_report_is_told_in_words_with_hints() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("agent.py");
    let source = "import numpy, os\n\n\nclass AI(object):\n    def __init__(self, size, color, time_out):\n        \
                  self.candidate_list = []\n\n    def go(self, chessboard):\n        \
                  self.candidate_list = [(2, 3)]\n";
    fs::write(&path, source).unwrap();
    let Answer { out, err, code } = check(text(&path), &["--time", "2s"]);
    assert_eq!(code, Some(1));
    let name = format!("python:{}", path.display());
    let topics = "imports, usability, game as black, game as white, illegal moves";
    assert_eq!(err, format!("outflank: {name} is not usable: {topics}\n"));
    assert!(out.starts_with(&format!("agent    {name}\nterms    reversi, course\n")), "{out}");
    assert!(out.contains("\nfail     imports        line 1 imports os\n"), "{out}");
    assert!(out.contains("case 1 for black: the list misses c4 f5 e6\n"), "{out}");
    assert!(out.contains("                        clear candidate_list, append every"), "{out}");
    assert!(out.ends_with("\nverdict  not usable\n"), "{out}");
}

#[test]
fn what_is_wrong_with_an_agent_is_found() {
    for (agent, topic, verdict, says) in [
        ("raises_in_import", "start", "fail", "start: RuntimeError: no import today"),
        ("raises", "usability", "fail", "5 of 5 cases asked fail"),
        ("raises", "game as white", "fail", "lost at ply 2: crash: ValueError: a bad day"),
        (
            "has_a_typing_error",
            "start",
            "fail",
            "start: SyntaxError: expected ':' (has_a_typing_error.py, line 6)",
        ),
        ("gives_none", "usability", "fail", "candidate_list is of type NoneType"),
        ("gives_a_million", "usability", "fail", "the list has 1000000 elements, 999 are allowed"),
        ("gives_an_occupied_square", "illegal moves", "fail", " in the cases, 2 in the games"),
    ] {
        let (report, code) = report(&python(&format!("hostile/{agent}.py")), &["--time", "1s"]);
        assert_eq!((&report["usable"], code), (&Value::Bool(false), Some(1)), "{report}");
        let (found, detail) = finding(&report, topic);
        assert!(found == verdict && detail.contains(says), "{agent}: {found}: {detail}");
    }
}

#[test]
fn one_who_is_late_is_warned_on_the_course_and_fails_elsewhere() {
    let agent = python("agents/deepens.py");
    let (course, _) = report(&agent, &["--time", "50ms"]);
    let (verdict, detail) = finding(&course, "move time");
    assert!(verdict == "warning" && detail.contains(" moves were late; "), "{detail}");
    assert_ne!(finding(&course, "game as black").0, "fail");
    let (verdict, detail) = finding(&course, "usability");
    assert!(verdict == "fail" && detail.contains("it is late: go did not end within "), "{detail}");
    let (strict, code) = report(&agent, &["--time", "50ms", "--platform", "strict"]);
    assert_eq!((finding(&strict, "game as black").0, code), ("fail", Some(1)));
    let (verdict, detail) = finding(&strict, "move time");
    assert!(verdict == "fail" && detail.contains(" moves were late; "), "{detail}");
}

#[test]
fn one_who_loses_on_time_is_told_that_it_is_late() {
    let (report, code) = report(&python("hostile/sleeps_in_go.py"), &["--time", "100ms"]);
    assert_eq!(code, Some(1));
    let (verdict, detail) = finding(&report, "game as black");
    let says = "lost at ply 1: timeout: no answer within 100.0ms; its list was empty";
    assert!(verdict == "fail" && detail == says, "{detail}");
    assert_eq!(finding(&report, "illegal moves"), ("ok", "none"));
    let (_, detail) = finding(&report, "move time");
    let (late, rest) = detail.split_once(" of ").unwrap();
    assert!(rest.starts_with(&format!("{late} moves were late; ")), "{detail}");
}

#[test]
fn the_case_files_of_the_course_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cases.txt");
    let all = outflank_formats::course::cases::USABILITY_TEST;
    let (_, white) = all.rsplit_once("###############").unwrap();
    let white: Vec<_> = white.split("===============").take(3).collect();
    fs::write(&path, format!("###############{}", white.join("==============="))).unwrap();
    let (report, _) = report(&python("agents/first.py"), &["--cases", text(&path)]);
    assert_eq!(finding(&report, "usability"), ("ok", "all 3 cases"));
    let cases = report["cases"].as_array().unwrap();
    assert!(
        cases.iter().all(|case| case["position"].as_str().unwrap().ends_with(" O")),
        "{report}"
    );
    fs::write(&path, "0 0\n").unwrap();
    check("greedy", &["--cases", text(&path)]).refused(&format!(
        "cannot read {}: line 1, column 1: expected a line of # before the cases of a colour, found '0'",
        path.display()
    ));
    fs::write(&path, "###############\n").unwrap();
    check("greedy", &["--cases", text(&path)])
        .refused(&format!("there is no case in {}", path.display()));
}

#[test]
fn other_players_can_be_checked_too() {
    let outflank = assert_cmd::cargo::cargo_bin("outflank");
    let engine = |protocol: &str| format!("{protocol}:{} {protocol} --depth 2", outflank.display());
    for (agent, usability) in [
        ("greedy".to_owned(), "all 22 cases"),
        (engine("gtp"), "not asked: GTP begins games from the usual start only"),
        (engine("nboard"), "all 22 cases"),
    ] {
        for rules in ["reversi", "reversed"] {
            let (report, code) = report(&agent, &["--rules", rules]);
            assert_eq!((&report["usable"], code), (&Value::Bool(true), Some(0)), "{report}");
            assert_eq!(finding(&report, "usability"), ("ok", usability), "{agent}");
            // The engine beats a random player under the rules it was given.
            for topic in ["game as black", "game as white"] {
                let (verdict, detail) = finding(&report, topic);
                assert!(agent == "greedy" || verdict == "ok", "{agent}, {rules}: {detail}");
            }
        }
    }
}

#[test]
fn without_a_sandbox_programs_are_refused_unless_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let outflank = assert_cmd::cargo::cargo_bin("outflank");
        let engine = format!("gtp:{} gtp --depth 1", outflank.display());
        let mut command = Command::cargo_bin("outflank").unwrap();
        command.env("PATH", folder.path()).args(["check", &engine]).args(arguments).assert()
    };
    run(&[]).code(2).stderr(
        "outflank: external programs run in a sandbox, and bubblewrap is not installed: install it \
         ('apt-get install bubblewrap'), or trust them with --no-sandbox\n",
    );
    run(&["--no-sandbox"]).code(0);
}

#[test]
fn what_is_wrong_is_named() {
    check("hal", &[]).refused(
        "invalid value 'hal' for '<AGENT>': 'hal' is not a player: expected engine, classic:NAME, \
         genome:FILE, zero, zero:FILE, random, greedy, python:FILE, gtp:COMMAND or nboard:COMMAND",
    );
    check("no-such.py", &[])
        .refused("cannot use the agent no-such.py: No such file or directory (os error 2)");
    check("greedy", &["--platform", "moon"]).refused(
        "invalid value 'moon' for '--platform <PLATFORM>': 'moon' is not a platform: expected \
         strict or course",
    );
}

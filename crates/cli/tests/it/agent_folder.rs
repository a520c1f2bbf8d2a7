//! Folders of agents, and sandboxes that fail.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Answer, prepared_python, text};

#[path = "../../../arena/tests/it/common/file_tree.rs"]
mod file_tree;

/// An agent that plays the first legal move and needs no other file.
fn agent() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../arena/tests/agents/first_moves.py");
    fs::read_to_string(path).unwrap().replace("class First", "class AI")
}

/// A folder with these files and links.
fn folder(files: &[(&str, &str)]) -> (TempDir, PathBuf) {
    let temporary = tempfile::tempdir().unwrap();
    let root = temporary.path().canonicalize().unwrap();
    file_tree::write_tree(&root, files);
    (temporary, root)
}

fn run(change: impl FnOnce(&mut Command)) -> Answer {
    let mut command = Command::cargo_bin("outflank").unwrap();
    command.envs(prepared_python()).env("OUTFLANK_CACHE", "");
    change(&mut command);
    Answer::of(command.output().unwrap())
}

/// A tournament of the agents in `agents`, with time enough for a busy machine.
fn tournament(root: &Path, more: &[&str]) -> Answer {
    run(|command| {
        command.args(["tournament", text(&root.join("agents")), "--json"]);
        command.args(["--output", text(&root.join("out")), "--concurrency", "1"]);
        command.args(["--platform", "course", "--time", "20s", "--openings", "start"]).args(more);
    })
}

#[test]
fn a_folder_has_players_and_what_is_none_is_named() {
    let agent = agent();
    let (_kept, root) = folder(&[
        ("agents/ann.py", &agent),
        ("agents/bob/agent.py", "from helper import AI\n"),
        ("agents/bob/helper.py", &agent),
        ("agents/cid/agent.toml", "file = \"main.py\"\n"),
        ("agents/cid/main.py", &agent),
        // It made all others fail to start, and won.
        ("agents/x.py", "-> ../elsewhere/agent.py"),
        ("elsewhere/agent.py", "from helper import AI\n"),
        ("elsewhere/helper.py", &agent),
        ("agents/helper.py", "class AIHelper:\n    pass\n"),
        ("agents/gone.py", "-> nowhere.py"),
        ("agents/loop.py", "-> loop.py"),
        ("agents/new\nline\u{1b}[31m.py", "class AI: pass\n"),
        ("agents/parts/tool.py", ""),
        ("agents/data/table.txt", ""),
        ("agents/eve/agent.py", "-> ../../elsewhere/agent.py"),
        ("agents/notes.txt", "class AI"),
    ]);
    let pipe = root.join("agents/pipe.py");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let answer = tournament(&root, &[]).ok();
    let left_out: Vec<_> = answer.err.lines().collect();
    assert_eq!(left_out.len(), 7, "{}", answer.err);
    for line in [
        "gone.py is left out: No such file or directory (os error 2)",
        "helper.py is left out: it defines no class AI",
        "parts is left out: a folder of an agent has an agent.py or an agent.toml",
        "pipe.py is left out: it is not a file",
        "new line is left out: its name has a character that cannot be shown: rename it",
    ] {
        assert!(left_out.contains(&line), "{line}: {}", answer.err);
    }
    let mut lines = answer.json_lines();
    let standings = lines.pop().unwrap();
    assert_eq!(lines.len(), 12);
    for game in lines {
        assert_eq!(
            (&game["ending"], &game["fault"]),
            (&"played out".into(), &Value::Null),
            "{game}"
        );
    }
    let rows = standings["standings"].as_array().unwrap();
    let mut names: Vec<_> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["ann", "bob", "cid", "x"]);
}

#[test]
fn an_agent_in_the_folder_of_another_is_refused() {
    let (_kept, root) = folder(&[("agents/agent.py", "class AI: pass\n"), ("agents/bob.py", "")]);
    let [ann, bob] = ["agents/agent.py", "agents/bob.py"].map(|name| root.join(name));
    let [ann, bob] = [ann, bob].map(|path| path.display().to_string());
    run(|command| {
        command.args(["match", &ann, &bob]);
    })
    .refused("one agent is in the folder of the other: give each a folder of its own");
    let output = root.join("out");
    run(|command| {
        command.args(["tournament", "--output", text(&output)]);
        command.args(["--player", &format!("Ann={ann}"), "--player", &format!("Bob={bob}")]);
    })
    .refused("Ann could read the files of Bob: give each agent a folder of its own");
    assert!(!output.exists());
}

#[test]
fn names_are_checked_before_anything_starts() {
    let (_kept, root) = folder(&[]);
    let marker = root.join("started");
    let engine = format!("gtp:sh -c 'touch {}'", marker.display());
    let output = root.join("out");
    let refused = |players: &[&str], sentence: &str| {
        run(|command| {
            command.args(["tournament", "--no-sandbox", "--output", text(&output)]);
            for player in players {
                command.args(["--player", player]);
            }
        })
        .refused(sentence);
        assert!(!marker.exists() && !output.exists(), "{sentence}");
    };
    let one = format!("Ann={engine}");
    refused(&[&one, "random", "Ann=greedy"], "two players go by the name 'Ann'");
    refused(
        &[&one, "Bob=classic:evolved"],
        "Bob cannot play: evolved plays reversed only, not reversi",
    );
    refused(&[&one, "a\u{7}=greedy"], "the name 'a\\u{7}' has a control character");
    let answer = run(|command| {
        command.args(["match", "--no-sandbox", &engine, "classic:evolved"]);
    });
    answer.refused("evolved plays reversed only, not reversi");
    assert!(!marker.exists());
}

#[test]
fn a_sandbox_that_fails_is_charged_to_nobody() {
    let agent = agent();
    let (_kept, root) = folder(&[("agents/ann.py", &agent), ("agents/bob.py", &agent)]);
    // It works when it is tried, and fails when an agent is started.
    let bin = root.join("bin");
    fs::create_dir(&bin).unwrap();
    let script = "#!/bin/sh\ncase \"$*\" in\n*'exit 0') exit 0;;\nesac\n\
                  echo \"bwrap: Can't create file at /x: No such file or directory\" >&2\nexit 1\n";
    fs::write(bin.join("bwrap"), script).unwrap();
    fs::set_permissions(bin.join("bwrap"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let sentence = "the sandbox failed: Can't create file at /x: No such file or directory";
    let [ann, bob] = ["agents/ann.py", "agents/bob.py"].map(|name| root.join(name));
    let store = root.join("games.db");
    let answer = run(|command| {
        command.env("PATH", &path).args(["match", text(&ann), text(&bob), "--store", text(&store)]);
    });
    assert_eq!((answer.code, answer.err.trim_end()), (Some(1), &*format!("outflank: {sentence}")));
    assert_eq!(answer.out, "");
    let answer = run(|command| {
        command.env("PATH", &path).args(["tournament", text(&root.join("agents")), "--json"]);
        command.args(["--output", text(&root.join("out"))]);
    });
    assert_eq!(answer.code, Some(1));
    assert!(answer.err.trim_end().ends_with(sentence), "{}", answer.err);
    assert_eq!(answer.out, "", "nobody has won");
}

#[test]
fn the_words_of_an_agent_fill_no_page_and_no_terminal() {
    let source = "class AI(object):\n    def __init__(self, size, color, time_out):\n        \
                  self.candidate_list = []\n\n    def go(self, chessboard):\n        \
                  raise ValueError('\\x1b[31m\\x07' + 'long ' * 200_000)\n";
    let (_kept, root) = folder(&[("agents/ann.py", source)]);
    let answer = tournament(&root, &["--player", "random", "--rounds", "10"]).ok();
    assert!(!answer.out.contains("\\u001b") && !answer.out.contains("\\u0007"));
    for game in answer.json_lines().iter().filter(|line| line["type"] == "game") {
        let detail = game["fault"]["detail"].as_str().unwrap();
        assert!(detail.starts_with("ValueError: ") && detail.len() < 600, "{detail}");
    }
    let page = fs::read_to_string(root.join("out/index.html")).unwrap();
    let data = page.split_once("id=\"data\">").unwrap().1.split_once("</script>").unwrap().0;
    assert!(data.len() < 200_000, "{}", data.len());
}

//! `outflank tournament` with players that need no time.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use outflank_arena::{Filter, Store};
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Answer, outflank, text};

const QUICK: [&str; 6] =
    ["--player", "random", "--player", "greedy", "--player", "Corner=classic:corner,depth=1"];

fn tournament(folder: &Path, arguments: &[&str]) -> Answer {
    outflank(&[&["tournament", "--output", text(folder)], arguments].concat())
}

/// The lines of games, and the standings after them.
fn lines(answer: &Answer) -> (Vec<Value>, Value) {
    let mut lines = answer.json_lines();
    let last = lines.pop().expect(&answer.err);
    assert_eq!(last["type"], "standings");
    assert!(lines.iter().all(|line| line["type"] == "game"));
    (lines, last)
}

/// Games without their times.
fn results(lines: &[Value]) -> Vec<String> {
    let keys = ["slot", "black", "white", "score", "ending", "moves"];
    lines.iter().map(|line| keys.map(|key| line[key].to_string()).join(" ")).collect()
}

fn output() -> (TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out");
    (folder, output)
}

#[test]
fn everyone_meets_everyone_and_every_number_adds_up() {
    let (_folder, output) = output();
    let flags = ["--rounds", "3", "--games", "4", "--seed", "5", "--json"];
    let answer = tournament(&output, &[&QUICK[..], &flags].concat()).ok();
    assert_eq!(answer.err, "");
    let (games, standings) = lines(&answer);
    assert_eq!(games.len(), 3 * 3 * 4);
    assert_eq!((&standings["games"], &standings["state"]), (&36.into(), &"complete".into()));
    assert_eq!((&standings["kind"], &standings["seed"]), (&"round-robin".into(), &5.into()));
    let rows = standings["standings"].as_array().unwrap();
    let sum = |key: &str| rows.iter().map(|row| row[key].as_f64().unwrap()).sum::<f64>();
    assert!(sum("rating").abs() < 1e-6 && sum("points").abs() < 1e-9 && sum("discs").abs() < 1e-9);
    assert!((sum("wins") - sum("losses")).abs() < 1e-9);
    for row in rows {
        assert_eq!(row["games"], 24);
        let of = |key: &str| row[key].as_f64().unwrap();
        assert!((of("points") - 5.0 * (of("wins") - of("losses"))).abs() < 1e-9);
        assert!(of("rating_error") > 0.0);
    }
    // The table is in the order of the points.
    let points: Vec<_> = rows.iter().map(|row| row["points"].as_i64().unwrap()).collect();
    assert!(points.is_sorted_by(|one, other| one >= other), "{points:?}");
    // Both games of a pair begin at the same opening with colours changed.
    let store = Store::open_existing(&output.join("games.db")).unwrap();
    let stored = store.games(&Filter::default()).unwrap();
    assert_eq!(stored.len(), 36);
    for game in &stored {
        let other = stored.iter().find(|other| {
            (other.row.slot.round, other.row.slot.pair) == (game.row.slot.round, game.row.slot.pair)
                && other.row.slot.game != game.row.slot.game
        });
        let other = other.unwrap();
        assert_eq!(game.row.players[0], other.row.players[1]);
        assert_eq!(game.row.played.opening, 8);
        assert_eq!(game.row.played.game.moves()[..8], other.row.played.game.moves()[..8]);
    }
    for name in ["index.html", "standings.txt", "standings.csv", "standings.json"] {
        assert!(output.join(name).is_file(), "{name}");
    }
    let written: Value =
        serde_json::from_str(&fs::read_to_string(output.join("standings.json")).unwrap()).unwrap();
    assert_eq!(written, standings);
}

#[test]
fn games_at_once_change_nothing() {
    for kind in ["round-robin", "points-race"] {
        let of = |concurrency: &str| {
            let (_folder, output) = output();
            let engine = ["--player", "engine:nodes=100,hash=1,weights=hand-made"];
            let flags = ["--kind", kind, "--rounds", "3", "--json", "--concurrency", concurrency];
            let answer = tournament(&output, &[&QUICK[..], &engine, &flags].concat()).ok();
            results(&lines(&answer).0)
        };
        assert_eq!(of("1"), of("2"), "{kind}");
    }
}

#[test]
fn a_file_says_it_all_and_flags_go_before_it() {
    let (folder, output) = output();
    let file = folder.path().join("cup.toml");
    let content = r#"
title = "Spring <cup>"
kind = "gauntlet"
rules = "reversed"
rounds = 2
challengers = ["Ann"]
seed = 9
concurrency = 1
platform = "course"
time = "2s"

[[players]]
name = "Ann"
player = "greedy"

[[players]]
player = "random"

[[players]]
player = "random"
"#;
    fs::write(&file, content).unwrap();
    let (games, standings) = lines(&tournament(&output, &[text(&file), "--json"]).ok());
    assert_eq!(games.len(), 2 * 2 * 2);
    assert!(games.iter().all(|game| game["black"] == "Ann" || game["white"] == "Ann"));
    assert!(games.iter().any(|game| game["black"] == "random #2"));
    assert_eq!(
        (&standings["title"], &standings["rules"]),
        (&"Spring <cup>".into(), &"reversed".into())
    );
    let page = fs::read_to_string(output.join("index.html")).unwrap();
    assert!(page.contains("<title>Spring &lt;cup&gt;</title>"));
    assert_eq!(page_data(&page)["limits"], "2 s a move, 180 s a game");
    let other = folder.path().join("other");
    let (games, _) = lines(&tournament(&other, &[text(&file), "--json", "--rounds", "1"]).ok());
    assert_eq!(games.len(), 4);
}

/// The data embedded in a page.
fn page_data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// A tournament file with these names and players.
fn listed(folder: &Path, players: &[(&str, &str)]) -> std::path::PathBuf {
    let file = folder.join("listed.toml");
    let of = |(name, player): &(&str, &str)| {
        format!("[[players]]\nname = {name:?}\nplayer = {player:?}\n")
    };
    fs::write(&file, players.iter().map(of).collect::<String>()).unwrap();
    file
}

#[test]
fn a_page_holds_all_and_nothing_of_strangers_can_act_in_it() {
    let (folder, output) = output();
    let hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>{{data}}";
    // Its last words are in its log.
    let mute = "gtp:sh -c 'echo \"</script><script>alert(3)</script>\" >&2; exit 3'";
    let players = [(hostile, "random"), ("Mute", mute), ("greedy", "greedy")];
    let file = listed(folder.path(), &players);
    let answer = tournament(&output, &[text(&file), "--no-sandbox", "--json"]).ok();
    let page = fs::read_to_string(output.join("index.html")).unwrap();
    // The page has the data and, if the browser app was built, its script; each ends once.
    let scripts = if page.contains("was not built into this binary") { 1 } else { 2 };
    let count = |tag: &str| page.matches(tag).count();
    assert_eq!((count("<script"), count("</script")), (scripts, scripts));
    assert!(!page.contains("<img") && !page.contains("alert(1)</"));
    let elsewhere =
        page.replace("http://www.w3.org/2000/svg", "").replace("http://www.w3.org/1999/xhtml", "");
    assert!(!elsewhere.contains("http:") && !elsewhere.contains("https:"));
    assert!(!page.contains(" src=\"") && !page.contains("@import") && !page.contains("url("));
    let data = page_data(&page);
    assert_eq!(data["players"][0]["name"], hostile);
    let games = data["games"].as_array().unwrap();
    assert_eq!(games.len(), 6);
    let lost = games.iter().find(|game| !game["fault"].is_null()).unwrap();
    let log = &lost["logs"][lost["fault"]["color"].as_str().unwrap()];
    assert!(log.as_str().unwrap().contains("</script><script>alert(3)</script>"), "{lost}");
    // A player that cannot speak loses its games and stays.
    let (_, standings) = lines(&answer);
    let rows = standings["standings"].as_array().unwrap();
    let mute = rows.iter().find(|row| row["name"] == "Mute").unwrap();
    assert_eq!((&mute["games"], &mute["losses"]), (&4.into(), &4.into()));
    let faults = mute["faults"].as_object().unwrap().values();
    assert_eq!(faults.map(|number| number.as_u64().unwrap()).sum::<u64>(), 4, "{mute}");
}

#[test]
fn a_spreadsheet_gets_names_and_no_formulas() {
    let (folder, output) = output();
    let file = listed(folder.path(), &[("=HYPERLINK(1)", "random"), ("a,\"b\"", "random")]);
    tournament(&output, &[text(&file)]).ok();
    let csv = fs::read_to_string(output.join("standings.csv")).unwrap();
    assert!(csv.contains(",\"'=HYPERLINK(1)\",random,"), "{csv}");
    assert!(csv.contains(",\"a,\"\"b\"\"\",random,"), "{csv}");
    let cells = |line: &str| line.replace("\"a,\"\"b\"\"\"", "").matches(',').count();
    let counts: Vec<_> = csv.lines().skip(1).map(cells).collect();
    assert_eq!(counts[0], counts[1], "{csv}");
}

#[test]
fn a_tournament_is_told_in_words() {
    let (_folder, output) = output();
    let Answer { out, err, .. } =
        tournament(&output, &[&QUICK[..], &["--rounds", "1"]].concat()).ok();
    assert_eq!(err, "");
    let lines: Vec<_> = out.lines().collect();
    assert!(lines[0].starts_with("1/1.1     "), "{out}");
    assert!(lines[6].starts_with("#  player"), "{out}");
    assert!(out.ends_with("out/index.html\n"), "{out}");
    let written = fs::read_to_string(output.join("standings.txt")).unwrap();
    assert!(out.contains(&written), "{out}\n{written}");
    // Again: nothing is left to play, and the standings are the same.
    let again = tournament(&output, &[&QUICK[..], &["--rounds", "1"]].concat()).ok();
    assert_eq!(again.out, lines[6..].join("\n") + "\n");
}

#[test]
fn a_folder_goes_on_with_its_own_settings_only() {
    let (_folder, output) = output();
    let play = |flags: &[&str]| tournament(&output, &[&QUICK[..], &["--json"], flags].concat());
    assert_eq!(lines(&play(&["--rounds", "1"]).ok()).0.len(), 6);
    // More rounds of the same are played from where it stands.
    let (games, standings) = lines(&play(&["--rounds", "3"]).ok());
    assert_eq!((games.len(), &standings["games"]), (12, &18.into()));
    assert!(games.iter().all(|game| game["round"].as_u64() > Some(1)));
    let name = output.display();
    let begun = |what: &str| {
        format!("{name} was begun with other {what}: give another --output to begin anew")
    };
    play(&["--seed", "2"]).refused(&begun("seed"));
    play(&["--kind", "points-race"]).refused(&begun("kind"));
    play(&["--player", "random"]).refused(&begun("players"));
}

#[test]
fn a_playto_does_not_count() {
    let (_folder, output) = output();
    let play = |flags: &[&str]| tournament(&output, &[&QUICK[..], flags].concat()).ok();
    play(&[]);
    let before = fs::read_to_string(output.join("standings.json")).unwrap();
    let told = |answer: &Answer| answer.out.lines().map(str::to_owned).collect::<Vec<_>>();
    let first = told(&play(&["--playto", "Corner", "random"]));
    assert_eq!(first.len(), 3, "{first:?}");
    assert!(first[0].starts_with("1/1.1     Corner - random  "), "{first:?}");
    assert!(first[2].ends_with(" random, which does not count"), "{first:?}");
    // Once more is another pair of games.
    let second = told(&play(&["--playto", "Corner", "random"]));
    assert!(second[0].starts_with("2/1.1     Corner - random  "), "{second:?}");
    play(&[]);
    let mut after: Value =
        serde_json::from_str(&fs::read_to_string(output.join("standings.json")).unwrap()).unwrap();
    assert_eq!(after.take(), serde_json::from_str::<Value>(&before).unwrap());
    tournament(&output, &[&QUICK[..], &["--playto", "Corner", "Bob"]].concat())
        .refused("no player has the name 'Bob': the players are random, greedy, Corner");
}

#[test]
fn an_autoplay_goes_on_until_its_time_is_up_or_somebody_stops_it() {
    let (_folder, output) = output();
    let flags = ["--autoplay", "--json", "--concurrency", "1"];
    let answer = tournament(&output, &[&QUICK[..], &flags, &["--for", "300ms"]].concat()).ok();
    let (games, standings) = lines(&answer);
    assert!(games.len() > 4, "{}", games.len());
    assert_eq!(
        (&standings["state"], &standings["kind"]),
        (&"stopped".into(), &"points-race".into())
    );
    assert!(answer.err.ends_with(" games: the same command resumes it\n"), "{}", answer.err);
    let page = fs::read_to_string(output.join("index.html")).unwrap();
    let race = page_data(&page)["race"].as_array().unwrap().len() as u64;
    assert_eq!(Some(race), games.last().unwrap()["round"].as_u64());

    let child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(["tournament", "--output", text(&output)])
        .args(QUICK)
        .args(flags)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let ended = child.wait_with_output().unwrap();
    let answer = Answer {
        out: String::from_utf8(ended.stdout).unwrap(),
        err: String::from_utf8(ended.stderr).unwrap(),
        code: ended.status.code(),
    };
    let (more, standings) = lines(&answer.ok());
    assert_eq!(standings["games"], games.len() + more.len());
    let slots: std::collections::BTreeSet<_> =
        games.iter().chain(&more).map(|game| game["slot"].to_string()).collect();
    assert_eq!(slots.len(), games.len() + more.len());
}

#[test]
fn every_agent_of_a_folder_takes_part() {
    let (folder, output) = output();
    let agents = folder.path().join("agents");
    fs::create_dir(&agents).unwrap();
    for name in ["zoe.py", "ann.py", "notes.txt"] {
        fs::write(agents.join(name), "class AI: pass\nraise SystemExit(3)\n").unwrap();
    }
    let flags = ["--player", "random", "--no-sandbox", "--json"];
    let (games, standings) =
        lines(&tournament(&output, &[&[text(&agents)], &flags[..]].concat()).ok());
    assert_eq!(games.len(), 6);
    let rows = standings["standings"].as_array().unwrap();
    assert_eq!((&rows[0]["name"], &rows[0]["losses"]), (&"random".into(), &0.into()));
    let mut names: Vec<_> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["ann", "random", "zoe"]);
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    tournament(&output, &[text(&empty)])
        .refused(&format!("there is no agent in {}", empty.display()));
}

#[test]
fn what_is_wrong_is_named() {
    let (folder, output) = output();
    let refused = |arguments: &[&str], sentence: &str| {
        tournament(&output, arguments).refused(sentence);
        assert!(!output.exists(), "{sentence}");
    };
    refused(
        &["--player", "random"],
        "a tournament needs two players or more, found 1: give a file, a folder of agents or --player",
    );
    refused(
        &[&QUICK[..], &["--player", "Eve=classic:phased"]].concat(),
        "Eve cannot play: phased plays reversed only, not reversi",
    );
    refused(
        &[&QUICK[..], &["--player", "Corner=random"]].concat(),
        "two players go by the name 'Corner'",
    );
    refused(&[&QUICK[..], &["--kind", "gauntlet"]].concat(), "a gauntlet needs a --challenger");
    refused(&[&QUICK[..], &["--challenger", "random"]].concat(), "challengers are for a gauntlet");
    refused(
        &[&QUICK[..], &["--autoplay", "--kind", "gauntlet"]].concat(),
        "--autoplay is a points race, not a gauntlet",
    );
    refused(
        &["--player", "hal"],
        "invalid value 'hal' for '--player <[NAME=]PLAYER>': 'hal' is not a player: expected engine, \
         classic:NAME, genome:FILE, zero, zero:FILE, random, greedy, python:FILE, gtp:COMMAND or nboard:COMMAND",
    );
    let missing = folder.path().join("missing.py");
    let player = format!("Ann=python:{}", missing.display());
    let Answer { err, code, .. } =
        tournament(&output, &[&QUICK[..], &["--player", &player, "--no-sandbox"]].concat());
    assert!(err.starts_with("outflank: Ann cannot play: "), "{err}");
    assert!(err.contains("missing.py") && err.lines().count() == 1, "{err}");
    assert_eq!(code, Some(2));

    let file = folder.path().join("bad.toml");
    for (content, line, reason) in [
        (
            "kind = \"swiss\"",
            1,
            "unknown variant `swiss`, expected one of `round-robin`, `gauntlet`, `points-race`",
        ),
        ("\nrounds = 0", 2, "0 is not from 1 to 1000000"),
        ("rules = \"chess\"", 1, "'chess' is not a game: expected reversi or reversed"),
        ("time = \"soon\"", 1, "'soon' is not a time: expected 5s, 500ms or 2m"),
        (
            "seed = 1\n\n[[players]]\nname = \"A\"\nplayer = \"hal\"",
            5,
            "'hal' is not a player: expected engine, classic:NAME, genome:FILE, zero, zero:FILE, random, greedy, python:FILE, gtp:COMMAND or nboard:COMMAND",
        ),
        ("[[players]]\nname = \"A\"", 1, "missing field `player`"),
    ] {
        fs::write(&file, content).unwrap();
        refused(&[text(&file)], &format!("{}: line {line}: {reason}", file.display()));
    }
    fs::write(&file, "seed = 1\nround = 3").unwrap();
    let Answer { err, code, .. } = tournament(&output, &[text(&file)]);
    let start =
        format!("outflank: {}: line 2: unknown field `round`, expected one of ", file.display());
    assert!(err.starts_with(&start) && err.lines().count() == 1, "{err}");
    assert_eq!(code, Some(2));
    fs::write(&file, "seed = = 3").unwrap();
    let Answer { err, .. } = tournament(&output, &[text(&file)]);
    assert!(err.starts_with(&format!("outflank: {}: line 1: ", file.display())), "{err}");
    assert_eq!(err.lines().count(), 1);
}

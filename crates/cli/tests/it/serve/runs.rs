//! Runs of `outflank evolve` over the real binary.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use super::process::Server;
use crate::common::{outflank, text};

/// A small run of three generations.
fn evolve(folder: &Path, form: &str) {
    let flags = "--population 6 --generations 3 --openings 1 --depth 1 --measure 2 --validate 4";
    let flags = ["evolve", text(folder), "--form", form].into_iter().chain(flags.split(' '));
    outflank(&flags.collect::<Vec<_>>()).ok();
}

fn part<'a>(genes: &'a Value, name: &str) -> &'a Value {
    let mut parts = genes.as_array().unwrap().iter();
    parts.find(|part| part["name"] == name).unwrap_or_else(|| panic!("no {name} in {genes}"))
}

#[test]
fn a_run_is_listed_and_told_with_its_champion() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().join("runs");
    evolve(&runs.join("first"), "five-factor");
    evolve(&runs.join("study/phased"), "phased");
    // Other stages leave notes of the same name, and some folders hold anything.
    for (name, note) in [("selfplay", "{\"games\":10}"), ("broken", "{")] {
        fs::create_dir_all(runs.join(name)).unwrap();
        fs::write(runs.join(name).join("run.json"), note).unwrap();
    }
    let server = Server::start(&["--runs", text(&runs), "--runs", text(&runs.join("../runs"))]);
    let mut visitor = server.visitor();
    let list = visitor.get("/api/runs").ok();
    let names: Vec<_> = list["runs"].as_array().unwrap().iter().map(|run| &run["id"]).collect();
    assert_eq!(names, ["0~first", "0~study~phased"]);
    let run = visitor.get("/api/runs/0~first").ok();
    for (key, expected) in [
        ("name", json!("first")),
        ("form", json!("five-factor")),
        ("rules", json!("reversed")),
        ("generation", json!(3)),
        ("generations", json!(3)),
        ("state", json!("done")),
    ] {
        assert_eq!(run[key], expected, "{key}");
        assert_eq!(list["runs"][0][key], expected, "{key}");
    }
    assert_eq!(run["contest"], "five-factor, reversed, depth 1, openings of 8 random plies");
    assert_eq!(run["settings"]["seed"], 1);

    // The log of the run, with scores as fractions of the maximum.
    let log = fs::read_to_string(runs.join("first/log.jsonl")).unwrap();
    let told = run["log"].as_array().unwrap();
    assert_eq!(told.len(), 3);
    for (line, told) in log.lines().zip(told) {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(line.as_object().unwrap().iter().all(|(key, value)| told[key] == *value));
        let best = told["best_part"].as_f64().unwrap();
        assert!((0.5..=1.0).contains(&best), "{told}");
    }
    let newer = visitor.get("/api/runs/0~first?after=2").ok();
    assert_eq!(newer["log"].as_array().unwrap()[..], told[2..]);

    // The champion is that of its file, by the names of its form.
    let genes = &run["champion"]["genes"];
    let squares = part(genes, "squares");
    assert_eq!(
        (&squares["kind"], squares["values"].as_array().unwrap().len()),
        (&json!("matrix"), 64)
    );
    assert_eq!(squares["values"][0], squares["values"][63]);
    let toml = fs::read_to_string(runs.join("first/champion.toml")).unwrap();
    let genome = outflank_classic::Genome::from_toml(&toml).unwrap();
    assert_eq!(run["champion"]["provenance"], genome.provenance());
    let mobility = part(genes, "mobility");
    assert_eq!(mobility["kind"], "table");
    assert_eq!(mobility["values"][0][0], genome.values()[0]);
    assert_eq!(part(genes, "board")["kind"], "number");
    assert_eq!(run["start"].as_array().unwrap().len(), genes.as_array().unwrap().len());
    // The list shows the match of the validation against the agent of the report.
    let validated = &list["runs"][0]["validated"];
    assert_eq!(
        (&validated["games"], &validated["opponent"]),
        (&json!(4), &json!("classic:five-factor,depth=1"))
    );
    let phased = visitor.get("/api/runs/0~study~phased").ok();
    let mobility = part(&phased["champion"]["genes"], "mobility");
    assert_eq!(mobility["rows"], json!(["early", "middle", "late"]));

    // The validation, without the paths of its files.
    let validation = run["validation"].as_array().unwrap();
    assert!(validation.len() >= 3, "{validation:?}");
    assert!(validation.iter().all(|row| row["games"] == 4));
    assert!(!run["validation"].to_string().contains(text(folder.path())));
}

#[test]
fn a_run_without_an_end_is_live_while_its_files_change() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("first");
    evolve(&run, "corner");
    fs::remove_file(run.join("validation.json")).unwrap();
    let server = Server::start(&["--runs", text(folder.path())]);
    let mut visitor = server.visitor();
    let told = visitor.get("/api/runs/0~first").ok();
    assert_eq!((&told["state"], &told["generations"]), (&json!("live"), &Value::Null));
    assert_eq!(told["validation"], Value::Null);
    let log = fs::File::options().append(true).open(run.join("log.jsonl")).unwrap();
    log.set_modified(SystemTime::now() - Duration::from_hours(1)).unwrap();
    assert_eq!(visitor.get("/api/runs/0~first").ok()["state"], "stopped");
    // An unfinished line of the log is not shown yet.
    let text = fs::read_to_string(run.join("log.jsonl")).unwrap();
    fs::write(run.join("log.jsonl"), &text[..text.len() - 9]).unwrap();
    assert_eq!(visitor.get("/api/runs/0~first").ok()["generation"], 2);
}

#[test]
fn no_id_leads_out_of_the_folders_of_runs() {
    let folder = tempfile::tempdir().unwrap();
    evolve(&folder.path().join("secret"), "corner");
    fs::create_dir(folder.path().join("runs")).unwrap();
    let runs = folder.path().join("runs");
    std::os::unix::fs::symlink(folder.path().join("secret"), runs.join("link")).unwrap();
    let server = Server::start(&["--runs", text(&runs)]);
    let mut visitor = server.visitor();
    assert_eq!(visitor.get("/api/runs").ok(), json!({"runs": []}));
    for id in ["0~..~secret", "0~link", "..%2Fsecret", "0", "1~secret", "secret", "%2Fetc", "0~%00"]
    {
        let sentence = visitor.get(&format!("/api/runs/{id}")).refused(404);
        assert_eq!(sentence, "There is no such run.");
    }
}

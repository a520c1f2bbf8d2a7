//! `outflank evolve`: killed and started again, with any number of threads.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::common::{Answer, outflank, text};

fn evolve(folder: &Path, arguments: &str) -> Answer {
    outflank(&command(folder, arguments))
}

fn command<'a>(folder: &'a Path, arguments: &'a str) -> Vec<&'a str> {
    ["evolve", text(folder)].into_iter().chain(arguments.split_whitespace()).collect()
}

/// The files of a run that depend on neither the clock nor the name of its folder.
fn kept(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut kept = BTreeMap::new();
    for path in [folder.to_owned(), folder.join("generations")] {
        for entry in fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let is_other = ["log.jsonl", "validation.json"].contains(&name.as_str());
            if path.is_file() && !is_other && !name.starts_with('.') {
                kept.insert(name, fs::read(path).unwrap());
            }
        }
    }
    kept
}

const TINY: &str = "--form five-factor --population 6 --generations 3 --openings 1 --depth 1 \
                    --measure 2 --validate 4";

#[test]
fn a_tiny_run_leaves_a_champion_a_picture_and_what_they_are_worth() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    let out = evolve(&run, TINY).ok().out;
    let rows: Vec<_> = out.lines().collect();
    assert!(rows[0].starts_with("generation "), "{out}");
    for (generation, row) in rows[1..4].iter().enumerate() {
        assert_eq!(row.split_whitespace().next().unwrap(), generation.to_string(), "{out}");
    }
    assert!(rows[4].starts_with("champion of generation "), "{out}");
    for opponent in ["classic:five-factor", "classic:phased", "classic:evolved"] {
        assert!(rows[5..].iter().any(|row| row.starts_with(opponent)), "{out}");
    }
    let files = kept(&run);
    let of = |name: &str| String::from_utf8(files[name].clone()).unwrap();
    assert!(of("evolution.svg").starts_with("<svg"));
    for line in ["best", "mean", "diversity", "against start"] {
        assert!(of("evolution.svg").contains(&format!(">{line}</text>")), "no {line}");
    }
    let champion = of("champion.toml");
    for fact in ["outflank evolve", "of 3.", "depth 1", "population: 6", "seed: 1"] {
        assert!(champion.contains(fact), "no {fact} in {champion}");
    }
    assert_eq!(fs::read_to_string(run.join("log.jsonl")).unwrap().lines().count(), 3);
    // The champion can play.
    let player = format!("genome:{},depth=1", text(&run.join("champion.toml")));
    let game = ["play", "--rules", "reversed", "--black", &player, "--white", "random"];
    outflank(&[&game[..], &["--seed", "1"]].concat()).ok();
}

#[test]
fn json_has_a_line_for_each_generation_and_a_summary() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    let lines = evolve(&run, &format!("{TINY} --json")).ok().json_lines();
    assert_eq!(lines.len(), 4);
    for (generation, line) in lines[..3].iter().enumerate() {
        assert_eq!(line["generation"], generation);
        // All play all from one opening with each colour, and the best plays the start.
        assert!(line["games"].as_u64() <= Some(6 * 5 + 4), "{line}");
        assert_eq!(line["played"], 10);
        assert!(line["mean"].as_f64().unwrap().abs() < 1e-9, "{line}");
    }
    let summary = &lines[3];
    assert_eq!((&summary["form"], &summary["rules"]), (&"five-factor".into(), &"reversed".into()));
    assert_eq!(summary["generations"], 3);
    let games: u64 = lines[..3].iter().map(|line| line["games"].as_u64().unwrap()).sum();
    assert_eq!(summary["games"], games);
    for played in summary["validation"].as_array().unwrap() {
        let of = |key: &str| played[key].as_u64().unwrap();
        assert_eq!(of("games"), 4);
        assert_eq!(of("wins") + of("draws") + of("losses"), 4);
    }
    let written = fs::read_to_string(run.join("validation.json")).unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&written).unwrap(), *summary);

    // A run that is over is not played again; its summary is the same.
    let again = evolve(&run, &format!("{TINY} --resume --json")).ok().json_lines();
    assert_eq!(again, lines[3..]);
}

#[test]
fn killed_at_any_moment_it_goes_on_to_the_same_end() {
    let folder = TempDir::new().unwrap();
    for (name, optimiser) in [
        ("genetic", "--population 14 --random-immigrants 1 --islands 2 --migrate-every 3"),
        ("cma-es", "--optimiser cma-es --population 30"),
    ] {
        let (calm, rough) = (folder.path().join(format!("{name}-calm")), folder.path().join(name));
        let arguments = format!(
            "--form five-factor {optimiser} --generations 11 --openings 2 --seed 5 --validate 0"
        );
        evolve(&calm, &arguments).ok();
        // Each time a few generations and some milliseconds later.
        for (generation, time) in [(None, 3), (Some(0), 0), (Some(2), 11), (Some(4), 5)] {
            let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
                .args(command(&rough, &arguments))
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            if let Some(number) = generation {
                let file = rough.join(format!("generations/{number:06}.json"));
                while !file.exists() && child.try_wait().unwrap().is_none() {
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            std::thread::sleep(Duration::from_millis(time));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        assert!(!rough.join("generations/000010.json").exists(), "{name} was done too soon");
        // The state after a kill during the write of the champion.
        fs::write(rough.join(".outflank-x.tmp"), "form = ").unwrap();
        evolve(&rough, &format!("{arguments} --resume")).ok();
        assert_eq!(kept(&calm), kept(&rough), "{name}");
        let names = fs::read_dir(&rough).unwrap().map(|entry| entry.unwrap().file_name());
        let is_ours = |name: &str| !name.starts_with('.') || name == ".outflank.lock";
        assert!(names.into_iter().all(|name| is_ours(name.to_str().unwrap())), "{name}");
    }
}

#[test]
fn any_number_of_games_at_once_finds_the_same() {
    let folder = TempDir::new().unwrap();
    let run = |name: &str, arguments: &str| {
        let path = folder.path().join(name);
        evolve(
            &path,
            &format!("{TINY} --population 12 {arguments}").replace("--population 6 ", ""),
        )
        .ok();
        kept(&path)
    };
    let one = run("one", "--concurrency 1");
    assert_eq!(one, run("two", "--concurrency 2"));
    assert_ne!(one["champion.toml"], run("other", "--seed 2")["champion.toml"]);
}

#[test]
fn the_old_name_of_concurrency_works_with_a_notice_and_quiet_says_nothing() {
    let folder = TempDir::new().unwrap();
    let old = evolve(&folder.path().join("old"), &format!("{TINY} --threads 1")).ok();
    assert_eq!(old.err, "outflank: --threads is now called --concurrency here\n");
    let new = evolve(&folder.path().join("new"), &format!("{TINY} --concurrency 1 --quiet")).ok();
    assert_eq!(new.err, "");
    assert_eq!(kept(&folder.path().join("old")), kept(&folder.path().join("new")));
}

#[test]
fn a_second_process_is_refused() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    let claim = outflank_durable::FolderClaim::take(&run).unwrap();
    let refused = evolve(&run, TINY);
    assert_eq!(
        refused.err,
        format!(
            "outflank: another process is working in {}: wait until it ends, or give another \
             folder\n",
            text(&run)
        )
    );
    assert_eq!(refused.code, Some(1));
    drop(claim);
    evolve(&run, TINY).ok();
}

#[test]
fn flags_are_grouped_by_their_use() {
    let help = outflank(&["evolve", "--help"]).ok().out;
    let at = |text: &str| help.find(text).unwrap_or_else(|| panic!("no {text} in {help}"));
    let order = [
        "Options:",
        "--concurrency",
        "--seed",
        "--quiet",
        "Genetic algorithm:",
        "--founders",
        "CMA-ES:",
        "--spread",
        "Validation:",
        "--validate",
        "Output:",
        "--json",
        "Examples:",
    ];
    assert!(order.map(at).is_sorted(), "{help}");
    assert!(!help.contains("--threads"));
}

#[test]
fn more_generations_can_be_asked_for_afterwards() {
    let folder = TempDir::new().unwrap();
    let (short, long) = (folder.path().join("short"), folder.path().join("long"));
    evolve(&short, TINY).ok();
    let longer = TINY.replace("--generations 3", "--generations 5");
    let told = evolve(&short, &longer).ok();
    assert_eq!(told.err, format!("{} resumes after 3 generations\n", text(&short)));
    evolve(&long, &longer).ok();
    assert_eq!(kept(&short), kept(&long));
}

#[test]
fn the_reports_settings_run_with_what_is_told_otherwise() {
    let folder = TempDir::new().unwrap();
    for (preset, form, coding) in [
        ("report-000", "phased", "\"real\""),
        ("report-002", "five-factor", "\"real\""),
        ("report-004", "evolved", "{\"sign-magnitude\":{\"bits\":7}}"),
        ("deep-binary", "evolved", "{\"binary\":{\"bits\":8}}"),
    ] {
        let run = folder.path().join(preset);
        let small = "--population 6 --generations 2 --depth 1 --measure 1 --validate 2";
        let out = evolve(&run, &format!("--preset {preset} {small} --json")).ok();
        assert_eq!(out.json_lines()[2]["form"], form);
        let note = fs::read_to_string(run.join("run.json")).unwrap();
        assert!(note.contains(&format!("\"coding\":{coding}")), "{note}");
        assert!(note.contains("\"openings\":\"start\"") && note.contains("depth 1"), "{note}");
    }
    // The squares of report 002 are not tuned, unless that is asked for.
    let squares = |run: &Path| {
        let champion = fs::read_to_string(run.join("champion.toml")).unwrap();
        champion.split("squares = ").nth(1).unwrap().to_owned()
    };
    assert!(squares(&folder.path().join("report-002")).contains("[-150,   48,   -8,    6]"));
    let run = folder.path().join("form");
    let flags = "--preset deep-binary --form five-factor --bits 3 --population 6 --generations 1 \
                 --depth 1 --validate 0 --selection keep=2 --crossover slice --rate 0.2..0.1/5";
    evolve(&run, flags).ok();
    assert!(!squares(&run).contains("-150,   48"));
    let note = fs::read_to_string(run.join("run.json")).unwrap();
    for fact in ["five-factor", "\"bits\":3", "{\"keep\":2}", "\"slice\"", "\"over\":5", "bit-flip"]
    {
        assert!(note.contains(fact), "no {fact} in {note}");
    }
}

#[test]
fn a_run_can_start_from_a_genome_of_ones_own() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    evolve(&run, TINY).ok();
    let (start, next) = (run.join("champion.toml"), folder.path().join("next"));
    let small = TINY.replace("--form five-factor", &format!("--genome {}", text(&start)));
    let out = evolve(&next, &small).ok().out;
    assert!(out.contains(&format!("\ngenome:{},depth=1 ", text(&start))), "{out}");
    assert!(out.contains("\nclassic:five-factor,depth=1 "), "{out}");
}

#[test]
fn a_genome_that_cannot_be_used_is_refused_with_file_line_and_reason() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    let good = concat!(env!("CARGO_MANIFEST_DIR"), "/../classic/genomes/five-factor.toml");
    let good = fs::read_to_string(good).unwrap();
    let file = folder.path().join("mine.toml");
    let genome = format!("--genome {}", text(&file));
    for (from, to, form, reason) in [
        ("2.51", "2.51", "staged", "line 2: the genome is for reversed, and the game is reversi"),
        ("2.51", "2.51", "phased", "line 1: the genome is a five-factor one, expected phased"),
        (
            "board =",
            "bord =",
            "five-factor",
            "line 14: 'bord' is not known here: expected mobility, frontier, stability, discs, \
             board, squares",
        ),
        ("board = 2.22\n", "", "five-factor", "line 5: there is no 'board'"),
        ("2.51", "nan", "five-factor", "line 7: 'mobility.early' is nan: expected a finite number"),
        (
            "[2.51, 1.88]",
            "[2.51]",
            "five-factor",
            "line 7: 'mobility' has to have 2 numbers in this row, found 1",
        ),
        ("2.51", "25.1", "five-factor", "'mobility.early' is 25.1, outside the bounds 0 to 10"),
    ] {
        fs::write(&file, good.replacen(from, to, 1)).unwrap();
        evolve(&run, &format!("{genome} --form {form}"))
            .refused(&format!("cannot use the genome {}: {reason}", text(&file)));
    }
    fs::remove_file(&file).unwrap();
    evolve(&run, &genome).refused(&format!(
        "cannot read the genome {}: No such file or directory (os error 2)",
        text(&file)
    ));
    assert!(!run.exists(), "nothing is begun");
}

#[test]
fn what_is_wrong_with_the_settings_is_named() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    for (arguments, sentence) in [
        ("", "say what is tuned: --form, --genome or --preset".to_owned()),
        (
            "--form hal",
            "invalid value 'hal' for '--form <FORM>': 'hal' is not a form: expected phased, \
             staged, five-factor, corner, evolved, continuous"
                .to_owned(),
        ),
        ("--form phased --resume", format!("there is no run in {} to resume", text(&run))),
        (
            "--form phased --mutation bit-flip",
            "bits can be flipped in binary genes only".to_owned(),
        ),
        (
            "--form phased --coding real --bits 4",
            "--bits is for genes that consist of bits".to_owned(),
        ),
        ("--form phased --bits 40", "a gene has 1 to 32 bits, not 40".to_owned()),
        (
            "--form phased --fixed square",
            "phased has no gene 'square': expected position, position_scale, mobility, stability"
                .to_owned(),
        ),
        (
            "--form phased --population 4 --elites 4",
            "of 4 agents 4 stay and 1 join from outside: no place is left for children".to_owned(),
        ),
        (
            "--form phased --rate 0.3/0",
            "invalid value '0.3/0' for '--rate <SCHEDULE>': expected a schedule such as 0.3, \
             0.3..0.1/50 or 0.3/20"
                .to_owned(),
        ),
        ("--form phased --rate nan", "the rate of mutation must be 0 to 1, not NaN".to_owned()),
        (
            "--form phased --selection keep=many",
            "invalid value 'keep=many' for '--selection <SELECTION>': expected best-and-half, \
             best-third, half-replaced, best-half, keep=K or tournament=N"
                .to_owned(),
        ),
        (
            "--preset report-004 --strength 0.1",
            "--strength is for mutations that do not flip bits".to_owned(),
        ),
        (
            "--form phased --migrants 2",
            "--migrate-every and --migrants are for several --islands".to_owned(),
        ),
        (
            "--form phased --spread 0.1",
            "--spread and --panel are for --optimiser cma-es".to_owned(),
        ),
        (
            "--form phased --optimiser cma-es --elites 1",
            "flags of the genetic algorithm are not for --optimiser cma-es".to_owned(),
        ),
        (
            "--form phased --validate 3",
            "invalid value '3' for '--validate <N>': expected an even number from 0 to 1000000: \
             games come in pairs"
                .to_owned(),
        ),
    ] {
        evolve(&run, arguments).refused(&sentence);
    }
    assert!(!run.exists(), "nothing is begun");
    evolve(&run, TINY).ok();
    let before = kept(&run);
    evolve(&run, &format!("{TINY} --seed 2")).refused(&format!(
        "{0} holds another run, that of {0}/run.json: give the same settings, or another folder",
        text(&run)
    ));
    assert_eq!(kept(&run), before);
}

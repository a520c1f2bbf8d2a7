//! Networks: trained, killed, shown, played and exported.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::common::{outflank, text};

/// Settings of a run that takes a second.
const QUICK: &str = "rules = \"reversed\"\nblocks = 1\nchannels = 16\nseed = 3\ngames = 128\n\
    first_simulations = 4\nmore_simulations = 1\nmost_simulations = 200\nexact = 8\n\
    exact_leaves = 4\nrandom_moves = 40\npasses = 1\nbatch = 64\nrate = 0.002\ngate_pairs = 2\n\
    gate_simulations = 4\n";

/// The files below a folder and their bytes, without the lock.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            let inner = self::files(&path).into_iter();
            files.extend(inner.map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else if name != ".outflank.lock" {
            files.insert(name, fs::read(&path).unwrap());
        }
    }
    files
}

#[test]
fn a_run_killed_ten_times_gives_the_same_networks_which_play() {
    let folder = TempDir::new().unwrap();
    let settings = folder.path().join("quick.toml");
    fs::write(&settings, QUICK).unwrap();
    let [calm, rough] = ["calm", "rough"].map(|name| folder.path().join(name));
    let arguments = |run: &Path| {
        let flags = ["--settings", text(&settings), "--generations", "3", "--threads", "1"];
        let words = ["zero", "train", text(run)].into_iter().chain(flags);
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    let run = |path: &Path| {
        let arguments = arguments(path);
        outflank(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).ok()
    };
    let told = run(&calm).out;
    assert!(told.starts_with("reversed, network 1x16, seed 3\n"), "{told}");
    for time in 1..=10 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
            .args(arguments(&rough))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Prime numbers, so that the kills do not fall into step with the work.
        std::thread::sleep(Duration::from_millis(60 + time * 37 % 211));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    run(&rough);
    let (calm_files, rough_files) = (files(&calm), files(&rough));
    assert_eq!(calm_files.keys().collect::<Vec<_>>(), rough_files.keys().collect::<Vec<_>>());
    assert!(calm_files == rough_files, "a file differs");

    let shown = outflank(&["zero", "show", text(&calm), "--json"]).ok().json_lines();
    assert_eq!(
        shown.iter().map(|line| line["generation"].as_u64()).collect::<Vec<_>>(),
        [Some(1), Some(2), Some(3)]
    );
    let network = calm.join("generations/0003/network");
    let predicted = outflank(&["zero", "predict", text(&network), "--json"]).ok().json_lines();
    let moves = predicted[0]["moves"].as_array().unwrap();
    let sum: f64 = moves.iter().map(|line| line["probability"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-5 && moves.len() == 4, "{predicted:?}");
    let player = format!("zero:{},simulations=8", text(&network));
    let played = ["match", &player, "random", "--games", "2", "--seed", "1", "--json"];
    let refused = outflank(&[&played[..], &["--rules", "reversi"]].concat());
    refused.refused(&format!(
        "cannot use the network {}: the network is for reversed, expected one for reversi",
        text(&network)
    ));
    outflank(&[&played[..], &["--rules", "reversed"]].concat()).ok();

    let other = ["zero", "train", text(&calm), "--seed", "4"];
    let refused = outflank(&other);
    assert!(refused.err.contains("holds another run"), "{}", refused.err);
}

#[test]
fn a_run_goes_on_from_a_network_whose_run_is_gone() {
    let folder = TempDir::new().unwrap();
    let [settings, first, begun, last] =
        ["quick.toml", "first", "begun", "last"].map(|name| folder.path().join(name));
    fs::write(&settings, QUICK).unwrap();
    let train = |settings: &Path, run: &Path| {
        let flags = ["--settings", text(settings), "--generations", "1"];
        outflank(&[&["zero", "train", text(run)][..], &flags].concat())
    };
    train(&settings, &first).ok();
    let network = first.join("generations/0001/network");
    let start = ["zero", "train", text(&begun), "--start", text(&network)];
    outflank(&[&start[..], &["--rules", "reversi"]].concat())
        .refused("the network to start with plays reversed, not reversi");

    // A run with the usual settings takes longer than a test, so it only begins.
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(start)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let written = begun.join("run.toml");
    while !written.exists() {
        assert_eq!(child.try_wait().unwrap(), None, "the run has ended");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();

    // The settings of a run, quicker ones here, repeat it with the network beside them.
    let written = fs::read_to_string(written).unwrap();
    let quick = format!("{QUICK}\n{}", &written[written.find("[start]").unwrap()..]);
    fs::write(&settings, quick).unwrap();
    let beside = folder.path().join("start.network");
    fs::write(&beside, b"another").unwrap();
    train(&settings, &last).refused(&format!(
        "{} is not the network that the run of these settings began with",
        text(&beside)
    ));
    fs::copy(begun.join("start.network"), &beside).unwrap();
    train(&settings, &last).ok();
    let bytes = fs::read(last.join("generations/0001/network")).unwrap();
    let header = String::from_utf8_lossy(&bytes[..200]).into_owned();
    assert!(header.contains("\"generation\":2"), "{header}");
}

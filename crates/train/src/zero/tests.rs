use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use outflank_core::Rule;
use outflank_net::{NetworkFile, NetworkShape};
use outflank_work::Threads;

use super::{
    ZeroControl, ZeroSettings, ZeroStart, read_zero_reports, train_zero, write_zero_start,
};

fn small(seed: u64) -> ZeroSettings {
    let shape = NetworkShape { blocks: 1, channels: 16 };
    ZeroSettings {
        games: 64,
        first_simulations: 4,
        exact: 8,
        exact_leaves: 4,
        random_moves: 40,
        passes: 1,
        gate_pairs: 2,
        gate_simulations: 4,
        ..ZeroSettings::new(Rule::Reversed, shape, seed)
    }
}

/// Trains, but stops when it was asked this many times whether to stop.
fn train(folder: &Path, settings: &ZeroSettings, threads: usize, questions: u32) {
    let asked = AtomicU32::new(0);
    let runner = Threads::new(threads).unwrap();
    let mut control = ZeroControl {
        threads,
        runner: &runner,
        should_stop: &|| asked.fetch_add(1, Ordering::Relaxed) >= questions,
        on_progress: &|_, _| {},
        on_report: &mut |_| {},
    };
    train_zero(folder, settings, 2, &mut control).unwrap();
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let inner = self::files(&path).into_iter();
            files.extend(inner.map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else if name != ".outflank.lock" {
            files.push((name, fs::read(&path).unwrap()));
        }
    }
    files.sort();
    files
}

#[test]
fn an_interrupted_run_with_other_threads_ends_with_the_same_bytes() {
    let [one, other] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let settings = small(1);
    train(one.path(), &settings, 1, u32::MAX);
    // Before the games, after them, and after the training.
    for questions in [1, 2, 2] {
        train(other.path(), &settings, 2, questions);
        // What a kill leaves behind.
        fs::write(other.path().join("generations/0001/.outflank-x.tmp"), b"half").unwrap();
    }
    assert!(other.path().join("generations/0001/state").exists());
    assert!(!other.path().join("generations/0001/report.json").exists());
    train(other.path(), &settings, 2, u32::MAX);
    let (one, other) = (files(one.path()), files(other.path()));
    assert_eq!(one.len(), other.len());
    for (one, other) in one.iter().zip(&other) {
        assert!(one == other, "{} differs from {}", one.0, other.0);
    }
}

#[test]
fn a_run_reports_its_generations_and_refuses_other_settings() {
    let folder = tempfile::tempdir().unwrap();
    let settings = small(2);
    train(folder.path(), &settings, 1, u32::MAX);
    let reports = read_zero_reports(folder.path()).unwrap();
    assert_eq!(reports.iter().map(|report| report.generation).collect::<Vec<_>>(), [1, 2]);
    assert!(reports.iter().all(|report| report.positions > 64 && report.losses.moves > 0.0));
    let runner = Threads::new(1).unwrap();
    let mut control = ZeroControl {
        threads: 1,
        runner: &runner,
        should_stop: &|| false,
        on_progress: &|_, _| {},
        on_report: &mut |_| {},
    };
    let error = train_zero(folder.path(), &small(3), 2, &mut control).unwrap_err();
    assert!(error.to_string().contains("another run"), "{error}");
}

#[test]
fn a_run_goes_on_from_a_network_and_refuses_another_in_its_place() {
    let [first, second] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let settings = small(4);
    train(first.path(), &settings, 1, u32::MAX);
    let path = first.path().join("generations/0002/network");
    let bytes = fs::read(path).unwrap();
    let network = NetworkFile::from_bytes(&bytes, Rule::Reversed).unwrap();
    let start = Some(ZeroStart::new(&bytes, network.provenance));
    let later = ZeroSettings { start, ..settings };

    // The first games need the network, and no random one takes its place.
    let runner = Threads::new(1).unwrap();
    let mut control = ZeroControl {
        threads: 1,
        runner: &runner,
        should_stop: &|| false,
        on_progress: &|_, _| {},
        on_report: &mut |_| {},
    };
    assert!(train_zero(second.path(), &later, 1, &mut control).is_err());
    write_zero_start(second.path(), b"another").unwrap();
    let error = train_zero(second.path(), &later, 1, &mut control).unwrap_err();
    assert!(error.to_string().contains("not the network that the run began with"), "{error}");

    write_zero_start(second.path(), &bytes).unwrap();
    let reports = train_zero(second.path(), &later, 1, &mut control).unwrap();
    assert_eq!(reports[0].simulations, later.first_simulations + 2 * later.more_simulations);
    let trained = fs::read(second.path().join("generations/0001/network")).unwrap();
    let trained = NetworkFile::from_bytes(&trained, Rule::Reversed).unwrap();
    assert_eq!((trained.provenance.generation, trained.provenance.games), (3, 3 * 64));
}

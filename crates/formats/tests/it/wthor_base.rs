//! The whole WTHOR base, where it is on the machine: set `OUTFLANK_DATA` to a
//! folder that holds its `.wtb`, `.jou` and `.trn` files at any depth.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use outflank_core::Rule;
use outflank_formats::wthor::{self, NameKind, Names};
use outflank_formats::{Record, ggf};

/// Every file below a folder with this extension in any case, by name.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A line on the terminal even when the test passes: the test runner captures
/// `println!`, but not this.
macro_rules! tell {
    ($($line:tt)*) => {
        writeln!(io::stderr(), $($line)*).expect("standard error is open")
    };
}

fn names(folder: &Path, kind: NameKind, extension: &str) -> Vec<String> {
    files(folder, extension).first().map_or_else(Vec::new, |path| {
        let bytes = fs::read(path).expect("a file that was just listed");
        wthor::read_names(&bytes[..], kind).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    })
}

/// Replays every game of a file, takes each through GGF and back, and returns
/// how many there were and how many the header counts.
fn check(path: &Path, names: &Names) -> (usize, usize) {
    let name = path.display();
    let bytes = fs::read(path).expect("a file that was just listed");
    let mut reader = wthor::Reader::new(&bytes[..], names.clone());
    let header = reader.header().unwrap_or_else(|error| panic!("{name}: {error}"));
    // The reader replays: an illegal move would be an error.
    let records: Vec<Record> =
        reader.map(|record| record.unwrap_or_else(|error| panic!("{name}: {error}"))).collect();
    let mut text = Vec::new();
    for record in &records {
        ggf::write(&mut text, record).expect("memory takes all");
    }
    let mut back = ggf::read(&text[..], Rule::Reversi);
    for (number, record) in (1..).zip(&records) {
        let again = back.next().expect("as many games as were written");
        let again = again.unwrap_or_else(|error| panic!("{name}, game {number}: {error}"));
        // Not only moves, names and results: GGF has a place for all of it.
        assert_eq!(&again, record, "{name}, game {number}");
    }
    assert!(back.next().is_none(), "{name} has more games after GGF");
    (records.len(), header.games as usize)
}

#[test]
fn the_whole_base_replays_and_goes_through_ggf() {
    let Some(folder) = std::env::var_os("OUTFLANK_DATA").map(PathBuf::from) else {
        tell!("skipped: OUTFLANK_DATA names no folder with a WTHOR base");
        return;
    };
    let start = Instant::now();
    let bases = files(&folder, "wtb");
    assert!(!bases.is_empty(), "there is no .wtb file in {}", folder.display());
    let names = Names {
        players: names(&folder, NameKind::Player, "jou"),
        tournaments: names(&folder, NameKind::Tournament, "trn"),
    };

    let next = AtomicUsize::new(0);
    let work = || {
        let mut sums = (0, 0);
        while let Some(path) = bases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (games, counted) = check(path, &names);
            sums = (sums.0 + games, sums.1 + counted);
        }
        sums
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (games, counted) = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().fold((0, 0), |sums, worker| {
            let (games, counted) = worker.join().expect("the message above says which game");
            (sums.0 + games, sums.1 + counted)
        })
    });
    assert_eq!(games, counted, "games against what the headers count");
    tell!(
        "{games} games in {} files, {} players, {} tournaments: {:.1} s",
        bases.len(),
        names.players.len(),
        names.tournaments.len(),
        start.elapsed().as_secs_f64()
    );
}

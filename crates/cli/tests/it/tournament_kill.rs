//! A tournament that is killed again and again loses no game that it reported.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use outflank_arena::{Filter, Store};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::common::{outflank, text};

const KILLS: usize = 10;
/// So many that a quick machine does not play all of them before the last kill.
const GAMES: usize = 800;

/// Everyone meets everyone forty times, two games each: 800 games.
fn arguments(output: &Path) -> Vec<&str> {
    let mut arguments = vec!["tournament", "--output", text(output)];
    for player in [
        "random",
        "greedy",
        "classic:corner,depth=1",
        "Deeper=classic:corner,depth=2",
        "engine:nodes=1000,hash=1,weights=hand-made",
    ] {
        arguments.extend(["--player", player]);
    }
    arguments.extend(["--rounds", "40", "--seed", "4", "--json", "--concurrency", "2"]);
    arguments
}

/// Runs until a number of lines was printed and a little longer, then kills the process
/// and returns all complete lines.
fn run_and_kill(output: &Path, lines: usize, longer: Duration) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(arguments(output))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut told = Vec::new();
    let mut killed = false;
    loop {
        if told.len() == lines && !killed {
            std::thread::sleep(longer);
            // SIGKILL: nothing can be tidied up.
            child.kill().unwrap();
            killed = true;
        }
        let mut line = String::new();
        if out.read_line(&mut line).unwrap() == 0 {
            break;
        }
        if line.ends_with('\n') {
            told.push(line);
        }
    }
    child.wait().unwrap();
    told
}

/// The score of each place, and that no place comes twice.
fn by_place(lines: &[Value]) -> BTreeMap<String, i64> {
    let mut places = BTreeMap::new();
    for line in lines {
        let place = line["slot"].as_str().unwrap().to_owned();
        let twice = places.insert(place, line["score"].as_i64().unwrap());
        assert_eq!(twice, None, "{line} was told twice");
    }
    places
}

#[test]
fn every_pairing_is_played_once_and_every_game_that_was_told_is_in_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("killed");
    let seed = rand::random::<u64>();
    println!("the moments of the kills come from seed {seed}");
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut told = Vec::new();
    for _ in 0..KILLS {
        let lines = random.random_range(0..10);
        let longer = Duration::from_micros(random.random_range(0..8_000));
        let lines = run_and_kill(&output, lines, longer);
        told.extend(lines.iter().map(|line| serde_json::from_str::<Value>(line).unwrap()));
        // Each run is over before all is played, or it would not be killed.
        assert!(told.len() < GAMES, "{} games were told", told.len());
    }
    let end = outflank(&arguments(&output)).ok();
    let mut rest = end.json_lines();
    let standings = rest.pop().unwrap();
    told.extend(rest);
    let told = by_place(&told);

    let store = Store::open_existing(&output.join("games.db")).unwrap();
    let stored = store.summaries(&Filter::default()).unwrap();
    assert_eq!((stored.len(), &standings["games"]), (GAMES, &GAMES.into()));
    // In each round each of the ten pairs of players has two games, one for
    // each colour.
    let played: BTreeSet<_> = stored
        .iter()
        .map(|game| (game.slot.round, game.players.each_ref().map(|agent| agent.name.clone())))
        .collect();
    assert_eq!(played.len(), GAMES);
    for round in 0..40 {
        let games = stored.iter().filter(|game| game.slot.round == round);
        assert_eq!(games.count(), 20);
    }
    let in_store: BTreeMap<_, _> = stored
        .iter()
        .map(|game| {
            let slot = game.slot;
            let place = format!("{}/{}.{}", slot.round + 1, slot.pair + 1, slot.game + 1);
            (place, i64::from(game.score.discs()))
        })
        .collect();
    for (place, score) in &told {
        assert_eq!(in_store.get(place), Some(score), "game {place}");
    }
    // It has the same result as an uninterrupted one.
    let whole = folder.path().join("whole");
    let mut undisturbed = outflank(&arguments(&whole)).ok().json_lines();
    undisturbed.pop();
    assert_eq!(by_place(&undisturbed), in_store);
}

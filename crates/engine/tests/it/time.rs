//! Searches that are stopped, and searches with a time limit.

use std::time::{Duration, Instant};

use outflank_core::{Board, Rule};
use outflank_engine::{Engine, Goal, Limits};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::boards::{board, random_board};
use crate::checks::{check, engine, search};

/// How long a search goes on after it was asked to stop, with everything that
/// a caller waits for.
fn time_to_stop(engine: &mut Engine, rule: Rule, board: Board, after: Duration) -> Duration {
    let limits = Limits { goal: Goal::Solve, ..Limits::default() };
    let stop = limits.stop.clone();
    std::thread::scope(|scope| {
        let asked = scope.spawn(move || {
            std::thread::sleep(after);
            let asked = Instant::now();
            stop.ask();
            asked
        });
        let analysis = search(engine, rule, board, &limits);
        let answered = Instant::now();
        check(&analysis);
        let asked = asked.join().expect("no panic");
        assert!(!analysis.exact, "too easy to be stopped: {board:?}");
        answered.saturating_duration_since(asked)
    })
}

/// Stops at random moments of a middle game and of an endgame that takes long,
/// and tells the longest time to stop for each number of threads.
fn longest_to_stop(stops: u32, latest: Duration, mut tell: impl FnMut(String, Duration)) {
    // FFO #57, which takes minutes.
    let endgame = board("-------------------XXOOO--XXXOOO--XXOXOO-OOOXXXO--OXOO-O-OOOOO-- X");
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    for (name, board) in [("middle game", random_board(&mut rng, 44)), ("endgame", endgame)] {
        for rule in Rule::BOTH {
            for threads in [1, 2] {
                let mut engine = engine(threads);
                engine.prepare(rule);
                let times = (0..stops).map(|_| {
                    engine.clear();
                    let after = latest.mul_f64(rng.random());
                    time_to_stop(&mut engine, rule, board, after)
                });
                let mut times: Vec<_> = times.collect();
                times.sort();
                let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
                println!("{name}, {rule}, {threads} threads: {median:.2?}, at most {longest:.2?}");
                tell(format!("{name}, {rule}, {threads} threads"), longest);
            }
        }
    }
}

#[test]
fn a_stop_from_another_thread_is_heeded() {
    longest_to_stop(4, Duration::from_millis(200), |name, longest| {
        assert!(longest < Duration::from_millis(100), "{name}: {longest:?}");
    });
}

#[test]
#[ignore = "measures: wants an idle machine and a release build"]
fn a_stop_is_heeded_within_ten_milliseconds() {
    let mut found = Vec::new();
    longest_to_stop(50, Duration::from_millis(400), |name, longest| found.push((name, longest)));
    for (name, longest) in found {
        assert!(longest < Duration::from_millis(10), "{name}: {longest:?}");
    }
}

/// How much of each time limit was left, the least of some searches.
fn least_left(searches: u32) -> Vec<(String, Duration, Option<Duration>)> {
    let mut rng = ChaCha8Rng::seed_from_u64(20);
    let mut found = Vec::new();
    for millis in [20, 100, 500] {
        let time = Duration::from_millis(millis);
        let limits = Limits { time: Some(time), ..Limits::default() };
        for threads in [1, 2] {
            let mut engine = engine(threads);
            let mut left = (0..searches).map(|_| {
                let board = random_board(&mut rng, 36);
                let start = Instant::now();
                let analysis = search(&mut engine, Rule::Reversi, board, &limits);
                let spent = start.elapsed();
                check(&analysis);
                time.checked_sub(spent)
            });
            let least = left.try_fold(time, |least, left| Some(least.min(left?)));
            println!("{millis} ms, {threads} threads: {least:.2?} left at least");
            found.push((format!("{threads} threads"), time, least));
        }
    }
    found
}

#[test]
fn the_answer_is_there_in_time() {
    let late = |found: &(String, Duration, Option<Duration>)| found.2.is_none();
    // Another process may take the processor away at the wrong moment, so only five late
    // runs in a row are an error of the engine.
    let is_good = (0..5).any(|_| !least_left(2).iter().any(late));
    assert!(is_good, "late five times in a row");
}

#[test]
#[ignore = "measures: wants an idle machine and a release build"]
fn no_answer_of_many_is_late() {
    for (name, time, left) in least_left(20) {
        assert!(left.is_some(), "{name} answered after {time:?}");
    }
}

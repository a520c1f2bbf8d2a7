//! Positions that no test has seen before, against the plain solver.
//!
//! The usual run takes 300 positions. `OUTFLANK_FRESH=10000` takes that many, from a seed that changes
//! with every run: `OUTFLANK_FRESH_SEED` repeats one. Each position is solved under both rules, for
//! its score and for its outcome.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use outflank_core::{Board, Rule};
use outflank_engine::{Engine, Goal, Limits, Options, reference};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::boards::random_board;

/// The number of positions with 8 to 13 empty squares in the usual run, and among 10,000. The plain
/// solver takes four times as long for every further square.
const USUAL: [usize; 6] = [90, 90, 70, 35, 12, 3];
const OF_10_000: [usize; 6] = [2500, 2500, 2200, 1500, 900, 400];
const FEWEST: u32 = 8;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().expect("a number"))
}

fn boards() -> Vec<Board> {
    let asked = number("OUTFLANK_FRESH").map(|asked| usize::try_from(asked).expect("a number"));
    let share = |asked: usize, part: usize| (asked * part).div_ceil(10_000);
    let quotas = asked.map_or(USUAL, |asked| OF_10_000.map(|part| share(asked, part)));
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let usual = || if asked.is_some() { clock() } else { 13 };
    let seed = number("OUTFLANK_FRESH_SEED").unwrap_or_else(usual);
    println!("OUTFLANK_FRESH_SEED={seed}");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let of = |(quota, empties)| (0..quota).map(move |_| empties);
    let wanted = quotas.into_iter().zip(FEWEST..).flat_map(of);
    wanted.map(|empties| random_board(&mut rng, empties)).collect()
}

/// Solves the boards that no other thread has taken, those with most empty squares first. Returns
/// the number of wrong scores and outcomes.
fn wrong(boards: &[Board], next: &AtomicUsize) -> usize {
    let mut engine = Engine::new(Options { threads: 1, hash_mib: 16 });
    let mut wrong = 0;
    while let Some(board) = boards.iter().rev().nth(next.fetch_add(1, Ordering::Relaxed)) {
        for rule in Rule::BOTH {
            let known = reference::solve(rule, *board).discs();
            for (goal, expected) in [(Goal::Solve, known), (Goal::Outcome, known.signum())] {
                let limits = Limits { goal, ..Limits::default() };
                let found = engine.search(rule, *board, &limits, &mut |_| {});
                if (found.shown_score(), found.exact) != (expected, true) {
                    wrong += 1;
                    println!("{rule} {board:?} {goal:?}: {expected} expected, {found:?}");
                }
            }
        }
    }
    wrong
}

#[test]
fn fresh_positions_have_their_true_scores_and_outcomes() {
    let boards = boards();
    let next = AtomicUsize::new(0);
    let wrong: usize = std::thread::scope(|scope| {
        let threads = [0, 1].map(|_| scope.spawn(|| wrong(&boards, &next)));
        threads.map(|thread| thread.join().expect("no panic")).iter().sum()
    });
    println!("{} positions under each rule, {wrong} wrong", boards.len());
    assert_eq!(wrong, 0);
}

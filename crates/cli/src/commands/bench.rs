//! `outflank bench`

use std::io::{self, Write};
use std::time::{Duration, Instant};

use outflank_core::{InstructionSet, Position, Rule, perft_on};
use outflank_engine::{Engine, Goal, Limits, Options};
use serde::Serialize;

use crate::cli::Bench;
use crate::failure::Failure;
use outflank_arena::milliseconds;
use outflank_report::{count, print_json, rate};

/// The start, a middle game and an endgame, each to a depth that takes a
/// fraction of a second.
const POSITIONS: [(&str, u32); 3] = [
    ("---------------------------OX------XO--------------------------- X", 9),
    ("------------------XO-O----XXOO----OOOX-----OXX-----XO----------- X", 6),
    ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 7),
];

/// Middle games to search to a depth, and endgames to solve.
const SEARCHES: [(&str, Option<u32>); 5] = [
    ("---------------------------OX------XO--------------------------- X", Some(15)),
    ("------------------XO-O----XXOO----OOOX-----OXX-----XO----------- X", Some(14)),
    ("----------OX------XOXO---OXXOXX-XXXXXOO-XXXOXOO-X-XXO-----XO---- X", Some(14)),
    ("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", None),
    ("-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X", None),
];

/// The number of runs for each kernel; the fastest one counts.
const ROUNDS: u32 = 3;

#[derive(Serialize)]
struct KernelLine {
    kernel: &'static str,
    nodes: u64,
    time_ms: f64,
    /// The speed relative to the slowest kernel.
    ratio: f64,
}

#[derive(Serialize)]
struct SearchLine {
    rules: &'static str,
    nodes: u64,
    time_ms: f64,
}

pub(crate) fn run(options: &Bench) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    moves(options, &mut out)?;
    searches(options, &mut out)
}

/// Move generation on each instruction set.
fn moves(options: &Bench, out: &mut impl Write) -> Result<(), Failure> {
    if !options.json {
        writeln!(
            out,
            "{:<10} {:>14} {:>9} {:>14} {:>7}",
            "moves", "nodes", "seconds", "per second", "ratio"
        )?;
    }
    let mut slowest = None;
    for set in InstructionSet::supported() {
        let (nodes, time) = count_moves(set);
        let ratio = slowest.get_or_insert(time).as_secs_f64() / time.as_secs_f64();
        if options.json {
            let (kernel, time_ms) = (set.name(), milliseconds(time));
            print_json(out, &KernelLine { kernel, nodes, time_ms, ratio })?;
        } else {
            let seconds = time.as_secs_f64();
            let (nodes, rate) = (count(nodes), rate(nodes, time));
            writeln!(out, "{set:<10} {nodes:>14} {seconds:>9.3} {rate:>14} {ratio:>6.2}x")?;
        }
        out.flush()?;
    }
    Ok(())
}

/// The search of each game, with one thread: the nodes are always the same
/// until the search itself is changed.
fn searches(options: &Bench, out: &mut impl Write) -> Result<(), Failure> {
    if !options.json {
        writeln!(out, "{:<10} {:>14} {:>9} {:>14}", "search", "nodes", "seconds", "per second")?;
    }
    for rule in Rule::BOTH {
        let (nodes, time) = search(rule);
        if options.json {
            let (rules, time_ms) = (rule.name(), milliseconds(time));
            print_json(out, &SearchLine { rules, nodes, time_ms })?;
        } else {
            let seconds = time.as_secs_f64();
            let (nodes, rate) = (count(nodes), rate(nodes, time));
            writeln!(out, "{rule:<10} {nodes:>14} {seconds:>9.3} {rate:>14}")?;
        }
        out.flush()?;
    }
    Ok(())
}

fn position(text: &str) -> Position {
    text.parse().expect("the positions above are well formed")
}

/// Nodes of all positions, and the sum of their best times.
fn count_moves(set: InstructionSet) -> (u64, Duration) {
    let mut total = (0, Duration::ZERO);
    for (text, depth) in POSITIONS {
        let board = position(text).board();
        let mut best = Duration::MAX;
        let mut nodes = 0;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            nodes = perft_on(set, board, depth);
            best = best.min(start.elapsed());
        }
        total = (total.0 + nodes, total.1 + best);
    }
    total
}

/// Nodes and time of all searches of one game.
fn search(rule: Rule) -> (u64, Duration) {
    let mut engine = Engine::new(Options { threads: 1, hash_mib: 16 });
    let mut total = (0, Duration::ZERO);
    for (text, depth) in SEARCHES {
        let goal = if depth.is_some() { Goal::Score } else { Goal::Solve };
        let limits = Limits { depth, goal, ..Limits::default() };
        let analysis = engine.search(rule, position(text).board(), &limits, &mut |_| {});
        total = (total.0 + analysis.nodes, total.1 + analysis.time);
    }
    total
}

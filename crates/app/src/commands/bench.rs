//! `outflank bench`

use std::io::{self, Write};
use std::time::{Duration, Instant};

use outflank_core::{InstructionSet, Position, perft_on};
use serde::Serialize;

use crate::cli::Bench;
use crate::failure::Failure;
use crate::screen::{count, milliseconds, print_json, rate};

/// The start, a middle game and an endgame, each to a depth that takes a
/// fraction of a second.
const POSITIONS: [(&str, u32); 3] = [
    ("---------------------------OX------XO--------------------------- X", 9),
    ("------------------XO-O----XXOO----OOOX-----OXX-----XO----------- X", 6),
    ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 7),
];

/// How often each is counted; the fastest time is taken.
const ROUNDS: u32 = 3;

#[derive(Serialize)]
struct Line {
    kernel: &'static str,
    nodes: u64,
    time_ms: f64,
    /// How many times faster than the slowest kernel.
    ratio: f64,
}

pub(crate) fn run(options: &Bench) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if !options.json {
        writeln!(
            out,
            "{:<10} {:>14} {:>9} {:>14} {:>7}",
            "kernel", "nodes", "seconds", "per second", "ratio"
        )?;
    }
    let mut slowest = None;
    for set in InstructionSet::supported() {
        let (nodes, time) = measure(set);
        let ratio = slowest.get_or_insert(time).as_secs_f64() / time.as_secs_f64();
        if options.json {
            let (kernel, time_ms) = (set.name(), milliseconds(time));
            print_json(&mut out, &Line { kernel, nodes, time_ms, ratio })?;
        } else {
            let seconds = time.as_secs_f64();
            let (nodes, rate) = (count(nodes), rate(nodes, time));
            writeln!(out, "{set:<10} {nodes:>14} {seconds:>9.3} {rate:>14} {ratio:>6.2}x")?;
        }
        out.flush()?;
    }
    Ok(())
}

/// Nodes of all positions, and the sum of their best times.
fn measure(set: InstructionSet) -> (u64, Duration) {
    let mut total = (0, Duration::ZERO);
    for (text, depth) in POSITIONS {
        let position: Position = text.parse().expect("the positions above are well formed");
        let mut best = Duration::MAX;
        let mut nodes = 0;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            nodes = perft_on(set, position.board(), depth);
            best = best.min(start.elapsed());
        }
        total = (total.0 + nodes, total.1 + best);
    }
    total
}

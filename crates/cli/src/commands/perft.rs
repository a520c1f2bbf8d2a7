//! `outflank perft DEPTH [POSITION]`

use std::io::{self, Write};
use std::time::Instant;

use outflank_core::{divide, perft};
use serde::Serialize;

use crate::cli::Perft;
use crate::failure::Failure;
use outflank_arena::milliseconds;
use outflank_report::{count, print_json, rate};

#[derive(Serialize)]
struct DepthLine {
    position: String,
    depth: u32,
    nodes: u64,
    time_ms: f64,
}

#[derive(Serialize)]
struct MoveLine {
    #[serde(rename = "move")]
    first: String,
    depth: u32,
    nodes: u64,
}

pub(crate) fn run(options: &Perft) -> Result<(), Failure> {
    if options.divide { by_move(options) } else { by_depth(options) }
}

/// One line for each depth up to the one asked for.
fn by_depth(options: &Perft) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if !options.json {
        writeln!(out, "{:>5} {:>20} {:>12} {:>14}", "depth", "sequences", "seconds", "per second")?;
    }
    for depth in options.depth.min(1)..=options.depth {
        let start = Instant::now();
        let nodes = perft(options.start.position.board(), depth);
        let time = start.elapsed();
        if options.json {
            let position = options.start.position.to_string();
            let time_ms = milliseconds(time);
            print_json(&mut out, &DepthLine { position, depth, nodes, time_ms })?;
        } else {
            let seconds = time.as_secs_f64();
            let (nodes, rate) = (count(nodes), rate(nodes, time));
            writeln!(out, "{depth:>5} {nodes:>20} {seconds:>12.3} {rate:>14}")?;
        }
        out.flush()?;
    }
    Ok(())
}

/// One line for each first move.
fn by_move(options: &Perft) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for (first, nodes) in divide(options.start.position.board(), options.depth) {
        if options.json {
            let line = MoveLine { first: first.to_string(), depth: options.depth, nodes };
            print_json(&mut out, &line)?;
        } else {
            writeln!(out, "{first:<4} {:>20}", count(nodes))?;
        }
    }
    Ok(())
}

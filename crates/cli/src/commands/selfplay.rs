//! `outflank selfplay`

use std::io::{self, Write};

use outflank_eval::Weights;
use outflank_train::{SelfPlay, SelfPlaySummary, selfplay};
use serde::Serialize;

use crate::cli::Selfplay;
use crate::failure::Failure;
use crate::progress;
use outflank_arena::milliseconds;
use outflank_report::{count, print_json};

#[derive(Serialize)]
struct Line {
    rules: &'static str,
    games: u64,
    positions: usize,
    held_out: usize,
    played: u64,
    time_ms: f64,
    seed: u64,
}

pub(crate) fn run(options: &Selfplay) -> Result<(), Failure> {
    let weights = options.weights.load(options.rules).map_err(Failure::input)?;
    let settings = SelfPlay {
        rule: options.rules,
        games: options.games,
        depth: options.depth,
        exact: options.exact,
        opening: options.opening,
        temperature: if options.depth == 0 { 0.0 } else { options.temperature },
        beside: options.beside,
        seed: options.seed,
        weights: weights.as_ref().map_or(0, Weights::checksum),
    };
    let runner = options.at_once.cluster().runner(options.at_once.games())?;
    let bar = progress::bar(options.games, "games");
    let on_games = |games| bar.inc(games);
    let folder = &options.folder;
    let summary = selfplay(folder, settings, weights.as_ref(), runner.as_ref(), &on_games);
    bar.finish_and_clear();
    tell(options, summary.map_err(super::train::failure)?)
}

fn tell(options: &Selfplay, summary: SelfPlaySummary) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let SelfPlaySummary { games, positions, held_out, played, time } = summary;
    if options.json {
        let (rules, time_ms) = (options.rules.name(), milliseconds(time));
        let seed = options.seed;
        print_json(&mut out, &Line { rules, games, positions, held_out, played, time_ms, seed })?;
        return Ok(());
    }
    writeln!(
        out,
        "{} games of {}: {} positions to learn from, {} left out to measure by",
        count(games),
        options.rules,
        count(positions as u64),
        count(held_out as u64),
    )?;
    if played > 0 {
        let seconds = time.as_secs_f64();
        writeln!(
            out,
            "{} positions played now in {seconds:.1} s, {:.0} a second",
            count(played),
            played as f64 / seconds
        )?;
    }
    Ok(())
}

//! `outflank tournament --playto`: a pair of games that does not count.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use outflank_arena::{Filter, Kind, RunEnd, Source, StopConditions, Store};

use super::lines::GameLine;
use super::plan::Plan;
use super::{failure, stop_on_interrupt, store_failure};
use crate::cli;
use crate::failure::Failure;
use outflank_report::print_json;
use outflank_report::tournament::text;

/// Plays one more pair, or the one that was not finished.
pub(super) fn run(mut plan: Plan, options: &cli::Tournament) -> Result<(), Failure> {
    let mut store = Store::open(&plan.store).map_err(store_failure)?;
    let event = store.event(&plan.settings()).map_err(store_failure)?;
    let filter = Filter { event: Some(event), ..Filter::default() };
    let before = store.summaries(&filter).map_err(store_failure)?;
    let pairs = plan.tournament.schedule.pairs;
    let per_round = 2 * pairs as usize;
    plan.tournament.schedule.rounds = Some((before.len() / per_round) as u32 + 1);
    let stopped = stop_on_interrupt()?;
    let deadline = plan.run_time.map(|time| Instant::now() + time);
    let stop = StopConditions { flag: &stopped, deadline };
    let Kind::Playto { players } = plan.tournament.schedule.kind else {
        unreachable!("only a playto comes here");
    };
    let mut out = io::stdout().lock();
    let mut half_points = 0;
    let mut written = Ok(());
    let end = plan.tournament.play(&mut store, event, stop, &mut |game, source| {
        if source == Source::Stored {
            return ControlFlow::Continue(());
        }
        let of_black = game.half_points();
        half_points += if game.sides[0] == players[0] { of_black } else { 2 - of_black };
        written = if options.json {
            print_json(&mut out, &GameLine::new(&plan, game))
        } else {
            writeln!(out, "{}", text::game(&plan.tournament.entrants, game))
        };
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let end = end.map_err(failure)?;
    written?;
    if end == RunEnd::Stopped {
        return Err(Failure::Run(anyhow::anyhow!("stopped: the same command resumes it")));
    }
    if !options.json {
        let [first, second] = players.map(|player| plan.name(player));
        let points = f64::from(half_points) / 2.0;
        let other = f64::from(2 * pairs) - points;
        writeln!(out, "{first} {points} : {other} {second}, which does not count")?;
    }
    Ok(())
}

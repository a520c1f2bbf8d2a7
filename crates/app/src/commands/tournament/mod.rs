//! `outflank tournament`

mod csv;
mod file;
mod lines;
mod live;
mod outputs;
mod page;
mod plan;
mod playto;
mod roster;
mod scoreboard;
mod text;

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::Context;
use outflank_arena::{EventKind, Kind, RatingRow, RunEnd, Stop, Store, TournamentError};
use serde_json::Value;

use super::matches::stop_on_interrupt;
use crate::cli;
use crate::failure::Failure;
use crate::files;
use crate::kept_match::store_failure;
use crate::screen::{count, print_json, tell};
use crate::tournament_settings::TournamentSettings;
use lines::StandingsLine;
use outputs::{Outputs, State};
use plan::Plan;
use scoreboard::Scoreboard;

pub(crate) fn run(options: &cli::Tournament) -> Result<(), Failure> {
    let plan = Plan::new(options)?;
    fs::create_dir_all(&plan.folder)
        .with_context(|| format!("cannot make the folder {}", plan.folder.display()))
        .map_err(Failure::Run)?;
    if matches!(plan.tournament.schedule.kind, Kind::Playto { .. }) {
        return playto::run(plan, options);
    }
    claim(&plan)?;
    files::sweep(&plan.folder)?;
    let mut store = Store::open(&plan.store).map_err(store_failure)?;
    let event = store.event(EventKind::Tournament, &written(&plan.settings()));
    let event = event.map_err(store_failure)?;
    let reader = Store::open(&plan.store).map_err(store_failure)?;
    let mut outputs = Outputs::new(&plan, &reader, event);
    let mut board = Scoreboard::new(&plan, options);
    let stopped = stop_on_interrupt()?;
    let stop =
        Stop { at_once: &stopped, deadline: plan.run_time.map(|time| Instant::now() + time) };
    let mut failed = None;
    let end = plan.tournament.play(&mut store, event, stop, &mut |game, source| {
        let heard = board.hear(game, source).and_then(|()| outputs.refresh(board.games()));
        match heard {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                failed = Some(failure);
                ControlFlow::Break(())
            }
        }
    });
    board.clear();
    if let Some(failure) = failed {
        return Err(failure);
    }
    let end = end.map_err(failure)?;
    let state = if end == RunEnd::Complete { State::Complete } else { State::Stopped };
    let standings = outputs.write(board.games(), state)?;
    let mut ratings: Vec<RatingRow> = Vec::new();
    for row in &standings.rows {
        let agent = plan.tournament.entrants[row.player].agent.clone();
        // A player may take part twice, under two names.
        if ratings.iter().all(|rated| rated.agent != agent) {
            let error = Some(row.rating_error).filter(|error| error.is_finite());
            let games = row.record.games();
            ratings.push(RatingRow { agent, rating: row.rating.0, error, games });
        }
    }
    store.put_ratings(event, &ratings).map_err(store_failure)?;
    let mut out = io::stdout().lock();
    if options.json {
        let line = StandingsLine::new(&plan, &standings, board.games(), state);
        print_json(&mut out, &line)?;
    } else {
        writeln!(out, "{}", text::report(&plan, &standings))?;
        writeln!(out, "the page with replays: {}", plan.folder.join(outputs::PAGE).display())?;
    }
    out.flush()?;
    drop(out);
    if state == State::Complete {
        return Ok(());
    }
    let played = count(board.games().len() as u64);
    let sentence = match plan.games() {
        Some(games) => format!("stopped after {played} of {} games", count(games)),
        None => format!("stopped after {played} games"),
    };
    // One who asked for an end has got it.
    if options.autoplay || !stopped.load(Ordering::Relaxed) {
        tell(&format!("{sentence}: the same command goes on"));
        return Ok(());
    }
    Err(Failure::Run(anyhow::anyhow!("{sentence}: the same command goes on")))
}

/// The settings as text, the same for the same settings.
fn written(settings: &TournamentSettings) -> String {
    serde_json::to_string(settings).expect("settings are plain data")
}

/// Makes the folder that of these settings, or refuses one of others.
fn claim(plan: &Plan) -> Result<(), Failure> {
    let path = plan.folder.join("tournament.json");
    let settings = serde_json::to_value(plan.settings()).expect("settings are plain data");
    match fs::read_to_string(&path) {
        Ok(text) => {
            let begun: Value = serde_json::from_str(&text)
                .with_context(|| format!("cannot read {}", path.display()))
                .map_err(Failure::Input)?;
            if begun == settings {
                return Ok(());
            }
            Err(Failure::input(format!(
                "{} was begun with other {}: give another --output to begin anew",
                plan.folder.display(),
                plan::difference(&begun, &settings)
            )))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mut text = serde_json::to_string_pretty(&settings).expect("it is plain data");
            text.push('\n');
            files::write_bytes(&path, text.as_bytes())
        }
        Err(error) => Err(Failure::Input(
            anyhow::Error::new(error).context(format!("cannot read {}", path.display())),
        )),
    }
}

/// A failure of a tournament: of what was given if a player cannot be made,
/// else of the run.
fn failure(error: TournamentError) -> Failure {
    match error {
        TournamentError::Player { .. } | TournamentError::Agent { .. } => Failure::input(error),
        _ => Failure::Run(error.into()),
    }
}

//! `outflank tournament`

mod file;
mod lines;
mod live;
mod outputs;
mod page;
mod plan;
mod playto;
mod roster;
mod scoreboard;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::Context;
use outflank_arena::{
    EventKind, EventSettings, FaultKind, GameEnding, Kind, PlayerError, RatingRow, RunEnd,
    SandboxError, StopConditions, Store, TournamentError, TournamentGame,
};

use outflank_report::tournament::text;

use super::matches::stop_on_interrupt;
use crate::cli;
use crate::failure::Failure;
use crate::failure::store_failure;
use crate::files;
use crate::screen::tell;
use lines::StandingsLine;
use outflank_report::{count, print_json};
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
    let _claim = files::claim(&plan.folder)?;
    note_settings(&plan)?;
    files::sweep(&plan.folder)?;
    let mut store = Store::open(&plan.store).map_err(store_failure)?;
    let event = store.event(&plan.settings()).map_err(store_failure)?;
    let reader = Store::open(&plan.store).map_err(store_failure)?;
    let mut outputs = Outputs::new(&plan, &reader, event);
    let mut board = Scoreboard::new(&plan, options);
    let stopped = stop_on_interrupt()?;
    let stop = StopConditions {
        flag: &stopped,
        deadline: plan.run_time.map(|time| Instant::now() + time),
    };
    let mut failed = None;
    let runner = options.at_once.cluster.runner(plan.tournament.concurrency)?;
    let runner = runner.as_ref();
    let end = plan.tournament.play_on(runner, &mut store, event, stop, &mut |game, source| {
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
        writeln!(out, "{}", text::report(&plan.tournament.entrants, &standings))?;
        writeln!(out, "the page with replays: {}", plan.folder.join(outputs::PAGE).display())?;
    }
    out.flush()?;
    drop(out);
    if state == State::Complete {
        return start_failure(board.games()).map_or(Ok(()), Err);
    }
    let played = count(board.games().len() as u64);
    let sentence = match plan.games() {
        Some(games) => format!("stopped after {played} of {} games", count(games)),
        None => format!("stopped after {played} games"),
    };
    // An end that the user asked for is no failure.
    if options.autoplay || !stopped.load(Ordering::Relaxed) {
        tell(&format!("{sentence}: the same command resumes it"));
        return Ok(());
    }
    Err(Failure::Run(anyhow::anyhow!("{sentence}: the same command resumes it")))
}

/// Checks that the folder has these settings. A new folder gets them.
fn note_settings(plan: &Plan) -> Result<(), Failure> {
    let path = plan.folder.join("tournament.json");
    let settings = plan.settings();
    match fs::read_to_string(&path) {
        Ok(text) => {
            let begun = EventSettings::read(EventKind::Tournament, &text)
                .with_context(|| format!("cannot read {}", path.display()))
                .map_err(Failure::Input)?;
            let Some(difference) = begun.difference(&settings) else { return Ok(()) };
            Err(Failure::input(format!(
                "{} was begun with other {difference}: give another --output to begin anew",
                plan.folder.display(),
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

/// The failure of a tournament in which no player could start, such as Python agents
/// without `NumPy`.
fn start_failure(games: &[TournamentGame]) -> Option<Failure> {
    let mut failed = BTreeSet::new();
    for game in games {
        match &game.ending {
            GameEnding::Fault { color, fault } if fault.kind == FaultKind::Start => {
                failed.insert(game.sides[*color as usize]);
            }
            _ => return None,
        }
    }
    let GameEnding::Fault { fault, .. } = &games.first()?.ending else { return None };
    let has_failed = |player: &usize| failed.contains(player);
    let is_everyone = games.iter().flat_map(|game| &game.sides).all(has_failed);
    let detail = &fault.detail;
    is_everyone.then(|| Failure::Run(anyhow::anyhow!("no player could start: {detail}")))
}

/// A failed tournament: bad input if a player cannot be created, otherwise a failed run.
fn failure(error: TournamentError) -> Failure {
    match error {
        TournamentError::Player {
            error: PlayerError::Program(SandboxError::Failed { .. }),
            ..
        } => Failure::Run(error.into()),
        TournamentError::Player { .. } | TournamentError::Agent { .. } => Failure::input(error),
        _ => Failure::Run(error.into()),
    }
}

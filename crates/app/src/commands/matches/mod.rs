//! `outflank match A B`

mod games_file;
mod openings;
mod report;
mod witness;

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_arena::{Adjudication, Agent, EventKind, Match, Plan, Store};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::cli;
use crate::failure::Failure;
use crate::kept_match::{self, Settings, store_failure};
use crate::{encounter, screen};
use games_file::GamesFile;
use witness::Reporter;

pub(crate) fn run(options: &cli::Match) -> Result<(), Failure> {
    let players = options.players();
    let terms = options.terms.terms();
    let agents = players.each_ref().map(|name| Agent::of(name).map_err(Failure::input));
    let [first, second] = agents;
    let agents = [first?, second?];
    let source = openings::Source::of(options)?;
    let mut store = options.store.as_deref().map(Store::open).transpose().map_err(store_failure)?;
    let mut settings =
        Settings::of(options.rules, &agents, source.label(), options.adjudicate, &terms);
    settings.seed = match (options.seed, &store) {
        (Some(seed), _) => seed,
        (None, Some(store)) if options.resume => {
            settings.seed_in(store).map_err(store_failure)?.ok_or_else(|| {
                Failure::input("there is no match with these settings in the store to go on with")
            })?
        }
        _ => rand::random::<u32>().into(),
    };
    let event = match &mut store {
        Some(store) => {
            Some(store.event(EventKind::Match, &settings.text()).map_err(store_failure)?)
        }
        None => None,
    };
    let known = match (&store, event) {
        (Some(store), Some(event)) => {
            kept_match::known(store, event, options.games).map_err(store_failure)?
        }
        _ => BTreeMap::new(),
    };
    let label = settings.label();
    let mut file = options.games_out.as_deref().map(GamesFile::open).transpose()?;
    if let Some(file) = &file
        && store.is_none()
        && file.has_any_of(&label)
    {
        let name = file.name();
        return Err(Failure::input(format!(
            "{name} has games of this match already: give the store that it was played with, or \
             another file"
        )));
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let played = Match {
        rule: options.rules,
        players,
        concurrency: options.concurrency.map_or_else(cores, usize::from),
        seed: settings.seed,
        terms,
    };
    if !known.is_empty() {
        screen::tell(&format!("{} games are in the store already", known.len()));
    }
    let stop = stop_on_interrupt()?;
    let source_name = source.name();
    let mut openings = source.openings(options, settings.seed);
    let mut reporter = Reporter {
        options,
        settings: &settings,
        source: &source_name,
        played: &played,
        agents: &agents,
        label: &label,
        known: known.keys().copied().collect(),
        store: store.as_mut().zip(event),
        file: file.as_mut(),
        counts: report::Counts::default(),
        out: io::stdout().lock(),
        has_decided: false,
        failure: None,
    };
    let plan = Plan {
        known,
        adjudication: options.adjudicate.map(Adjudication::at),
        ..Plan::new(&mut openings, &stop)
    };
    let tally = played.play_with(plan, &mut reporter).map_err(encounter::failure)?;
    if let Some(failure) = reporter.failure {
        return Err(failure);
    }
    reporter.conclude(&tally)?;
    if stop.load(Ordering::Relaxed) && !reporter.has_decided && tally.games() < options.games {
        let on = if options.store.is_some() { ": --resume goes on" } else { "" };
        let games = tally.games();
        return Err(Failure::Run(anyhow::anyhow!("interrupted after {games} games{on}")));
    }
    Ok(())
}

/// A flag that the first Ctrl-C sets; the second ends the process at once.
pub(crate) fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&stop))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

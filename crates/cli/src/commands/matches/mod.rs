//! `outflank match A B`

mod games_file;
mod reporter;

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_arena::{
    Adjudication, Agent, Decision, EventFormat, EventSettings, Match, MatchPlan, OpeningsSource,
    Store, Tally,
};
use outflank_report::matches::Counts;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::cli;
use crate::failure::Failure;
use crate::failure::store_failure;
use crate::{encounter, screen};
use games_file::GamesFile;
use reporter::Reporter;

pub(crate) fn run(options: &cli::Match) -> Result<(), Failure> {
    let players = options.players();
    let terms = options.terms.terms();
    for player in &players {
        player.check(options.rules, &terms).map_err(Failure::input)?;
    }
    if players[0].can_read(&players[1]) || players[1].can_read(&players[0]) {
        let sentence = "one agent is in the folder of the other: give each a folder of its own";
        return Err(Failure::input(sentence));
    }
    let [first, second] = players.each_ref().map(|name| Agent::of(name).map_err(Failure::input));
    let agents = [first?, second?];
    let source = openings(options)?;
    let mut store = options.store.as_deref().map(Store::open).transpose().map_err(store_failure)?;
    let format = EventFormat::Match {
        games: Some(options.games),
        adjudicate: options.adjudicate,
        sprt: options.sprt.map(|flag| flag.settings),
    };
    let mut settings =
        EventSettings::of_match(format, options.rules, &agents, source.label(), 0, &terms);
    settings.seed = match (options.seed, &store) {
        (Some(seed), _) => seed,
        (None, Some(store)) if options.resume => {
            settings.seed_in(store).map_err(store_failure)?.ok_or_else(|| {
                Failure::input("there is no match with these settings in the store to resume")
            })?
        }
        _ => rand::random::<u32>().into(),
    };
    let event = match &mut store {
        Some(store) => Some(store.event(&settings).map_err(store_failure)?),
        None => None,
    };
    let known = match (&store, event) {
        (Some(store), Some(event)) => {
            store.match_games(event, options.games).map_err(store_failure)?
        }
        _ => BTreeMap::new(),
    };
    let label = settings.label();
    let mut file = options.output.as_deref().map(GamesFile::open).transpose()?;
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
    let played = Match {
        rule: options.rules,
        players,
        concurrency: options.at_once.games(),
        seed: settings.seed,
        terms,
    };
    if !known.is_empty() {
        screen::tell(&format!("{} games are in the store already", known.len()));
    }
    let (stop, source_name) = (stop_on_interrupt()?, source.description());
    let mut openings = source.sequence(settings.seed).take(options.games as usize / 2);
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
        counts: Counts::default(),
        out: io::stdout().lock(),
        has_decided: false,
        failure: None,
    };
    let runner = options.at_once.cluster.runner(played.concurrency)?;
    let plan = MatchPlan {
        known,
        runner: Some(runner.as_ref()),
        adjudication: options.adjudicate.map(Adjudication::at),
        ..MatchPlan::new(&mut openings, &stop)
    };
    let tally = played.play_with(plan, &mut reporter).map_err(encounter::failure)?;
    if let Some(failure) = reporter.failure {
        return Err(failure);
    }
    reporter.conclude(&tally)?;
    if stop.load(Ordering::Relaxed) && !reporter.has_decided && tally.games() < options.games {
        let on = if options.store.is_some() { ": --resume continues it" } else { "" };
        let games = tally.games();
        return Err(Failure::Run(anyhow::anyhow!("interrupted after {games} games{on}")));
    }
    if let Some(sentence) = failed_run(&reporter.counts, &tally, options, &agents) {
        return Err(Failure::Run(anyhow::anyhow!(sentence)));
    }
    Ok(())
}

/// The openings, of which there must be enough.
fn openings(options: &cli::Match) -> Result<OpeningsSource, Failure> {
    let source = options.openings().load(options.rules).map_err(encounter::openings_failure)?;
    match source.count() {
        Some(count) if count < options.games as usize / 2 => Err(Failure::input(format!(
            "{} has {count} openings, enough for {} games",
            source.description(),
            2 * count
        ))),
        _ => Ok(source),
    }
}

/// The reason why a match that was played to its end counts as a failed run.
fn failed_run(
    counts: &Counts,
    tally: &Tally,
    options: &cli::Match,
    agents: &[Agent; 2],
) -> Option<String> {
    if let Some((player, detail)) = counts.never_started(tally.games()) {
        return Some(format!("{} could not start in any game: {detail}", agents[player].name));
    }
    let sprt = options.sprt?;
    let is_rejected = sprt.test.decide(&tally.pairs) == Some(Decision::Weaker);
    is_rejected.then(|| {
        let outflank_arena::SprtSettings { elo0, elo1, .. } = sprt.settings;
        format!("the SPRT rejects {}: {elo0} Elo rather than {elo1}", agents[0].name)
    })
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

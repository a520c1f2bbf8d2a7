//! What the file and the flags ask for, resolved.

use std::path::{Path, PathBuf};
use std::time::Duration;

use outflank_arena::{Beginning, Entrant, Kind, Ranking, Schedule, Terms};
use outflank_core::Rule;
use serde_json::Value;

use super::file::{self, File};
use super::roster;
use crate::cli::{self, KindName, Label};
use crate::failure::Failure;
use crate::tournament_settings::{TournamentPlayer, TournamentSettings};

/// All that a tournament is made of.
pub(super) struct Plan {
    pub(super) title: String,
    pub(super) kind: KindName,
    pub(super) openings: &'static str,
    pub(super) tournament: outflank_arena::Tournament,
    /// How long it may take.
    pub(super) run_time: Option<Duration>,
    pub(super) folder: PathBuf,
    pub(super) store: PathBuf,
}

impl Plan {
    pub(super) fn new(options: &cli::Tournament) -> Result<Self, Failure> {
        let (file, folder) = match &options.path {
            Some(path) if path.is_dir() => (File::default(), Some(path.as_path())),
            Some(path) => (file::read(path)?, None),
            None => (File::default(), None),
        };
        let rule = options.rules.or(file.rules.as_ref().map(|rule| rule.0)).unwrap_or_default();
        let terms = terms(options, &file);
        let entrants = roster::entrants(labels(options, &file, folder)?, rule, &terms)?;
        let seed = options.seed.or(file.seed).unwrap_or(1);
        let games = match (options.games, file.games) {
            (Some(games), _) => games,
            (None, Some(games)) if !games.is_multiple_of(2) => {
                return Err(Failure::input(format!(
                    "games is {}: expected an even number, because games come in pairs",
                    *games
                )));
            }
            (None, games) => games.map_or(2, |games| *games),
        };
        let kind_name = kind_name(options, &file)?;
        let kind = kind(options, &file, kind_name, &entrants)?;
        let rounds = options.rounds.or(file.rounds.filter(|_| !options.autoplay).map(|it| *it));
        let usual = if kind_name == KindName::PointsRace { 10 } else { 1 };
        let openings = options.openings.or(file.openings).unwrap_or_default();
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let concurrency = options.concurrency.map(u32::from);
        let concurrency = concurrency.or(file.concurrency.map(|number| *number));
        let title = file.title.unwrap_or_else(|| title(options.path.as_deref(), kind_name, rule));
        Ok(Self {
            title,
            kind: kind_name,
            openings: openings.name(),
            tournament: outflank_arena::Tournament {
                rule,
                schedule: Schedule {
                    kind,
                    players: entrants.len(),
                    rounds: rounds.or((!options.autoplay).then_some(usual)),
                    pairs: games / 2,
                    seed,
                },
                entrants,
                beginning: Beginning::from(openings),
                terms,
                concurrency: concurrency.map_or_else(cores, |number| number as usize),
            },
            run_time: options.run_time,
            folder: options.output.clone(),
            store: options.store.clone().unwrap_or_else(|| options.output.join("games.db")),
        })
    }

    /// The name of the player of a number.
    pub(super) fn name(&self, player: usize) -> &str {
        &self.tournament.entrants[player].name
    }

    /// What decides about every game.
    pub(super) fn settings(&self) -> TournamentSettings {
        let outflank_arena::Tournament { rule, schedule, entrants, terms, .. } = &self.tournament;
        let name = |player: usize| self.name(player).to_owned();
        let (mut playto, mut challengers, mut turns) = (None, None, None);
        match &schedule.kind {
            Kind::Playto { players } => playto = Some(players.map(name)),
            Kind::Gauntlet { challengers: players } => {
                challengers = Some(players.iter().copied().map(name).collect());
            }
            Kind::PointsRace { challengers } => turns = *challengers,
            Kind::RoundRobin => {}
        }
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        TournamentSettings {
            kind: playto.is_none().then_some(self.kind),
            playto,
            challengers,
            turns,
            rules: rule.name().to_owned(),
            games: 2 * schedule.pairs,
            openings: self.openings.to_owned(),
            seed: schedule.seed,
            platform: terms.platform.name().to_owned(),
            time_ms: terms.limits.move_time.map(milliseconds),
            game_time_ms: terms.limits.game_time.map(milliseconds),
            memory: terms.resources.memory_mib,
            keep_processes: terms.processes.are_kept(),
            players: entrants
                .iter()
                .map(|entrant| TournamentPlayer {
                    name: entrant.name.clone(),
                    player: entrant.player.to_string(),
                    hash: entrant.agent.hash.to_string(),
                })
                .collect(),
        }
    }

    /// What puts players in order.
    pub(super) const fn ranking(&self) -> Ranking {
        self.kind.ranking()
    }

    /// How many games there will be; `None` if that is open.
    pub(super) fn games(&self) -> Option<u64> {
        self.tournament.schedule.games()
    }
}

/// The first setting that is not the same.
pub(super) fn difference(one: &Value, other: &Value) -> String {
    let (Some(one), Some(other)) = (one.as_object(), other.as_object()) else {
        return "settings".to_owned();
    };
    let keys = one.keys().chain(other.keys());
    let mut different = keys.filter(|key| one.get(*key) != other.get(*key));
    different.next().map_or_else(|| "settings".to_owned(), Clone::clone)
}

/// The players of the file, its folder, the folder given and the flags.
fn labels(
    options: &cli::Tournament,
    file: &File,
    folder: Option<&Path>,
) -> Result<Vec<Label>, Failure> {
    let listed = file.players.iter();
    let mut labels: Vec<_> = listed
        .map(|listed| Label { name: listed.name.clone(), player: listed.player.0.clone() })
        .collect();
    for folder in file.agents.as_deref().into_iter().chain(folder) {
        labels.extend(roster::in_folder(folder)?);
    }
    labels.extend(options.players.iter().cloned());
    Ok(labels)
}

fn title(path: Option<&Path>, kind: KindName, rule: Rule) -> String {
    let name = path.and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
    name.filter(|name| name != "tournament")
        .unwrap_or_else(|| format!("{} of {}", kind.name().replace('-', " "), rule.name()))
}

/// The kind asked for; `--autoplay` is one of them.
fn kind_name(options: &cli::Tournament, file: &File) -> Result<KindName, Failure> {
    match options.kind {
        Some(KindName::PointsRace) | None if options.autoplay => Ok(KindName::PointsRace),
        Some(kind) if options.autoplay => {
            Err(Failure::input(format!("--autoplay is a points race, not a {}", kind.name())))
        }
        kind => Ok(kind.or(file.kind).unwrap_or(KindName::RoundRobin)),
    }
}

fn kind(
    options: &cli::Tournament,
    file: &File,
    name: KindName,
    entrants: &[Entrant],
) -> Result<Kind, Failure> {
    let turns = options.turns.or(file.turns.map(|turns| *turns));
    if turns.is_some() && name != KindName::PointsRace {
        return Err(Failure::input("turns are for a points race"));
    }
    let named =
        if options.challengers.is_empty() { &file.challengers } else { &options.challengers };
    if !named.is_empty() && name != KindName::Gauntlet {
        return Err(Failure::input("challengers are for a gauntlet"));
    }
    if let Some([first, second]) = options.playto.as_deref() {
        let players = [roster::find(entrants, first)?, roster::find(entrants, second)?];
        if players[0] == players[1] {
            return Err(Failure::input(format!("{first} cannot play itself")));
        }
        return Ok(Kind::Playto { players });
    }
    Ok(match name {
        KindName::RoundRobin => Kind::RoundRobin,
        KindName::PointsRace => Kind::PointsRace { challengers: turns },
        KindName::Gauntlet => {
            let mut challengers = Vec::new();
            for name in named {
                let player = roster::find(entrants, name)?;
                if !challengers.contains(&player) {
                    challengers.push(player);
                }
            }
            if challengers.is_empty() {
                return Err(Failure::input("a gauntlet needs a --challenger"));
            }
            if challengers.len() == entrants.len() {
                return Err(Failure::input("a gauntlet needs somebody who is no challenger"));
            }
            Kind::Gauntlet { challengers }
        }
    })
}

/// The terms of the flags, and of the file where they say nothing.
fn terms(options: &cli::Tournament, file: &File) -> Terms {
    let flags = &options.terms;
    let merged = cli::TermsFlags {
        platform: flags.platform.or(file.platform.as_ref().map(|said| said.0)),
        time: flags.time.or(file.time.as_ref().map(|time| time.0)),
        game_time: flags.game_time.or(file.game_time.as_ref().map(|time| time.0)),
        memory: flags.memory.or(file.memory.map(|memory| *memory)),
        keep_processes: flags.keep_processes || file.keep_processes.unwrap_or_default(),
        ..flags.clone()
    };
    merged.terms()
}

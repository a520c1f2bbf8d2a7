//! The settings of the file and the flags, resolved.

use std::path::{Path, PathBuf};
use std::time::Duration;

use outflank_arena::{
    Entrant, EventFormat, EventPlayer, EventSettings, Kind, NamedPlayer, Ranking, Schedule, Terms,
    TournamentKind,
};
use outflank_core::Rule;

use super::file::{self, File};
use super::roster;
use crate::cores::cores;
use crate::failure::Failure;
use crate::{cli, encounter};

/// All that a tournament is made of.
pub(super) struct Plan {
    pub(super) title: String,
    pub(super) kind: TournamentKind,
    pub(super) tournament: outflank_arena::Tournament,
    /// The time limit of the run.
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
        let rule = options.rules.or(file.rules).unwrap_or_default();
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
        let usual = if kind_name == TournamentKind::PointsRace { 10 } else { 1 };
        let openings = options.openings.clone().or(file.openings);
        let openings =
            openings.unwrap_or_default().load(rule).map_err(encounter::openings_failure)?;
        let concurrency = options.at_once.concurrency.map(u32::from);
        let concurrency = concurrency.or(file.concurrency.map(|number| *number));
        let title = file.title.unwrap_or_else(|| title(options.path.as_deref(), kind_name, rule));
        Ok(Self {
            title,
            kind: kind_name,
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
                openings,
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

    /// The settings of the event.
    pub(super) fn settings(&self) -> EventSettings {
        let outflank_arena::Tournament { rule, schedule, entrants, openings, terms, .. } =
            &self.tournament;
        let name = |player: usize| self.name(player).to_owned();
        let Schedule { pairs, rounds, seed, .. } = *schedule;
        let format = match &schedule.kind {
            Kind::Playto { players } => EventFormat::Playto { players: players.map(name), pairs },
            Kind::Gauntlet { challengers } => {
                let challengers = challengers.iter().copied().map(name).collect();
                EventFormat::Gauntlet { challengers, pairs, rounds }
            }
            Kind::PointsRace { challengers: turns } => {
                EventFormat::PointsRace { turns: *turns, pairs, rounds }
            }
            Kind::RoundRobin => EventFormat::RoundRobin { pairs, rounds },
        };
        let players = entrants.iter();
        let players = players.map(|entrant| EventPlayer::new(&entrant.name, &entrant.agent));
        EventSettings::new(format, *rule, players.collect(), openings.label(), seed, terms)
    }

    /// The order of the standings.
    pub(super) const fn ranking(&self) -> Ranking {
        self.kind.ranking()
    }

    /// The planned number of games; `None` if there is no limit.
    pub(super) fn games(&self) -> Option<u64> {
        self.tournament.schedule.games()
    }
}

/// The players of the file, its folder, the folder given and the flags.
fn labels(
    options: &cli::Tournament,
    file: &File,
    folder: Option<&Path>,
) -> Result<Vec<NamedPlayer>, Failure> {
    let listed = file.players.iter();
    let mut labels: Vec<_> = listed
        .map(|listed| NamedPlayer { name: listed.name.clone(), player: listed.player.clone() })
        .collect();
    for folder in file.agents.as_deref().into_iter().chain(folder) {
        labels.extend(roster::in_folder(folder)?);
    }
    labels.extend(options.players.iter().cloned());
    Ok(labels)
}

fn title(path: Option<&Path>, kind: TournamentKind, rule: Rule) -> String {
    let name = path.and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
    name.filter(|name| name != "tournament")
        .unwrap_or_else(|| format!("{} of {}", kind.name().replace('-', " "), rule.name()))
}

/// The kind asked for; `--autoplay` is one of them.
fn kind_name(options: &cli::Tournament, file: &File) -> Result<TournamentKind, Failure> {
    match options.kind {
        Some(TournamentKind::PointsRace) | None if options.autoplay => {
            Ok(TournamentKind::PointsRace)
        }
        Some(kind) if options.autoplay => {
            Err(Failure::input(format!("--autoplay is a points race, not a {}", kind.name())))
        }
        kind => Ok(kind.or(file.kind).unwrap_or(TournamentKind::RoundRobin)),
    }
}

fn kind(
    options: &cli::Tournament,
    file: &File,
    name: TournamentKind,
    entrants: &[Entrant],
) -> Result<Kind, Failure> {
    let turns = options.turns.or(file.turns.map(|turns| *turns));
    if turns.is_some() && name != TournamentKind::PointsRace {
        return Err(Failure::input("turns are for a points race"));
    }
    let named =
        if options.challengers.is_empty() { &file.challengers } else { &options.challengers };
    if !named.is_empty() && name != TournamentKind::Gauntlet {
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
        TournamentKind::RoundRobin => Kind::RoundRobin,
        TournamentKind::PointsRace => Kind::PointsRace { challengers: turns },
        TournamentKind::Gauntlet => {
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
                return Err(Failure::input("a gauntlet needs a player who is not a challenger"));
            }
            Kind::Gauntlet { challengers }
        }
    })
}

/// The terms of the flags, and of the file where they say nothing.
fn terms(options: &cli::Tournament, file: &File) -> Terms {
    let flags = &options.terms;
    let merged = cli::TermsFlags {
        platform: flags.platform.or(file.platform),
        time: flags.time.or(file.time.as_ref().map(|time| time.0)),
        game_time: flags.game_time.or(file.game_time.as_ref().map(|time| time.0)),
        memory: flags.memory.or(file.memory.map(|memory| *memory)),
        keep_processes: flags.keep_processes || file.keep_processes.unwrap_or_default(),
        ponder: flags.ponder || file.ponder.unwrap_or_default(),
        ..flags.clone()
    };
    merged.terms()
}

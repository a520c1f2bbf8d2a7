//! Tournaments of the class.

use std::collections::BTreeSet;

use outflank_arena::{Kind, Pairing, Ranking, Schedule, Slot, Standings, TournamentGame};
use outflank_report::StandingLine;
use rusqlite::{Connection, OptionalExtension, Row, Transaction};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::jobs::{NewPair, add_pair};
use super::{ClassStore, JobFilter};
use crate::job::{JobKind, JobState, Side};
use crate::swiss::{swiss_round, swiss_rounds};
use crate::{ClassError, NameStyle, PersonId, Role, TournamentId, UnixMillis, VersionId};

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Everyone meets everyone.
    RoundRobin,
    /// In each round people of about the same score meet.
    Swiss,
}

impl TournamentFormat {
    const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Swiss => "swiss",
        }
    }
}

/// Somebody who plays in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entrant {
    person: PersonId,
    version: VersionId,
}

/// A tournament of the class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClassTournament {
    /// Its number.
    pub id: TournamentId,
    /// Who meets whom.
    pub format: TournamentFormat,
    /// Its title.
    pub title: String,
    /// The seed of its pairings and games; 0 for students until it is over.
    pub seed: u32,
    /// The number of rounds.
    pub rounds: u32,
    /// When it is to begin.
    pub planned: UnixMillis,
    /// When it began; null if it has not.
    pub begun: Option<UnixMillis>,
    /// When its last PK ended; null if it has not.
    pub ended: Option<UnixMillis>,
    /// The number of PKs that are played.
    pub played: u32,
    /// The number of PKs so far; of a Swiss tournament, those of the rounds that have begun.
    pub pairs: u32,
}

impl ClassTournament {
    /// Hides the seed from students until the tournament is over: the openings follow from it.
    pub fn hide_seed(&mut self, viewer: Role) {
        if viewer == Role::Student && self.ended.is_none() {
            self.seed = 0;
        }
    }
}

/// The results of a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentResult {
    /// The tournament.
    pub tournament: ClassTournament,
    /// The players, the leader first. `player` is the number of the person.
    pub standings: Vec<StandingLine>,
}

impl ClassStore {
    /// Plans a tournament for a time.
    pub fn plan_tournament(
        &self,
        format: TournamentFormat,
        title: &str,
        rounds: Option<u32>,
        seed: Option<u32>,
        at: UnixMillis,
    ) -> Result<TournamentId, ClassError> {
        crate::text::check_line("the title", title, 80)?;
        let seed = seed.map_or_else(|| self.settings().map(|class| class.seed), Ok)?;
        let usual = match format {
            TournamentFormat::RoundRobin => 1,
            TournamentFormat::Swiss => 0,
        };
        let rounds = rounds.unwrap_or(usual);
        if rounds > 50 {
            return Err(ClassError::unfit("a tournament has at most 50 rounds"));
        }
        self.write(|writing| plan(writing, format, title, seed, rounds, at))
    }

    /// Begins the tournaments whose time has come. True if there are any.
    pub fn begin_tournaments(&self, now: UnixMillis) -> Result<bool, ClassError> {
        self.write(|writing| {
            let mut query = writing.prepare_cached(
                "SELECT id, kind, seed, rounds FROM tournaments
                 WHERE begun IS NULL AND planned <= ?1 ORDER BY id",
            )?;
            let due = query.query_map([now], |row| {
                Ok((row.get(0)?, row.get::<_, String>(1)?, row.get(2)?, row.get(3)?))
            })?;
            let due: Vec<(TournamentId, String, u32, u32)> = due.collect::<Result<_, _>>()?;
            for (id, kind, seed, rounds) in &due {
                let entrants = entrants(writing)?;
                let json = serde_json::to_string(&entrants).expect("numbers become JSON");
                let rounds = if *rounds == 0 { swiss_rounds(entrants.len()) } else { *rounds };
                writing.execute(
                    "UPDATE tournaments SET begun = ?2, entrants = ?3, rounds = ?4 WHERE id = ?1",
                    (id, now, json, rounds),
                )?;
                if kind == TournamentFormat::RoundRobin.name() {
                    let schedule = Schedule {
                        kind: Kind::RoundRobin,
                        players: entrants.len(),
                        rounds: Some(rounds),
                        pairs: 1,
                        seed: (*seed).into(),
                    };
                    let mut rounds = schedule.rounds();
                    while let Some(pairings) = rounds.next_round() {
                        add_pairings(writing, *id, *seed, &entrants, &pairings, now)?;
                    }
                }
                go_on(writing, *id, now)?;
            }
            Ok(!due.is_empty())
        })
    }

    /// All tournaments, the newest first.
    pub fn tournaments(&self) -> Result<Vec<ClassTournament>, ClassError> {
        let connection = self.read();
        let mut query = connection.prepare_cached(&format!("{TOURNAMENTS} ORDER BY id DESC"))?;
        let rows = query.query_map([], tournament)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The games of a tournament that count, in the order of its pairings, and its people by
    /// their numbers in the games.
    fn tournament_games(
        &self,
        id: TournamentId,
    ) -> Result<(Vec<PersonId>, Vec<TournamentGame>), ClassError> {
        let entrants = stored_entrants(&self.read(), id)?;
        let people: Vec<_> = entrants.iter().map(|entrant| entrant.person).collect();
        let filter = JobFilter {
            tournament: Some(id),
            states: vec![JobState::Done],
            ..JobFilter::default()
        };
        let mut jobs = self.jobs(&filter)?;
        jobs.sort_by_key(|job| job.place);
        let place = |side: &Side| people.iter().position(|one| Some(*one) == side.person());
        let games = jobs.iter().filter_map(|job| {
            let (_, round, number) = job.place?;
            let [first, second] = job.sides.as_ref()?;
            let players = [place(first)?, place(second)?];
            let pairing = Pairing { round, number, players };
            let [one, other] = pairing.slots();
            let outcome = job.outcome.as_ref()?;
            let game = |slot: Slot, at: usize| outcome[at].in_tournament(slot, pairing.sides(slot));
            Some([game(one, 0), game(other, 1)])
        });
        let games = games.flatten().collect();
        Ok((people, games))
    }

    /// The results of a tournament. `name` gives the name that the viewer may see.
    pub fn tournament_result(
        &self,
        id: TournamentId,
        name: &dyn Fn(PersonId) -> String,
    ) -> Result<TournamentResult, ClassError> {
        let query = format!("{TOURNAMENTS} WHERE tournaments.id = ?1");
        let tournament = self.read().query_row(&query, [id], tournament).optional()?;
        let tournament = tournament.ok_or(ClassError::Missing("tournament"))?;
        let (people, games) = self.tournament_games(id)?;
        let settings = self.settings()?;
        let mut rows = Standings::of(people.len(), &games, Ranking::Points).rows;
        for row in &mut rows {
            let record = row.record;
            row.points = i64::from(record.wins) * settings.points(2)
                + i64::from(record.draws) * settings.points(1)
                + i64::from(record.losses) * settings.points(0);
        }
        rows.sort_by_key(|row| -row.points);
        let standings = rows.iter().enumerate().map(|(at, row)| {
            let person = people[row.player];
            StandingLine::new(at + 1, &name(person), row)
                .numbered(person.0.cast_unsigned() as usize)
        });
        let standings = standings.collect();
        Ok(TournamentResult { tournament, standings })
    }
}

const TOURNAMENTS: &str = "SELECT id, kind, title, seed, rounds, planned, begun, ended,
    (SELECT count(*) FROM jobs WHERE tournament = tournaments.id AND state = 'done'),
    (SELECT count(*) FROM jobs WHERE tournament = tournaments.id AND state <> 'void')
    FROM tournaments";

fn tournament(row: &Row<'_>) -> rusqlite::Result<ClassTournament> {
    let kind: String = row.get(1)?;
    let is_swiss = kind == TournamentFormat::Swiss.name();
    Ok(ClassTournament {
        id: row.get(0)?,
        format: if is_swiss { TournamentFormat::Swiss } else { TournamentFormat::RoundRobin },
        title: row.get(2)?,
        seed: row.get(3)?,
        rounds: row.get(4)?,
        planned: row.get(5)?,
        begun: row.get(6)?,
        ended: row.get(7)?,
        played: row.get(8)?,
        pairs: row.get(9)?,
    })
}

pub(super) fn plan(
    writing: &Transaction<'_>,
    format: TournamentFormat,
    title: &str,
    seed: u32,
    rounds: u32,
    at: UnixMillis,
) -> Result<TournamentId, ClassError> {
    writing.execute(
        "INSERT INTO tournaments (kind, title, seed, rounds, planned) VALUES (?1, ?2, ?3, ?4, ?5)",
        (format.name(), title, seed, rounds, at),
    )?;
    Ok(TournamentId(writing.last_insert_rowid()))
}

/// Everyone who competes now, by login, as `outflank tournament` orders the agents of a
/// folder by name. In a class with aliases they are in the order of these: the pairings would
/// tell the order of logins.
fn entrants(connection: &Connection) -> Result<Vec<Entrant>, ClassError> {
    let order = match super::read_settings(connection)?.names {
        NameStyle::Names => "login",
        NameStyle::Aliases => "alias",
    };
    let mut query = connection.prepare_cached(&format!(
        "SELECT id, current FROM people
         WHERE role = 'student' AND current IS NOT NULL AND disqualified IS NULL ORDER BY {order}",
    ))?;
    let rows =
        query.query_map([], |row| Ok(Entrant { person: row.get(0)?, version: row.get(1)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn stored_entrants(connection: &Connection, id: TournamentId) -> Result<Vec<Entrant>, ClassError> {
    let query = "SELECT entrants FROM tournaments WHERE id = ?1";
    let json: Option<Option<String>> =
        connection.query_row(query, [id], |row| row.get(0)).optional()?;
    let json = json.ok_or(ClassError::Missing("tournament"))?.unwrap_or_default();
    Ok(serde_json::from_str(&json).unwrap_or_default())
}

fn add_pairings(
    writing: &Transaction<'_>,
    id: TournamentId,
    seed: u32,
    entrants: &[Entrant],
    pairings: &[Pairing],
    now: UnixMillis,
) -> Result<(), ClassError> {
    for pairing in pairings {
        let sides = pairing.players.map(|player| {
            let Entrant { person, version } = entrants[player];
            Side::Version { person, version }
        });
        let pair = NewPair {
            kind: JobKind::Tournament,
            asked_by: None,
            place: Some((id, pairing.round, pairing.number)),
            sides: &sides,
            seed: pairing.seed(seed.into()),
            opening: (seed.into(), pairing.opening(1) as u32),
        };
        add_pair(writing, &pair, now)?;
    }
    Ok(())
}

/// Begins the next round of a Swiss tournament if the last one is over, and ends a tournament
/// when nothing is left.
pub(super) fn go_on(
    writing: &Transaction<'_>,
    id: TournamentId,
    now: UnixMillis,
) -> Result<(), ClassError> {
    let open = "SELECT EXISTS (SELECT 1 FROM jobs
        WHERE tournament = ?1 AND state IN ('waiting', 'running'))";
    if writing.query_row(open, [id], |row| row.get(0))? {
        return Ok(());
    }
    let query = format!("{TOURNAMENTS} WHERE tournaments.id = ?1");
    let tournament = writing.query_row(&query, [id], tournament)?;
    let mut query = writing.prepare_cached(
        "SELECT round, first_person, second_person, half_first, half_second FROM jobs
         WHERE tournament = ?1 AND state IN ('done', 'failed') ORDER BY round, pair",
    )?;
    let met = query.query_map([id], |row| {
        let people: [PersonId; 2] = [row.get(1)?, row.get(2)?];
        let half_points: [Option<i64>; 2] = [row.get(3)?, row.get(4)?];
        Ok((row.get::<_, u32>(0)?, people, half_points))
    })?;
    let met: Vec<_> = met.collect::<Result<_, _>>()?;
    let round = met.last().map_or(0, |(round, ..)| round + 1);
    let entrants = stored_entrants(writing, id)?;
    let is_over = tournament.format == TournamentFormat::RoundRobin
        || round >= tournament.rounds
        || entrants.len() < 2;
    if is_over {
        writing.execute("UPDATE tournaments SET ended = ?2 WHERE id = ?1", (id, now))?;
        return Ok(());
    }
    let place = |person: PersonId| entrants.iter().position(|one| one.person == person);
    let mut scores = vec![0; entrants.len()];
    let mut pairs = BTreeSet::new();
    let mut plays = vec![0; entrants.len()];
    for (_, people, half_points) in &met {
        let [Some(first), Some(second)] = people.map(place) else { continue };
        pairs.insert([first.min(second), first.max(second)]);
        plays[first] += 1;
        plays[second] += 1;
        let sum: i64 = half_points.iter().flatten().sum();
        scores[first] += sum;
        scores[second] += 4 - sum;
    }
    let rested: BTreeSet<usize> = (0..entrants.len()).filter(|at| plays[*at] < round).collect();
    // Whoever rests has the score of a drawn PK.
    for player in &rested {
        scores[*player] += 2 * i64::from(round - plays[*player]);
    }
    let mut order: Vec<usize> = (0..entrants.len()).collect();
    order.sort_by_key(|player| -scores[*player]);
    let pairings = swiss_round(&order, &pairs, &rested);
    let pairings: Vec<_> =
        (0..).zip(pairings).map(|(number, players)| Pairing { round, number, players }).collect();
    add_pairings(writing, id, tournament.seed, &entrants, &pairings, now)
}

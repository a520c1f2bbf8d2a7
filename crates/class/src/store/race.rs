//! The points race in the database, and the standings of the class.

use std::collections::BTreeMap;

use rusqlite::{Connection, Transaction};
use serde::Serialize;
use utoipa::ToSchema;

use super::ClassStore;
use super::jobs::{NewPair, add_pair, check_waiting};
use crate::job::{JobKind, Side};
use crate::race::RaceLadder;
use crate::rating::{RatedPair, ratings};
use crate::{ClassError, ClassSettings, JobId, PersonId, UnixMillis, VersionId};

/// A row of the standings.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ClassStanding {
    /// The place by points, from 1; null for who is disqualified.
    pub rank: Option<u32>,
    /// The person.
    pub person: PersonId,
    /// The name that the viewer may see.
    pub name: String,
    /// The points of the race.
    pub points: i64,
    /// The rating of the current version in Elo; the mean of the class is 0.
    pub rating: f64,
    /// Half the width of the interval of 95 %; null if it is infinite.
    pub rating_error: Option<f64>,
    /// The games of the race, over all versions.
    pub games: u32,
    /// Of these, the games won.
    pub wins: u32,
    /// The games drawn.
    pub draws: u32,
    /// The games lost.
    pub losses: u32,
    /// The number of the current version among those of its person.
    pub version: u32,
    /// Why the person is disqualified; null if that is not so.
    pub disqualified: Option<String>,
}

/// Somebody who competes.
struct Competitor {
    person: PersonId,
    name: String,
    alias: String,
    current: VersionId,
    number: u32,
    disqualified: Option<String>,
}

/// A PK of the race that counts.
struct CountedPair {
    people: [PersonId; 2],
    half_points: [u8; 2],
}

impl ClassStore {
    /// The ladder of the race.
    pub fn ladder(&self) -> Result<RaceLadder, ClassError> {
        let settings = self.settings()?;
        let reading = self.read();
        Ok(ladder(&competitors(&reading)?, &counted_pairs(&reading)?, &settings))
    }

    /// The standings: by points, with names or aliases, those who are disqualified at the
    /// end.
    pub fn standings(&self, with_aliases: bool) -> Result<Vec<ClassStanding>, ClassError> {
        let settings = self.settings()?;
        let (competitors, counted, pairs) = {
            let reading = self.read();
            (competitors(&reading)?, counted_pairs(&reading)?, rated_pairs(&reading)?)
        };
        // Others read and write while this computes.
        let ladder = ladder(&competitors, &counted, &settings);
        let current: Vec<_> = competitors.iter().map(|one| (one.person, one.current)).collect();
        let rated = ratings(&current, &pairs);
        let mut records: BTreeMap<PersonId, [u32; 3]> = BTreeMap::new();
        for pair in counted {
            for (side, person) in pair.people.into_iter().enumerate() {
                for half_points in pair.half_points {
                    let own = if side == 0 { half_points } else { 2 - half_points };
                    records.entry(person).or_default()[usize::from(own)] += 1;
                }
            }
        }
        let ranks: BTreeMap<_, _> = ladder.order().iter().zip(1..).collect();
        let mut rows: Vec<_> = competitors
            .into_iter()
            .map(|one| {
                let [losses, draws, wins] = records.get(&one.person).copied().unwrap_or_default();
                let rating = rated.get(&one.person);
                ClassStanding {
                    rank: ranks.get(&one.person).copied(),
                    person: one.person,
                    name: if with_aliases { one.alias } else { one.name },
                    points: ladder.points(one.person),
                    rating: rating.map_or(0.0, |rating| rating.elo),
                    rating_error: rating.map(|rating| rating.error).filter(|it| it.is_finite()),
                    games: wins + draws + losses,
                    wins,
                    draws,
                    losses,
                    version: one.number,
                    disqualified: one.disqualified,
                }
            })
            .collect();
        rows.sort_by_key(|row| (row.rank.is_none(), row.rank, row.person));
        Ok(rows)
    }

    /// Asks for a PK with the person ranked just ahead.
    pub fn challenge(&self, person: PersonId, now: UnixMillis) -> Result<JobId, ClassError> {
        if self.is_frozen(now)? {
            return Err(ClassError::refused("the class is frozen: the race is over"));
        }
        let settings = self.settings()?;
        self.write(|writing| {
            check_waiting(writing, person, settings.waiting_each)?;
            let ladder = ladder(&competitors(writing)?, &counted_pairs(writing)?, &settings);
            let Some(ahead) = ladder.ahead_of(person) else {
                return Err(ClassError::refused(if ladder.order().first() == Some(&person) {
                    "you lead the race: nobody is ahead of you"
                } else {
                    "only a usable version can compete"
                }));
            };
            add_challenge(writing, Some(person), [person, ahead], now)
        })
    }

    /// Lets somebody challenge whose turn it is, if the class has automatic challenges.
    pub fn challenge_automatically(&self, now: UnixMillis) -> Result<Option<JobId>, ClassError> {
        let settings = self.settings()?;
        if settings.race_minutes == 0 || self.is_frozen(now)? {
            return Ok(None);
        }
        let gap = UnixMillis::from(settings.race_minutes) * 60_000;
        self.write(|writing| {
            let ladder = ladder(&competitors(writing)?, &counted_pairs(writing)?, &settings);
            let mut query = writing.prepare_cached(
                "SELECT first_person, max(created) FROM jobs WHERE kind = 'race' GROUP BY 1",
            )?;
            let last = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let last = last.collect::<Result<BTreeMap<PersonId, UnixMillis>, _>>()?;
            let Some(person) = ladder.next_challenger(&last, now, gap) else { return Ok(None) };
            let Some(ahead) = ladder.ahead_of(person) else { return Ok(None) };
            add_challenge(writing, None, [person, ahead], now).map(Some)
        })
    }
}

fn add_challenge(
    writing: &Transaction<'_>,
    asked_by: Option<PersonId>,
    people: [PersonId; 2],
    now: UnixMillis,
) -> Result<JobId, ClassError> {
    let side = |person: PersonId| -> Result<Side, ClassError> {
        let query = "SELECT current FROM people WHERE id = ?1";
        let version = writing.query_row(query, [person], |row| row.get(0))?;
        Ok(Side::Version { person, version })
    };
    let pair = NewPair {
        kind: JobKind::Race,
        asked_by,
        place: None,
        sides: &[side(people[0])?, side(people[1])?],
        seed: rand::random::<u32>().into(),
        opening: (rand::random::<u32>().into(), 0),
    };
    add_pair(writing, &pair, now)
}

/// Everyone with a current version, in the order in which they first had a usable one.
fn competitors(connection: &Connection) -> Result<Vec<Competitor>, ClassError> {
    let mut query = connection.prepare_cached(
        "SELECT people.id, name, alias, current, versions.number, disqualified,
            (SELECT min(id) FROM versions WHERE person = people.id AND state = 'usable') AS first
         FROM people JOIN versions ON versions.id = current
         WHERE role = 'student' ORDER BY first",
    )?;
    let rows = query.query_map([], |row| {
        Ok(Competitor {
            person: row.get(0)?,
            name: row.get(1)?,
            alias: row.get(2)?,
            current: row.get(3)?,
            number: row.get(4)?,
            disqualified: row.get(5)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn ladder(
    competitors: &[Competitor],
    counted: &[CountedPair],
    class: &ClassSettings,
) -> RaceLadder {
    let competing = competitors.iter().filter(|one| one.disqualified.is_none());
    let mut ladder = RaceLadder::new(competing.map(|one| one.person));
    for pair in counted {
        ladder.count(pair.people, pair.half_points, class);
    }
    ladder
}

/// The PKs of the race that count, in the order in which they ended.
fn counted_pairs(connection: &Connection) -> Result<Vec<CountedPair>, ClassError> {
    let mut query = connection.prepare_cached(
        "SELECT first_person, second_person, half_first, half_second FROM jobs
         WHERE kind = 'race' AND state = 'done' ORDER BY ended, id",
    )?;
    let rows = query.query_map([], |row| {
        let people = [row.get(0)?, row.get(1)?];
        Ok(CountedPair { people, half_points: [row.get(2)?, row.get(3)?] })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The PKs that count for ratings: those of the race and of tournaments.
fn rated_pairs(connection: &Connection) -> Result<Vec<RatedPair>, ClassError> {
    let mut query = connection.prepare_cached(
        "SELECT first_person, first_version, second_person, second_version, half_first, half_second
         FROM jobs WHERE kind IN ('race', 'tournament') AND state = 'done'",
    )?;
    let rows = query.query_map([], |row| {
        let sides = [(row.get(0)?, row.get(1)?), (row.get(2)?, row.get(3)?)];
        Ok(RatedPair { sides, half_points: [row.get(4)?, row.get(5)?] })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

//! Jobs in the database.

use outflank_arena::{Slot, StoredGame};
use rusqlite::{OptionalExtension, Row, Transaction, params_from_iter};

use super::ClassStore;
use crate::job::{ClassJob, JobKind, JobState, Side};
use crate::{ClassError, JobId, PersonId, TournamentId, UnixMillis, VersionId};

const JOBS: &str = "SELECT id, kind, state, asked_by, tournament, round, pair, version,
    first_person, first_version, first_player, second_person, second_version, second_player,
    seed, opening_seed, opening, created, begun, ended, worker, load, outcome, problem FROM jobs";

/// Which jobs are listed; all conditions have to hold.
#[derive(Clone, Debug, Default)]
pub struct JobFilter {
    /// Those in one of these states; any if empty.
    pub states: Vec<JobState>,
    /// Those for one of these; any if empty.
    pub kinds: Vec<JobKind>,
    /// PKs in which this person plays.
    pub person: Option<PersonId>,
    /// Those of a tournament.
    pub tournament: Option<TournamentId>,
    /// Those before this one.
    pub before: Option<JobId>,
    /// The most jobs, the newest first; all if `None`.
    pub latest: Option<u32>,
}

/// A PK that is to be played.
pub(super) struct NewPair<'a> {
    pub(super) kind: JobKind,
    pub(super) asked_by: Option<PersonId>,
    pub(super) place: Option<(TournamentId, u32, u32)>,
    pub(super) sides: &'a [Side; 2],
    pub(super) seed: u64,
    pub(super) opening: (u64, u32),
}

impl ClassStore {
    /// The matching jobs, the newest first.
    pub fn jobs(&self, filter: &JobFilter) -> Result<Vec<ClassJob>, ClassError> {
        let mut parts = vec!["1".to_owned()];
        let mut values: Vec<rusqlite::types::Value> = Vec::new();
        let listed = |names: Vec<&str>| format!("'{}'", names.join("','"));
        if !filter.states.is_empty() {
            let names = filter.states.iter().map(|state| state.name()).collect();
            parts.push(format!("state IN ({})", listed(names)));
        }
        if !filter.kinds.is_empty() {
            let names = filter.kinds.iter().map(|kind| kind.name()).collect();
            parts.push(format!("kind IN ({})", listed(names)));
        }
        if let Some(PersonId(person)) = filter.person {
            values.push(person.into());
            let at = values.len();
            parts.push(format!("(first_person = ?{at} OR second_person = ?{at})"));
        }
        for (column, value) in [
            ("tournament =", filter.tournament.map(|id| id.0)),
            ("id <", filter.before.map(|id| id.0)),
        ] {
            if let Some(value) = value {
                values.push(value.into());
                parts.push(format!("{column} ?{}", values.len()));
            }
        }
        let latest = filter.latest.map_or(-1, i64::from);
        let query = format!("{JOBS} WHERE {} ORDER BY id DESC LIMIT {latest}", parts.join(" AND "));
        let connection = self.read();
        let mut query = connection.prepare_cached(&query)?;
        let jobs = query.query_map(params_from_iter(values), job)?;
        Ok(jobs.collect::<Result<_, _>>()?)
    }

    /// A job by its number.
    pub fn job(&self, id: JobId) -> Result<ClassJob, ClassError> {
        let query = format!("{JOBS} WHERE id = ?1");
        let found = self.read().query_row(&query, [id], job).optional()?;
        found.ok_or(ClassError::Missing("PK"))
    }

    /// A game of a PK, 0 or 1, with its moves and logs.
    pub fn game(&self, id: JobId, number: u32) -> Result<StoredGame, ClassError> {
        let slot = slot(id, number);
        let games = self.lock_games();
        let stored = games.game_at(self.event, slot)?;
        stored.ok_or(ClassError::Missing("game"))
    }

    /// Both games of a PK, if they are stored.
    pub(super) fn stored_games(&self, id: JobId) -> Result<Option<[StoredGame; 2]>, ClassError> {
        let games = self.lock_games();
        let first = games.game_at(self.event, slot(id, 0))?;
        let second = games.game_at(self.event, slot(id, 1))?;
        Ok(first.zip(second).map(|(first, second)| [first, second]))
    }

    /// Asks for a PK that does not count, with a built-in player or the agent of another.
    pub fn play_to(
        &self,
        person: PersonId,
        sides: &[Side; 2],
        now: UnixMillis,
    ) -> Result<JobId, ClassError> {
        let settings = self.settings()?;
        self.write(|writing| {
            check_waiting(writing, person, settings.waiting_each)?;
            let pair = NewPair {
                kind: JobKind::Playto,
                asked_by: Some(person),
                place: None,
                sides,
                seed: rand::random::<u32>().into(),
                opening: (rand::random::<u32>().into(), 0),
            };
            add_pair(writing, &pair, now)
        })
    }

    /// Plays a PK again: the old one does not count any more.
    pub fn rerun(&self, id: JobId, reason: &str, now: UnixMillis) -> Result<JobId, ClassError> {
        let old = self.job(id)?;
        let Some(sides) = &old.sides else { return Err(ClassError::Missing("PK")) };
        if !matches!(old.state, JobState::Done | JobState::Failed) {
            return Err(ClassError::refused("only a PK that was played can be played again"));
        }
        self.write(|writing| {
            let why = format!("played again: {}", crate::text::cleaned(reason, 200));
            writing
                .execute("UPDATE jobs SET state = 'void', problem = ?2 WHERE id = ?1", (id, why))?;
            if let Some((tournament, ..)) = old.place {
                let update = "UPDATE tournaments SET ended = NULL WHERE id = ?1";
                writing.execute(update, [tournament])?;
            }
            let pair = NewPair {
                kind: old.kind,
                asked_by: old.asked_by,
                place: old.place,
                sides,
                seed: old.seed,
                opening: old.opening,
            };
            add_pair(writing, &pair, now)
        })
    }

    /// Cancels a PK that waits, if this person asked for it.
    pub fn cancel(&self, id: JobId, person: PersonId) -> Result<(), ClassError> {
        let update = "UPDATE jobs SET state = 'void', problem = 'cancelled'
            WHERE id = ?1 AND asked_by = ?2 AND state = 'waiting' AND kind <> 'check'";
        match self.lock().execute(update, (id, person))? {
            0 => Err(ClassError::refused("no PK of yours waits under this number")),
            _ => Ok(()),
        }
    }

    /// The number of games in the store.
    pub fn count_games(&self) -> Result<u64, ClassError> {
        Ok(self.lock_games().count()?)
    }
}

/// The place of a game of a PK in the store of games.
pub(super) const fn slot(id: JobId, game: u32) -> Slot {
    Slot { round: 0, pair: id.0.cast_unsigned() as u32, game }
}

/// Refuses a PK of a person who has enough waiting.
pub(super) fn check_waiting(
    writing: &Transaction<'_>,
    person: PersonId,
    most: u32,
) -> Result<(), ClassError> {
    let query = "SELECT count(*) FROM jobs WHERE asked_by = ?1 AND kind <> 'check'
        AND state IN ('waiting', 'running')";
    let waiting: u32 = writing.query_row(query, [person], |row| row.get(0))?;
    if waiting >= most {
        return Err(ClassError::TooMany(format!("you have {waiting} PKs waiting already")));
    }
    Ok(())
}

/// Adds a PK to the queue.
pub(super) fn add_pair(
    writing: &Transaction<'_>,
    pair: &NewPair<'_>,
    now: UnixMillis,
) -> Result<JobId, ClassError> {
    let player = |side: &Side| match side {
        Side::BuiltIn(name) => Some(name.clone()),
        Side::Version { .. } => None,
    };
    let [first, second] = pair.sides;
    let mut insert = writing.prepare_cached(
        "INSERT INTO jobs (kind, state, asked_by, tournament, round, pair, first_person,
            first_version, first_player, second_person, second_version, second_player, seed,
            opening_seed, opening, created)
         VALUES (?1, 'waiting', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
    )?;
    insert.execute((
        pair.kind.name(),
        pair.asked_by,
        pair.place.map(|(tournament, ..)| tournament),
        pair.place.map(|(_, round, _)| round),
        pair.place.map(|(.., number)| number),
        first.person(),
        first.version(),
        player(first),
        second.person(),
        second.version(),
        player(second),
        pair.seed.cast_signed(),
        pair.opening.0.cast_signed(),
        pair.opening.1,
        now,
    ))?;
    Ok(JobId(writing.last_insert_rowid()))
}

pub(super) fn job(row: &Row<'_>) -> rusqlite::Result<ClassJob> {
    let side = |at: usize| -> rusqlite::Result<Option<Side>> {
        let person: Option<PersonId> = row.get(at)?;
        let version: Option<VersionId> = row.get(at + 1)?;
        let player: Option<String> = row.get(at + 2)?;
        let of_person = person.zip(version);
        let of_person = of_person.map(|(person, version)| Side::Version { person, version });
        Ok(of_person.or_else(|| player.map(Side::BuiltIn)))
    };
    let (kind, state): (String, String) = (row.get(1)?, row.get(2)?);
    let kind = JobKind::ALL.into_iter().find(|known| known.name() == kind);
    let state = JobState::ALL.into_iter().find(|known| known.name() == state);
    let place: (Option<TournamentId>, Option<u32>, Option<u32>) =
        (row.get(4)?, row.get(5)?, row.get(6)?);
    let json = |text: Option<String>| text.unwrap_or_default();
    Ok(ClassJob {
        id: row.get(0)?,
        kind: kind.unwrap_or(JobKind::Playto),
        state: state.unwrap_or(JobState::Void),
        asked_by: row.get(3)?,
        place: match place {
            (Some(tournament), Some(round), Some(number)) => Some((tournament, round, number)),
            _ => None,
        },
        version: row.get(7)?,
        sides: side(8)?.zip(side(11)?).map(|(first, second)| [first, second]),
        seed: row.get::<_, i64>(14)?.cast_unsigned(),
        opening: (row.get::<_, i64>(15)?.cast_unsigned(), row.get(16)?),
        times: [row.get(17)?, row.get(18)?, row.get(19)?],
        worker: row.get(20)?,
        load: serde_json::from_str(&json(row.get(21)?)).ok(),
        outcome: serde_json::from_str(&json(row.get(22)?)).ok(),
        problem: row.get(23)?,
    })
}

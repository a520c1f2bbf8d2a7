//! Leases: the queue that workers take jobs from.

use std::collections::BTreeMap;

use outflank_arena::{Agent, ContentHash, GameRow};
use rusqlite::{Connection, OptionalExtension};

use super::jobs::slot;
use super::versions::put_report;
use super::{ClassStore, tournaments};
use crate::job::{ClassJob, GameOutcome, JobKind, JobState, Side, half_points_of_first};
use crate::queue::{WaitingJob, fair_order};
use crate::secret::new_token;
use crate::work::{JobLease, JobReport, JobTask, WorkQueue};
use crate::{ClassError, JobFilter, JobId, PersonId, UnixMillis};

/// The time of a lease. A worker extends it several times in this time.
const LEASE_TIME: UnixMillis = 60 * 1000;
/// The time in which service is remembered.
const SERVED_TIME: UnixMillis = 3600 * 1000;
/// The number of times that a job is tried.
const MAX_TRIES: u32 = 3;
/// The bytes of an agent's log that are kept of a game, and what is said if there were more.
const LONGEST_LOG: usize = 128 << 10;
const CUT: &str = "\n[the rest was not kept]\n";

impl ClassStore {
    /// The waiting jobs in the order in which they get a worker.
    pub fn queue(&self, now: UnixMillis) -> Result<Vec<WaitingJob>, ClassError> {
        let connection = self.read();
        fair_order_in(&connection, now, "")
    }

    /// Jobs whose leases were held by a process that ended wait again. A job of another machine
    /// is sent again, and finds its result if there is one.
    pub(super) fn forget_workers(&self) -> Result<(), ClassError> {
        self.lock().execute(
            "UPDATE jobs SET state = 'waiting', token = NULL
             WHERE state = 'running' AND (worker LIKE 'local-%' OR worker LIKE 'cluster-%')",
            [],
        )?;
        Ok(())
    }

    fn side_folder(&self, side: &Side) -> Result<Option<std::path::PathBuf>, ClassError> {
        let Some(version) = side.version() else { return Ok(None) };
        self.library.path(&self.version(version)?.hash).map(Some)
    }

    fn task(&self, job: &ClassJob) -> Result<JobTask, ClassError> {
        match (&job.sides, job.version) {
            (Some(sides), _) => Ok(JobTask::Pair {
                sides: sides.clone(),
                agents: [self.side_folder(&sides[0])?, self.side_folder(&sides[1])?],
                seed: job.seed,
                opening: job.opening,
            }),
            (None, Some(version)) => {
                let agent = self.library.path(&self.version(version)?.hash)?;
                Ok(JobTask::Check { version, agent })
            }
            (None, None) => Err(ClassError::Database(format!("job {} is for nothing", job.id))),
        }
    }

    /// True if the lease still has its job.
    fn holds(&self, lease: &JobLease) -> Result<bool, ClassError> {
        let query = "SELECT 1 FROM jobs WHERE id = ?1 AND state = 'running' AND token = ?2";
        let found =
            self.read().query_row(query, (lease.job, &lease.token), |_| Ok(())).optional()?;
        Ok(found.is_some())
    }

    fn agent(&self, side: &Side) -> Result<Agent, ClassError> {
        Ok(match side {
            Side::BuiltIn(name) => {
                Agent { name: name.clone(), hash: ContentHash::of(name.as_bytes()) }
            }
            Side::Version { version, .. } => {
                let version = self.version(*version)?;
                let name = format!("person {} version {}", version.person, version.number);
                Agent { name, hash: ContentHash::of(version.hash.as_bytes()) }
            }
        })
    }

    /// Stores the games of a PK, or finds those that are stored already: a process may have
    /// been killed between the games and the result.
    fn put_games(
        &self,
        job: &ClassJob,
        games: Box<[outflank_arena::PlayedGame; 2]>,
    ) -> Result<[GameOutcome; 2], ClassError> {
        let Some([first, second]) = &job.sides else { return Err(ClassError::Missing("PK")) };
        let agents = [self.agent(first)?, self.agent(second)?];
        if let Some(stored) = self.stored_games(job.id)? {
            return Ok(stored.each_ref().map(|game| GameOutcome::of(&game.row.played)));
        }
        let outcome = games.each_ref().map(GameOutcome::of);
        let mut games = games;
        games.iter_mut().for_each(shorten_logs);
        let [first, second] = agents;
        let players = [[first.clone(), second.clone()], [second, first]];
        let rows = (*games).into_iter().zip(players).zip(0..).map(|((played, players), number)| {
            GameRow { slot: slot(job.id, number), players, played, seed: job.seed }
        });
        self.lock_games().put_all(self.event, &rows.collect::<Vec<_>>())?;
        Ok(outcome)
    }
}

impl WorkQueue for ClassStore {
    fn take(
        &self,
        worker: &str,
        now: UnixMillis,
    ) -> Result<Option<(JobLease, JobTask)>, ClassError> {
        let taken = self.write(|writing| {
            // Whoever had a job and did not extend the lease is gone.
            writing.execute(
                "UPDATE jobs SET state = 'waiting', token = NULL
                 WHERE state = 'running' AND lease_until < ?1",
                [now],
            )?;
            let first_of_each = "AND id IN (SELECT min(id) FROM jobs WHERE state = 'waiting'
                GROUP BY kind = 'check', asked_by)";
            let next = fair_order_in(writing, now, first_of_each)?.first().copied();
            let Some(next) = next else { return Ok(None) };
            let lease = JobLease { job: next.id, token: new_token(), until: now + LEASE_TIME };
            writing.execute(
                "UPDATE jobs SET state = 'running', worker = ?2, token = ?3, lease_until = ?4,
                    begun = ?5 WHERE id = ?1",
                (next.id, worker, &lease.token, lease.until, now),
            )?;
            if next.kind == JobKind::Check {
                writing.execute(
                    "UPDATE versions SET state = 'checking', step = 'start'
                     WHERE id = (SELECT version FROM jobs WHERE id = ?1)",
                    [next.id],
                )?;
            }
            Ok(Some(lease))
        })?;
        let Some(lease) = taken else { return Ok(None) };
        let task = self.task(&self.job(lease.job)?)?;
        Ok(Some((lease, task)))
    }

    fn extend(&self, lease: &JobLease, now: UnixMillis) -> Result<bool, ClassError> {
        let update = "UPDATE jobs SET lease_until = ?3
            WHERE id = ?1 AND token = ?2 AND state = 'running'";
        let values = (lease.job, &lease.token, now + LEASE_TIME);
        Ok(self.lock().execute(update, values)? > 0)
    }

    fn finish(
        &self,
        lease: &JobLease,
        done: JobReport,
        now: UnixMillis,
    ) -> Result<bool, ClassError> {
        if !self.holds(lease)? {
            return Ok(false);
        }
        let job = self.job(lease.job)?;
        let is_frozen = self.is_frozen(now)?;
        let mut outcome = None;
        let mut load = None;
        let mut check = None;
        match done {
            JobReport::Checked { usable, report } => check = Some((usable, report)),
            JobReport::Played { games, load: seen } => {
                outcome = Some(self.put_games(&job, games)?);
                load = serde_json::to_string(&seen).ok();
            }
        }
        self.write(|writing| {
            let half_points = outcome.as_ref().map(half_points_of_first);
            let counted = writing.execute(
                "UPDATE jobs SET state = 'done', ended = ?3, outcome = ?4, load = ?5,
                    half_first = ?6, half_second = ?7, problem = NULL
                 WHERE id = ?1 AND token = ?2 AND state = 'running'",
                (
                    lease.job,
                    &lease.token,
                    now,
                    outcome.as_ref().and_then(|outcome| serde_json::to_string(outcome).ok()),
                    load,
                    half_points.map(|points| points[0]),
                    half_points.map(|points| points[1]),
                ),
            )?;
            if let (1, Some((usable, report)), Some(version)) = (counted, check, job.version) {
                put_report(writing, version, usable, &report, None, is_frozen)?;
            }
            if let (1, Some((tournament, ..))) = (counted, job.place) {
                tournaments::go_on(writing, tournament, now)?;
            }
            Ok(counted == 1)
        })
    }

    fn give_back(
        &self,
        lease: &JobLease,
        problem: &str,
        now: UnixMillis,
    ) -> Result<(), ClassError> {
        self.write(|writing| {
            let query = "SELECT tries, version FROM jobs WHERE id = ?1 AND token = ?2";
            let found: Option<(u32, Option<crate::VersionId>)> = writing
                .query_row(query, (lease.job, &lease.token), |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            let Some((tries, version)) = found else { return Ok(()) };
            let state = if tries + 1 < MAX_TRIES { JobState::Waiting } else { JobState::Failed };
            writing.execute(
                "UPDATE jobs SET state = ?2, tries = ?3, problem = ?4, token = NULL,
                    ended = CASE ?2 WHEN 'failed' THEN ?5 END WHERE id = ?1",
                (lease.job, state.name(), tries + 1, problem, now),
            )?;
            if let (JobState::Failed, Some(version)) = (state, version) {
                put_report(writing, version, false, "null", Some(problem), true)?;
            }
            Ok(())
        })
    }
}

/// Bounds the logs of a game: a class plays thousands.
fn shorten_logs(played: &mut outflank_arena::PlayedGame) {
    for log in &mut played.logs {
        if log.len() > LONGEST_LOG {
            log.truncate(log.floor_char_boundary(LONGEST_LOG));
            log.push_str(CUT);
        }
    }
    for seen in &mut played.moves {
        let end = played.logs[seen.color as usize].len();
        seen.log_end = seen.log_end.map(|at| at.min(end));
    }
}

/// The waiting jobs that meet a condition, in fair order.
fn fair_order_in(
    connection: &Connection,
    now: UnixMillis,
    condition: &str,
) -> Result<Vec<WaitingJob>, ClassError> {
    let query = format!("SELECT id, kind, asked_by FROM jobs WHERE state = 'waiting' {condition}");
    let mut query = connection.prepare_cached(&query)?;
    let waiting: Vec<WaitingJob> = query
        .query_map([], |row| {
            let kind: String = row.get(1)?;
            let kind = JobKind::ALL.into_iter().find(|known| known.name() == kind);
            let kind = kind.unwrap_or(JobKind::Playto);
            Ok(WaitingJob { id: row.get(0)?, kind, asked_by: row.get(2)? })
        })?
        .collect::<Result<_, _>>()?;
    if waiting.is_empty() {
        return Ok(waiting);
    }
    let mut served: BTreeMap<Option<PersonId>, UnixMillis> = BTreeMap::new();
    for sums in [
        "SELECT asked_by, sum(ended - begun) FROM jobs WHERE ended > ?1 - ?2 GROUP BY asked_by",
        "SELECT asked_by, sum(?1 - begun + 0 * ?2) FROM jobs WHERE state = 'running' GROUP BY asked_by",
    ] {
        let mut query = connection.prepare_cached(sums)?;
        let rows = query.query_map((now, SERVED_TIME), |row| Ok((row.get(0)?, row.get(1)?)))?;
        for row in rows {
            let (person, time): (Option<PersonId>, Option<UnixMillis>) = row?;
            *served.entry(person).or_default() += time.unwrap_or(0);
        }
    }
    Ok(fair_order(&waiting, &served))
}

impl ClassStore {
    /// The jobs that workers have now.
    pub fn running(&self) -> Result<Vec<ClassJob>, ClassError> {
        self.jobs(&JobFilter { states: vec![JobState::Running], ..JobFilter::default() })
    }

    /// True if no job waits or runs.
    pub fn is_idle(&self) -> Result<bool, ClassError> {
        let query = "SELECT count(*) FROM jobs WHERE state IN ('waiting', 'running')";
        Ok(self.read().query_row(query, [], |row| row.get::<_, u32>(0))? == 0)
    }

    /// A job of an automatic challenge or a tournament has no person.
    pub fn count_waiting(&self, person: Option<PersonId>) -> Result<u32, ClassError> {
        let query = "SELECT count(*) FROM jobs WHERE state = 'waiting' AND asked_by IS ?1";
        Ok(self.read().query_row(query, [person], |row| row.get(0))?)
    }

    /// The number of all jobs that wait.
    pub fn count_all_waiting(&self) -> Result<u64, ClassError> {
        let query = "SELECT count(*) FROM jobs WHERE state = 'waiting'";
        Ok(self.read().query_row(query, [], |row| row.get::<_, i64>(0))?.cast_unsigned())
    }

    /// The job of a number waits, if this is its place in the queue, from 1.
    pub fn place_in_queue(&self, id: JobId, now: UnixMillis) -> Result<Option<usize>, ClassError> {
        let queue = self.queue(now)?;
        Ok(queue.iter().position(|job| job.id == id).map(|at| at + 1))
    }
}

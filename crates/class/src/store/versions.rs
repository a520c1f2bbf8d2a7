//! Versions in the database.

use rusqlite::{Connection, OptionalExtension, Row, Transaction};
use serde_json::Value;

use super::ClassStore;
use crate::text::cleaned;
use crate::version::{Version, VersionReport, VersionState};
use crate::{ClassError, PersonId, UnixMillis, Upload, VersionId};

const VERSIONS: &str =
    "SELECT id, person, number, hash, file, note, bytes, files, submitted, state,
    step FROM versions";
const HOUR: UnixMillis = 3600 * 1000;
/// The most versions of a person.
const MAX_VERSIONS: u32 = 500;

impl ClassStore {
    /// Stores a version and asks for its check.
    pub fn submit(
        &self,
        person: PersonId,
        upload: &Upload,
        file: &str,
        note: &str,
        now: UnixMillis,
    ) -> Result<Version, ClassError> {
        if self.is_frozen(now)? {
            return Err(ClassError::refused("the class is frozen: nothing can be submitted"));
        }
        let settings = self.settings()?;
        let hash = self.library.put(upload)?;
        self.write(|writing| {
            let count = |since: UnixMillis| {
                let query = "SELECT count(*) FROM versions WHERE person = ?1 AND submitted > ?2";
                writing.query_row(query, (person, since), |row| row.get::<_, u32>(0))
            };
            if count(now - HOUR)? >= settings.uploads_an_hour || count(0)? >= MAX_VERSIONS {
                return Err(ClassError::TooMany(format!(
                    "you may submit {} versions in an hour, and {MAX_VERSIONS} in all",
                    settings.uploads_an_hour
                )));
            }
            let number = count(0)? + 1;
            writing.execute(
                "INSERT INTO versions (person, number, hash, file, note, bytes, files, submitted, state)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'waiting')",
                (
                    person,
                    number,
                    &hash,
                    cleaned(file, 80),
                    cleaned(note, 200),
                    upload.bytes().cast_signed(),
                    upload.files().len() as u32,
                    now,
                ),
            )?;
            let id = VersionId(writing.last_insert_rowid());
            ask_for_check(writing, id, person, now)?;
            found(writing, id)
        })
    }

    /// The versions of a person, the newest first.
    pub fn versions(&self, person: PersonId) -> Result<Vec<Version>, ClassError> {
        let connection = self.lock();
        let query = format!("{VERSIONS} WHERE person = ?1 ORDER BY number DESC");
        let mut query = connection.prepare_cached(&query)?;
        let versions = query.query_map([person], version)?;
        Ok(versions.collect::<Result<_, _>>()?)
    }

    /// All versions, by person and number.
    pub fn all_versions(&self) -> Result<Vec<Version>, ClassError> {
        let connection = self.lock();
        let mut query =
            connection.prepare_cached(&format!("{VERSIONS} ORDER BY person, number"))?;
        let versions = query.query_map([], version)?;
        Ok(versions.collect::<Result<_, _>>()?)
    }

    /// A version by its number.
    pub fn version(&self, id: VersionId) -> Result<Version, ClassError> {
        found(&self.lock(), id)
    }

    /// A version with its report.
    pub fn version_report(&self, id: VersionId) -> Result<VersionReport, ClassError> {
        let connection = self.lock();
        let version = found(&connection, id)?;
        let query = "SELECT report, problem FROM versions WHERE id = ?1";
        let (report, problem): (Option<String>, Option<String>) =
            connection.query_row(query, [id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let check: Option<Value> = report.and_then(|text| serde_json::from_str(&text).ok());
        Ok(VersionReport { version, check, problem })
    }

    /// Makes a usable version of a person the one that competes.
    pub fn activate(
        &self,
        person: PersonId,
        id: VersionId,
        now: UnixMillis,
    ) -> Result<(), ClassError> {
        if self.is_frozen(now)? {
            return Err(ClassError::refused(
                "the class is frozen: the version that competes stays",
            ));
        }
        self.write(|writing| {
            let version = found(writing, id)?;
            if version.person != person {
                return Err(ClassError::Missing("version"));
            }
            if version.state != VersionState::Usable {
                return Err(ClassError::refused("only a usable version can compete"));
            }
            writing.execute("UPDATE people SET current = ?2 WHERE id = ?1", (person, id))?;
            Ok(())
        })
    }

    /// Asks for another check of a version.
    pub fn check_again(&self, id: VersionId, now: UnixMillis) -> Result<(), ClassError> {
        self.write(|writing| {
            let version = found(writing, id)?;
            if matches!(version.state, VersionState::Waiting | VersionState::Checking) {
                return Err(ClassError::refused("the version is being checked already"));
            }
            writing.execute("UPDATE versions SET state = 'waiting' WHERE id = ?1", [id])?;
            ask_for_check(writing, id, version.person, now)
        })
    }

    /// Notes the step of a check that runs.
    pub fn note_step(&self, id: VersionId, step: &str) -> Result<(), ClassError> {
        let update = "UPDATE versions SET state = 'checking', step = ?2 WHERE id = ?1";
        self.lock().execute(update, (id, step))?;
        Ok(())
    }
}

fn ask_for_check(
    writing: &Transaction<'_>,
    id: VersionId,
    person: PersonId,
    now: UnixMillis,
) -> Result<(), ClassError> {
    writing.execute(
        "INSERT INTO jobs (kind, state, asked_by, version, seed, opening_seed, opening, created)
         VALUES ('check', 'waiting', ?1, ?2, 1, 1, 0, ?3)",
        (person, id, now),
    )?;
    Ok(())
}

/// Stores the result of a check. A usable version competes at once, unless a newer one does
/// already or the class was frozen meanwhile.
pub(super) fn put_report(
    writing: &Transaction<'_>,
    id: VersionId,
    usable: bool,
    report: &str,
    problem: Option<&str>,
    is_frozen: bool,
) -> Result<(), ClassError> {
    let state = if usable { VersionState::Usable } else { VersionState::Unusable };
    writing.execute(
        "UPDATE versions SET state = ?2, step = NULL, report = ?3, problem = ?4 WHERE id = ?1",
        (id, state.name(), report, problem),
    )?;
    if usable && !is_frozen {
        writing.execute(
            "UPDATE people SET current = ?1
             WHERE id = (SELECT person FROM versions WHERE id = ?1)
                AND (current IS NULL OR current < ?1)",
            [id],
        )?;
    }
    Ok(())
}

fn found(connection: &Connection, id: VersionId) -> Result<Version, ClassError> {
    let query = format!("{VERSIONS} WHERE id = ?1");
    let found = connection.query_row(&query, [id], version).optional()?;
    found.ok_or(ClassError::Missing("version"))
}

fn version(row: &Row<'_>) -> rusqlite::Result<Version> {
    let state: String = row.get(9)?;
    let state = VersionState::ALL.into_iter().find(|known| known.name() == state);
    Ok(Version {
        id: row.get(0)?,
        person: row.get(1)?,
        number: row.get(2)?,
        hash: row.get(3)?,
        file: row.get(4)?,
        note: row.get(5)?,
        bytes: row.get::<_, i64>(6)?.cast_unsigned(),
        files: row.get(7)?,
        submitted: row.get(8)?,
        state: state.unwrap_or(VersionState::Waiting),
        step: row.get(10)?,
    })
}

//! Versions in the database.

use std::collections::BTreeMap;

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
/// The most bytes of all versions of a person, unpacked.
const MAX_BYTES: u64 = 256 << 20;

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
        let most = self.settings()?.uploads_an_hour;
        // Files of a version that is refused must not stay on the disk.
        next_number(&self.read(), person, upload, most, now)?;
        let hash = self.library.put(upload)?;
        self.write(|writing| {
            let number = next_number(writing, person, upload, most, now)?;
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
        let connection = self.read();
        let query = format!("{VERSIONS} WHERE person = ?1 ORDER BY number DESC");
        let mut query = connection.prepare_cached(&query)?;
        let versions = query.query_map([person], version)?;
        Ok(versions.collect::<Result<_, _>>()?)
    }

    /// All versions, by person and number.
    pub fn all_versions(&self) -> Result<Vec<Version>, ClassError> {
        let connection = self.read();
        let mut query =
            connection.prepare_cached(&format!("{VERSIONS} ORDER BY person, number"))?;
        let versions = query.query_map([], version)?;
        Ok(versions.collect::<Result<_, _>>()?)
    }

    /// The number of each version among those of its person.
    pub fn version_numbers(&self) -> Result<BTreeMap<VersionId, u32>, ClassError> {
        let connection = self.read();
        let mut query = connection.prepare_cached("SELECT id, number FROM versions")?;
        let numbers = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(numbers.collect::<Result<_, _>>()?)
    }

    /// The number of versions, of people with a version, and the bytes of all contents.
    pub fn version_totals(&self) -> Result<(u64, u64, u64), ClassError> {
        let query = "SELECT (SELECT count(*) FROM versions),
            (SELECT count(DISTINCT person) FROM versions
                JOIN people ON people.id = person WHERE role = 'student'),
            (SELECT coalesce(sum(size), 0) FROM
                (SELECT max(bytes) AS size FROM versions GROUP BY hash))";
        let number = |row: &Row<'_>, at| row.get::<_, i64>(at).map(i64::cast_unsigned);
        Ok(self
            .read()
            .query_row(query, [], |row| Ok((number(row, 0)?, number(row, 1)?, number(row, 2)?)))?)
    }

    /// A version by its number.
    pub fn version(&self, id: VersionId) -> Result<Version, ClassError> {
        found(&self.read(), id)
    }

    /// A version with its report.
    pub fn version_report(&self, id: VersionId) -> Result<VersionReport, ClassError> {
        let connection = self.read();
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

/// The number of the next version of a person, if they may submit it.
fn next_number(
    connection: &Connection,
    person: PersonId,
    upload: &Upload,
    most: u32,
    now: UnixMillis,
) -> Result<u32, ClassError> {
    let query = "SELECT count(*), count(*) FILTER (WHERE submitted > ?2), coalesce(sum(bytes), 0)
        FROM versions WHERE person = ?1";
    let (all, lately, bytes): (u32, u32, i64) =
        connection.query_row(query, (person, now - HOUR), |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?;
    if lately >= most || all >= MAX_VERSIONS {
        return Err(ClassError::TooMany(format!(
            "you may submit {most} versions in an hour, and {MAX_VERSIONS} in all"
        )));
    }
    if bytes.cast_unsigned() + upload.bytes() > MAX_BYTES {
        let most = MAX_BYTES >> 20;
        return Err(ClassError::TooMany(format!("all your versions may have {most} MiB together")));
    }
    Ok(all + 1)
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

//! Sessions of people who are logged in.

use rusqlite::OptionalExtension;

use super::ClassStore;
use crate::secret::{kept, new_token};
use crate::{ClassError, PersonId, UnixMillis};

/// The time after which a session ends that is not used.
const SESSION_TIME: UnixMillis = 14 * 24 * 3600 * 1000;
/// The time that has to pass before the use of a session is noted again.
const NOTED: UnixMillis = 60 * 1000;
/// The time that a browser is remembered.
const DEVICE_TIME: UnixMillis = 365 * 24 * 3600 * 1000;

impl ClassStore {
    /// Begins a session. The token is new, whatever the browser had before.
    pub fn begin_session(&self, person: PersonId, now: UnixMillis) -> Result<String, ClassError> {
        let token = new_token();
        self.write(|writing| {
            writing.execute("DELETE FROM sessions WHERE until <= ?1", [now])?;
            writing.execute(
                "INSERT INTO sessions (token, person, until) VALUES (?1, ?2, ?3)",
                (kept(&token), person, now + SESSION_TIME),
            )?;
            writing.execute("UPDATE people SET seen = ?2 WHERE id = ?1", (person, now))?;
            Ok(())
        })?;
        Ok(token)
    }

    /// The person of a session that has not ended.
    pub fn session(&self, token: &str, now: UnixMillis) -> Result<Option<PersonId>, ClassError> {
        let query = "SELECT person, until FROM sessions WHERE token = ?1 AND until > ?2";
        let key = kept(token);
        let found: Option<(PersonId, UnixMillis)> = {
            let connection = self.read();
            let mut query = connection.prepare_cached(query)?;
            query.query_row((&key, now), |row| Ok((row.get(0)?, row.get(1)?))).optional()?
        };
        let Some((person, until)) = found else { return Ok(None) };
        if until < now + SESSION_TIME - NOTED {
            let connection = self.lock();
            let longer = "UPDATE sessions SET until = ?2 WHERE token = ?1";
            connection.execute(longer, (&key, now + SESSION_TIME))?;
            connection.execute("UPDATE people SET seen = ?2 WHERE id = ?1", (person, now))?;
        }
        Ok(Some(person))
    }

    /// Remembers a browser in which a person has logged in. Attempts of strangers do not keep it
    /// out.
    pub fn remember_device(&self, person: PersonId, now: UnixMillis) -> Result<String, ClassError> {
        let token = new_token();
        self.write(|writing| {
            writing.execute("DELETE FROM devices WHERE until <= ?1", [now])?;
            writing.execute(
                "INSERT INTO devices (token, person, until) VALUES (?1, ?2, ?3)",
                (kept(&token), person, now + DEVICE_TIME),
            )?;
            Ok(())
        })?;
        Ok(token)
    }

    /// True if the person of a login has logged in with this browser before.
    pub fn knows_device(
        &self,
        token: &str,
        login: &str,
        now: UnixMillis,
    ) -> Result<bool, ClassError> {
        let query = "SELECT EXISTS (SELECT 1 FROM devices JOIN people ON people.id = person
            WHERE token = ?1 AND login = ?2 AND until > ?3)";
        let values = (kept(token), login.trim().to_lowercase(), now);
        Ok(self.read().query_row(query, values, |row| row.get(0))?)
    }

    /// Ends a session.
    pub fn end_session(&self, token: &str) -> Result<(), ClassError> {
        self.lock().execute("DELETE FROM sessions WHERE token = ?1", [kept(token)])?;
        Ok(())
    }
}

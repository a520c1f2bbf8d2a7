//! Sessions of people who are logged in.

use rusqlite::OptionalExtension;

use super::ClassStore;
use crate::secret::{kept, new_token};
use crate::{ClassError, PersonId, UnixMillis};

/// The time after which a session ends that is not used.
const SESSION_TIME: UnixMillis = 14 * 24 * 3600 * 1000;
/// The time that has to pass before the use of a session is noted again.
const NOTED: UnixMillis = 60 * 1000;

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
        let connection = self.lock();
        let mut query = connection.prepare_cached(query)?;
        let found = query.query_row((&key, now), |row| Ok((row.get(0)?, row.get(1)?)));
        let Some((person, until)): Option<(PersonId, UnixMillis)> = found.optional()? else {
            return Ok(None);
        };
        if until < now + SESSION_TIME - NOTED {
            let longer = "UPDATE sessions SET until = ?2 WHERE token = ?1";
            connection.execute(longer, (&key, now + SESSION_TIME))?;
            connection.execute("UPDATE people SET seen = ?2 WHERE id = ?1", (person, now))?;
        }
        Ok(Some(person))
    }

    /// Ends a session.
    pub fn end_session(&self, token: &str) -> Result<(), ClassError> {
        self.lock().execute("DELETE FROM sessions WHERE token = ?1", [kept(token)])?;
        Ok(())
    }
}

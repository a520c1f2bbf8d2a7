//! Sessions of people who are logged in.

use std::collections::BTreeMap;
use std::sync::PoisonError;

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

/// The people who used their sessions, and when, by hashes of tokens.
pub(super) type UsedSessions = BTreeMap<String, (PersonId, UnixMillis)>;

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
            // Whoever asks does not wait for the disk.
            let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
            used.insert(key, (person, now));
        }
        Ok(Some(person))
    }

    /// Extends the sessions that were used, all in one transaction. A killed process forgets the
    /// uses of its last second.
    pub fn note_sessions(&self) -> Result<(), ClassError> {
        let used = std::mem::take(&mut *self.used.lock().unwrap_or_else(PoisonError::into_inner));
        if used.is_empty() {
            return Ok(());
        }
        let written = self.write(|writing| {
            // A session that has ended meanwhile is not there any more.
            let mut extend =
                writing.prepare_cached("UPDATE sessions SET until = ?2 WHERE token = ?1")?;
            let mut see = writing.prepare_cached("UPDATE people SET seen = ?2 WHERE id = ?1")?;
            for (token, (person, now)) in &used {
                extend.execute((token, now + SESSION_TIME))?;
                see.execute((person, now))?;
            }
            Ok(())
        });
        if written.is_err() {
            // They are written with the next ones. A later use of a session counts.
            let mut later = self.used.lock().unwrap_or_else(PoisonError::into_inner);
            for (key, usage) in used {
                later.entry(key).or_insert(usage);
            }
        }
        written
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

#[cfg(test)]
mod tests {
    use outflank_core::Rule;

    use super::*;
    use crate::{ClassSettings, NewPerson, Role};

    const DAY: UnixMillis = 24 * 3600 * 1000;

    fn store(folder: &std::path::Path) -> (ClassStore, PersonId) {
        let settings = ClassSettings::new("Reversi", Rule::Reversi);
        let store = ClassStore::create(&folder.join("class"), &settings).unwrap();
        let person = NewPerson { login: "ann".into(), name: "Ann".into(), role: Role::Student };
        let id = store.add_people(vec![person], 0).unwrap()[0].id;
        (store, id)
    }

    #[test]
    fn whoever_asks_waits_neither_for_the_disk_nor_for_others() {
        let folder = tempfile::tempdir().unwrap();
        let (store, id) = store(folder.path());
        let token = store.begin_session(id, 0).unwrap();
        let _writing = store.lock();
        let _reading = store.read();
        assert_eq!(store.session(&token, 10 * DAY).unwrap(), Some(id));
    }

    #[test]
    fn a_session_that_is_used_goes_on_and_another_ends() {
        let folder = tempfile::tempdir().unwrap();
        let (store, id) = store(folder.path());
        let [used, unused, ended] = [(); 3].map(|()| store.begin_session(id, 0).unwrap());
        for token in [&used, &ended] {
            assert_eq!(store.session(token, 10 * DAY).unwrap(), Some(id));
        }
        // A use that is noted later does not bring a session back.
        store.end_session(&ended).unwrap();
        store.note_sessions().unwrap();
        assert_eq!(store.person(id).unwrap().seen, Some(10 * DAY));
        assert_eq!(store.session(&used, 20 * DAY).unwrap(), Some(id));
        assert_eq!(store.session(&unused, 20 * DAY).unwrap(), None);
        assert_eq!(store.session(&ended, 20 * DAY).unwrap(), None);
    }
}

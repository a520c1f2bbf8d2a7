//! People in the database.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Row, Transaction};

use super::ClassStore;
use crate::person::{Invitation, NewPerson, Person, Role};
use crate::secret::{is_password, kept, new_code};
use crate::text::check_line;
use crate::{ClassError, PersonId, UnixMillis};

/// The time that a code can be used.
const CODE_TIME: UnixMillis = 30 * 24 * 3600 * 1000;

const PEOPLE: &str = "SELECT id, login, name, alias, role, password IS NOT NULL, seen, current,
    disqualified FROM people";

impl ClassStore {
    /// Adds people. Those who are in the class already keep their account and get a new
    /// name. Returns an invitation for each new one.
    pub fn add_people(
        &self,
        people: Vec<NewPerson>,
        now: UnixMillis,
    ) -> Result<Vec<Invitation>, ClassError> {
        let checked: Vec<_> =
            people.into_iter().map(NewPerson::checked).collect::<Result<_, _>>()?;
        // Students see the numbers of each other. In the order of a list they would tell who is
        // behind an alias.
        let mut order: Vec<_> = (0..checked.len()).collect();
        order.sort_by_cached_key(|_| rand::random::<u64>());
        self.write(|writing| {
            let mut invited = BTreeMap::new();
            for at in order {
                let NewPerson { login, name, role } = &checked[at];
                let known = "UPDATE people SET name = ?2 WHERE login = ?1";
                if writing.execute(known, (login, name))? > 0 {
                    continue;
                }
                let alias = format!("player-{:06x}", rand::random::<u32>() >> 8);
                writing.execute(
                    "INSERT INTO people (login, name, alias, role) VALUES (?1, ?2, ?3, ?4)",
                    (login, name, alias, role.name()),
                )?;
                let id = PersonId(writing.last_insert_rowid());
                invited.insert(at, invite(writing, id, now)?);
            }
            Ok(invited.into_values().collect())
        })
    }

    /// Takes the password of a person away and gives them a new code. All of their sessions
    /// end.
    pub fn reset(&self, id: PersonId, now: UnixMillis) -> Result<Invitation, ClassError> {
        self.write(|writing| {
            let update = "UPDATE people SET password = NULL WHERE id = ?1";
            if writing.execute(update, [id])? == 0 {
                return Err(ClassError::Missing("person"));
            }
            writing.execute("DELETE FROM sessions WHERE person = ?1", [id])?;
            writing.execute("DELETE FROM devices WHERE person = ?1", [id])?;
            invite(writing, id, now)
        })
    }

    /// Everyone, by login.
    pub fn people(&self) -> Result<Vec<Person>, ClassError> {
        let connection = self.read();
        let mut query = connection.prepare_cached(&format!("{PEOPLE} ORDER BY login"))?;
        let people = query.query_map([], person)?;
        Ok(people.collect::<Result<_, _>>()?)
    }

    /// A person by number.
    pub fn person(&self, id: PersonId) -> Result<Person, ClassError> {
        found(&self.read(), "id = ?1", id)
    }

    /// A person by login.
    pub fn person_named(&self, login: &str) -> Result<Person, ClassError> {
        found(&self.read(), "login = ?1", login.trim().to_lowercase())
    }

    /// The person with this login and password; `None` if there is none. It takes as long
    /// whether the login exists or not.
    pub fn log_in(&self, login: &str, password: &str) -> Result<Option<PersonId>, ClassError> {
        let login = login.trim().to_lowercase();
        let query = "SELECT id, password FROM people WHERE login = ?1";
        let known: Option<(PersonId, Option<String>)> = {
            let connection = self.read();
            connection.query_row(query, [login], |row| Ok((row.get(0)?, row.get(1)?))).optional()?
        };
        let hash = known.as_ref().and_then(|(_, hash)| hash.as_deref());
        let is_right = is_password(password, hash);
        Ok(known.filter(|_| is_right).map(|(id, _)| id))
    }

    /// Sets the first password of a person who has a code. The code is used up. `None` if
    /// the login, the code or its time is wrong; nobody learns which.
    pub fn join(
        &self,
        login: &str,
        code: &str,
        hash: &str,
        now: UnixMillis,
    ) -> Result<Option<PersonId>, ClassError> {
        let login = login.trim().to_lowercase();
        self.write(|writing| {
            let id: Option<PersonId> = writing
                .query_row(
                    "SELECT id FROM people WHERE login = ?1 AND code = ?2 AND code_until > ?3",
                    (login, kept(code), now),
                    |row| row.get(0),
                )
                .optional()?;
            if let Some(id) = id {
                set_password(writing, id, hash)?;
            }
            Ok(id)
        })
    }

    /// Changes a password. All sessions of the person end.
    pub fn set_password(&self, id: PersonId, hash: &str) -> Result<(), ClassError> {
        self.write(|writing| set_password(writing, id, hash))
    }

    /// Changes the alias of a person.
    pub fn set_alias(&self, id: PersonId, alias: &str) -> Result<(), ClassError> {
        check_line("the alias", alias, 30)?;
        let is_taken = "SELECT count(*) FROM people
            WHERE id <> ?1 AND (lower(alias) = lower(?2) OR lower(name) = lower(?2))";
        self.write(|writing| {
            let taken: i64 = writing.query_row(is_taken, (id, alias), |row| row.get(0))?;
            if taken > 0 {
                return Err(ClassError::refused("somebody else is called that"));
            }
            writing.execute("UPDATE people SET alias = ?2 WHERE id = ?1", (id, alias))?;
            Ok(())
        })
    }

    /// Disqualifies a person with a reason, or takes that back.
    pub fn disqualify(&self, id: PersonId, reason: Option<&str>) -> Result<(), ClassError> {
        let reason = reason.map(|reason| crate::text::cleaned(reason, 300));
        if reason.as_deref() == Some("") {
            return Err(ClassError::unfit("a disqualification needs a reason"));
        }
        let update = "UPDATE people SET disqualified = ?2 WHERE id = ?1";
        match self.lock().execute(update, (id, reason))? {
            0 => Err(ClassError::Missing("person")),
            _ => Ok(()),
        }
    }
}

fn set_password(writing: &Transaction<'_>, id: PersonId, hash: &str) -> Result<(), ClassError> {
    writing.execute(
        "UPDATE people SET password = ?2, code = NULL, code_until = NULL WHERE id = ?1",
        (id, hash),
    )?;
    writing.execute("DELETE FROM sessions WHERE person = ?1", [id])?;
    Ok(())
}

fn invite(
    writing: &Transaction<'_>,
    id: PersonId,
    now: UnixMillis,
) -> Result<Invitation, ClassError> {
    let (code, until) = (new_code(), now + CODE_TIME);
    writing.execute(
        "UPDATE people SET code = ?2, code_until = ?3 WHERE id = ?1",
        (id, kept(&code), until),
    )?;
    let Person { login, name, .. } = found(writing, "id = ?1", id)?;
    Ok(Invitation { id, login, name, code, until })
}

fn found(
    connection: &Connection,
    condition: &str,
    value: impl rusqlite::ToSql,
) -> Result<Person, ClassError> {
    let mut query = connection.prepare_cached(&format!("{PEOPLE} WHERE {condition}"))?;
    let found = query.query_row([value], person).optional()?;
    found.ok_or(ClassError::Missing("person"))
}

fn person(row: &Row<'_>) -> rusqlite::Result<Person> {
    let role: String = row.get(4)?;
    Ok(Person {
        id: row.get(0)?,
        login: row.get(1)?,
        name: row.get(2)?,
        alias: row.get(3)?,
        role: Role::named(&role).unwrap_or(Role::Student),
        has_password: row.get(5)?,
        seen: row.get(6)?,
        current: row.get(7)?,
        disqualified: row.get(8)?,
    })
}

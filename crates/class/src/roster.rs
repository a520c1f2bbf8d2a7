//! The people of a CSV file.

use crate::ClassError;
use crate::person::{NewPerson, Role};

/// The most people of a file.
const MAX_PEOPLE: usize = 5000;

/// Reads people: a line each with a login, a name and perhaps a role, with or without a line
/// of titles.
pub fn read_roster(text: &str) -> Result<Vec<NewPerson>, ClassError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut people: Vec<NewPerson> = Vec::new();
    for (at, line) in reader.records().enumerate() {
        let line = line.map_err(|error| ClassError::unfit(format!("the CSV file: {error}")))?;
        let field = |number: usize| line.get(number).unwrap_or_default();
        let is_title = at == 0 && ["login", "id", "student"].contains(&&*field(0).to_lowercase());
        if is_title || line.iter().all(str::is_empty) {
            continue;
        }
        let number = line.position().map_or(at as u64 + 1, csv::Position::line);
        let wrong = |error: ClassError| ClassError::unfit(format!("line {number}: {error}"));
        let role = match field(2) {
            "" => Role::Student,
            name => Role::named(&name.to_lowercase()).ok_or_else(|| {
                wrong(ClassError::unfit(format!(
                    "'{}' is not a role: expected student or instructor",
                    name.escape_debug()
                )))
            })?,
        };
        let person = NewPerson { login: field(0).to_owned(), name: field(1).to_owned(), role };
        let person = person.checked().map_err(wrong)?;
        if people.iter().any(|other| other.login == person.login) {
            return Err(wrong(ClassError::unfit(format!("{} is listed twice", person.login))));
        }
        people.push(person);
        if people.len() > MAX_PEOPLE {
            return Err(ClassError::unfit(format!("there are more than {MAX_PEOPLE} people")));
        }
    }
    Ok(people)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_read_with_and_without_titles_and_roles() {
        let text = "\u{feff}Login,Name,Role\n10000001,\"Doe, Ann\"\nB.Lee@uni.example , Bo Lee , Instructor\n\n";
        let people = read_roster(text).unwrap();
        let seen: Vec<_> = people.iter().map(|one| (&*one.login, &*one.name, one.role)).collect();
        assert_eq!(
            seen,
            [
                ("10000001", "Doe, Ann", Role::Student),
                ("b.lee@uni.example", "Bo Lee", Role::Instructor)
            ]
        );
        assert_eq!(read_roster("7,Cy\n").unwrap().len(), 1);
    }

    #[test]
    fn a_bad_line_is_named() {
        for (text, expected) in [
            ("1,Ann\n1,Bo\n", "line 2: 1 is listed twice"),
            ("1,Ann\n2,\n", "line 2: the name is empty, or has blanks around it"),
            ("1,Ann,king\n", "line 1: 'king' is not a role: expected student or instructor"),
            ("a b,Ann\n", "line 1: the login 'a b' has other characters"),
            ("1,A\u{202e}nn\n", "line 1: the name has a character that cannot be shown"),
        ] {
            let error = read_roster(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}

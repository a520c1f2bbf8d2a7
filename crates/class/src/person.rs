//! People and their roles.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::text::check_line;
use crate::{ClassError, NameStyle, PersonId, UnixMillis, VersionId};

/// What a person may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Submits and competes.
    Student,
    /// Runs the class.
    Instructor,
}

impl Role {
    /// The name in the database and in CSV files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Student => "student",
            Self::Instructor => "instructor",
        }
    }

    /// The role of a name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Student, Self::Instructor].into_iter().find(|role| role.name() == name)
    }
}

/// A person of the class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ClassPerson)]
pub struct Person {
    /// The number.
    pub id: PersonId,
    /// The name for login, such as a student number; lower case.
    pub login: String,
    /// The name.
    pub name: String,
    /// The name that other students see if the class shows aliases.
    pub alias: String,
    /// What the person may do.
    pub role: Role,
    /// True once the person has set a password.
    pub has_password: bool,
    /// When the person was last here; null for never.
    pub seen: Option<UnixMillis>,
    /// The version that competes; null if none does.
    pub current: Option<VersionId>,
    /// Why the person was disqualified; null if that is not so.
    pub disqualified: Option<String>,
}

impl Person {
    /// The name that a viewer sees.
    pub fn shown(&self, style: NameStyle, viewer: Role) -> &str {
        match (style, viewer) {
            (NameStyle::Aliases, Role::Student) => &self.alias,
            _ => &self.name,
        }
    }
}

/// A person who is not in the class yet.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
pub struct NewPerson {
    /// The name for login.
    pub login: String,
    /// The name.
    pub name: String,
    /// What the person may do.
    pub role: Role,
}

impl NewPerson {
    /// Checks the names and writes the login in lower case.
    pub fn checked(self) -> Result<Self, ClassError> {
        let login = self.login.trim().to_lowercase();
        let name = self.name.trim().to_owned();
        check_line("the login", &login, 40)?;
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-@".contains(letter);
        if !login.chars().all(is_plain) {
            return Err(ClassError::unfit(format!(
                "the login '{login}' has other characters than letters, digits, '.', '_', '-' and '@'"
            )));
        }
        check_line("the name", &name, 60)?;
        Ok(Self { login, name, role: self.role })
    }
}

/// A new person, or one with a new code, and the code to log in with for the first time.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Invitation {
    /// The number of the person.
    pub id: PersonId,
    /// The name for login.
    pub login: String,
    /// The name.
    pub name: String,
    /// The code, which is shown only once.
    pub code: String,
    /// When the code ends.
    pub until: UnixMillis,
}

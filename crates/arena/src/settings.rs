//! The `key=value` parts of a player's name.

use std::path::PathBuf;
use std::time::Duration;

use crate::parse_duration;

/// A setting that a player does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseSettingError {
    /// There is no such key.
    #[error("{who} takes no '{}': expected {}", found.escape_debug(), expected.join(", "))]
    Key {
        /// The player.
        who: &'static str,
        /// The key given.
        found: String,
        /// The keys that exist.
        expected: &'static [&'static str],
    },
    /// A key is given more than once.
    #[error("{who}'s {key} is given twice")]
    Twice {
        /// The player.
        who: &'static str,
        /// The key.
        key: &'static str,
    },
    /// A key has a wrong value.
    #[error("{who}'s {key} cannot be '{}': expected {expected}", found.escape_debug())]
    Value {
        /// The player.
        who: &'static str,
        /// The key.
        key: &'static str,
        /// The value given.
        found: String,
        /// The expected value.
        expected: &'static str,
    },
}

/// One `key=value`, with a key that the player has.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'t> {
    who: &'static str,
    pub(crate) key: &'static str,
    pub(crate) value: &'t str,
}

impl Setting<'_> {
    /// The error of a wrong value.
    pub(crate) fn wrong(self, expected: &'static str) -> ParseSettingError {
        let found = self.value.chars().take(24).collect();
        ParseSettingError::Value { who: self.who, key: self.key, found, expected }
    }

    /// A number within bounds.
    pub(crate) fn number(
        self,
        least: u64,
        most: u64,
        expected: &'static str,
    ) -> Result<u64, ParseSettingError> {
        let number = self.value.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| self.wrong(expected))
    }

    /// A time limit.
    pub(crate) fn time(self) -> Result<Duration, ParseSettingError> {
        parse_duration(self.value).map_err(|_| self.wrong("a time such as 5s, 500ms or 2m"))
    }

    /// A depth limit.
    pub(crate) fn depth(self) -> Result<u32, ParseSettingError> {
        self.number(1, 60, "1 to 60 plies").map(|depth| depth as u32)
    }

    /// A folder.
    pub(crate) fn folder(self) -> Result<PathBuf, ParseSettingError> {
        if self.value.is_empty() { Err(self.wrong("a folder")) } else { Ok(self.value.into()) }
    }

    /// A node limit.
    pub(crate) fn nodes(self) -> Result<u64, ParseSettingError> {
        self.number(1, u64::MAX, "1 or more")
    }
}

/// Splits `level=8,threads=1`: any order, each key once.
pub(crate) fn settings<'t>(
    who: &'static str,
    keys: &'static [&'static str],
    text: &'t str,
) -> Result<Vec<Setting<'t>>, ParseSettingError> {
    let mut settings: Vec<Setting<'t>> = Vec::new();
    for part in text.split(',') {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let known = keys.iter().copied().find(|known| *known == key.trim());
        let key = known.ok_or_else(|| {
            let found = key.trim().chars().take(24).collect();
            ParseSettingError::Key { who, found, expected: keys }
        })?;
        if settings.iter().any(|seen| seen.key == key) {
            return Err(ParseSettingError::Twice { who, key });
        }
        settings.push(Setting { who, key, value: value.trim() });
    }
    Ok(settings)
}

/// Writes the settings that have a value, in the order of their keys.
pub(crate) fn written<const N: usize>(
    keys: [&'static str; N],
    values: [Option<String>; N],
) -> String {
    let given = keys.into_iter().zip(values);
    let given: Vec<_> =
        given.filter_map(|(key, value)| value.map(|value| format!("{key}={value}"))).collect();
    given.join(",")
}

//! Names that cannot be guessed.

use std::fmt;
use std::str::FromStr;

/// 128 random bits, written as 32 hexadecimal digits. Knowing an id grants access to its
/// object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Id(u128);

/// A text that is not an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id is 32 hexadecimal digits")]
pub(crate) struct ParseIdError;

impl Id {
    /// A new random id.
    pub(crate) fn random() -> Self {
        Self(rand::random())
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Id {
    /// Shows the beginning only, because an id in a log could be misused.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04x}…", self.0 >> 112)
    }
}

impl FromStr for Id {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Self, ParseIdError> {
        let is_written_by_us = text.len() == 32
            && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
        let bits = is_written_by_us.then(|| u128::from_str_radix(text, 16).ok()).flatten();
        bits.map(Self).ok_or(ParseIdError)
    }
}

//! Values as text, for `serde`.
//!
//! Needs the feature `serde`. [`Square`], [`Move`], [`Color`], [`Rule`] and
//! [`Position`] implement [`Serialize`] and [`Deserialize`] this way. The
//! functions serve any other type that has a text form:
//!
//! ```
//! use std::net::IpAddr;
//!
//! use outflank_core::{Move, Square};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize)]
//! struct Message {
//!     played: Move,
//!     #[serde(with = "outflank_core::text")]
//!     from: IpAddr,
//! }
//!
//! let text = r#"{"played":"f5","from":"127.0.0.1"}"#;
//! let message: Message = serde_json::from_str(text)?;
//! assert_eq!(message.played, Move::Place(Square::F5));
//! assert_eq!(serde_json::to_string(&message)?, text);
//! # Ok::<(), serde_json::Error>(())
//! ```

use std::fmt;
use std::str::FromStr;

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Color, Move, Position, Rule, Score, Square};

/// Writes a value as its text.
pub fn serialize<T: fmt::Display, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Reads a value from its text.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: fmt::Display>,
    D: Deserializer<'de>,
{
    // A visitor would make `serde_json` name the column before the text, not the
    // one behind it.
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

macro_rules! serde_as_text {
    ($($type:ty)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serialize(self, serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserialize(deserializer)
            }
        }
    )*};
}

serde_as_text! { Color Move Position Rule Square }

impl Serialize for Score {
    /// Writes the disc difference as a number.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(self.discs())
    }
}

impl<'de> Deserialize<'de> for Score {
    /// Reads the disc difference from a number.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let discs = i32::deserialize(deserializer)?;
        Self::new(discs).ok_or_else(|| {
            D::Error::invalid_value(
                Unexpected::Signed(discs.into()),
                &"an even number from -64 to 64",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T>(value: &T, json: &str)
    where
        T: Serialize + for<'de> Deserialize<'de> + PartialEq + fmt::Debug,
    {
        assert_eq!(serde_json::to_string(value).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(json).unwrap(), *value);
    }

    #[test]
    fn values_are_their_text_and_scores_are_numbers() {
        round_trip(&Square::F5, "\"f5\"");
        round_trip(&Move::Pass, "\"pass\"");
        round_trip(&Color::White, "\"white\"");
        round_trip(&Rule::Reversed, "\"reversed\"");
        round_trip(&Position::START, &format!("\"{}\"", Position::START));
        round_trip(&Score::MIN, "-64");
    }

    #[test]
    fn errors_are_those_of_the_text() {
        let error = serde_json::from_str::<Rule>("\"go\"").unwrap_err().to_string();
        assert!(error.starts_with("'go' is not a game: expected reversi or reversed"), "{error}");
        let error = serde_json::from_str::<Score>("3").unwrap_err().to_string();
        let expected = "invalid value: integer `3`, expected an even number from -64 to 64";
        assert!(error.starts_with(expected), "{error}");
    }
}

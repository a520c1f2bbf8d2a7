//! The values in the columns of a store.

use std::str::FromStr;
use std::time::Duration;

use outflank_core::Score;
use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};

use crate::GameEnding;

/// A value that is kept as its text.
pub(super) struct Parsed<T>(pub(super) T);

impl<T: FromStr<Err: std::error::Error + Send + Sync + 'static>> FromSql for Parsed<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let parsed = value.as_str()?.parse().map_err(FromSqlError::other)?;
        Ok(Self(parsed))
    }
}

/// A score, kept as a number.
pub(super) struct Discs(pub(super) Score);

impl FromSql for Discs {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let discs = value.as_i64()?;
        let score = i32::try_from(discs).ok().and_then(Score::new);
        score.map(Self).ok_or(FromSqlError::OutOfRange(discs))
    }
}

/// A time, kept in nanoseconds.
pub(super) struct Nanoseconds(pub(super) Duration);

impl FromSql for Nanoseconds {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let number = value.as_i64()?;
        let time = u64::try_from(number).map(Duration::from_nanos);
        time.map(Self).map_err(|_| FromSqlError::OutOfRange(number))
    }
}

impl ToSql for Nanoseconds {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let number = i64::try_from(self.0.as_nanos()).unwrap_or(i64::MAX);
        Ok(ToSqlOutput::from(number))
    }
}

/// The ending of a game, without the details of a fault.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EndingName {
    PlayedOut,
    Adjudicated,
    Fault,
}

impl EndingName {
    const ALL: [Self; 3] = [Self::PlayedOut, Self::Adjudicated, Self::Fault];

    pub(super) const fn of(ending: &GameEnding) -> Self {
        match ending {
            GameEnding::PlayedOut => Self::PlayedOut,
            GameEnding::Adjudicated => Self::Adjudicated,
            GameEnding::Fault { .. } => Self::Fault,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::PlayedOut => "played out",
            Self::Adjudicated => "adjudicated",
            Self::Fault => "fault",
        }
    }
}

impl FromSql for EndingName {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let text = value.as_str()?;
        let known = Self::ALL.into_iter().find(|ending| ending.name() == text);
        known.ok_or(FromSqlError::InvalidType)
    }
}

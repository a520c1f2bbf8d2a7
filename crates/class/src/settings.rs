//! The settings of a class.

use std::path::PathBuf;
use std::time::Duration;

use outflank_arena::{
    OpeningsChoice, OpeningsSource, Platform, Processes, Resources, Terms, TimeLimits,
};
use outflank_core::{Game, Rule};
use outflank_report::words;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ClassError;

/// A time, in milliseconds since 1970.
pub type UnixMillis = i64;

/// Reads a date and time, such as `2026-12-01T18:00:00Z`; without a time zone it is in UTC.
pub fn read_time(text: &str) -> Result<UnixMillis, ClassError> {
    let connection = rusqlite::Connection::open_in_memory()?;
    let query = "SELECT unixepoch(?1)";
    let seconds: Option<i64> = connection.query_row(query, [text.trim()], |row| row.get(0))?;
    let is_date = text.trim().len() >= 10;
    seconds.filter(|_| is_date).map(|seconds| seconds * 1000).ok_or_else(|| {
        ClassError::unfit(format!(
            "'{}' is not a date: expected one such as 2026-12-01T18:00:00Z",
            text.escape_debug()
        ))
    })
}

/// A class: what is played, under which limits, until when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClassSettings {
    /// The name of the class.
    pub name: String,
    /// The game that is played.
    #[schema(value_type = words::Rules)]
    pub rules: Rule,
    /// What happens at the time limit: `course` or `strict`.
    #[serde(with = "outflank_core::text")]
    #[schema(value_type = String)]
    pub platform: Platform,
    /// The time limit of a move, in milliseconds.
    pub move_time_ms: u32,
    /// The time limit of a game, in milliseconds.
    pub game_time_ms: u32,
    /// The memory limit of an agent.
    pub memory_mib: u32,
    /// The openings of games: `start`, `balanced` or `random:N`.
    pub openings: String,
    /// When everything is frozen and the round robin begins; null for never.
    pub deadline: Option<UnixMillis>,
    /// The points of a won game.
    pub points_won: i32,
    /// The points of a drawn game.
    pub points_drawn: i32,
    /// The points of a lost game.
    pub points_lost: i32,
    /// What students see of each other.
    pub names: NameStyle,
    /// Each student challenges automatically once in so many minutes; 0 for never.
    pub race_minutes: u32,
    /// The number of PKs that a student may have waiting.
    pub waiting_each: u32,
    /// The number of versions that a student may submit in an hour.
    pub uploads_an_hour: u32,
    /// The size of an upload.
    pub upload_kib: u32,
    /// The seed of openings and tournaments.
    pub seed: u32,
}

/// What students see of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum NameStyle {
    /// Names.
    Names,
    /// Aliases. Instructors still see names.
    Aliases,
}

impl ClassSettings {
    /// The largest upload that a class may allow.
    pub const MAX_UPLOAD_KIB: u32 = 4096;

    /// A class by the rules of the course platform.
    pub fn new(name: impl Into<String>, rules: Rule) -> Self {
        Self {
            name: name.into(),
            rules,
            platform: Platform::Course,
            move_time_ms: 5_000,
            game_time_ms: 180_000,
            memory_mib: 1024,
            openings: OpeningsChoice::Start.to_string(),
            deadline: None,
            points_won: 5,
            points_drawn: 0,
            points_lost: -5,
            names: NameStyle::Names,
            race_minutes: 10,
            waiting_each: 4,
            uploads_an_hour: 20,
            upload_kib: 1024,
            seed: 1,
        }
    }

    /// Checks that the settings make sense.
    pub fn check(&self) -> Result<(), ClassError> {
        let between = |what: &str, value: u32, least: u32, most: u32| {
            if (least..=most).contains(&value) {
                return Ok(());
            }
            Err(ClassError::unfit(format!("{what} is {value}: expected {least} to {most}")))
        };
        crate::text::check_line("the name of the class", &self.name, 80)?;
        between("the time limit of a move in milliseconds", self.move_time_ms, 50, 600_000)?;
        between("the time limit of a game in milliseconds", self.game_time_ms, 500, 7_200_000)?;
        between("the memory limit in MiB", self.memory_mib, 16, 65_536)?;
        between("race_minutes", self.race_minutes, 0, 10_080)?;
        between("waiting_each", self.waiting_each, 1, 100)?;
        between("uploads_an_hour", self.uploads_an_hour, 1, 1000)?;
        between("the size of an upload in KiB", self.upload_kib, 16, Self::MAX_UPLOAD_KIB)?;
        for points in [self.points_won, self.points_drawn, self.points_lost] {
            if points.unsigned_abs() > 1000 {
                return Err(ClassError::unfit(format!("{points} points for a game are too many")));
            }
        }
        match self.openings.parse() {
            Ok(OpeningsChoice::File(_)) => {
                Err(ClassError::unfit("the openings are start, balanced or random:N, not a file"))
            }
            Ok(_) => Ok(()),
            Err(error) => Err(ClassError::unfit(format!("{error}"))),
        }
    }

    /// The terms of games, without the interpreter and the cache of this machine.
    pub fn terms(&self, python: Option<PathBuf>, cache: Option<PathBuf>) -> Terms {
        let time = |ms: u32| Some(Duration::from_millis(ms.into()));
        Terms {
            limits: TimeLimits {
                move_time: time(self.move_time_ms),
                game_time: time(self.game_time_ms),
            },
            platform: self.platform,
            resources: Resources { memory_mib: self.memory_mib, ..Resources::default() },
            // Both games of a PK share the processes of their players.
            processes: Processes::Kept,
            python,
            cache,
            ..Terms::default()
        }
    }

    /// An opening, by its number in the sequence of a seed.
    pub fn opening(&self, seed: u64, number: u32) -> Game {
        let choice = self.openings.parse().unwrap_or(OpeningsChoice::Start);
        let source: Option<OpeningsSource> = choice.load(self.rules).ok();
        let found = source.and_then(|source| source.sequence(seed).nth(number as usize));
        found.unwrap_or_default()
    }

    /// The points of a game that gave this many half points.
    pub const fn points(&self, half_points: u8) -> i64 {
        (match half_points {
            0 => self.points_lost,
            1 => self.points_drawn,
            _ => self.points_won,
        }) as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_read_in_its_time_zone() {
        assert_eq!(read_time("2026-12-01T18:00:00Z").unwrap(), 1_796_148_000_000);
        assert_eq!(read_time("2026-12-02T02:00:00+08:00").unwrap(), 1_796_148_000_000);
        assert!(read_time("soon").is_err() && read_time("now").is_err());
    }

    #[test]
    fn settings_that_make_no_sense_are_refused() {
        let class = ClassSettings::new("Reversi 2026", Rule::Reversed);
        class.check().unwrap();
        let wrong: [fn(&mut ClassSettings); 5] = [
            |class| class.name.clear(),
            |class| class.move_time_ms = 1,
            |class| class.openings = "openings.txt".to_owned(),
            |class| class.points_won = 100_000,
            |class| class.upload_kib = ClassSettings::MAX_UPLOAD_KIB + 1,
        ];
        for change in wrong {
            let mut class = class.clone();
            change(&mut class);
            assert!(class.check().is_err(), "{class:?}");
        }
    }
}

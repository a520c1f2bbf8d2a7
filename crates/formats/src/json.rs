//! Outflank's own game record: one JSON object a line.
//!
//! Every field of a [`Record`] has its place, so this format loses nothing.
//!
//! ```
//! use outflank_formats::json;
//!
//! let line = r#"{"record":1,"rules":"reversi","moves":[{"move":"f5"},{"move":"d6"}]}"#;
//! let record = json::read(line.as_bytes()).next().unwrap()?;
//! let mut written = Vec::new();
//! json::write(&mut written, &record)?;
//! assert_eq!(written, format!("{line}\n").as_bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::time::Duration;

use outflank_core::{Color, Move, Position, Rule, text};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::input::{self, Piece};
use crate::record::{NANOS_PER_MILLISECOND, duration, in_units};
use crate::{Ending, GameResult, Note, Player, ReadError, ReadErrorKind, Record, Tag, WriteError};

/// Reads games one by one.
pub fn read(reader: impl BufRead) -> impl Iterator<Item = Result<Record, ReadError>> {
    input::content(reader).map(|piece| piece.and_then(|piece| parse(&piece)))
}

/// The JSON form of a record. Absent fields are unknown.
#[derive(Serialize, Deserialize)]
struct Layout {
    record: Version,
    rules: Rule,
    #[serde(default, skip_serializing_if = "PlayerLayout::is_empty")]
    black: PlayerLayout,
    #[serde(default, skip_serializing_if = "PlayerLayout::is_empty")]
    white: PlayerLayout,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    komi: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<Position>,
    moves: Vec<MoveLayout>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<ResultLayout>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    other: BTreeMap<Tag, String>,
}

#[derive(Default, Serialize, Deserialize)]
struct PlayerLayout {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct MoveLayout {
    #[serde(rename = "move")]
    played: Move,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time_ms: Option<Milliseconds>,
}

#[derive(Serialize, Deserialize)]
struct ResultLayout {
    winner: Option<Color>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    margin: Option<f64>,
    #[serde(with = "outflank_core::text")]
    ending: Ending,
}

impl Serialize for Tag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        text::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Tag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text::deserialize(deserializer)
    }
}

/// The version of this layout, 1.
struct Version;

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(1)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            1 => Ok(Self),
            other => Err(D::Error::custom(format!("the record's layout is {other}, expected 1"))),
        }
    }
}

struct Milliseconds(Duration);

impl Serialize for Milliseconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(in_units(self.0, NANOS_PER_MILLISECOND))
    }
}

impl<'de> Deserialize<'de> for Milliseconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        duration(number, NANOS_PER_MILLISECOND).map(Self).ok_or_else(|| {
            D::Error::custom(format!(
                "{number} is not a time: expected milliseconds, less than eleven days"
            ))
        })
    }
}

impl PlayerLayout {
    const fn is_empty(&self) -> bool {
        self.name.is_none() && self.rating.is_none() && self.clock.is_none()
    }
}

impl From<&Player> for PlayerLayout {
    fn from(player: &Player) -> Self {
        let Player { name, rating, clock } = player.clone();
        Self { name, rating, clock }
    }
}

impl From<PlayerLayout> for Player {
    fn from(layout: PlayerLayout) -> Self {
        let PlayerLayout { name, rating, clock } = layout;
        Self { name, rating, clock }
    }
}

fn parse(line: &Piece) -> Result<Record, ReadError> {
    let layout: Layout = serde_json::from_str(&line.text).map_err(|error| {
        // `serde` repeats the place in its message, as if the line were a file.
        let text = error.to_string();
        let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
        // Its columns are bytes, from 1.
        line.error(error.column().saturating_sub(1), ReadErrorKind::Json(message.to_owned()))
    })?;
    let start = layout.start.unwrap_or(Position::START);
    let mut record = Record::new(layout.rules, start);
    for entry in layout.moves {
        let note = Note { score: entry.score, time: entry.time_ms.map(|time| time.0) };
        record.play(entry.played, note).map_err(|illegal| {
            let number = record.game().moves().len() + 1;
            let offset = place_of_move(&line.text, number).unwrap_or(0);
            line.error(offset, ReadErrorKind::Illegal { number, illegal })
        })?;
    }
    record.outcome = layout.result.map(|result| GameResult {
        winner: result.winner,
        margin: result.margin.map(f64::abs),
        ending: result.ending,
    });
    record.other = layout.other;
    record.black = layout.black.into();
    record.white = layout.white.into();
    record.event = layout.event;
    record.date = layout.date;
    record.clock = layout.clock;
    record.komi = layout.komi;
    record.seed = layout.seed;
    record.version = layout.version;
    record.comment = layout.comment;
    Ok(record)
}

/// The offset of the move with this number, from 1, in a line.
fn place_of_move(text: &str, number: usize) -> Option<usize> {
    let moves = text.find("\"moves\"")?;
    let (offset, _) = text[moves..].match_indices("\"move\"").nth(number - 1)?;
    Some(moves + offset)
}

/// Writes a game as one line.
pub fn write(out: &mut dyn Write, record: &Record) -> Result<(), WriteError> {
    let moves = record.moves().map(|(played, note)| MoveLayout {
        played,
        score: note.score,
        time_ms: note.time.map(Milliseconds),
    });
    let start = record.game().start();
    let layout = Layout {
        record: Version,
        rules: record.rule,
        black: (&record.black).into(),
        white: (&record.white).into(),
        event: record.event.clone(),
        date: record.date.clone(),
        clock: record.clock.clone(),
        komi: record.komi,
        start: (start != Position::START).then_some(start),
        moves: moves.collect(),
        result: record.outcome.map(|outcome| ResultLayout {
            winner: outcome.winner,
            margin: outcome.margin,
            ending: outcome.ending,
        }),
        seed: record.seed,
        version: record.version.clone(),
        comment: record.comment.clone(),
        other: record.other.clone(),
    };
    serde_json::to_writer(&mut *out, &layout).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    fn error(line: &str) -> String {
        super::read(line.as_bytes()).next().unwrap().unwrap_err().to_string()
    }

    #[test]
    fn what_is_wrong_is_found_where_it_stands() {
        // Names and remarks may look like the fields that are wrong. An illegal
        // move is named where it begins, a value that is none at its end.
        let named =
            r#"{"record":1,"comment":"\"move\" go","rules":"reversi","moves":[{"move":"f5"},"#;
        assert_eq!(
            error(&format!(r#"{named}{{"move":"a1"}}]}}"#)),
            "line 1, column 79: move 2: a1 turns no disc for white"
        );
        assert_eq!(
            error(&format!(r#"{named}{{"move":"z9"}}]}}"#)),
            "line 1, column 90: 'z9' is not a move: expected a square such as f5, or pass"
        );
        assert_eq!(
            error(r#"{"record":1,"rules":"go","moves":[]}"#),
            "line 1, column 24: 'go' is not a game: expected reversi or reversed"
        );
        assert_eq!(
            error(r#"{"record":2}"#),
            "line 1, column 12: the record's layout is 2, expected 1"
        );
        assert!(
            error(r#"{"record":1,"rules":"reversi","moves":[{"move":"f5","time_ms":-1}]}"#)
                .ends_with("-1 is not a time: expected milliseconds, less than eleven days")
        );
        assert!(
            error(r#"{"record":1,"rules":"reversi","moves":[],"other":{"long":"x"}}"#)
                .ends_with("'long' is not a tag: expected one or two capital letters")
        );
        assert!(
            error(r#"{"record":1,"rules":"reversi","moves":[],"result":{"winner":"red"}}"#)
                .ends_with("'red' is not a side: expected black or white")
        );
    }
}

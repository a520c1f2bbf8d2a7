//! Outflank's own game record: one JSON object a line.
//!
//! Every field of a [`Record`] has its place, so this is the format that loses
//! nothing. `docs/formats.md` lists the fields.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};

use outflank_core::{Color, Move, Position};
use serde::{Deserialize, Serialize};

use crate::input::{self, Piece};
use crate::record::{NANOS_PER_MILLISECOND, duration};
use crate::{Ending, Fault, Note, Outcome, Player, ReadError, Record, Tag, WriteError};

/// The version of the layout below.
const LAYOUT: u32 = 1;

/// Reads games one by one.
pub fn read(reader: impl BufRead) -> impl Iterator<Item = Result<Record, ReadError>> {
    input::content(reader).map(|piece| piece.and_then(|piece| parse(&piece)))
}

/// A record as it is written; absent fields are unknown.
#[derive(Serialize, Deserialize)]
struct Layout {
    record: u32,
    rules: String,
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
    start: Option<String>,
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
    other: BTreeMap<String, String>,
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
    played: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time_ms: Option<f64>,
}

#[derive(Serialize, Deserialize)]
struct ResultLayout {
    winner: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    margin: Option<f64>,
    ending: String,
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
        // The line is one of many, and serde repeats its place in the message.
        let text = error.to_string();
        let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
        // Its columns are bytes, from 1.
        line.error(error.column().saturating_sub(1), Fault::Json(message.to_owned()))
    })?;
    // A value that is JSON but not a record is looked up to say where it is.
    let wrong = |field, expected, found: &str| {
        let quoted = line.text.find(&format!("\"{found}\""));
        let offset = quoted.or_else(|| line.text.find(found)).unwrap_or(0);
        line.error(offset, Fault::Value { field, expected, found: found.to_owned() })
    };
    if layout.record != LAYOUT {
        return Err(wrong("the record's layout", "1", &layout.record.to_string()));
    }
    let rule =
        layout.rules.parse().map_err(|_| wrong("rules", "reversi or reversed", &layout.rules))?;
    let start = match &layout.start {
        None => Position::START,
        Some(text) => {
            text.parse().map_err(|_| wrong("start", "64 squares and the side to move", text))?
        }
    };
    let mut record = Record::new(rule, start);
    for entry in &layout.moves {
        let played: Move = entry
            .played
            .parse()
            .map_err(|_| wrong("move", "a square such as f5, or pass", &entry.played))?;
        let time = entry.time_ms.map(|ms| {
            let expected = "milliseconds, less than eleven days";
            duration(ms, NANOS_PER_MILLISECOND)
                .ok_or_else(|| wrong("time_ms", expected, &ms.to_string()))
        });
        let note = Note { score: entry.score, time: time.transpose()? };
        record.play(played, note).map_err(|illegal| {
            let number = record.game().moves().len() + 1;
            let offset = place_of_move(&line.text, number).unwrap_or(0);
            line.error(offset, Fault::Illegal { number, illegal })
        })?;
    }
    record.outcome = layout
        .result
        .map(|result| {
            let winner = result
                .winner
                .as_deref()
                .map(|name| {
                    Color::BOTH
                        .into_iter()
                        .find(|color| color.to_string() == name)
                        .ok_or_else(|| wrong("winner", "black, white or null", name))
                })
                .transpose()?;
            let ending = Ending::ALL
                .into_iter()
                .find(|ending| ending.name() == result.ending)
                .ok_or_else(|| wrong("ending", "a way to end a game", &result.ending))?;
            Ok(Outcome { winner, margin: result.margin.map(f64::abs), ending })
        })
        .transpose()?;
    for (name, text) in layout.other {
        let tag = Tag::new(&name)
            .ok_or_else(|| wrong("a name in other", "one or two capital letters", &name))?;
        record.other.insert(tag, text);
    }
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

/// Where the move with this number, from 1, stands in a line.
fn place_of_move(text: &str, number: usize) -> Option<usize> {
    let moves = text.find("\"moves\"")?;
    let (offset, _) = text[moves..].match_indices("\"move\"").nth(number - 1)?;
    Some(moves + offset)
}

/// Writes a game as one line.
pub fn write(out: &mut dyn Write, record: &Record) -> Result<(), WriteError> {
    let moves = record.moves().map(|(played, note)| MoveLayout {
        played: played.to_string(),
        score: note.score,
        time_ms: note.milliseconds(),
    });
    let start = record.game().start();
    let layout = Layout {
        record: LAYOUT,
        rules: record.rule.to_string(),
        black: (&record.black).into(),
        white: (&record.white).into(),
        event: record.event.clone(),
        date: record.date.clone(),
        clock: record.clock.clone(),
        komi: record.komi,
        start: (start != Position::START).then(|| start.to_string()),
        moves: moves.collect(),
        result: record.outcome.map(|outcome| ResultLayout {
            winner: outcome.winner.map(|color| color.to_string()),
            margin: outcome.margin,
            ending: outcome.ending.to_string(),
        }),
        seed: record.seed,
        version: record.version.clone(),
        comment: record.comment.clone(),
        other: record
            .other
            .iter()
            .map(|(tag, text)| (tag.as_str().to_owned(), text.clone()))
            .collect(),
    };
    serde_json::to_writer(&mut *out, &layout).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

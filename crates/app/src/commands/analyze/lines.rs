//! The review as JSON lines.

use std::io;
use std::time::Duration;

use outflank_core::{Color, Move};
use outflank_engine::{Grade, Review, ReviewedMove};
use outflank_formats::Record;
use serde::Serialize;

use crate::failure::Failure;
use crate::screen::{milliseconds, print_json};

/// One move.
#[derive(Serialize)]
struct MoveLine {
    ply: usize,
    color: String,
    #[serde(rename = "move")]
    played: String,
    score: i32,
    best: String,
    best_score: i32,
    loss: u32,
    grade: &'static str,
    exact: bool,
    depth: u32,
    position: String,
    pv: Vec<String>,
}

/// The whole game.
#[derive(Serialize)]
struct GameLine<'a> {
    rules: &'static str,
    moves: usize,
    /// The disc difference for black as the record states it.
    result: Option<f64>,
    black: SideLine<'a>,
    white: SideLine<'a>,
    time_ms: f64,
}

/// One of the sides.
#[derive(Serialize)]
struct SideLine<'a> {
    name: Option<&'a str>,
    choices: usize,
    loss: u32,
    average_loss: Option<f64>,
    accuracy: Option<f64>,
    grades: Grades,
}

/// How many moves have each grade.
#[derive(Serialize)]
struct Grades {
    forced: usize,
    best: usize,
    good: usize,
    inaccuracy: usize,
    mistake: usize,
    blunder: usize,
}

/// Prints a line for each move and one for the game.
pub(super) fn print(record: &Record, review: &Review, time: Duration) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for reviewed in &review.moves {
        print_json(&mut out, &MoveLine::from(reviewed))?;
    }
    let game = GameLine {
        rules: review.rule.name(),
        moves: review.moves.len(),
        result: record
            .outcome
            .filter(|o| o.winner.is_none() || o.margin.is_some())
            .map(outflank_formats::Outcome::for_black),
        black: side(record, review, Color::Black),
        white: side(record, review, Color::White),
        time_ms: milliseconds(time),
    };
    Ok(print_json(&mut out, &game)?)
}

impl From<&ReviewedMove> for MoveLine {
    fn from(reviewed: &ReviewedMove) -> Self {
        Self {
            ply: reviewed.ply,
            color: reviewed.color().to_string(),
            played: reviewed.played.to_string(),
            score: reviewed.score,
            best: reviewed.best.to_string(),
            best_score: reviewed.best_score,
            loss: reviewed.loss(),
            grade: reviewed.grade.name(),
            exact: reviewed.exact,
            depth: reviewed.depth,
            position: reviewed.position.to_string(),
            pv: reviewed.pv.iter().map(Move::to_string).collect(),
        }
    }
}

fn side<'a>(record: &'a Record, review: &Review, color: Color) -> SideLine<'a> {
    let summary = review.summary(color);
    SideLine {
        name: record.player(color).name.as_deref(),
        choices: summary.choices(),
        loss: summary.lost(),
        average_loss: summary.average_loss().map(hundredths),
        accuracy: summary.accuracy().map(hundredths),
        grades: Grades {
            forced: summary.count(Grade::Forced),
            best: summary.count(Grade::Best),
            good: summary.count(Grade::Good),
            inaccuracy: summary.count(Grade::Inaccuracy),
            mistake: summary.count(Grade::Mistake),
            blunder: summary.count(Grade::Blunder),
        },
    }
}

/// Two digits behind the point: more would be noise.
fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

//! The review as JSON lines.

use std::io;
use std::time::Duration;

use outflank_core::Color;
use outflank_engine::Review;
use outflank_formats::Record;
use serde::Serialize;

use crate::failure::Failure;
use outflank_arena::milliseconds;
use outflank_report::analysis::{ReviewLine, SideLine};
use outflank_report::print_json;

/// The whole game.
#[derive(Serialize)]
struct GameLine<'a> {
    rules: &'static str,
    moves: usize,
    /// The limits of each position.
    limits: LimitsLine,
    /// The largest margin of the moves, in discs.
    margin: u32,
    /// The disc difference for black as the record states it.
    result: Option<f64>,
    black: SideLine<'a>,
    white: SideLine<'a>,
    time_ms: f64,
}

/// The limits that were given.
#[derive(Serialize)]
struct LimitsLine {
    time_ms: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

/// Prints a line for each move and one for the game.
pub(super) fn print(record: &Record, review: &Review, time: Duration) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for reviewed in &review.moves {
        print_json(&mut out, &ReviewLine::from(reviewed))?;
    }
    let game = GameLine {
        rules: review.rule.name(),
        moves: review.moves.len(),
        limits: LimitsLine {
            time_ms: review.thinking.time.map(milliseconds),
            depth: review.thinking.depth,
            nodes: review.thinking.nodes,
        },
        margin: review.margin(),
        result: record
            .outcome
            .filter(|o| o.winner.is_none() || o.margin.is_some())
            .map(outflank_formats::GameResult::for_black),
        black: side(record, review, Color::Black),
        white: side(record, review, Color::White),
        time_ms: milliseconds(time),
    };
    Ok(print_json(&mut out, &game)?)
}

fn side<'a>(record: &'a Record, review: &Review, color: Color) -> SideLine<'a> {
    SideLine::new(record.player(color).name.as_deref(), review.summary(color))
}

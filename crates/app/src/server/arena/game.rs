//! A game of an event, whole.

use outflank_arena::StoredGame;
use serde::Serialize;
use utoipa::ToSchema;

use super::event::named;
use super::subject::Subject;
use crate::results::{FaultLine, ending_name, place};
use crate::screen::milliseconds;

/// A game with its moves and what the players wrote.
#[derive(Serialize, ToSchema)]
pub(super) struct GameDetail {
    id: i64,
    /// What its event is called.
    event: String,
    /// The place in the event, such as `3/12.1`.
    place: String,
    #[schema(value_type = String)]
    rules: &'static str,
    start: String,
    /// How many moves are the opening's.
    opening: usize,
    moves: Vec<String>,
    black: String,
    white: String,
    /// One for each move.
    notes: Vec<NoteView>,
    /// For black, in discs.
    score: i32,
    ending: &'static str,
    fault: Option<FaultLine>,
    logs: Logs,
    date: String,
    /// The games before and after it in the event.
    previous: Option<i64>,
    next: Option<i64>,
}

/// What was seen of a move; nothing of one of the opening.
#[derive(Default, Serialize, ToSchema)]
struct NoteView {
    time_ms: Option<f64>,
    /// What the player thought of its position, in discs.
    score: Option<f64>,
    late: bool,
}

/// What the players wrote to their logs.
#[derive(Serialize, ToSchema)]
struct Logs {
    black: String,
    white: String,
}

impl GameDetail {
    pub(super) fn of(
        game: StoredGame,
        subject: Option<&Subject>,
        [previous, next]: [Option<i64>; 2],
    ) -> Self {
        let [black, white] = game.row.players.each_ref().map(|agent| named(subject, &agent.name));
        let played = game.row.played;
        let seen = played.moves.iter().map(|seen| NoteView {
            time_ms: Some(milliseconds(seen.time)),
            score: seen.score,
            late: seen.is_late,
        });
        let notes = (0..played.opening).map(|_| NoteView::default()).chain(seen).collect();
        let [black_log, white_log] = played.logs;
        Self {
            id: game.id.0,
            event: subject
                .map_or_else(|| format!("event {}", game.event), |subject| subject.title.clone()),
            place: place(game.row.slot),
            rules: played.rule.name(),
            start: played.game.start().to_string(),
            opening: played.opening,
            moves: played.game.moves().iter().map(ToString::to_string).collect(),
            black,
            white,
            notes,
            score: played.score.discs(),
            ending: ending_name(&played.ending),
            fault: FaultLine::of(&played.ending),
            logs: Logs { black: black_log, white: white_log },
            date: game.date,
            previous,
            next,
        }
    }
}

//! A game of an event with its moves and logs.

use outflank_arena::{StoredGame, milliseconds};
use serde::Serialize;
use utoipa::ToSchema;

use super::{FaultLine, ending_name, place, without_folders};
use crate::words;

/// A game with its moves and the logs of the players.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ArenaGame {
    id: i64,
    /// The name of its event.
    event: String,
    /// The place in the event, such as `3/12.1`.
    place: String,
    #[schema(value_type = words::Rules)]
    rules: &'static str,
    start: String,
    /// The number of moves of the opening.
    opening: usize,
    moves: Vec<String>,
    black: String,
    white: String,
    /// One for each move.
    notes: Vec<NoteView>,
    /// For black, in discs.
    score: i32,
    #[schema(value_type = words::GameEnding)]
    ending: &'static str,
    fault: Option<FaultLine>,
    logs: Logs,
    date: String,
    /// The games before and after it in the event.
    previous: Option<i64>,
    next: Option<i64>,
}

/// The measurements of a move; empty for moves of the opening.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[schema(as = MoveNote)]
struct NoteView {
    time_ms: Option<f64>,
    /// The player's score of its position, in discs.
    score: Option<f64>,
    late: bool,
    /// The text that the player wrote while it chose the move; null if there is none.
    log: Option<String>,
}

/// The logs of the players.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = GameLogs)]
struct Logs {
    black: String,
    white: String,
}

impl ArenaGame {
    /// A stored game of an event with this title, between players of these names.
    pub fn new(game: &StoredGame, event: String, [black, white]: [String; 2]) -> Self {
        let played = &game.row.played;
        let mut ends = [0; 2];
        let seen = played.moves.iter().map(|seen| NoteView {
            time_ms: Some(milliseconds(seen.time)),
            score: seen.score,
            late: seen.is_late,
            log: seen.log_end.and_then(|end| {
                let begin = std::mem::replace(&mut ends[seen.color as usize], end);
                let text = played.logs[seen.color as usize].get(begin..end)?;
                (!text.is_empty()).then(|| without_folders(text))
            }),
        });
        let seen: Vec<_> = seen.collect();
        let [black_log, white_log] = played.logs.each_ref().map(|log| without_folders(log));
        Self {
            id: game.id.0,
            event,
            place: place(game.row.slot),
            rules: played.rule.name(),
            start: played.game.start().to_string(),
            opening: played.opening,
            moves: played.game.moves().iter().map(ToString::to_string).collect(),
            black,
            white,
            notes: (0..played.opening).map(|_| NoteView::default()).chain(seen).collect(),
            score: played.score.discs(),
            ending: ending_name(&played.ending),
            fault: FaultLine::of(&played.ending).map(FaultLine::without_folders),
            logs: Logs { black: black_log, white: white_log },
            date: game.date.clone(),
            previous: None,
            next: None,
        }
    }

    /// The game with its neighbours in the event.
    #[must_use]
    pub fn between(self, [previous, next]: [Option<i64>; 2]) -> Self {
        Self { previous, next, ..self }
    }

    /// The game with the last `letters` of each log. If a log is longer, the logs of single
    /// moves are left out.
    #[must_use]
    pub fn with_log_ends(self, letters: usize) -> Self {
        let Logs { black, white } = self.logs;
        let is_long = |log: &str| log.chars().nth(letters).is_some();
        let mut notes = self.notes;
        if is_long(&black) || is_long(&white) {
            for note in &mut notes {
                note.log = None;
            }
        }
        let logs = Logs { black: end(black, letters), white: end(white, letters) };
        Self { notes, logs, ..self }
    }
}

/// The last letters of a text, after an ellipsis if there are more.
fn end(text: String, letters: usize) -> String {
    match text.chars().count().checked_sub(letters) {
        None | Some(0) => text,
        Some(left_out) => std::iter::once('…').chain(text.chars().skip(left_out)).collect(),
    }
}

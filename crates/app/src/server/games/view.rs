//! A game as the page sees it.

use outflank_core::{Color, Move};
use outflank_formats::Ending;
use serde::Serialize;
use utoipa::ToSchema;

use super::clock::Millis;
use super::play::Play;

/// A game.
#[derive(Clone, Serialize, ToSchema)]
pub(super) struct GameView {
    id: String,
    /// `reversi` or `reversed`.
    rules: &'static str,
    /// Whom the visitor plays: `black`, `white` or `both`.
    color: &'static str,
    /// How strong the engine is; none if it does not play.
    level: Option<u8>,
    start: String,
    moves: Vec<String>,
    notes: Vec<NoteView>,
    position: String,
    to_move: Option<&'static str>,
    legal: Vec<String>,
    /// Whether the last move was a pass that had to be.
    passed: bool,
    /// Whether the engine is at it.
    thinking: bool,
    clock: Option<ClockView>,
    outcome: Option<OutcomeView>,
    discs: Discs,
    /// In milliseconds since 1970.
    created: Millis,
    updated: Millis,
}

/// What is known of a move.
#[derive(Clone, Serialize, ToSchema)]
struct NoteView {
    time_ms: Option<Millis>,
    /// For the side that moved, in discs.
    score: Option<i32>,
}

/// The time of both sides now.
#[derive(Clone, Serialize, ToSchema)]
struct ClockView {
    black_ms: Millis,
    white_ms: Millis,
    running: Option<&'static str>,
    seconds: u32,
    increment: u32,
}

/// How a game ended.
#[derive(Clone, Serialize, ToSchema)]
pub(super) struct OutcomeView {
    winner: Option<&'static str>,
    margin: Option<i32>,
    /// `finished`, `resigned` or `timeout`.
    ending: &'static str,
}

/// How many discs each side has.
#[derive(Clone, Serialize, ToSchema)]
struct Discs {
    black: u32,
    white: u32,
}

/// A game in a list of games.
#[derive(Serialize, ToSchema)]
pub(super) struct GameSummary {
    id: String,
    rules: &'static str,
    color: &'static str,
    level: Option<u8>,
    position: String,
    /// How many moves and passes were made.
    plies: usize,
    to_move: Option<&'static str>,
    outcome: Option<OutcomeView>,
    discs: Discs,
    created: Millis,
    updated: Millis,
}

pub(super) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The name of an ending that a game here can have.
pub(super) const fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Resigned => "resigned",
        Ending::TimedOut => "timeout",
        _ => "finished",
    }
}

impl Play {
    /// What the page sees at this moment.
    pub(super) fn view(&self, now: Millis) -> GameView {
        let position = self.game.position();
        let to_move = self.to_move();
        let moves = self.game.moves();
        let legal = to_move.map(|_| position.board().legal_moves());
        let note = |note: &super::play::Note| NoteView { time_ms: note.time, score: note.score };
        GameView {
            id: self.id.to_string(),
            rules: self.rule.name(),
            color: self.seat.name(),
            level: self.shown_level(),
            start: self.game.start().to_string(),
            moves: moves.iter().map(Move::to_string).collect(),
            notes: self.notes.iter().map(note).collect(),
            position: position.to_string(),
            to_move: to_move.map(color_name),
            legal: legal.into_iter().flatten().map(|square| square.to_string()).collect(),
            passed: moves.last() == Some(&Move::Pass),
            thinking: self.is_engines_turn(),
            clock: self.clock_view(now),
            outcome: self.outcome_view(),
            discs: self.discs(),
            created: self.created,
            updated: self.updated,
        }
    }

    pub(super) fn summary(&self) -> GameSummary {
        GameSummary {
            id: self.id.to_string(),
            rules: self.rule.name(),
            color: self.seat.name(),
            level: self.shown_level(),
            position: self.game.position().to_string(),
            plies: self.game.moves().len(),
            to_move: self.to_move().map(color_name),
            outcome: self.outcome_view(),
            discs: self.discs(),
            created: self.created,
            updated: self.updated,
        }
    }

    fn shown_level(&self) -> Option<u8> {
        self.seat.engine().map(|_| self.level.number())
    }

    fn discs(&self) -> Discs {
        let [black, white] = Color::BOTH.map(|color| self.game.position().discs(color).len());
        Discs { black, white }
    }

    fn clock_view(&self, now: Millis) -> Option<ClockView> {
        let clock = self.clock.as_ref()?;
        let running = self.to_move();
        let left = |color| {
            let thought = if running == Some(color) { now - self.since } else { 0 };
            clock.left(color, thought)
        };
        Some(ClockView {
            black_ms: left(Color::Black),
            white_ms: left(Color::White),
            running: running.map(color_name),
            seconds: clock.seconds,
            increment: clock.increment,
        })
    }

    fn outcome_view(&self) -> Option<OutcomeView> {
        let outcome = self.outcome?;
        Some(OutcomeView {
            winner: outcome.winner.map(color_name),
            margin: outcome.margin.map(|discs| discs as i32),
            ending: ending_name(outcome.ending),
        })
    }
}

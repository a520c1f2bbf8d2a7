//! A game as the page sees it.

use outflank_core::{Color, Move};
use outflank_formats::{Ending, Note};
use outflank_session::Millis;
use serde::Serialize;
use utoipa::ToSchema;

use super::opponent::Opponent;
use super::play::Play;
use outflank_report::words;

/// A game.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Game)]
pub(super) struct GameView {
    id: String,
    #[schema(value_type = words::Rules)]
    rules: &'static str,
    /// The side of the visitor: `black`, `white` or `both`.
    #[schema(value_type = words::Seat)]
    color: &'static str,
    /// The level of the engine; null if it does not play.
    level: Option<u8>,
    /// The agent of a report that plays in place of the engine, such as `classic:corner`.
    opponent: Option<String>,
    start: String,
    moves: Vec<String>,
    notes: Vec<NoteView>,
    position: String,
    #[schema(value_type = Option<words::Color>)]
    to_move: Option<&'static str>,
    legal: Vec<String>,
    /// True if the last move was a forced pass.
    passed: bool,
    /// True while the engine thinks.
    thinking: bool,
    clock: Option<ClockView>,
    outcome: Option<OutcomeView>,
    discs: Discs,
    /// In milliseconds since 1970.
    created: Millis,
    updated: Millis,
}

/// The facts about a move.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = GameNote)]
struct NoteView {
    time_ms: Option<Millis>,
    /// For the side that moved, in discs.
    score: Option<i32>,
}

impl NoteView {
    fn of(note: &Note) -> Self {
        let time_ms = note.time.map(|time| time.as_millis() as Millis);
        // The engine's scores are whole discs.
        Self { time_ms, score: note.score.map(|score| score as i32) }
    }
}

/// The time of both sides now.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = ClockState)]
struct ClockView {
    black_ms: Millis,
    white_ms: Millis,
    #[schema(value_type = Option<words::Color>)]
    running: Option<&'static str>,
    seconds: u32,
    increment: u32,
}

/// The end of a game.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = GameOutcome)]
pub(super) struct OutcomeView {
    #[schema(value_type = Option<words::Color>)]
    winner: Option<&'static str>,
    margin: Option<i32>,
    #[schema(value_type = words::PlayEnding)]
    ending: &'static str,
}

/// The discs of each side.
#[derive(Clone, Serialize, ToSchema)]
struct Discs {
    black: u32,
    white: u32,
}

/// A game in a list of games.
#[derive(Serialize, ToSchema)]
pub(super) struct GameSummary {
    id: String,
    #[schema(value_type = words::Rules)]
    rules: &'static str,
    #[schema(value_type = words::Seat)]
    color: &'static str,
    level: Option<u8>,
    opponent: Option<String>,
    position: String,
    /// The number of moves and passes.
    plies: usize,
    #[schema(value_type = Option<words::Color>)]
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
    /// The current view of the page.
    pub(super) fn view(&self, now: Millis) -> GameView {
        let session = &self.session;
        let game = session.game();
        let position = game.position();
        let to_move = session.to_move();
        let moves = game.moves();
        let legal = to_move.map(|_| position.board().legal_moves());
        GameView {
            id: self.id.to_string(),
            rules: self.session.rule().name(),
            color: self.seat.name(),
            level: self.shown_level(),
            opponent: self.shown_opponent(),
            start: game.start().to_string(),
            moves: moves.iter().map(Move::to_string).collect(),
            notes: session.record().notes().iter().map(NoteView::of).collect(),
            position: position.to_string(),
            to_move: to_move.map(color_name),
            legal: legal.into_iter().flatten().map(|square| square.to_string()).collect(),
            passed: moves.last() == Some(&Move::Pass),
            thinking: session.is_programs_turn(),
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
            rules: self.session.rule().name(),
            color: self.seat.name(),
            level: self.shown_level(),
            opponent: self.shown_opponent(),
            position: self.session.game().position().to_string(),
            plies: self.session.game().moves().len(),
            to_move: self.session.to_move().map(color_name),
            outcome: self.outcome_view(),
            discs: self.discs(),
            created: self.created,
            updated: self.updated,
        }
    }

    fn shown_level(&self) -> Option<u8> {
        match self.opponent {
            Opponent::Engine(level) => self.seat.program().map(|_| level.number()),
            Opponent::Agent(_) => None,
        }
    }

    fn shown_opponent(&self) -> Option<String> {
        match self.opponent {
            Opponent::Engine(_) => None,
            Opponent::Agent(name) => Some(name.to_string()),
        }
    }

    fn discs(&self) -> Discs {
        let [black, white] =
            Color::BOTH.map(|color| self.session.game().position().discs(color).len());
        Discs { black, white }
    }

    fn clock_view(&self, now: Millis) -> Option<ClockView> {
        let clock = self.session.clock()?;
        let left = |color| self.session.time_left(color, now).unwrap_or_default();
        Some(ClockView {
            black_ms: left(Color::Black),
            white_ms: left(Color::White),
            running: self.session.to_move().map(color_name),
            seconds: clock.seconds,
            increment: clock.increment,
        })
    }

    fn outcome_view(&self) -> Option<OutcomeView> {
        let outcome = self.session.result()?;
        Some(OutcomeView {
            winner: outcome.winner.map(color_name),
            margin: outcome.margin.map(|discs| discs as i32),
            ending: ending_name(outcome.ending),
        })
    }
}

//! A game with all that a file says about it.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_core::{Color, Game, IllegalMove, Move, Position, Rule, Score, Square};

use crate::{Fault, Format, WriteError};

/// A game with all that a file says about it.
///
/// Invariant: the moves are legal, passes included, and each has its note.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    game: Game,
    notes: Vec<Note>,
    /// Which of the two games was played.
    pub rule: Rule,
    /// Who played black.
    pub black: Player,
    /// Who played white.
    pub white: Player,
    /// The tournament or the server.
    pub event: Option<String>,
    /// When, as the file writes it.
    pub date: Option<String>,
    /// The clock both had, as the file writes it: main/increment/grace in GGF.
    pub clock: Option<String>,
    /// Discs black gave in advance.
    pub komi: Option<f64>,
    /// How it ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
    /// The seed of every random choice in it.
    pub seed: Option<u64>,
    /// The program that played or wrote it.
    pub version: Option<String>,
    /// A remark on the whole game.
    pub comment: Option<String>,
    /// What only one format knows of.
    pub other: BTreeMap<Tag, String>,
}

/// One of the two who play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Player {
    /// The name.
    pub name: Option<String>,
    /// The rating before the game.
    pub rating: Option<f64>,
    /// The clock, where the two differ.
    pub clock: Option<String>,
}

/// What is known of one move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Note {
    /// The mover's opinion of the position, in discs, positive is good for it.
    pub score: Option<f64>,
    /// How long it took.
    pub time: Option<Duration>,
}

impl Note {
    /// The time in seconds.
    pub fn seconds(self) -> Option<f64> {
        self.time.map(|time| in_units(time, NANOS_PER_SECOND))
    }
}

pub(crate) const NANOS_PER_SECOND: f64 = 1e9;
pub(crate) const NANOS_PER_MILLISECOND: f64 = 1e6;

/// The longest time of a move, eleven days: below it nanoseconds survive a
/// floating-point number.
const LONGEST_NANOS: f64 = 1e15;

/// One division, rounded once: the number prints as short as the time is.
#[expect(clippy::cast_precision_loss, reason = "times are below LONGEST_NANOS")]
pub(crate) fn in_units(time: Duration, nanos: f64) -> f64 {
    time.as_nanos() as f64 / nanos
}

/// The time that a number of units is; `None` if it cannot be one.
pub(crate) fn duration(number: f64, nanos: f64) -> Option<Duration> {
    let nanos = (number * nanos).round();
    #[expect(clippy::cast_sign_loss, reason = "the range has no negative numbers")]
    (0.0..LONGEST_NANOS).contains(&nanos).then(|| Duration::from_nanos(nanos as u64))
}

/// Who won, by how much, and how it came about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The winner; `None` if drawn.
    pub winner: Option<Color>,
    /// The margin in discs as the file states it, which need not be the
    /// board's: never negative.
    pub margin: Option<f64>,
    /// How the game ended.
    pub ending: Ending,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// Neither side could move.
    Finished,
    /// The loser gave up.
    Resigned,
    /// The loser's time ran out.
    TimedOut,
    /// A result was agreed or entered without playing on.
    Settled,
    /// The loser made an illegal move.
    Illegal,
    /// The loser's program died.
    Crashed,
}

impl Ending {
    /// Every way to end.
    pub const ALL: [Self; 6] = [
        Self::Finished,
        Self::Resigned,
        Self::TimedOut,
        Self::Settled,
        Self::Illegal,
        Self::Crashed,
    ];

    /// The name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Resigned => "resigned",
            Self::TimedOut => "timed out",
            Self::Settled => "settled",
            Self::Illegal => "illegal move",
            Self::Crashed => "crashed",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no way to end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not an ending: expected one of {}", found.escape_debug(), Ending::ALL.map(Ending::name).join(", "))]
pub struct ParseEndingError {
    found: String,
}

impl FromStr for Ending {
    type Err = ParseEndingError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|ending| ending.name() == text)
            .ok_or_else(|| ParseEndingError { found: text.to_owned() })
    }
}

impl Outcome {
    /// The outcome with this margin in black's view.
    pub fn of_black(margin: f64, ending: Ending) -> Self {
        let winner = match margin {
            _ if margin > 0.0 => Some(Color::Black),
            _ if margin < 0.0 => Some(Color::White),
            _ => None,
        };
        Self { winner, margin: Some(margin.abs()), ending }
    }

    /// The margin in black's view; 64 for a win by an unknown margin.
    pub fn for_black(self) -> f64 {
        let margin = self.margin.unwrap_or(Score::MAX.discs().into());
        match self.winner {
            Some(Color::Black) => margin,
            Some(Color::White) => -margin,
            None => 0.0,
        }
    }
}

/// The name of a field that only one format knows of: one or two capital
/// letters, as GGF and SGF have them and as their other readers expect.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(String);

impl Tag {
    /// The tag with this name, if it may be one.
    pub fn new(name: &str) -> Option<Self> {
        let fits = (1..=2).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_uppercase());
        fits.then(|| Self(name.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A text that is no tag.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a tag: expected one or two capital letters", found.escape_debug())]
pub struct ParseTagError {
    found: String,
}

impl FromStr for Tag {
    type Err = ParseTagError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::new(text).ok_or_else(|| ParseTagError { found: text.to_owned() })
    }
}

impl Record {
    /// A game about to begin.
    pub fn new(rule: Rule, start: Position) -> Self {
        Self { game: Game::from_position(start), rule, ..Self::default() }
    }

    /// A game with nothing known but its moves.
    pub fn of_game(rule: Rule, game: Game) -> Self {
        let notes = vec![Note::default(); game.moves().len()];
        let mut record = Self { game, notes, rule, ..Self::default() };
        record.settle_by_the_board();
        record
    }

    /// Where it started and every move.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// What is known of each move.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The moves with what is known of each.
    pub fn moves(&self) -> impl Iterator<Item = (Move, Note)> {
        self.game.moves().iter().copied().zip(self.notes.iter().copied())
    }

    /// Plays a move or a pass.
    pub fn play(&mut self, attempt: Move, note: Note) -> Result<(), IllegalMove> {
        self.game.play(attempt)?;
        self.notes.push(note);
        Ok(())
    }

    /// Plays a move of a format that leaves passes out, or may do so.
    pub fn play_passing(&mut self, square: Square, note: Note) -> Result<(), IllegalMove> {
        self.game.play_passing(square)?;
        self.notes.resize(self.game.moves().len() - 1, Note::default());
        self.notes.push(note);
        Ok(())
    }

    /// Plays a move that names its colour. A pass left out before it is put in;
    /// one after the end of the game is nothing.
    pub(crate) fn play_as(&mut self, color: Color, attempt: Move, note: Note) -> Result<(), Fault> {
        if attempt == Move::Pass && self.game.is_over() {
            return Ok(());
        }
        let number = self.game.moves().len() + 1;
        let is_turn = self.game.position().to_move() == color;
        let passed_silently = attempt != Move::Pass && self.game.must_pass();
        if !is_turn && !passed_silently {
            return Err(Fault::Turn { number, given: color });
        }
        match attempt {
            Move::Place(square) if !is_turn => self.play_passing(square, note),
            // A pass put in here would give the move to the other colour.
            _ => self.play(attempt, note),
        }
        .map_err(|illegal| Fault::Illegal { number, illegal })
    }

    /// Takes the last move back and returns it; the game goes on from there.
    pub fn undo(&mut self) -> Option<Move> {
        self.outcome = None;
        self.notes.pop();
        self.game.undo()
    }

    /// Changes the note of the last move.
    pub(crate) fn last_note(&mut self) -> Option<&mut Note> {
        self.notes.last_mut()
    }

    /// One of the players.
    pub const fn player(&self, color: Color) -> &Player {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// Refuses a game from another start for a format that has no place for it.
    pub(crate) fn expect_usual_start(&self, format: Format) -> Result<(), WriteError> {
        if self.game.start() == Position::START {
            return Ok(());
        }
        let what = "a game that does not begin at the usual start".to_owned();
        Err(WriteError::Unfit { format, what })
    }

    /// How a game ended whose file gives a result but no reason.
    pub(crate) fn ending_by_the_board(&self) -> Ending {
        if self.game.is_over() { Ending::Finished } else { Ending::Settled }
    }

    /// Sets the outcome by the board if the game is over and the file said
    /// nothing.
    pub fn settle_by_the_board(&mut self) {
        if self.outcome.is_none()
            && let Some(score) = self.game.result(self.rule, Color::Black)
        {
            self.outcome = Some(Outcome::of_black(score.discs().into(), Ending::Finished));
        }
    }
}

//! A recorded game.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_core::{Color, Game, IllegalMove, Move, Position, Rule, Score, Square};

use crate::{Format, ReadErrorKind, WriteError};

/// A recorded game: its moves, and the facts that a file states about it.
///
/// Invariant: the moves are legal, passes included, and each has its note.
///
/// ```
/// use outflank_core::{Move, Position, Rule, Square};
/// use outflank_formats::{Note, Record, json};
///
/// let mut record = Record::new(Rule::Reversi, Position::START);
/// record.black.name = Some("Ada".to_owned());
/// record.play(Move::Place(Square::F5), Note { score: Some(0.5), time: None })?;
///
/// let mut line = Vec::new();
/// json::write(&mut line, &record)?;
/// let read = json::read(line.as_slice()).next().unwrap()?;
/// assert_eq!(read, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    game: Game,
    notes: Vec<Note>,
    /// The game that was played.
    pub rule: Rule,
    /// The black player.
    pub black: Player,
    /// The white player.
    pub white: Player,
    /// The tournament or the server.
    pub event: Option<String>,
    /// The date, as the file writes it.
    pub date: Option<String>,
    /// The clock of both players, as the file writes it. In GGF it is
    /// main/increment/grace.
    pub clock: Option<String>,
    /// The discs that black gives in advance.
    pub komi: Option<f64>,
    /// The result; `None` if the game is not over.
    pub outcome: Option<GameResult>,
    /// The seed of all random choices in the game.
    pub seed: Option<u64>,
    /// The program that played or wrote the game.
    pub version: Option<String>,
    /// A remark on the whole game.
    pub comment: Option<String>,
    /// Fields that only one format has.
    pub other: BTreeMap<Tag, String>,
}

/// One of the two players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Player {
    /// The name.
    pub name: Option<String>,
    /// The rating before the game.
    pub rating: Option<f64>,
    /// The clock, if it differs from that of the opponent.
    pub clock: Option<String>,
}

/// The facts about one move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Note {
    /// The score that the player gave the position, in discs; positive is good
    /// for the player.
    pub score: Option<f64>,
    /// The time that the move took.
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

/// The maximum time of a move, eleven days. Below it a floating-point number
/// keeps nanoseconds.
const MAX_NANOS: f64 = 1e15;

/// The time in units of `nanos` nanoseconds. There is one division and one
/// rounding, so a short time prints as a short number.
#[expect(clippy::cast_precision_loss, reason = "times are below MAX_NANOS")]
pub(crate) fn in_units(time: Duration, nanos: f64) -> f64 {
    time.as_nanos() as f64 / nanos
}

/// The time of `number` units of `nanos` nanoseconds; `None` if it is negative
/// or too long.
pub(crate) fn duration(number: f64, nanos: f64) -> Option<Duration> {
    let nanos = (number * nanos).round();
    #[expect(clippy::cast_sign_loss, reason = "the range has no negative numbers")]
    (0.0..MAX_NANOS).contains(&nanos).then(|| Duration::from_nanos(nanos as u64))
}

/// The result of a game: the winner, the margin and the kind of ending.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameResult {
    /// The winner; `None` if drawn.
    pub winner: Option<Color>,
    /// The margin in discs as the file states it, never negative. It may differ
    /// from the margin on the board.
    pub margin: Option<f64>,
    /// The kind of ending.
    pub ending: Ending,
}

/// The kind of ending of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// Neither side could move.
    Finished,
    /// The loser resigned.
    Resigned,
    /// The loser's time ran out.
    TimedOut,
    /// The result was agreed or entered before the end.
    Settled,
    /// The loser made an illegal move.
    Illegal,
    /// The loser's program crashed.
    Crashed,
}

impl Ending {
    /// All kinds of endings.
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

/// The error of a text that names no ending.
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

impl GameResult {
    /// The result with this margin for black; negative if white won.
    pub fn of_black(margin: f64, ending: Ending) -> Self {
        let winner = match margin {
            _ if margin > 0.0 => Some(Color::Black),
            _ if margin < 0.0 => Some(Color::White),
            _ => None,
        };
        Self { winner, margin: Some(margin.abs()), ending }
    }

    /// The margin for black, negative if white won; 64 discs for a win by an
    /// unknown margin.
    pub fn for_black(self) -> f64 {
        let margin = self.margin.unwrap_or(Score::MAX.discs().into());
        match self.winner {
            Some(Color::Black) => margin,
            Some(Color::White) => -margin,
            None => 0.0,
        }
    }
}

/// The name of a field that only one format has: one or two capital letters, as
/// in GGF and SGF.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(String);

impl Tag {
    /// The tag with this name; `None` if the name is not one or two capital
    /// letters.
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

/// The error of a text that is not a tag.
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
    /// A game without moves.
    pub fn new(rule: Rule, start: Position) -> Self {
        Self { game: Game::from_position(start), rule, ..Self::default() }
    }

    /// A game of which only the moves are known.
    pub fn of_game(rule: Rule, game: Game) -> Self {
        let notes = vec![Note::default(); game.moves().len()];
        let mut record = Self { game, notes, rule, ..Self::default() };
        record.settle_by_the_board();
        record
    }

    /// The first position and all moves.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The note of each move.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The moves with their notes.
    pub fn moves(&self) -> impl Iterator<Item = (Move, Note)> {
        self.game.moves().iter().copied().zip(self.notes.iter().copied())
    }

    /// Plays a move or a pass.
    pub fn play(&mut self, attempt: Move, note: Note) -> Result<(), IllegalMove> {
        self.game.play(attempt)?;
        self.notes.push(note);
        Ok(())
    }

    /// Plays a square, after a pass if the side to move has no move. For formats
    /// that may leave passes out.
    pub fn play_passing(&mut self, square: Square, note: Note) -> Result<(), IllegalMove> {
        self.game.play_passing(square)?;
        self.notes.resize(self.game.moves().len() - 1, Note::default());
        self.notes.push(note);
        Ok(())
    }

    /// Plays a move with a given colour. Inserts a pass that the file left out
    /// before it, and ignores a pass after the end of the game.
    pub(crate) fn play_as(
        &mut self,
        color: Color,
        attempt: Move,
        note: Note,
    ) -> Result<(), ReadErrorKind> {
        if attempt == Move::Pass && self.game.is_over() {
            return Ok(());
        }
        let number = self.game.moves().len() + 1;
        let is_turn = self.game.position().to_move() == color;
        let passed_silently = attempt != Move::Pass && self.game.must_pass();
        if !is_turn && !passed_silently {
            return Err(ReadErrorKind::Turn { number, given: color });
        }
        match attempt {
            Move::Place(square) if !is_turn => self.play_passing(square, note),
            // A pass inserted here would give the move to the other colour.
            _ => self.play(attempt, note),
        }
        .map_err(|illegal| ReadErrorKind::Illegal { number, illegal })
    }

    /// Takes the last move back and returns it. The game has no result then.
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

    /// Refuses a game from another position, for formats that cannot express it.
    pub(crate) fn expect_usual_start(&self, format: Format) -> Result<(), WriteError> {
        if self.game.start() == Position::START {
            return Ok(());
        }
        let what = "a game that does not begin at the usual start".to_owned();
        Err(WriteError::Unfit { format, what })
    }

    /// The ending of a game whose file gives a result without a reason.
    pub(crate) fn ending_by_the_board(&self) -> Ending {
        if self.game.is_over() { Ending::Finished } else { Ending::Settled }
    }

    /// Sets the result by the board, if the game is over and has no result yet.
    pub fn settle_by_the_board(&mut self) {
        if self.outcome.is_none()
            && let Some(score) = self.game.result(self.rule, Color::Black)
        {
            self.outcome = Some(GameResult::of_black(score.discs().into(), Ending::Finished));
        }
    }
}

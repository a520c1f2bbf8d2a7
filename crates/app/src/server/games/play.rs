//! A game and what may be done with it.

use outflank_core::{Color, Game, Move, Rule};
use outflank_engine::Level;
use outflank_formats::{Ending, Outcome};

use super::clock::{Clock, Millis};
use crate::server::error::ApiError;
use crate::server::id::Id;

/// Which side a visitor plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    One(Color),
    /// Two people at one screen.
    Both,
}

impl Seat {
    /// The side that the engine has.
    pub(super) fn engine(self) -> Option<Color> {
        match self {
            Self::One(color) => Some(!color),
            Self::Both => None,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::One(Color::Black) => "black",
            Self::One(Color::White) => "white",
            Self::Both => "both",
        }
    }
}

impl std::str::FromStr for Seat {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<Self, SeatError> {
        match text {
            "black" => Ok(Self::One(Color::Black)),
            "white" => Ok(Self::One(Color::White)),
            "both" => Ok(Self::Both),
            _ => Err(SeatError { found: text.chars().take(12).collect() }),
        }
    }
}

/// A text that is no side.
#[derive(Debug, thiserror::Error)]
#[error("'{}' is not a color: expected black, white or both", found.escape_debug())]
pub(super) struct SeatError {
    found: String,
}

/// What is kept of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Note {
    /// How long it took, if somebody thought about it.
    pub(super) time: Option<Millis>,
    /// What the engine thought of it, in discs for the side that moved.
    pub(super) score: Option<i32>,
}

/// A game of a visitor.
#[derive(Clone, Debug)]
pub(super) struct Play {
    pub(super) id: Id,
    pub(super) visitor: Id,
    pub(super) rule: Rule,
    pub(super) seat: Seat,
    pub(super) level: Level,
    pub(super) game: Game,
    /// One for each move.
    pub(super) notes: Vec<Note>,
    pub(super) clock: Option<Clock>,
    pub(super) outcome: Option<Outcome>,
    pub(super) created: Millis,
    pub(super) updated: Millis,
    /// When the turn began.
    pub(super) since: Millis,
    /// How often it was changed.
    pub(super) revision: i64,
}

impl Play {
    /// Whose turn it is, if the game goes on.
    pub(super) fn to_move(&self) -> Option<Color> {
        self.outcome.is_none().then(|| self.game.position().to_move())
    }

    pub(super) fn is_engines_turn(&self) -> bool {
        self.to_move().is_some_and(|color| self.seat.engine() == Some(color))
    }

    /// The last moment of the side to move, if there is a clock.
    pub(super) fn deadline(&self) -> Option<Millis> {
        let color = self.to_move()?;
        let clock = self.clock.as_ref()?;
        Some(self.since + clock.left(color, 0))
    }

    /// Ends the game if the time of the side to move is over.
    pub(super) fn expire(&mut self, now: Millis) -> bool {
        let Some(color) = self.to_move() else { return false };
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return false;
        }
        if let Some(clock) = &mut self.clock {
            clock.left[color as usize] = 0;
        }
        let winner = Some(!color);
        self.outcome = Some(Outcome { winner, margin: None, ending: Ending::TimedOut });
        self.touch(now);
        true
    }

    /// Plays the move of the side whose turn it is, then the passes that have
    /// to follow.
    pub(super) fn play(
        &mut self,
        played: Move,
        score: Option<i32>,
        now: Millis,
    ) -> Result<(), ApiError> {
        self.expect_going_on()?;
        let color = self.game.position().to_move();
        let illegal = |illegal| ApiError::unfit(format!("That cannot be played: {illegal}."));
        self.game.play(played).map_err(illegal)?;
        let thought = (now - self.since).max(0);
        self.notes.push(Note { time: Some(thought), score });
        if let Some(clock) = &mut self.clock {
            clock.moved(color, thought);
        }
        self.settle(now);
        Ok(())
    }

    /// Puts passes in that have to be, and ends the game when it is over.
    pub(super) fn settle(&mut self, now: Millis) {
        while self.game.must_pass() && self.game.play(Move::Pass).is_ok() {
            self.notes.push(Note::default());
        }
        if let Some(score) = self.game.result(self.rule, Color::Black) {
            self.outcome = Some(Outcome::of_black(score.discs().into(), Ending::Finished));
        }
        self.touch(now);
    }

    /// Takes moves back to the last choice of the visitor.
    pub(super) fn take_back(&mut self, now: Millis) -> Result<(), ApiError> {
        if self.outcome.is_some_and(|outcome| outcome.ending == Ending::TimedOut) {
            return Err(ApiError::conflict("The time is over: nothing can be taken back."));
        }
        let is_choice =
            |color: Color, played: Move| self.seat.engine() != Some(color) && played != Move::Pass;
        let choices = self
            .game
            .plies()
            .zip(&self.notes)
            // Moves that the game began with were nobody's choice here.
            .map(|((position, played), note)| {
                note.time.is_some() && is_choice(position.to_move(), played)
            });
        let last = choices.enumerate().filter(|(_, is_choice)| *is_choice).last();
        let Some((last, _)) = last else {
            return Err(ApiError::conflict("There is nothing to take back."));
        };
        if let (Some(color), Some(clock)) = (self.to_move(), &mut self.clock) {
            clock.spent(color, now - self.since);
        }
        while self.game.moves().len() > last {
            self.game.undo();
        }
        self.notes.truncate(last);
        self.outcome = None;
        self.touch(now);
        Ok(())
    }

    /// Lets the visitor give up; with two people, the one whose turn it is.
    pub(super) fn resign(&mut self, now: Millis) -> Result<(), ApiError> {
        self.expect_going_on()?;
        let to_move = self.game.position().to_move();
        if let Some(clock) = &mut self.clock {
            clock.spent(to_move, now - self.since);
        }
        let loser = match self.seat {
            Seat::One(color) => color,
            Seat::Both => to_move,
        };
        self.outcome =
            Some(Outcome { winner: Some(!loser), margin: None, ending: Ending::Resigned });
        self.touch(now);
        Ok(())
    }

    /// Refuses what makes no sense after the end.
    pub(super) fn expect_going_on(&self) -> Result<(), ApiError> {
        match self.outcome {
            None => Ok(()),
            Some(_) => Err(ApiError::conflict("The game is over.")),
        }
    }

    /// Notes a change: a turn begins now.
    fn touch(&mut self, now: Millis) {
        self.revision += 1;
        self.updated = now;
        self.since = now;
    }
}

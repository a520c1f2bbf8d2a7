//! A game with everything that may be done in it.

use std::time::Duration;

use outflank_core::{Color, Game, IllegalMove, Move, Position, Rule};
use outflank_engine::{Level, Thinking};
use outflank_formats::{Ending, GameResult, Note, Record};

use crate::{GameClock, HintScope, HintSearch, Millis};

/// The kind of player that moves for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Controller {
    /// A person, whose moves can be taken back.
    Person,
    /// A program.
    Program,
}

/// A request that the state of the game does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The time of a side has run out, so no move can be taken back.
    #[error("the time is over: nothing can be taken back")]
    TimeIsOver,
    /// No person has made a move yet.
    #[error("there is nothing to take back")]
    NothingToTakeBack,
    /// The move is against the rules.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// A game between two sides, and the time of its turn.
#[derive(Clone, Debug)]
pub struct Session {
    record: Record,
    sides: [Controller; 2],
    clock: Option<GameClock>,
    /// The moves that cannot be taken back, because the game began with them.
    given: usize,
    turn_began: Millis,
    revision: i64,
}

impl Session {
    /// A game that begins now. Passes that are forced at once are played.
    pub fn new(
        rule: Rule,
        start: Position,
        sides: [Controller; 2],
        clock: Option<GameClock>,
        now: Millis,
    ) -> Self {
        Self::begin(Record::new(rule, start), sides, clock, now)
    }

    /// A game that begins now after the moves of a record, which cannot be
    /// taken back. Passes that are forced at once are played.
    pub fn begin(
        record: Record,
        sides: [Controller; 2],
        clock: Option<GameClock>,
        now: Millis,
    ) -> Self {
        let given = record.game().moves().len();
        let mut session = Self { record, sides, clock, given, turn_began: now, revision: 0 };
        session.settle(now);
        session
    }

    /// A game as it was kept: with its moves and result, the time when its
    /// turn began, and the number of changes until then. The moves before the
    /// first one with a time were given, not played.
    pub fn restore(
        record: Record,
        sides: [Controller; 2],
        clock: Option<GameClock>,
        turn_began: Millis,
        revision: i64,
    ) -> Self {
        let given = record.notes().iter().take_while(|note| note.time.is_none()).count();
        Self { record, sides, clock, given, turn_began, revision }
    }

    /// A game that continues from a record, all of whose moves can be taken back.
    pub fn resume(mut record: Record, sides: [Controller; 2], now: Millis) -> Self {
        record.outcome = None;
        Self { given: 0, ..Self::begin(record, sides, None, now) }
    }

    /// The game as a record: moves, times, scores and the result.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The record, to name players or to add remarks.
    pub const fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// The moves so far.
    pub const fn game(&self) -> &Game {
        self.record.game()
    }

    /// The rule set.
    pub const fn rule(&self) -> Rule {
        self.record.rule
    }

    /// The result; `None` while the game is played.
    pub const fn result(&self) -> Option<GameResult> {
        self.record.outcome
    }

    /// The clock, if the game has one.
    pub const fn clock(&self) -> Option<&GameClock> {
        self.clock.as_ref()
    }

    /// The kind of player that moves for a side.
    pub const fn controller(&self, color: Color) -> Controller {
        self.sides[color as usize]
    }

    /// The time when the turn began.
    pub const fn turn_began(&self) -> Millis {
        self.turn_began
    }

    /// The number of changes so far.
    pub const fn revision(&self) -> i64 {
        self.revision
    }

    /// The side to move; `None` if the game is over.
    pub fn to_move(&self) -> Option<Color> {
        self.result().is_none().then(|| self.game().position().to_move())
    }

    /// Whether a program has to move.
    pub fn is_programs_turn(&self) -> bool {
        self.to_move().is_some_and(|color| self.controller(color) == Controller::Program)
    }

    /// The moment at which the side to move loses on time, if there is a clock.
    pub fn deadline(&self) -> Option<Millis> {
        let color = self.to_move()?;
        let clock = self.clock.as_ref()?;
        Some(self.turn_began + clock.left(color, 0))
    }

    /// The time that a side has left now, if there is a clock.
    pub fn time_left(&self, color: Color, now: Millis) -> Option<Millis> {
        let thought = if self.to_move() == Some(color) { now - self.turn_began } else { 0 };
        Some(self.clock.as_ref()?.left(color, thought))
    }

    /// The limits of an engine of this level that has to move now. The second
    /// value is its share of the clock, if there is one.
    pub fn thinking(&self, level: Level) -> (Thinking, Option<Duration>) {
        let position = self.game().position();
        let board = position.board();
        let share = self.clock.as_ref().map(|clock| clock.share(position.to_move(), board));
        let level = Thinking::at_level(level);
        let time = match (level.limits(board).time, share) {
            (Some(usual), Some(share)) => Some(usual.min(share)),
            (usual, share) => usual.or(share),
        };
        (Thinking { time, ..level }, share)
    }

    /// Ends the game if the time of the side to move has run out; returns
    /// whether it did.
    pub fn expire(&mut self, now: Millis) -> bool {
        let Some(color) = self.to_move() else { return false };
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return false;
        }
        if let Some(clock) = &mut self.clock {
            clock.left[color as usize] = 0;
        }
        self.lose(color, Ending::TimedOut, now);
        true
    }

    /// Plays the move of the side to move, then the passes that are forced.
    /// `score` is the mover's own estimate in discs.
    pub fn play(
        &mut self,
        played: Move,
        score: Option<f64>,
        now: Millis,
    ) -> Result<(), SessionError> {
        let color = self.to_move().ok_or(SessionError::Over)?;
        let thought = (now - self.turn_began).max(0);
        let time = Duration::from_millis(u64::try_from(thought).unwrap_or(0));
        self.record.play(played, Note { score, time: Some(time) })?;
        if let Some(clock) = &mut self.clock {
            clock.moved(color, thought);
        }
        self.settle(now);
        Ok(())
    }

    /// Takes moves back to the last choice of a person.
    pub fn take_back(&mut self, now: Millis) -> Result<(), SessionError> {
        if self.result().is_some_and(|result| result.ending == Ending::TimedOut) {
            return Err(SessionError::TimeIsOver);
        }
        let is_choice = |(position, played): (Position, Move)| {
            self.controller(position.to_move()) == Controller::Person && played != Move::Pass
        };
        let choices = self.game().plies().enumerate().skip(self.given);
        let (last, _) = choices
            .filter(|(_, ply)| is_choice(*ply))
            .last()
            .ok_or(SessionError::NothingToTakeBack)?;
        if let (Some(color), Some(clock)) = (self.to_move(), &mut self.clock) {
            clock.spent(color, now - self.turn_began);
        }
        while self.game().moves().len() > last {
            self.record.undo();
        }
        self.record.outcome = None;
        self.changed(now);
        Ok(())
    }

    /// Lets a person resign: the one who plays against a program, else the side to move.
    pub fn resign(&mut self, now: Millis) -> Result<(), SessionError> {
        let to_move = self.to_move().ok_or(SessionError::Over)?;
        if let Some(clock) = &mut self.clock {
            clock.spent(to_move, now - self.turn_began);
        }
        let people = Color::BOTH.map(|color| self.controller(color) == Controller::Person);
        let loser = match people {
            [true, false] => Color::Black,
            [false, true] => Color::White,
            _ => to_move,
        };
        self.lose(loser, Ending::Resigned, now);
        Ok(())
    }

    /// The search for a hint to the side to move. A game that is over has none.
    pub fn hint(&self, scope: HintScope) -> Result<HintSearch, SessionError> {
        self.to_move().ok_or(SessionError::Over)?;
        Ok(HintSearch::new(self.rule(), self.game().position().board(), scope))
    }

    fn lose(&mut self, loser: Color, ending: Ending, now: Millis) {
        self.record.outcome = Some(GameResult { winner: Some(!loser), margin: None, ending });
        self.changed(now);
    }

    /// Plays the passes that are forced, and ends the game when it is over.
    fn settle(&mut self, now: Millis) {
        while self.game().must_pass() && self.record.play(Move::Pass, Note::default()).is_ok() {}
        self.record.settle_by_the_board();
        self.changed(now);
    }

    /// Counts a change: a turn begins now.
    const fn changed(&mut self, now: Millis) {
        self.revision += 1;
        self.turn_began = now;
    }
}

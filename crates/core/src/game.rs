//! A game with its history.

use std::fmt;

use crate::{Color, Move, Position, Rule, Score, Square};

/// A game with its history: the first position, every move and pass, and every
/// position in between.
///
/// Invariant: each move is legal in the position it was played in, and every
/// forced pass is part of the history.
///
/// ```
/// use outflank_core::{Game, Move, Square};
///
/// let mut game = Game::new();
/// game.play(Move::Place(Square::F5))?;
/// let illegal = game.play(Move::Place(Square::A1)).unwrap_err();
/// assert_eq!(illegal.to_string(), "a1 turns no disc for white");
/// assert_eq!(game.undo(), Some(Move::Place(Square::F5)));
/// assert_eq!(game, Game::new());
/// # Ok::<(), outflank_core::IllegalMove>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Game {
    start: Position,
    moves: Vec<Move>,
    /// The position after each move.
    after: Vec<Position>,
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// There is a disc on the square.
    #[error("{square} is occupied")]
    Occupied {
        /// The square.
        square: Square,
    },
    /// No disc of the opponent would turn.
    #[error("{square} turns no disc for {color}")]
    NoFlips {
        /// The square.
        square: Square,
        /// The side to move.
        color: Color,
    },
    /// A side with a legal move cannot pass.
    #[error("{color} cannot pass: it can play {square}")]
    MustMove {
        /// The side to move.
        color: Color,
        /// A square it can play.
        square: Square,
    },
    /// Neither side can move.
    #[error("the game is over: neither side can play {attempt}")]
    Over {
        /// The move.
        attempt: Move,
    },
}

impl Game {
    /// A game from the starting position.
    pub fn new() -> Self {
        Self::from_position(Position::START)
    }

    /// A game from any position.
    pub const fn from_position(start: Position) -> Self {
        Self { start, moves: Vec::new(), after: Vec::new() }
    }

    /// The first position.
    pub const fn start(&self) -> Position {
        self.start
    }

    /// The current position.
    pub fn position(&self) -> Position {
        self.after.last().copied().unwrap_or(self.start)
    }

    /// All moves so far, including passes.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Each move with the position it was played in.
    pub fn plies(&self) -> impl Iterator<Item = (Position, Move)> {
        let before = std::iter::once(self.start).chain(self.after.iter().copied());
        before.zip(self.moves.iter().copied())
    }

    /// Plays a move or a pass.
    pub fn play(&mut self, attempt: Move) -> Result<(), IllegalMove> {
        let now = self.position();
        let next = match attempt {
            Move::Place(square) => now.play(square).ok_or_else(|| self.why_not(square))?,
            Move::Pass => match now.legal_moves().first() {
                Some(square) => {
                    return Err(IllegalMove::MustMove { color: now.to_move(), square });
                }
                None if self.is_over() => return Err(IllegalMove::Over { attempt }),
                None => now.pass(),
            },
        };
        self.moves.push(attempt);
        self.after.push(next);
        Ok(())
    }

    /// Plays a square, after a pass if the side to move has no move. Readers use
    /// it for records that leave passes out.
    pub fn play_passing(&mut self, square: Square) -> Result<(), IllegalMove> {
        if self.must_pass() && self.position().pass().play(square).is_some() {
            self.play(Move::Pass)?;
        }
        self.play(Move::Place(square))
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        self.after.pop();
        self.moves.pop()
    }

    /// Whether the side to move can only pass.
    pub fn must_pass(&self) -> bool {
        self.position().legal_moves().is_empty() && !self.is_over()
    }

    /// Whether neither side can move.
    pub fn is_over(&self) -> bool {
        self.position().is_over()
    }

    /// The score of the finished game for `color`; `None` if it is not over.
    pub fn result(&self, rule: Rule, color: Color) -> Option<Score> {
        self.is_over().then(|| self.position().final_score(rule, color))
    }

    fn why_not(&self, square: Square) -> IllegalMove {
        let now = self.position();
        if self.is_over() {
            IllegalMove::Over { attempt: Move::Place(square) }
        } else if now.board().empties().has(square) {
            IllegalMove::NoFlips { square, color: now.to_move() }
        } else {
            IllegalMove::Occupied { square }
        }
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.start, self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(transcript: &str) -> Game {
        let mut game = Game::new();
        for name in transcript.split(' ') {
            game.play_passing(name.parse().unwrap()).unwrap();
        }
        game
    }

    /// The shortest game there is: black takes every disc in nine plies.
    const WIPEOUT: &str = "e6 f4 e3 f6 g5 d6 e7 f5 c5";

    #[test]
    fn a_wiped_out_side_ends_the_game_at_once() {
        let game = game(WIPEOUT);
        assert!(game.is_over());
        assert_eq!(game.result(Rule::Reversi, Color::Black), Some(Score::MAX));
        assert_eq!(game.result(Rule::Reversi, Color::White), Some(Score::MIN));
        assert_eq!(game.result(Rule::Reversed, Color::White), Some(Score::MAX));
    }

    #[test]
    fn undo_goes_back_to_the_start() {
        let mut game = game("f5 d6 c3");
        let positions: Vec<_> = game.plies().map(|(position, _)| position).collect();
        for position in positions.into_iter().rev() {
            assert!(game.undo().is_some());
            assert_eq!(game.position(), position);
        }
        assert_eq!(game, Game::new());
        assert_eq!(game.undo(), None);
    }

    #[test]
    fn illegal_moves_say_why() {
        let mut game = Game::new();
        let mut why = |attempt: &str| game.play(attempt.parse().unwrap()).unwrap_err().to_string();
        assert_eq!(why("d4"), "d4 is occupied");
        assert_eq!(why("a1"), "a1 turns no disc for black");
        assert_eq!(why("pass"), "black cannot pass: it can play d3");
        let mut over = self::game(WIPEOUT);
        let error = over.play(Move::Pass).unwrap_err();
        assert_eq!(error.to_string(), "the game is over: neither side can play pass");
    }

    #[test]
    fn a_left_out_pass_is_put_back() {
        // Black has nothing; white can take b1 by playing c1.
        let text = format!("OX{} X", "-".repeat(62));
        let mut game = Game::from_position(text.parse().unwrap());
        assert!(game.must_pass());
        assert!(game.play(Move::Place(Square::C1)).is_err());
        assert!(game.play_passing(Square::H8).is_err());
        assert_eq!(game.moves(), []);
        game.play_passing(Square::C1).unwrap();
        assert_eq!(game.moves(), [Move::Pass, Move::Place(Square::C1)]);
        assert!(game.is_over());
    }
}

//! A position to solve, and the items of a file.

use outflank_core::{Move, Position, Rule, Score};

use crate::Record;

/// A position with known scores of some of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The game. Files of positions do not name it.
    pub rule: Rule,
    /// The position.
    pub position: Position,
    /// Known scores of moves, for the side to move.
    pub moves: Vec<(Move, Score)>,
    /// The score of the position, if no move is known.
    pub score: Option<Score>,
}

impl Problem {
    /// A position without known scores.
    pub const fn new(rule: Rule, position: Position) -> Self {
        Self { rule, position, moves: Vec::new(), score: None }
    }

    /// The score of the position, if known.
    pub fn best_score(&self) -> Option<Score> {
        self.moves.iter().map(|(_, score)| *score).max().or(self.score)
    }
}

/// A game or a position: an item of a file in any format.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A game.
    Game(Box<Record>),
    /// A position.
    Problem(Problem),
}

impl From<Record> for Item {
    fn from(record: Record) -> Self {
        Self::Game(Box::new(record))
    }
}

impl From<Problem> for Item {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl Item {
    /// The game. A position becomes a game without moves.
    pub fn into_record(self) -> Record {
        match self {
            Self::Game(record) => *record,
            Self::Problem(problem) => Record::new(problem.rule, problem.position),
        }
    }

    /// The position. A game becomes its last position.
    pub fn into_problem(self) -> Problem {
        match self {
            Self::Game(record) => Problem::new(record.rule, record.game().position()),
            Self::Problem(problem) => problem,
        }
    }
}

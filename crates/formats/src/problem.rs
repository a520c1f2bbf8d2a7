//! A position to solve, and what a file can hold.

use outflank_core::{Move, Position, Rule, Score};

use crate::Record;

/// A position, with the scores of some of its moves where they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Which of the two games it is of; files of positions do not say.
    pub rule: Rule,
    /// The position.
    pub position: Position,
    /// Known scores of moves, for the side to move.
    pub moves: Vec<(Move, Score)>,
    /// The score of the position where no move is known.
    pub score: Option<Score>,
}

impl Problem {
    /// A position of which nothing more is known.
    pub const fn new(rule: Rule, position: Position) -> Self {
        Self { rule, position, moves: Vec::new(), score: None }
    }

    /// The score of the position, if known.
    pub fn best_score(&self) -> Option<Score> {
        self.moves.iter().map(|(_, score)| *score).max().or(self.score)
    }
}

/// A game or a position: what a file of any format is made of.
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
    /// The game; a position becomes a game that is about to start there.
    pub fn into_record(self) -> Record {
        match self {
            Self::Game(record) => *record,
            Self::Problem(problem) => Record::new(problem.rule, problem.position),
        }
    }

    /// The position; a game becomes the position it has reached.
    pub fn into_problem(self) -> Problem {
        match self {
            Self::Game(record) => Problem::new(record.rule, record.game().position()),
            Self::Problem(problem) => problem,
        }
    }
}

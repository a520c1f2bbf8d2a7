//! Hints: the opinion of the engine about a turn.

use outflank_book::Books;
use outflank_core::{Board, Move, Rule};
use outflank_engine::{Analysis, Engine, Limits, Thinking};

/// The moves that a hint scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintScope {
    /// The best move only.
    BestMove,
    /// Every legal move.
    EveryMove,
}

impl HintScope {
    const fn lines(self) -> usize {
        match self {
            Self::BestMove => 1,
            // More than any board has moves.
            Self::EveryMove => 64,
        }
    }
}

/// The search that a hint needs. [`Session::hint`](crate::Session::hint) makes it.
///
/// A caller with an engine calls [`HintSearch::run`]. A caller whose searches run
/// elsewhere takes the limits there and returns with the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HintSearch {
    rule: Rule,
    board: Board,
    scope: HintScope,
}

impl HintSearch {
    pub(crate) const fn new(rule: Rule, board: Board, scope: HintScope) -> Self {
        Self { rule, board, scope }
    }

    /// The rule set.
    pub const fn rule(self) -> Rule {
        self.rule
    }

    /// The board of the turn.
    pub const fn board(self) -> Board {
        self.board
    }

    /// The limits of the search, those of a review: the same turn has the same hint every time.
    pub fn limits(self) -> Limits {
        Limits { lines: self.scope.lines(), ..Thinking::REVIEW.limits(self.board) }
    }

    /// The answer of a book, if it knows the turn.
    pub fn book_answer(self, books: &Books) -> Option<Analysis> {
        Analysis::of_book(&*books.of(self.rule)?, self.board)
    }

    /// Asks the built-in book, or searches and waits for the hint.
    pub fn run(self, engine: &mut Engine) -> Hint {
        if let Some(known) = self.book_answer(&Books::BuiltIn) {
            return Hint::of(known);
        }
        Hint::of(engine.search_afresh(self.rule, self.board, &self.limits(), &mut |_| {}))
    }
}

/// The best move of a turn, and the analysis that found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move. It is legal, even if the search was stopped before it began.
    pub best: Move,
    /// The result of the search: the scores of the moves, best first.
    pub analysis: Analysis,
}

impl Hint {
    /// The hint of a finished search.
    pub fn of(analysis: Analysis) -> Self {
        let any = || analysis.board.legal_moves().first().map_or(Move::Pass, Move::Place);
        Self { best: analysis.best.unwrap_or_else(any), analysis }
    }
}

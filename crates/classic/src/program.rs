//! The program of a report: an evaluation and the search that uses it.

use outflank_core::{Bitboard, Board, Square};

use crate::SearchLimits;
use crate::search::{
    Evaluation, MoveOrdering, SearchEffort, Term, effort, search_to_depth, terms_of, value_after,
};

/// The program of a report.
pub(crate) trait Program: Send + Sync {
    type Evaluation: Evaluation;

    /// The evaluation of a search that begins at `root`.
    fn evaluation(&self, root: Board) -> &Self::Evaluation;

    /// The move to play. `moves` are all legal moves, and not empty.
    fn choose(&self, board: Board, moves: Bitboard, limits: SearchLimits) -> Option<Square>;

    /// The depth of its search in plies. For programs that search until the clock stops them,
    /// a depth that takes little time.
    fn depth(&self, _: Bitboard) -> u32 {
        SearchLimits::SHOWN_DEPTH
    }
}

/// A program that is one evaluation and a search of always the same depth.
pub(crate) trait FixedDepth: Evaluation + Send + Sync {
    /// The depth of the search in plies.
    const DEPTH: u32;
}

impl<P: FixedDepth> Program for P {
    type Evaluation = Self;

    fn evaluation(&self, _: Board) -> &Self {
        self
    }

    fn choose(&self, board: Board, moves: Bitboard, limits: SearchLimits) -> Option<Square> {
        let moves: Vec<_> = moves.iter().collect();
        search_to_depth(self, board, &moves, Self::DEPTH, limits)
    }

    fn depth(&self, _: Bitboard) -> u32 {
        Self::DEPTH
    }
}

/// A [`Program`] of any evaluation.
pub(crate) trait AnyProgram: Send + Sync {
    fn choose(&self, board: Board, moves: Bitboard, limits: SearchLimits) -> Option<Square>;

    fn depth(&self, moves: Bitboard) -> u32;

    /// The terms of `board`, whose `own` discs are those of the agent, in a search that
    /// begins at `root`.
    fn terms(&self, root: Board, board: Board) -> Vec<Term>;

    /// The value of a move by a search of `depth` plies.
    fn value_after(&self, board: Board, square: Square, depth: u32) -> f64;

    /// The work of a search with an order of moves.
    fn effort(&self, board: Board, depth: u32, ordering: MoveOrdering) -> SearchEffort;
}

impl<P: Program> AnyProgram for P {
    fn choose(&self, board: Board, moves: Bitboard, limits: SearchLimits) -> Option<Square> {
        Program::choose(self, board, moves, limits)
    }

    fn depth(&self, moves: Bitboard) -> u32 {
        Program::depth(self, moves)
    }

    fn terms(&self, root: Board, board: Board) -> Vec<Term> {
        terms_of(self.evaluation(root), board)
    }

    fn value_after(&self, board: Board, square: Square, depth: u32) -> f64 {
        value_after(self.evaluation(board), board, square, depth)
    }

    fn effort(&self, board: Board, depth: u32, ordering: MoveOrdering) -> SearchEffort {
        effort(self.evaluation(board), board, depth, ordering)
    }
}

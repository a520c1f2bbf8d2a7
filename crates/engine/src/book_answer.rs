//! The answer of an opening book.

use std::time::Duration;

use outflank_book::{Book, BookMove, Books};
use outflank_core::{Board, Move, Rule};
use outflank_eval::Patterns;

use crate::margin::margin;
use crate::{Analysis, Bound, Candidate, Level, SearchScore, Selectivity, Thinking};

impl Thinking {
    /// Whether an engine with these limits may answer from a book.
    ///
    /// A depth or a number of nodes asks for a search. A level that doubts its scores chooses
    /// among them by chance; a book would make it play openings like an expert.
    pub fn may_use_book(self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.level.is_none_or(Level::is_sure)
    }

    /// The answer of a book, if these limits allow one and the book knows the position.
    ///
    /// ```
    /// use outflank_book::Books;
    /// use outflank_core::{Board, Rule};
    /// use outflank_engine::{Level, Thinking};
    ///
    /// let answer = |thinking: Thinking| {
    ///     thinking.book_answer(&Books::BuiltIn, Rule::Reversi, Board::START)
    /// };
    /// assert!(answer(Thinking::default()).unwrap().is_book);
    /// assert_eq!(answer(Thinking::at_level(Level::MIN)), None);
    /// assert_eq!(answer(Thinking { depth: Some(8), ..Thinking::default() }), None);
    /// ```
    pub fn book_answer(self, books: &Books, rule: Rule, board: Board) -> Option<Analysis> {
        let book = books.of(rule).filter(|_| self.may_use_book())?;
        Analysis::of_book(&book, board)
    }
}

impl Analysis {
    /// The moves and values of a book as an analysis; `None` if the book does not know the
    /// position.
    ///
    /// A move that the book does not have is worth at most as much as the best one.
    pub fn of_book(book: &Book, board: Board) -> Option<Self> {
        let moves = book.moves(board);
        let best = *moves.first()?;
        let mut candidates: Vec<_> =
            moves.iter().map(|found| candidate(book, board, *found)).collect();
        let unknown = |square| moves.iter().all(|found| found.played != square);
        for square in board.legal_moves().iter().filter(|square| unknown(*square)) {
            let played = Move::Place(square);
            let score = SearchScore::clamped(best.value.into());
            let pv = vec![played];
            candidates.push(Candidate { played, score, bound: Bound::Upper, depth: 0, pv });
        }
        let evaluation = Patterns::built_in(book.rule());
        Some(Self {
            rule: book.rule(),
            board,
            best: Some(Move::Place(best.played)),
            score: candidates[0].score,
            outcome: None,
            exact: false,
            depth: best.depth,
            selectivity: selectivity(best),
            margin: margin(&evaluation, board.empties().len(), best.depth),
            nodes: 0,
            time: Duration::ZERO,
            pv: candidates[0].pv.clone(),
            candidates,
            is_book: true,
        })
    }
}

fn candidate(book: &Book, board: Board, found: BookMove) -> Candidate {
    let played = Move::Place(found.played);
    let mut pv = vec![played];
    let next = board.play(found.played).expect("moves of a book are legal");
    if next.legal_moves().is_empty() && !next.is_over() {
        pv.push(Move::Pass);
        pv.extend(book.line(next.pass()));
    } else {
        pv.extend(book.line(next));
    }
    let score = SearchScore::clamped(found.value.into());
    Candidate { played, score, bound: Bound::Exact, depth: found.depth, pv }
}

/// The selectivity of the search behind a move, or the boldest one for an unknown number.
fn selectivity(found: BookMove) -> Selectivity {
    let percent = u32::from(found.selectivity);
    let same = Selectivity::ALL.into_iter().find(|selectivity| selectivity.percent() == percent);
    same.unwrap_or(Selectivity::P73)
}

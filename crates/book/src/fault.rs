//! A check of the whole graph.

use std::fmt;

use outflank_core::{Board, Square};

use crate::{Book, BookNode, Successor};

/// Something wrong with a position of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the position {board:?} X {kind}")]
pub struct BookFault {
    /// The position, with the side to move as X.
    pub board: Board,
    /// What is wrong.
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    NotCanonical,
    Value { found: i8, expected: i8 },
    IllegalBest(Square),
    NoBest,
    BestIsMissing(Square),
    Unreachable,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCanonical => f.write_str("is not the least of its symmetric positions"),
            Self::Value { found, expected } => {
                write!(f, "has the value {found:+}, but its moves make it {expected:+}")
            }
            Self::IllegalBest(square) => write!(f, "has the best move {square}, which is illegal"),
            Self::NoBest => f.write_str("has no best move, although the game goes on"),
            Self::BestIsMissing(square) => {
                write!(f, "is expanded, but its best move {square} is not in the book")
            }
            Self::Unreachable => f.write_str("is not reached from the start by moves of the book"),
        }
    }
}

impl Book {
    /// Everything that is wrong with the graph; empty if it is sound.
    pub fn faults(&self) -> Vec<BookFault> {
        let reached = self.reached();
        let mut faults = Vec::new();
        for (at, (board, node)) in self.iter().enumerate() {
            let mut add = |kind| faults.push(BookFault { board, kind });
            if board.canonical().0 != board {
                add(Kind::NotCanonical);
            }
            let expected = self.negamax(at);
            if node.value != expected {
                add(Kind::Value { found: node.value, expected });
            }
            if let Some(kind) = self.fault_of_best(board, node) {
                add(kind);
            }
            if reached.binary_search(&board).is_err() {
                add(Kind::Unreachable);
            }
        }
        faults
    }

    fn fault_of_best(&self, board: Board, node: BookNode) -> Option<Kind> {
        match node.entry.best {
            None => (!board.is_over()).then_some(Kind::NoBest),
            Some(best) => match Successor::of(board, best) {
                None => Some(Kind::IllegalBest(best)),
                Some(next) => (node.entry.is_expanded && self.node(next.board).is_none())
                    .then_some(Kind::BestIsMissing(best)),
            },
        }
    }

    /// The boards that moves of the book reach from the start, in order.
    fn reached(&self) -> Vec<Board> {
        let mut reached = vec![Board::START.canonical().0];
        let mut front = reached.clone();
        while !front.is_empty() {
            let next = |board: &Board| {
                let board = *board;
                let is_expanded = self.node(board).is_some_and(|node| node.entry.is_expanded);
                let moves = board.legal_moves().iter().filter(move |_| is_expanded);
                moves.filter_map(move |played| Successor::of(board, played))
            };
            let boards = front.iter().flat_map(next).map(|next| next.board);
            front = boards.filter(|board| self.node(*board).is_some()).collect();
            front.sort_unstable();
            front.dedup();
            reached.extend(&front);
        }
        reached.sort_unstable();
        reached.dedup();
        reached
    }
}

//! Positions and lines of play for the tests.

use outflank_core::{Board, Move, Position, Square};
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

/// The board of a position string.
pub(crate) fn board(text: &str) -> Board {
    let position: Position = text.parse().expect("a position");
    position.board()
}

/// Every board of a random game, passes and the finished board among them.
pub(crate) fn random_game(rng: &mut ChaCha8Rng) -> Vec<Board> {
    let mut board = Board::START;
    let mut boards = vec![board];
    while !board.is_over() {
        board = match board.legal_moves().iter().choose(rng) {
            Some(square) => board.play(square).expect("a legal move"),
            None => board.pass(),
        };
        boards.push(board);
    }
    boards
}

/// A random board with this many empty squares and a side that can move.
pub(crate) fn random_board(rng: &mut ChaCha8Rng, empties: u32) -> Board {
    loop {
        let is_wanted =
            |board: &Board| board.empties().len() == empties && !board.legal_moves().is_empty();
        if let Some(board) = random_game(rng).into_iter().find(is_wanted) {
            return board;
        }
    }
}

/// Whether the side to move has nothing to play but the game goes on.
pub(crate) fn must_pass(board: Board) -> bool {
    board.legal_moves().is_empty() && !board.is_over()
}

/// The board after a line of play, and whose turn it is: `1` for the side that
/// was to move, `-1` for the other. Panics at the first illegal move.
pub(crate) fn play(board: Board, line: &[Move]) -> (Board, i32) {
    line.iter().fold((board, 1), |(board, side), played| {
        let next = match *played {
            Move::Place(square) => place(board, square, line),
            Move::Pass => {
                assert!(must_pass(board), "{board:?} need not pass in {line:?}");
                board.pass()
            }
        };
        (next, -side)
    })
}

fn place(board: Board, square: Square, line: &[Move]) -> Board {
    board.play(square).unwrap_or_else(|| panic!("{board:?} has no move {square} in {line:?}"))
}

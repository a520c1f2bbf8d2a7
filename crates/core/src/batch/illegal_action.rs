//! The errors of a batch.

use crate::{Board, PASS, Square};

/// Why the moves of a batch cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalAction {
    /// The number of actions differs from the number of games.
    #[error("there are {found} actions for {expected} games")]
    Count {
        /// The number of actions.
        found: usize,
        /// The number of games.
        expected: usize,
    },
    /// A number greater than [`PASS`] is not an action.
    #[error("game {game}: {found} is not an action: expected 0 to 63, or 64 for a pass")]
    Range {
        /// The game, from 0.
        game: usize,
        /// The action.
        found: u8,
    },
    /// The square is occupied, or no disc would turn.
    #[error("game {game} cannot play {square}: it turns nothing on {board:?} (X to move)")]
    Square {
        /// The game, from 0.
        game: usize,
        /// The square.
        square: Square,
        /// The board, seen from the side to move.
        board: Board,
    },
    /// A side with a legal square cannot pass.
    #[error("game {game} cannot pass: it has {moves} legal moves")]
    Pass {
        /// The game, from 0.
        game: usize,
        /// The number of legal squares.
        moves: u32,
    },
}

impl IllegalAction {
    /// The reason why `action` cannot be played on `board`.
    pub(super) fn of(action: u8, game: usize, board: Board) -> Self {
        match (Square::new(action.into()), action) {
            (Some(square), _) => Self::Square { game, square, board },
            (None, PASS) => Self::Pass { game, moves: board.legal_moves().len() },
            _ => Self::Range { game, found: action },
        }
    }
}

//! What a batch refuses.

use crate::{Board, Square};

/// Why the moves of a batch cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalAction {
    /// There are not as many actions as games.
    #[error("there are {found} actions for {expected} games")]
    Count {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// An action is none.
    #[error("game {game}: {found} is not an action: expected 0 to 63, or 64 for a pass")]
    Range {
        /// The game, from 0.
        game: usize,
        /// The action.
        found: i64,
    },
    /// The square is taken, or nothing would turn.
    #[error("game {game} cannot play {square}: it turns nothing on {board:?} (X to move)")]
    Square {
        /// The game, from 0.
        game: usize,
        /// The square.
        square: Square,
        /// The board, seen from the side to move.
        board: Board,
    },
    /// There is a square to play.
    #[error("game {game} cannot pass: it has {moves} legal moves")]
    Pass {
        /// The game, from 0.
        game: usize,
        /// How many squares there are to play.
        moves: u32,
    },
}

impl IllegalAction {
    /// What is wrong with an action that cannot be played.
    pub(super) fn of(action: i64, game: usize, board: Board) -> Self {
        let square = u8::try_from(action).ok().and_then(|index| Square::new(index.into()));
        match (square, action) {
            (Some(square), _) => Self::Square { game, square, board },
            (None, 64) => Self::Pass { game, moves: board.legal_moves().len() },
            _ => Self::Range { game, found: action },
        }
    }
}

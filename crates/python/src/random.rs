//! Random moves and games.

use std::cell::RefCell;

use outflank_core::{Board, Move, Position};
use rand_chacha::ChaCha8Rng;
use rand::{Rng as _, SeedableRng as _};

/// The end of a game of random moves; another one every time without a seed.
pub(crate) fn playout(position: Position, seed: Option<u64>) -> Position {
    let mut random = ChaCha8Rng::seed_from_u64(seed.unwrap_or_else(rand::random));
    position.playout(|| random.next_u32())
}

/// A random legal move, a pass if there is no other; `None` if the game is over.
pub(crate) fn drawn_move(board: Board, seed: Option<u64>) -> Option<Move> {
    thread_local! {
        static RANDOM: RefCell<ChaCha8Rng> = RefCell::new(ChaCha8Rng::seed_from_u64(rand::random()));
    }
    let drawn = match seed {
        Some(seed) => ChaCha8Rng::seed_from_u64(seed).next_u32(),
        None => RANDOM.with_borrow_mut(ChaCha8Rng::next_u32),
    };
    board.drawn_move(drawn)
}

//! A search that ends in the middle of an iteration.

use outflank_core::Rule;
use outflank_engine::Limits;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::boards::random_board;
use crate::checks::{engine, search};

/// A move that the last iteration has proven better is played, although the iteration did
/// not end.
#[test]
fn a_better_move_of_the_last_iteration_is_played() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut changes = 0;
    let mut adopted = 0;
    for _ in 0..30 {
        let board = random_board(&mut rng, 40);
        let at_depth = |depth| {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            search(&mut engine(1), Rule::Reversi, board, &limits)
        };
        let (before, after) = (at_depth(6), at_depth(7));
        if before.best == after.best {
            continue;
        }
        let nodes = before.nodes + (after.nodes - before.nodes) * 9 / 10;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let stopped = search(&mut engine(1), Rule::Reversi, board, &limits);
        assert_eq!(stopped.depth, 6);
        changes += 1;
        adopted += u32::from(stopped.best == after.best);
    }
    assert!(adopted * 2 > changes, "{adopted} of {changes}");
}

//! A plain alpha-beta solver, obviously right: what the engine is tested
//! against.

use outflank_core::{Board, Rule};

/// The exact score of `board` for the side to move, in discs.
pub fn solve(rule: Rule, board: Board) -> i32 {
    alpha_beta(rule, board, -64, 64)
}

fn alpha_beta(rule: Rule, board: Board, mut alpha: i32, beta: i32) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        if board.is_over() {
            return board.final_score(rule).discs();
        }
        return -alpha_beta(rule, board.pass(), -beta, -alpha);
    }
    let mut best = -64;
    for next in moves.iter().filter_map(|square| board.play(square)) {
        best = best.max(-alpha_beta(rule, next, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

//! A plain alpha-beta solver. It is slow and simple, and the engine is tested
//! against it.

use outflank_core::{Board, Rule, Score};

/// The exact score of `board` for the side to move.
///
/// Each further empty square makes it about four times slower.
///
/// ```
/// use outflank_core::{Position, Rule, Score};
/// use outflank_engine::reference;
///
/// let text = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X";
/// let board = text.parse::<Position>().unwrap().board();
/// assert_eq!(reference::solve(Rule::Reversi, board), Score::MAX);
/// assert_eq!(reference::solve(Rule::Reversed, board), Score::MIN);
/// ```
pub fn solve(rule: Rule, board: Board) -> Score {
    alpha_beta(rule, board, Score::MIN, Score::MAX)
}

fn alpha_beta(rule: Rule, board: Board, mut alpha: Score, beta: Score) -> Score {
    let moves = board.legal_moves();
    if moves.is_empty() {
        if board.is_over() {
            return board.final_score(rule);
        }
        return -alpha_beta(rule, board.pass(), -beta, -alpha);
    }
    let mut best = Score::MIN;
    for next in moves.iter().filter_map(|square| board.play(square)) {
        best = best.max(-alpha_beta(rule, next, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

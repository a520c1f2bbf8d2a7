//! Checks that every analysis has to pass.

use outflank_core::{Bitboard, Board, Move, Rule};
use outflank_engine::{Analysis, Engine, Limits, Options};

use crate::boards::play;

pub(crate) fn engine(threads: usize) -> Engine {
    Engine::new(Options { threads, hash_mib: 16 })
}

pub(crate) fn search(engine: &mut Engine, rule: Rule, board: Board, limits: &Limits) -> Analysis {
    engine.search(rule, board, limits, &mut check)
}

/// What holds of every analysis, finished or not.
pub(crate) fn check(analysis: &Analysis) {
    let Analysis { board, ref pv, ref candidates, .. } = *analysis;
    let told = || format!("{board:?}\n{analysis:?}");
    assert!(analysis.depth <= board.empties().len(), "{}", told());
    play(board, pv);
    if board.is_over() {
        assert_eq!(analysis.best, None, "{}", told());
        assert!(pv.is_empty() && candidates.is_empty(), "{}", told());
        return;
    }
    assert!(analysis.best.is_some(), "{}", told());
    assert_eq!(pv.first().copied(), analysis.best, "{}", told());
    let best = candidates.first().expect("a move to choose");
    assert_eq!(Some(best.played), analysis.best, "{}", told());
    assert_eq!((&best.pv, best.depth), (pv, analysis.depth), "{}", told());
    let mut squares = Bitboard::EMPTY;
    for candidate in candidates {
        assert_eq!(candidate.pv.first(), Some(&candidate.played), "{}", told());
        play(board, &candidate.pv);
        if let Move::Place(square) = candidate.played {
            assert!(!squares.has(square), "{square} twice: {}", told());
            squares |= square.bitboard();
        }
    }
    assert_eq!(squares, board.legal_moves(), "{}", told());
}

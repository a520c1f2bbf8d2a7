//! Boards for tests.

use outflank_core::{Bitboard, Board, Position, Rule, Square};
use proptest::prelude::{Strategy, any};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

/// A position as it is written everywhere.
pub(crate) fn board(text: &str) -> Board {
    text.parse::<Position>().unwrap().board()
}

/// Four discs of the top row, `XXXO`, and X to move: only e1 turns a disc, and
/// O cannot move.
pub(crate) fn top_row() -> Board {
    board(&format!("XXXO{} X", "-".repeat(60)))
}

/// Black has played f5. White has d4 and can play d6, f4 and f6; black has e4,
/// d5, e5 and f5 and could play d3, c3 and c4. No disc is on an edge, and each
/// is beside an empty square.
pub(crate) fn after_f5() -> Board {
    Board::START.play(Square::F5).unwrap()
}

/// All boards of some games played at random, seen by the side to move, which
/// may have to pass. The last ones are finished.
pub(crate) fn random_boards(games: u64) -> Vec<Board> {
    let mut boards = Vec::new();
    for seed in 0..games {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut board = Board::START;
        while !board.is_over() {
            boards.push(board);
            let square = board.legal_moves().iter().choose(&mut random);
            board = square.map_or(board.pass(), |square| board.play(square).unwrap());
        }
        boards.push(board);
    }
    boards
}

/// Discs anywhere, whether a game leads there or not.
pub(crate) fn any_board() -> impl Strategy<Value = Board> {
    any::<[u64; 3]>().prop_map(|[discs, more, side]| {
        let [own, opp] = [(discs | more) & side, (discs | more) & !side];
        Board::new(Bitboard::new(own), Bitboard::new(opp)).unwrap()
    })
}

/// Asserts that two values are the same but for rounding.
#[track_caller]
pub(crate) fn assert_near(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-6, "{value} is not {expected}");
}

/// The final score with best play, by brute force.
pub(crate) fn solve(board: Board, rule: Rule) -> i32 {
    let moves = board.legal_moves();
    let after = moves.iter().map(|square| -solve(board.play(square).unwrap(), rule));
    after.max().unwrap_or_else(|| {
        if board.is_over() { board.final_score(rule).discs() } else { -solve(board.pass(), rule) }
    })
}

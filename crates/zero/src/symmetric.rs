//! Predictions that are the same on mirrored boards.

use outflank_core::{Board, Symmetry};
use outflank_net::{Inference, Prediction};

/// The mean prediction over the eight symmetric boards. Mirrored boards have mirrored
/// predictions, up to rounding.
///
/// The numbers of the moves are the mean logarithms of their probabilities.
pub fn predict_averaged(inference: &mut Inference, board: Board) -> Prediction {
    let boards = Symmetry::ALL.map(|symmetry| symmetry.board(board));
    let mut mean = Prediction { moves: [0.0; 64], outcome: [0.0; 3], score: 0.0 };
    for (symmetry, prediction) in Symmetry::ALL.into_iter().zip(inference.predict(&boards)) {
        let legal = board.legal_moves();
        let number = |square| prediction.moves[symmetry.square(square).index()];
        let highest = legal.iter().map(number).fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = legal.iter().map(|square| (number(square) - highest).exp()).sum();
        for square in legal {
            mean.moves[square.index()] += (number(square) - highest - sum.ln()) / 8.0;
        }
        for (mean, share) in mean.outcome.iter_mut().zip(prediction.outcome) {
            *mean += share / 8.0;
        }
        mean.score += prediction.score / 8.0;
    }
    mean
}

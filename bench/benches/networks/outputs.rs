//! What a framework predicts.

use outflank_net::Prediction;

const OUTCOMES: usize = 3;
const SCORES: usize = 65;

/// How much a number may differ from ours. Scores count as a share of 64 discs.
const TOLERANCE: f32 = 1e-4;

/// The outputs of a network, those of each board after those of the one before.
pub struct Outputs {
    /// A number for each square.
    pub moves: Vec<f32>,
    /// The probabilities of a win, a draw and a loss.
    pub outcome: Vec<f32>,
    /// The probabilities of the scores from -64 to 64.
    pub score: Vec<f32>,
}

impl Outputs {
    /// Panics if a number differs from ours.
    pub fn assert_agree(&self, framework: &str, expected: &[Prediction]) {
        let Self { moves, outcome, score } = self;
        assert_eq!(moves.len(), 64 * expected.len());
        assert_eq!(outcome.len(), OUTCOMES * expected.len());
        assert_eq!(score.len(), SCORES * expected.len());
        let outputs =
            moves.chunks(64).zip(outcome.chunks(OUTCOMES)).zip(score.chunks(SCORES)).zip(expected);
        for (((moves, outcome), score), expected) in outputs {
            let shares = (-32_i16..=32).map(|half| f32::from(half) / 32.0);
            let score: f32 = score.iter().zip(shares).map(|(share, score)| share * score).sum();
            let found = moves.iter().chain(outcome).copied().chain([score]);
            let ours = expected.moves.iter().chain(&expected.outcome).copied();
            for (found, ours) in found.zip(ours.chain([expected.score / 64.0])) {
                assert!((found - ours).abs() < TOLERANCE, "{framework}: {found}, ours {ours}");
            }
        }
    }
}

//! The result of a generation.

use outflank_arena::Pentanomial;
use outflank_net::LossSums;
use serde::{Deserialize, Serialize};

/// The result of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ZeroReport {
    /// The number of the generation, from 1.
    pub generation: u32,
    /// The simulations of a full search.
    pub simulations: u32,
    /// The positions of its games.
    pub positions: u64,
    /// The positions of the window.
    pub window: u64,
    /// The steps of training so far.
    pub steps: u64,
    /// The mean losses of its training.
    pub losses: ZeroLosses,
    /// The pairs of games against the best network so far that gave 0 to 4 half points.
    pub pairs: [u32; 5],
    /// Whether the new network is the best from now on.
    pub is_accepted: bool,
    /// The generation of the best network from now on; 0 for the random one.
    pub best: u32,
    /// The strength of the new network, by the sum of the differences of the gates.
    pub elo: f64,
    /// The strength of the best network from now on.
    pub best_elo: f64,
}

impl ZeroReport {
    /// The results of the gate.
    pub const fn gate(&self) -> Pentanomial {
        Pentanomial(self.pairs)
    }
}

/// Mean losses, in natural logarithms of probabilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ZeroLosses {
    /// The loss of the moves.
    pub moves: f64,
    /// The loss of the outcome.
    pub outcome: f64,
    /// The loss of the score.
    pub score: f64,
    /// The loss of the squares' owners.
    pub ownership: f64,
}

impl From<LossSums> for ZeroLosses {
    fn from(sums: LossSums) -> Self {
        let examples = sums.examples.max(1) as f64;
        Self {
            moves: sums.moves / sums.with_moves.max(1) as f64,
            outcome: sums.outcome / examples,
            score: sums.score / examples,
            ownership: sums.ownership / examples,
        }
    }
}

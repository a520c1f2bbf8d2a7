//! The numbers of a match that every command tells of it.

use outflank_arena::Tally;
use serde::Serialize;
use utoipa::ToSchema;

/// The result of a match, from the view of its first player. What is infinite
/// is null.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Outcome {
    pub(crate) games: u32,
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
    /// How many pairs gave 0, 1/2, 1, 3/2 and 2 points.
    #[schema(value_type = Vec<u32>)]
    pub(crate) pairs: [u32; 5],
    pub(crate) score: f64,
    /// The standard error of the score.
    pub(crate) score_error: f64,
    pub(crate) elo: f64,
    /// Half the width of the interval of 95 %.
    pub(crate) elo_error: f64,
}

impl Outcome {
    pub(crate) fn of(tally: &Tally) -> Self {
        let pairs = &tally.pairs;
        Self {
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            pairs: pairs.0,
            score: pairs.score(),
            score_error: pairs.score_error(),
            elo: pairs.elo().0,
            elo_error: pairs.elo_error(),
        }
    }
}

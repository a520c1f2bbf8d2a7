//! The numbers of a match that every command reports.

use outflank_arena::Tally;
use serde::Serialize;
use utoipa::ToSchema;

/// The result of a match, from the view of its first player. What is infinite
/// is null.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = MatchNumbers)]
pub struct MatchLine {
    /// The number of games.
    pub games: u32,
    /// Games won by the first player.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games lost by the first player.
    pub losses: u32,
    /// The number of pairs with 0, 1/2, 1, 3/2 and 2 points.
    #[schema(value_type = Vec<u32>)]
    pub pairs: [u32; 5],
    /// The score of the first player, from 0 to 1.
    pub score: f64,
    /// The standard error of the score.
    #[schema(value_type = Option<f64>)]
    pub score_error: f64,
    /// The Elo difference.
    #[schema(value_type = Option<f64>)]
    pub elo: f64,
    /// Half the width of the interval of 95 %.
    #[schema(value_type = Option<f64>)]
    pub elo_error: f64,
}

impl MatchLine {
    /// The line of these results.
    pub fn of(tally: &Tally) -> Self {
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

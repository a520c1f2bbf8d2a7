//! Two games from one opening.

use std::time::Duration;

use outflank_core::{Color, Game, Score};

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// The game from the start, its opening included.
    pub game: Game,
    /// The colour of the first player of the match.
    pub color: Color,
    /// How the game ended for the first player.
    pub score: Score,
    /// Who took how long for each move after the opening.
    pub times: Vec<(Color, Duration)>,
}

impl MatchGame {
    /// The longest that `color` took for a move.
    pub fn longest(&self, color: Color) -> Duration {
        let own = self.times.iter().filter(|(side, _)| *side == color);
        own.map(|(_, time)| *time).max().unwrap_or_default()
    }

    /// Half points for the first player: 2 for a win, 1 for a draw.
    fn half_points(&self) -> usize {
        match self.score.discs() {
            1.. => 2,
            0 => 1,
            _ => 0,
        }
    }
}

/// Two games from one opening, with colours changed.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The game with the first player as black, then the other.
    pub games: [MatchGame; 2],
}

impl Pair {
    /// Half points for the first player, 0 to 4.
    pub fn half_points(&self) -> usize {
        self.games.iter().map(MatchGame::half_points).sum()
    }
}

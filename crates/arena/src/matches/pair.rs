//! Two games from one opening.

use outflank_core::{Color, Score};

use crate::PlayedGame;

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// The game as the referee saw it.
    pub played: PlayedGame,
    /// The colour of the first player of the match.
    pub color: Color,
}

impl MatchGame {
    /// The final score of the first player.
    pub fn score(&self) -> Score {
        self.played.score_of(self.color)
    }

    /// Half points for the first player: 2 for a win, 1 for a draw.
    fn half_points(&self) -> usize {
        match self.score().discs() {
            1.. => 2,
            0 => 1,
            _ => 0,
        }
    }
}

/// Two games from one opening, with colours swapped.
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

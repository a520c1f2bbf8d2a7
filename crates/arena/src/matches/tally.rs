//! The results of a match.

use crate::Pentanomial;

use super::Pair;

/// The results of a match, from the view of its first player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// The results of pairs of games.
    pub pairs: Pentanomial,
    /// The sum of all scores in discs.
    pub discs: i64,
}

impl Tally {
    /// Counts a pair.
    pub fn add(&mut self, pair: &Pair) {
        for game in &pair.games {
            let discs = game.score().discs();
            match discs {
                1.. => self.wins += 1,
                0 => self.draws += 1,
                _ => self.losses += 1,
            }
            self.discs += i64::from(discs);
        }
        self.pairs.add(pair.half_points());
    }

    /// The number of games.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The mean score of a game in discs; 0 without games.
    pub fn mean_discs(&self) -> f64 {
        self.discs as f64 / f64::from(self.games().max(1))
    }
}

#[cfg(test)]
mod tests {
    use outflank_core::{Color, Game, Rule, Score};

    use super::{Pair, Tally};
    use crate::{GameEnding, MatchGame, PlayedGame};

    #[test]
    fn wins_draws_and_discs_are_counted_by_game_and_by_pair() {
        let mut tally = Tally::default();
        for scores in [[-2, -64], [0, -2], [0, 0], [64, -4], [0, 2], [2, 10]] {
            let mut colors = Color::BOTH.into_iter();
            let games = scores.map(|discs| {
                let color = colors.next().unwrap();
                let score = Score::new(discs).unwrap();
                let played = PlayedGame {
                    rule: Rule::Reversi,
                    game: Game::new(),
                    opening: 0,
                    moves: Vec::new(),
                    ending: GameEnding::PlayedOut,
                    score: if color == Color::Black { score } else { -score },
                    logs: Default::default(),
                };
                MatchGame { played, color }
            });
            tally.add(&Pair { games });
        }
        assert_eq!((tally.wins, tally.draws, tally.losses), (4, 4, 4));
        assert_eq!(tally.pairs.0, [1, 1, 2, 1, 1]);
        assert!((tally.mean_discs() - 0.5).abs() < 1e-12);
    }
}

//! The results of an agent.

use serde::{Deserialize, Serialize};

use super::ContestResult;

/// The results of an agent's games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentResults {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// The total margin in discs.
    pub margin: i64,
}

impl AgentResults {
    /// Counts games with the same result.
    pub(super) fn add(&mut self, outcome: ContestResult, games: u32) {
        let kind = match outcome.margin.signum() {
            1 => &mut self.wins,
            0 => &mut self.draws,
            _ => &mut self.losses,
        };
        *kind += games;
        self.margin += i64::from(outcome.margin) * i64::from(games);
    }

    /// The number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The score as a fraction of the games; a draw counts a half.
    pub fn rate(&self) -> f64 {
        (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(self.games().max(1))
    }
}

/// The value of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// The winner gets 5 points, the loser loses 5 (report 000). The report does not
    /// mention draws; here a draw counts 0.
    PointsOfFive,
    /// Wins minus losses (report 002). The ranking is the same as with points of 5.
    WinsMinusLosses,
    /// Wins (report 004): a draw is as bad as a loss.
    Wins,
}

impl Scoring {
    /// The score of an agent.
    pub fn score(self, tally: &AgentResults) -> i64 {
        let difference = i64::from(tally.wins) - i64::from(tally.losses);
        match self {
            Self::PointsOfFive => 5 * difference,
            Self::WinsMinusLosses => difference,
            Self::Wins => tally.wins.into(),
        }
    }

    /// The position of a score between the score of only losses (0) and of only wins (1).
    pub fn part(self, score: f64, games: u32) -> f64 {
        let part = score / f64::from(games.max(1));
        match self {
            Self::PointsOfFive => f64::midpoint(part / 5.0, 1.0),
            Self::WinsMinusLosses => f64::midpoint(part, 1.0),
            Self::Wins => part,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AgentResults, ContestResult, Scoring};

    #[test]
    fn results_are_worth_what_the_reports_say() {
        let mut tally = AgentResults::default();
        for margin in [12, 2, 4, 0, -6] {
            tally.add(ContestResult { margin }, 1);
        }
        tally.add(ContestResult { margin: 1 }, 2);
        assert_eq!(tally, AgentResults { wins: 5, draws: 1, losses: 1, margin: 14 });
        assert_eq!(Scoring::PointsOfFive.score(&tally), 20);
        assert_eq!(Scoring::WinsMinusLosses.score(&tally), 4);
        assert_eq!(Scoring::Wins.score(&tally), 5);
        assert!((tally.rate() - 5.5 / 7.0).abs() < 1e-12);
        for (scoring, score, part) in [
            (Scoring::PointsOfFive, 20.0, 11.0 / 14.0),
            (Scoring::WinsMinusLosses, 4.0, 11.0 / 14.0),
            (Scoring::Wins, 5.0, 5.0 / 7.0),
            (Scoring::PointsOfFive, -35.0, 0.0),
            (Scoring::WinsMinusLosses, 7.0, 1.0),
        ] {
            assert!((scoring.part(score, 7) - part).abs() < 1e-12, "{scoring:?}");
        }
    }
}

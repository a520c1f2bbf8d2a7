//! One population against another.

use super::fixture::{Fixture, play_all};
use super::{AgentResults, Contest, Genes, Opening};

/// Plays each agent of `first` against each agent of `second` from every opening, on all
/// threads of the current pool. Agents of `first` move first. Returns their results.
pub fn encounter<C: Contest>(
    contest: &C,
    first: &[Genes],
    second: &[Genes],
    openings: &[Opening],
) -> AgentResults {
    let agents: Vec<_> = first.iter().chain(second).collect();
    let mut fixtures = Vec::new();
    for one in 0..first.len() {
        for other in first.len()..agents.len() {
            let fixture = |&opening| Fixture { first: one, second: other, opening };
            fixtures.extend(openings.iter().map(fixture));
        }
    }
    let mut tally = AgentResults::default();
    for outcome in play_all(contest, &agents, &fixtures) {
        tally.add(outcome, 1);
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::{AgentResults, Opening, encounter};
    use crate::genetic::test_contest::{HigherWins, agents};

    #[test]
    fn every_one_of_the_first_begins_against_every_one_of_the_second() {
        let (first, second) = (agents(&[1.0, 5.0]), agents(&[0.0, 2.0, 5.0]));
        let openings = [Opening::Start, Opening::Random(1)];
        let tally = encounter(&HigherWins::new(1, 0), &first, &second, &openings);
        // 1-0, 1-2, 1-5, 5-0, 5-2, 5-5, each twice.
        assert_eq!(tally, AgentResults { wins: 6, draws: 2, losses: 4, margin: 8 });
    }
}

//! A round robin.

use std::collections::HashMap;

use super::fixture::{Fixture, play_all};
use super::{AgentResults, Contest, Genes, Opening};

/// The result of a round robin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundRobinResult {
    /// The results of each agent, in their order.
    pub tallies: Vec<AgentResults>,
    /// The number of games that were really played. Games of identical agents count for
    /// each agent, but are played once.
    pub games: u64,
}

/// Plays every agent against every other from every opening, once with each colour, on
/// all threads of the current pool.
pub fn round_robin<C: Contest>(
    contest: &C,
    agents: &[Genes],
    openings: &[Opening],
) -> RoundRobinResult {
    let (kinds, kind_of) = kinds(agents);
    let mut members = vec![0_u32; kinds.len()];
    for &kind in &kind_of {
        members[kind] += 1;
    }
    contest.prepare(&kinds.iter().map(|genes| genes.values()).collect::<Vec<_>>());
    let fixtures = fixtures(&members, openings);
    let outcomes = play_all(contest, &kinds, &fixtures);
    let mut of_kind = vec![AgentResults::default(); kinds.len()];
    for (&Fixture { first, second, .. }, &outcome) in fixtures.iter().zip(&outcomes) {
        // A member meets all members of another kind, and all others of its own kind.
        // Against its own kind it plays the same game with either colour.
        let met = |kind| if first == second { members[kind] - 1 } else { members[kind] };
        of_kind[first].add(outcome, met(second));
        of_kind[second].add(outcome.reversed(), met(first));
    }
    let tallies = kind_of.iter().map(|&kind| of_kind[kind]).collect();
    RoundRobinResult { tallies, games: fixtures.len() as u64 }
}

/// The distinct agents, and the index of each agent among them.
fn kinds(agents: &[Genes]) -> (Vec<&Genes>, Vec<usize>) {
    let mut kinds = Vec::new();
    let mut numbers = HashMap::new();
    let mut number_of = |agent| {
        *numbers.entry(Genes::bits(agent)).or_insert_with(|| {
            kinds.push(agent);
            kinds.len() - 1
        })
    };
    let kind_of = agents.iter().map(&mut number_of).collect();
    (kinds, kind_of)
}

/// Each pair of kinds twice from each opening; a kind of several members once
/// against itself.
fn fixtures(members: &[u32], openings: &[Opening]) -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    for first in 0..members.len() {
        for second in first..members.len() {
            if first == second && members[first] == 1 {
                continue;
            }
            for &opening in openings {
                fixtures.push(Fixture { first, second, opening });
                if first != second {
                    fixtures.push(Fixture { first: second, second: first, opening });
                }
            }
        }
    }
    fixtures
}

/// Plays each agent against all opponents from every opening, once with each colour. Returns the
/// results of each agent.
pub(super) fn gauntlets<C: Contest>(
    contest: &C,
    agents: &[Genes],
    opponents: &[Genes],
    openings: &[Opening],
) -> Vec<AgentResults> {
    let all: Vec<_> = agents.iter().chain(opponents).collect();
    let mut fixtures = Vec::new();
    for agent in 0..agents.len() {
        for opponent in agents.len()..all.len() {
            for &opening in openings {
                fixtures.push(Fixture { first: agent, second: opponent, opening });
                fixtures.push(Fixture { first: opponent, second: agent, opening });
            }
        }
    }
    let mut tallies = vec![AgentResults::default(); agents.len()];
    for (fixture, outcome) in fixtures.iter().zip(play_all(contest, &all, &fixtures)) {
        if fixture.first < agents.len() {
            tallies[fixture.first].add(outcome, 1);
        } else {
            tallies[fixture.second].add(outcome.reversed(), 1);
        }
    }
    tallies
}

/// Plays an agent against others from every opening, once with each colour.
pub(super) fn gauntlet<C: Contest>(
    contest: &C,
    agent: &Genes,
    opponents: &[Genes],
    openings: &[Opening],
) -> AgentResults {
    gauntlets(contest, std::slice::from_ref(agent), opponents, openings)[0]
}

#[cfg(test)]
mod tests {
    use super::{AgentResults, Contest, Opening, gauntlet, round_robin};
    use crate::genetic::test_contest::{HigherWins, agents};

    /// A contest in which the first move is worth half a number.
    fn higher_wins() -> HigherWins {
        HigherWins::new(2, 1)
    }

    const OPENINGS: [Opening; 2] = [Opening::Start, Opening::Random(7)];

    #[test]
    fn each_pair_plays_each_opening_once_with_each_colour() {
        let contest = higher_wins();
        let standings = round_robin(&contest, &agents(&[3.0, 1.0, 2.0]), &OPENINGS);
        let mut played = contest.played.into_inner().unwrap();
        let mut expected = Vec::new();
        for (first, second) in [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)] {
            expected.extend(OPENINGS.map(|opening| (first, second, opening)));
        }
        let key = |game: &(i64, i64, Opening)| (game.0, game.1, game.2 != Opening::Start);
        played.sort_by_key(key);
        expected.sort_by_key(key);
        assert_eq!(played, expected);
        assert_eq!(standings.games, 12);
        let tally = |wins, losses, margin| AgentResults { wins, draws: 0, losses, margin };
        assert_eq!(standings.tallies, [tally(8, 0, 24), tally(0, 8, -24), tally(4, 4, 0)]);
    }

    #[test]
    fn identical_agents_are_played_once_and_counted_as_if_each_had_played() {
        let same = agents(&[1.0, 2.0, 1.0, 1.0]);
        let (contest, standings) = {
            let contest = higher_wins();
            let standings = round_robin(&contest, &same, &OPENINGS);
            (contest, standings)
        };
        // Two kinds: two games an opening between them, one among the equal.
        assert_eq!(contest.played.into_inner().unwrap().len(), 6);
        assert_eq!(standings.games, 6);
        // The expected result: every pair plays.
        let mut expected = vec![AgentResults::default(); same.len()];
        let contest = higher_wins();
        for (one, first) in same.iter().enumerate() {
            for (other, second) in same.iter().enumerate().filter(|&(other, _)| other != one) {
                for opening in OPENINGS {
                    let (mut first, mut second) = (first.0[0], second.0[0]);
                    let outcome = contest.play(&mut first, &mut second, opening);
                    expected[one].add(outcome, 1);
                    expected[other].add(outcome.reversed(), 1);
                }
            }
        }
        assert_eq!(standings.tallies, expected);
    }

    #[test]
    fn a_gauntlet_counts_for_the_one_who_runs_it() {
        let contest = higher_wins();
        let opponents = agents(&[1.0, 2.0, 5.0]);
        let tally = gauntlet(&contest, &agents(&[2.0])[0], &opponents, &OPENINGS);
        // Beats 1 always, its like with the first move, and 5 never.
        assert_eq!(tally, AgentResults { wins: 6, draws: 0, losses: 6, margin: 8 - 24 });
    }
}

//! All play all.

use std::collections::HashMap;

use super::fixture::{Fixture, play_all};
use super::{Contest, Genes, Opening, Outcome, Tally};

/// What a round robin came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// The results of each agent, in their order.
    pub tallies: Vec<Tally>,
    /// How many games were really played: those of identical agents count for
    /// each, but are played once.
    pub games: u64,
}

/// Lets every agent play every other from every opening, once with each colour,
/// on all threads of the current pool.
pub fn round_robin<C: Contest>(contest: &C, agents: &[Genes], openings: &[Opening]) -> Standings {
    let (kinds, kind_of) = kinds(agents);
    let mut members = vec![0_u32; kinds.len()];
    for &kind in &kind_of {
        members[kind] += 1;
    }
    let fixtures = fixtures(&members, openings);
    let outcomes = play_all(contest, &kinds, &fixtures);
    let mut of_kind = vec![Tally::default(); kinds.len()];
    for (&Fixture { first, second, .. }, &outcome) in fixtures.iter().zip(&outcomes) {
        // A member meets all members of another kind, and of its own all but
        // itself. Against its like it plays the same game with either colour.
        let met = |kind| if first == second { members[kind] - 1 } else { members[kind] };
        of_kind[first].add(outcome, met(second));
        of_kind[second].add(outcome.reversed(), met(first));
    }
    let tallies = kind_of.iter().map(|&kind| of_kind[kind]).collect();
    Standings { tallies, games: fixtures.len() as u64 }
}

/// Agents that differ, and which of them each agent is.
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

/// Lets an agent play others from every opening, once with each colour.
pub(super) fn gauntlet<C: Contest>(
    contest: &C,
    agent: &Genes,
    opponents: &[Genes],
    openings: &[Opening],
) -> Tally {
    let agents: Vec<_> = std::iter::once(agent).chain(opponents).collect();
    let mut fixtures = Vec::new();
    for opponent in 1..agents.len() {
        for &opening in openings {
            fixtures.push(Fixture { first: 0, second: opponent, opening });
            fixtures.push(Fixture { first: opponent, second: 0, opening });
        }
    }
    let mut tally = Tally::default();
    for (fixture, outcome) in fixtures.iter().zip(play_all(contest, &agents, &fixtures)) {
        let outcome: Outcome = if fixture.first == 0 { outcome } else { outcome.reversed() };
        tally.add(outcome, 1);
    }
    tally
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::{Contest, Genes, Opening, Outcome, Tally, gauntlet, round_robin};

    /// The higher number wins, and notes who played whom. The first to move is
    /// worth half a number more.
    #[derive(Default)]
    struct Higher(Mutex<Vec<(i64, i64, Opening)>>);

    impl Contest for Higher {
        type Player = f64;

        fn description(&self) -> String {
            "the higher number wins".into()
        }

        fn player(&self, genes: &[f64]) -> f64 {
            genes[0]
        }

        fn play(&self, first: &mut f64, second: &mut f64, opening: Opening) -> Outcome {
            self.0.lock().unwrap().push((*first as i64, *second as i64, opening));
            Outcome { margin: (2.0 * (*first - *second) + 1.0) as i32 }
        }
    }

    fn agents(values: &[f64]) -> Vec<Genes> {
        values.iter().map(|&value| Genes(vec![value])).collect()
    }

    const OPENINGS: [Opening; 2] = [Opening::Start, Opening::Random(7)];

    #[test]
    fn each_pair_plays_each_opening_once_with_each_colour() {
        let contest = Higher::default();
        let standings = round_robin(&contest, &agents(&[3.0, 1.0, 2.0]), &OPENINGS);
        let mut played = contest.0.into_inner().unwrap();
        let mut expected = Vec::new();
        for (first, second) in [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)] {
            expected.extend(OPENINGS.map(|opening| (first, second, opening)));
        }
        let key = |game: &(i64, i64, Opening)| (game.0, game.1, game.2 != Opening::Start);
        played.sort_by_key(key);
        expected.sort_by_key(key);
        assert_eq!(played, expected);
        assert_eq!(standings.games, 12);
        let tally = |wins, losses, margin| Tally { wins, draws: 0, losses, margin };
        assert_eq!(standings.tallies, [tally(8, 0, 24), tally(0, 8, -24), tally(4, 4, 0)]);
    }

    #[test]
    fn identical_agents_are_played_once_and_counted_as_if_each_had_played() {
        let same = agents(&[1.0, 2.0, 1.0, 1.0]);
        let (contest, standings) = {
            let contest = Higher::default();
            let standings = round_robin(&contest, &same, &OPENINGS);
            (contest, standings)
        };
        // Two kinds: two games an opening between them, one among the equal.
        assert_eq!(contest.0.into_inner().unwrap().len(), 6);
        assert_eq!(standings.games, 6);
        // What counts is what every pair would have come to.
        let mut expected = vec![Tally::default(); same.len()];
        let contest = Higher::default();
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
        let contest = Higher::default();
        let opponents = agents(&[1.0, 2.0, 5.0]);
        let tally = gauntlet(&contest, &agents(&[2.0])[0], &opponents, &OPENINGS);
        // Beats 1 always, its like with the first move, and 5 never.
        assert_eq!(tally, Tally { wins: 6, draws: 0, losses: 6, margin: 8 - 24 });
    }
}

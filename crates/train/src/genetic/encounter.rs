//! One population against another.

use super::fixture::{Fixture, play_all};
use super::{Contest, Genes, Opening, Tally};

/// Lets each of `first` begin a game against each of `second` from every opening,
/// on all threads of the current pool; the results of the former.
pub fn encounter<C: Contest>(
    contest: &C,
    first: &[Genes],
    second: &[Genes],
    openings: &[Opening],
) -> Tally {
    let agents: Vec<_> = first.iter().chain(second).collect();
    let mut fixtures = Vec::new();
    for one in 0..first.len() {
        for other in first.len()..agents.len() {
            let fixture = |&opening| Fixture { first: one, second: other, opening };
            fixtures.extend(openings.iter().map(fixture));
        }
    }
    let mut tally = Tally::default();
    for outcome in play_all(contest, &agents, &fixtures) {
        tally.add(outcome, 1);
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::{Contest, Genes, Opening, Tally, encounter};
    use crate::genetic::Outcome;

    /// The first to move wins by how much its number is higher.
    struct Higher;

    impl Contest for Higher {
        type Player = f64;

        fn description(&self) -> String {
            "the higher number wins".into()
        }

        fn player(&self, genes: &[f64]) -> f64 {
            genes[0]
        }

        fn play(&self, first: &mut f64, second: &mut f64, _: Opening) -> Outcome {
            Outcome { margin: (*first - *second) as i32 }
        }
    }

    #[test]
    fn every_one_of_the_first_begins_against_every_one_of_the_second() {
        let agents = |values: &[f64]| values.iter().map(|&value| Genes(vec![value])).collect();
        let (first, second): (Vec<_>, Vec<_>) = (agents(&[1.0, 5.0]), agents(&[0.0, 2.0, 5.0]));
        let tally = encounter(&Higher, &first, &second, &[Opening::Start, Opening::Random(1)]);
        // 1-0, 1-2, 1-5, 5-0, 5-2, 5-5, each twice.
        assert_eq!(tally, Tally { wins: 6, draws: 2, losses: 4, margin: 8 });
    }
}

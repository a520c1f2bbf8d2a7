//! Selection: the agents that stay and the parents.

use std::ops::Range;

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// The agents of a generation that stay unchanged, and those that have children.
///
/// Agents are identified by their rank, 0 the best. Except in tournaments, parents take
/// turns, and the other parent is drawn from among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// Mode 1 of report 002: the best stays, "the remaining first half is
    /// mutated". So the best, read to the letter, has no children.
    BestAndHalf,
    /// Mode 2 of report 002: the first third stays, and the other two thirds are
    /// its children, two for each.
    BestThird,
    /// Mode 3 of report 002: the first half has two children each; none stays.
    HalfReplaced,
    /// Report 004: the better half stays, and each has a child with another one
    /// of that half.
    BestHalf,
    /// Report 000: this number of parents is kept for the next generation.
    Keep(usize),
    /// Each parent is the best of this number of agents drawn from all; none stays.
    Tournament(usize),
}

impl Selection {
    /// The number of agents of a population that stay.
    pub(super) fn kept(self, population: usize) -> usize {
        match self {
            Self::BestAndHalf => 1,
            Self::BestThird => (population / 3).max(1),
            Self::BestHalf => (population / 2).max(1),
            Self::Keep(count) => count,
            Self::HalfReplaced | Self::Tournament(_) => 0,
        }
    }

    /// The ranks that have children.
    fn parents(self, population: usize) -> Range<usize> {
        match self {
            Self::BestAndHalf if population >= 4 => 1..population / 2,
            Self::BestAndHalf | Self::BestHalf | Self::HalfReplaced => 0..(population / 2).max(1),
            Self::BestThird | Self::Keep(_) => 0..self.kept(population),
            Self::Tournament(_) => 0..population,
        }
    }

    /// The number of a child among those of its first parent.
    pub(super) fn turn(self, child: usize, population: usize) -> usize {
        child / self.parents(population).len()
    }

    /// The ranks of the two parents of a child.
    pub(super) fn pair(
        self,
        child: usize,
        population: usize,
        random: &mut impl Rng,
    ) -> (usize, usize) {
        let parents = self.parents(population);
        if let Self::Tournament(size) = self {
            let mut best = || (0..size).map(|_| random.random_range(parents.clone())).min();
            let mut winner = || best().expect("a tournament has someone in it");
            return (winner(), winner());
        }
        let first = parents.start + child % parents.len();
        if parents.len() == 1 {
            return (first, first);
        }
        let other = random.random_range(parents.start..parents.end - 1);
        (first, if other >= first { other + 1 } else { other })
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::Selection;

    /// The number of agents that stay, and the first parent of every child, for ten agents.
    fn turns(selection: Selection, population: usize) -> (usize, Vec<usize>) {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let kept = selection.kept(population);
        let mut parent = |child| selection.pair(child, population, &mut random).0;
        (kept, (0..population - kept).map(&mut parent).collect())
    }

    #[test]
    fn the_modes_of_report_002_keep_and_breed_their_parts() {
        assert_eq!(turns(Selection::BestAndHalf, 6), (1, vec![1, 2, 1, 2, 1]));
        assert_eq!(turns(Selection::BestThird, 6), (2, vec![0, 1, 0, 1]));
        assert_eq!(turns(Selection::HalfReplaced, 6), (0, vec![0, 1, 2, 0, 1, 2]));
    }

    #[test]
    fn the_children_of_a_parent_are_numbered() {
        let turns = |selection: Selection| [0, 1, 2, 3].map(|child| selection.turn(child, 6));
        assert_eq!(turns(Selection::BestThird), [0, 0, 1, 1]);
        assert_eq!(turns(Selection::HalfReplaced), [0, 0, 0, 1]);
    }

    #[test]
    fn the_better_half_stays_and_each_has_a_child() {
        assert_eq!(turns(Selection::BestHalf, 8), (4, vec![0, 1, 2, 3]));
    }

    #[test]
    fn kept_parents_have_all_children() {
        assert_eq!(turns(Selection::Keep(2), 6), (2, vec![0, 1, 0, 1]));
    }

    #[test]
    fn the_other_parent_is_any_other_one() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let selection = Selection::BestHalf;
        let mut seen: Vec<_> = (0..100).map(|_| selection.pair(1, 8, &mut random).1).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, [0, 2, 3]);
    }

    #[test]
    fn larger_tournaments_are_won_by_better_ones() {
        let mean = |size| {
            let mut random = ChaCha8Rng::seed_from_u64(1);
            let winners =
                (0..2000).map(|child| Selection::Tournament(size).pair(child, 60, &mut random).0);
            winners.sum::<usize>() as f64 / 2000.0
        };
        // The best of k out of 0..60 is 60 / (k + 1) on average, roughly.
        assert!((mean(1) - 29.5).abs() < 1.5, "{}", mean(1));
        assert!((mean(3) - 14.5).abs() < 1.5, "{}", mean(3));
    }
}

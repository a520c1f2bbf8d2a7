//! The genetic algorithm: the next generation from the last.

use serde::{Deserialize, Serialize};

use super::seed::{Purpose, Seed};
use super::{Crossover, Genes, Immigrants, Islands, Mutation, Selection, Space};

/// Settings of a genetic algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Breeding {
    /// The number of agents of an island.
    pub population: usize,
    /// The agents of the first generation.
    pub founders: Founders,
    /// The agents that stay and that have children.
    pub selection: Selection,
    /// The combination of the genes of two parents.
    pub crossover: Crossover,
    /// The random changes of children.
    pub mutation: Mutation,
    /// The minimum number of best agents that stay.
    pub elites: usize,
    /// Agents that join each generation.
    pub immigrants: Immigrants,
    /// The populations.
    pub islands: Islands,
}

/// The agents of the first generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Founders {
    /// Random agents.
    Random,
    /// Mutants of the default agent.
    Mutants,
    /// The default agent with all genes that can change times 0.25, 0.5, 0.75 and so on
    /// (population 0 of report 000, which finds the scale that fits the fixed genes).
    Scaled,
}

/// Creates the agents of a generation.
pub(super) struct Breeder<'a> {
    pub(super) breeding: &'a Breeding,
    pub(super) space: &'a Space,
    pub(super) default: &'a Genes,
    pub(super) seed: Seed,
}

impl Breeding {
    /// The number of best agents that stay.
    pub(super) fn kept(&self) -> usize {
        self.selection.kept(self.population).max(self.elites)
    }
}

impl Breeder<'_> {
    /// The step between the scales of [`Founders::Scaled`].
    const SCALE_STEP: f64 = 0.25;

    /// The first generation of an island, with those who join.
    pub(super) fn founders(&self, island: usize, joining: Vec<Genes>) -> Vec<Genes> {
        let Breeding { population, founders, mutation, immigrants, .. } = self.breeding;
        let founder = |number| {
            let mut random = self.seed.stream(Purpose::Founder, island, 0, number);
            match founders {
                Founders::Random => self.space.random(&mut random),
                Founders::Mutants => {
                    // Bits can be flipped only in genes that the coding can represent.
                    let mut genes = self.space.snap(self.default.0.clone()).0;
                    mutation.apply(&mut genes, self.space, 0, number, &mut random);
                    self.space.snap(genes)
                }
                Founders::Scaled => {
                    let scale = Self::SCALE_STEP * (number + 1) as f64;
                    let genes = self.default.0.iter().map(|gene| gene * scale);
                    // Fixed genes have no room and return to their value.
                    self.space.snap(genes.collect())
                }
            }
        };
        let drawn = population - immigrants.count() - joining.len();
        let mut agents: Vec<_> = (0..drawn).map(founder).collect();
        agents.extend(joining);
        self.admit(&mut agents, island, 0);
        agents
    }

    /// The next generation of an island: agents that stay, children, arrivals from
    /// another island, immigrants. `ranked` is the last generation, best first.
    pub(super) fn next(
        &self,
        ranked: &[&Genes],
        arrivals: Vec<Genes>,
        island: usize,
        generation: u32,
    ) -> Vec<Genes> {
        let kept = self.breeding.kept();
        let others = kept + arrivals.len() + self.breeding.immigrants.count();
        let children = self.breeding.population - others;
        let child = |number| self.child(ranked, island, generation, number);
        let mut agents: Vec<_> = ranked[..kept].iter().copied().cloned().collect();
        agents.extend((0..children).map(child));
        agents.extend(arrivals);
        self.admit(&mut agents, island, generation);
        agents
    }

    fn child(&self, ranked: &[&Genes], island: usize, generation: u32, number: usize) -> Genes {
        let Breeding { selection, crossover, mutation, .. } = self.breeding;
        let mut random = self.seed.stream(Purpose::Child, island, generation, number);
        let (first, second) = selection.pair(number, ranked.len(), &mut random);
        let parents = (&ranked[first].0, &ranked[second].0);
        let mut genes = self.space.snap(crossover.child(parents.0, parents.1, &mut random)).0;
        let turn = selection.turn(number, ranked.len());
        mutation.apply(&mut genes, self.space, generation, turn, &mut random);
        self.space.snap(genes)
    }

    /// Adds the immigrants of a generation.
    fn admit(&self, agents: &mut Vec<Genes>, island: usize, generation: u32) {
        let Immigrants { default, random } = self.breeding.immigrants;
        agents.extend(std::iter::repeat_n(self.space.snap(self.default.0.clone()), default));
        let start = agents.len();
        let purpose = if generation == 0 { Purpose::Founder } else { Purpose::Child };
        agents.extend((start..start + random).map(|number| {
            self.space.random(&mut self.seed.stream(purpose, island, generation, number))
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::{Breeder, Breeding, Founders, Genes, Seed, Space};
    use crate::genetic::{
        Bounds, Coding, Crossover, Immigrants, Islands, Mutation, RateSchedule, Selection,
    };

    const BREEDING: Breeding = Breeding {
        population: 10,
        founders: Founders::Random,
        selection: Selection::Keep(2),
        crossover: Crossover::Slice,
        mutation: Mutation::AddOrSubtract {
            rate: RateSchedule::Constant(0.5),
            strength: RateSchedule::Constant(0.1),
        },
        elites: 0,
        immigrants: Immigrants { default: 1, random: 1 },
        islands: Islands::ONE,
    };

    fn with<T>(breeding: &Breeding, coding: Coding, ask: impl FnOnce(&Breeder) -> T) -> T {
        let space = Space::new(vec![Bounds { low: 0.0, high: 8.0 }; 6], coding).unwrap();
        let default = Genes(vec![4.0; 6]);
        ask(&Breeder { breeding, space: &space, default: &default, seed: Seed(3) })
    }

    #[test]
    fn a_generation_has_its_size_its_kept_and_its_immigrants() {
        with(&BREEDING, Coding::Real, |breeder| {
            let founders = breeder.founders(0, vec![]);
            assert_eq!(founders.len(), 10);
            assert_eq!(founders[8].values(), [4.0; 6]);
            let ranked: Vec<_> = founders.iter().rev().collect();
            let arrival = Genes(vec![1.0; 6]);
            let next = breeder.next(&ranked, vec![arrival.clone()], 0, 1);
            assert_eq!(next.len(), 10);
            assert_eq!([&next[0], &next[1]], [ranked[0], ranked[1]]);
            assert_eq!(next[7], arrival);
            assert_eq!(next[8].values(), [4.0; 6]);
            assert_ne!(next[9], founders[9], "each generation has a random agent of its own");
            let again = breeder.next(&ranked, vec![arrival], 0, 1);
            assert_eq!(next, again);
        });
    }

    #[test]
    fn elites_stay_where_selection_keeps_nobody() {
        let breeding = Breeding { elites: 3, selection: Selection::Tournament(2), ..BREEDING };
        with(&breeding, Coding::Real, |breeder| {
            let founders = breeder.founders(0, vec![]);
            let ranked: Vec<_> = founders.iter().collect();
            let next = breeder.next(&ranked, vec![], 0, 1);
            assert_eq!(next[..3], founders[..3]);
            assert_ne!(next[3], founders[3]);
        });
    }

    #[test]
    fn mutants_are_near_the_default_and_islands_differ() {
        let breeding = Breeding { founders: Founders::Mutants, ..BREEDING };
        with(&breeding, Coding::Real, |breeder| {
            let founders = breeder.founders(0, vec![]);
            let near = |genes: &Genes| genes.values().iter().all(|gene| (gene - 4.0).abs() <= 0.8);
            assert!(founders[..8].iter().all(near));
            assert!(founders[..8].iter().any(|genes| genes.values() != [4.0; 6]));
            assert_ne!(founders, breeder.founders(1, vec![]));
        });
    }

    #[test]
    fn scaled_founders_are_multiples_of_the_default() {
        let breeding = Breeding { founders: Founders::Scaled, ..BREEDING };
        with(&breeding, Coding::Real, |breeder| {
            let joining = vec![Genes(vec![7.0; 6])];
            let founders = breeder.founders(0, joining);
            let firsts: Vec<_> = founders.iter().map(|genes| genes.values()[0]).collect();
            assert_eq!(firsts[..9], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 7.0, 4.0]);
        });
    }

    #[test]
    fn binary_children_can_be_written_in_their_bits() {
        let breeding = Breeding { crossover: Crossover::Blend { alpha: 0.5 }, ..BREEDING };
        with(&breeding, Coding::Binary { bits: 3 }, |breeder| {
            let founders = breeder.founders(0, vec![]);
            let ranked: Vec<_> = founders.iter().collect();
            for genes in breeder.next(&ranked, vec![], 0, 1) {
                let is_step =
                    |&gene: &f64| ((gene * 7.0 / 8.0).round() - gene * 7.0 / 8.0).abs() < 1e-9;
                assert!(genes.values().iter().all(is_step), "{genes:?}");
            }
        });
    }
}

//! Mutation: random changes of the genes of children.

use rand::{Rng, RngExt};
use rand_distr::StandardNormal;
use serde::{Deserialize, Serialize};

use super::{RateSchedule, Space};

/// The mutation of genes.
///
/// A rate is the probability that a gene (or bit) changes. A strength is a fraction of
/// the range of the gene. Genes stop at their bounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mutation {
    /// Bits are flipped (report 004).
    BitFlip {
        /// The probability for each bit.
        rate: RateSchedule,
    },
    /// A uniform random number up to the strength is added or subtracted (report 002;
    /// report 000 "randomly changes parts").
    AddOrSubtract {
        /// The probability for each gene.
        rate: RateSchedule,
        /// The maximum number.
        strength: RateSchedule,
    },
    /// Every gene is raised by a uniform random number up to the strength, or every gene is
    /// lowered. The two children of a parent take turns (report 002).
    RaiseOrLower {
        /// The maximum number.
        strength: RateSchedule,
    },
    /// A number from a normal distribution is added.
    Gaussian {
        /// The probability for each gene.
        rate: RateSchedule,
        /// The standard deviation.
        strength: RateSchedule,
    },
}

impl Mutation {
    /// Changes genes. They may leave their bounds. `turn` is the number of the child among
    /// those of its parent.
    pub(super) fn apply(
        self,
        genes: &mut [f64],
        space: &Space,
        generation: u32,
        turn: usize,
        random: &mut impl Rng,
    ) {
        match self {
            Self::BitFlip { rate } => {
                let Some(bits) = space.coding().bits() else { return };
                let rate = rate.at(generation);
                for (gene, value) in genes.iter_mut().enumerate() {
                    let flips = (0..bits)
                        .map(|bit| u64::from(random.random::<f64>() < rate) << bit)
                        .fold(0, |flips, bit| flips | bit);
                    let code = space.encode(gene, *value, bits) ^ flips;
                    *value = space.decode(gene, code, bits);
                }
            }
            Self::AddOrSubtract { rate, strength } => {
                move_some(genes, space, [rate, strength], generation, random, |random| {
                    let number: f64 = random.random();
                    if random.random() { number } else { -number }
                });
            }
            Self::RaiseOrLower { strength } => {
                let rate = RateSchedule::Constant(1.0);
                let sign = if turn.is_multiple_of(2) { 1.0 } else { -1.0 };
                move_some(genes, space, [rate, strength], generation, random, |random| {
                    sign * random.random::<f64>()
                });
            }
            Self::Gaussian { rate, strength } => {
                move_some(genes, space, [rate, strength], generation, random, |random| {
                    random.sample(StandardNormal)
                });
            }
        }
    }

    /// The rate, and the strength if there is one.
    pub(super) fn schedules(self) -> (RateSchedule, Option<RateSchedule>) {
        match self {
            Self::BitFlip { rate } => (rate, None),
            Self::RaiseOrLower { strength } => (RateSchedule::Constant(1.0), Some(strength)),
            Self::AddOrSubtract { rate, strength } | Self::Gaussian { rate, strength } => {
                (rate, Some(strength))
            }
        }
    }
}

/// Moves genes at a rate, by the strength times the number from `draw`.
fn move_some<R: Rng>(
    genes: &mut [f64],
    space: &Space,
    [rate, strength]: [RateSchedule; 2],
    generation: u32,
    random: &mut R,
    draw: impl Fn(&mut R) -> f64,
) {
    let (rate, strength) = (rate.at(generation), strength.at(generation));
    for (value, bounds) in genes.iter_mut().zip(space.bounds()) {
        if random.random::<f64>() < rate {
            *value += draw(random) * strength * bounds.width();
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::{Mutation, RateSchedule, Space};
    use crate::genetic::{Bounds, Coding};

    fn space(coding: Coding) -> Space {
        Space::new(vec![Bounds { low: 0.0, high: 15.0 }; 1000], coding).unwrap()
    }

    fn mutated(mutation: Mutation, coding: Coding, generation: u32) -> Vec<f64> {
        let mut genes = vec![5.0; 1000];
        let mut random = ChaCha8Rng::seed_from_u64(1);
        mutation.apply(&mut genes, &space(coding), generation, 0, &mut random);
        genes
    }

    #[test]
    fn bits_are_flipped_at_their_rate() {
        let flip = |rate| {
            let rate = RateSchedule::Constant(rate);
            mutated(Mutation::BitFlip { rate }, Coding::Binary { bits: 4 }, 0)
        };
        assert_eq!(flip(0.0), [5.0; 1000]);
        // 0101 becomes 1010.
        assert_eq!(flip(1.0), [10.0; 1000]);
        let flipped: u32 = flip(0.25).iter().map(|&gene| (gene as i32 ^ 5).count_ones()).sum();
        assert!((900..1100).contains(&flipped), "{flipped} of 4000");
    }

    #[test]
    fn numbers_up_to_the_strength_are_added_or_subtracted() {
        let (rate, strength) = (RateSchedule::Constant(0.5), RateSchedule::Constant(0.1));
        let genes = mutated(Mutation::AddOrSubtract { rate, strength }, Coding::Real, 0);
        let (up, down): (Vec<f64>, Vec<f64>) =
            genes.iter().map(|gene| gene - 5.0).filter(|&step| step != 0.0).partition(|&s| s > 0.0);
        assert!((200..300).contains(&up.len()), "{} were added to", up.len());
        assert!((200..300).contains(&down.len()), "{} were subtracted from", down.len());
        let highest = up.iter().copied().fold(0.0, f64::max);
        assert!(highest <= 1.5 && highest > 1.4, "a tenth of 15 is the most, not {highest}");
    }

    #[test]
    fn one_child_has_all_genes_raised_and_the_other_all_lowered() {
        let mutation = Mutation::RaiseOrLower { strength: RateSchedule::Constant(0.1) };
        let steps = |turn| {
            let mut genes = vec![5.0; 1000];
            let mut random = ChaCha8Rng::seed_from_u64(1);
            mutation.apply(&mut genes, &space(Coding::Real), 0, turn, &mut random);
            genes.iter().map(|gene| gene - 5.0).collect::<Vec<_>>()
        };
        assert!(steps(0).iter().all(|step| (0.0..=1.5).contains(step)));
        assert!(steps(1).iter().all(|step| (-1.5..=0.0).contains(step)));
        assert!(steps(0).iter().any(|step| *step > 1.4));
    }

    #[test]
    fn a_gaussian_has_its_deviation_which_follows_its_schedule() {
        let mutation = Mutation::Gaussian {
            rate: RateSchedule::Constant(1.0),
            strength: RateSchedule::Linear { from: 0.1, to: 0.0, over: 10 },
        };
        let deviation = |generation| {
            let genes = mutated(mutation, Coding::Real, generation);
            (genes.iter().map(|gene| (gene - 5.0).powi(2)).sum::<f64>() / 1000.0).sqrt()
        };
        assert!((deviation(0) - 1.5).abs() < 0.1, "{}", deviation(0));
        assert!((deviation(5) - 0.75).abs() < 0.05, "{}", deviation(5));
        assert!(deviation(10) < 1e-12);
    }
}

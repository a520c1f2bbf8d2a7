//! Crossover: the genes of a child from its parents.

use std::ops::Range;

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// The crossover of two parents.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crossover {
    /// The child has one parent (report 002).
    None,
    /// A slice of the first parent's genes is exchanged for the second's (report
    /// 000).
    Slice,
    /// Each gene comes from a random parent (report 004).
    PerGene,
    /// Each gene is drawn from the range of the parents, extended on both sides
    /// (BLX-alpha).
    Blend {
        /// The extension beyond the parents, as a fraction of their distance.
        alpha: f64,
    },
}

impl Crossover {
    /// The genes of the child. They may leave their bounds.
    pub(super) fn child(self, first: &[f64], second: &[f64], random: &mut impl Rng) -> Vec<f64> {
        let pairs = first.iter().zip(second);
        match self {
            Self::None => first.to_vec(),
            Self::Slice => {
                let start = random.random_range(0..first.len());
                let end = random.random_range(start + 1..=first.len());
                exchanged(first, second, start..end)
            }
            Self::PerGene => {
                pairs.map(|(&one, &other)| if random.random() { one } else { other }).collect()
            }
            Self::Blend { alpha } => {
                pairs.map(|(&one, &other)| blended(one, other, alpha, random.random())).collect()
            }
        }
    }
}

/// The genes of the first parent with a slice of the second.
fn exchanged(first: &[f64], second: &[f64], slice: Range<usize>) -> Vec<f64> {
    let mut child = first.to_vec();
    child[slice.clone()].copy_from_slice(&second[slice]);
    child
}

/// The number at a fraction (0 to 1) of the extended range.
fn blended(one: f64, other: f64, alpha: f64, part: f64) -> f64 {
    let (low, high) = (one.min(other), one.max(other));
    let beyond = alpha * (high - low);
    low - beyond + part * (high - low + 2.0 * beyond)
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "genes are copied, and small numbers are exact")]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::{Crossover, blended, exchanged};

    const FIRST: [f64; 5] = [1.0, 2.0, 3.0, 4.0, 5.0];
    const SECOND: [f64; 5] = [-1.0, -2.0, -3.0, -4.0, -5.0];

    fn children(crossover: Crossover) -> Vec<Vec<f64>> {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        (0..200).map(|_| crossover.child(&FIRST, &SECOND, &mut random)).collect()
    }

    #[test]
    fn a_slice_is_exchanged_and_the_rest_stays() {
        assert_eq!(exchanged(&FIRST, &SECOND, 1..3), [1.0, -2.0, -3.0, 4.0, 5.0]);
        for child in children(Crossover::Slice) {
            let changes = child.windows(2).filter(|pair| (pair[0] < 0.0) != (pair[1] < 0.0));
            let slice = child.iter().filter(|&&gene| gene < 0.0).count();
            assert!(slice >= 1 && changes.count() <= 2, "{child:?}");
            assert!(child.iter().zip(FIRST).all(|(gene, first)| gene.abs() == first));
        }
    }

    #[test]
    fn each_gene_comes_from_either_parent() {
        let children = children(Crossover::PerGene);
        for gene in 0..FIRST.len() {
            let firsts = children.iter().filter(|child| child[gene] == FIRST[gene]).count();
            let seconds = children.iter().filter(|child| child[gene] == SECOND[gene]).count();
            assert_eq!(firsts + seconds, 200);
            assert!((70..130).contains(&firsts), "{firsts} of 200");
        }
    }

    #[test]
    fn a_blend_reaches_beyond_its_parents_by_alpha() {
        assert_eq!(blended(2.0, 4.0, 0.5, 0.0), 1.0);
        assert_eq!(blended(4.0, 2.0, 0.5, 1.0), 5.0);
        assert_eq!(blended(2.0, 4.0, 0.0, 0.5), 3.0);
        for child in children(Crossover::Blend { alpha: 0.5 }) {
            assert!(child.iter().zip(FIRST).all(|(gene, first)| gene.abs() <= 2.0 * first));
        }
    }

    #[test]
    fn without_crossover_a_child_is_its_first_parent() {
        assert!(children(Crossover::None).iter().all(|child| child == &FIRST));
    }
}

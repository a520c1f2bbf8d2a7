//! All agents that a search may find.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::{Genes, SpaceError};

/// The lowest and highest value of a gene.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// The lowest value.
    pub low: f64,
    /// The highest value.
    pub high: f64,
}

impl Bounds {
    /// How far the highest value is from the lowest.
    pub(super) fn width(self) -> f64 {
        self.high - self.low
    }

    /// Where between lowest (0) and highest (1) a value lies.
    pub(super) fn part(self, value: f64) -> f64 {
        if self.width() > 0.0 { (value - self.low) / self.width() } else { 0.0 }
    }

    /// The value at a part of the way, which may lie outside.
    pub(super) fn at(self, part: f64) -> f64 {
        self.low + part * self.width()
    }
}

/// How the number of a gene is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coding {
    /// As it is.
    Real,
    /// As a whole number of so many bits: all of them clear is the lowest value,
    /// all set the highest, and the steps between are equal.
    Binary {
        /// The length of a gene, 1 to 32 bits.
        bits: u32,
    },
}

/// The genes of an agent: the bounds of each and how they are written.
///
/// Genes are kept as numbers under either coding; binary-coded ones are always
/// one of the values that their bits can write.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Space {
    bounds: Vec<Bounds>,
    coding: Coding,
}

impl Space {
    /// The longest binary gene.
    const MOST_BITS: u32 = 32;

    /// The space between these bounds.
    pub fn new(bounds: Vec<Bounds>, coding: Coding) -> Result<Self, SpaceError> {
        if bounds.is_empty() {
            return Err(SpaceError::NoGenes);
        }
        for (gene, &Bounds { low, high }) in bounds.iter().enumerate() {
            if !(low.is_finite() && high.is_finite() && low <= high) {
                return Err(SpaceError::Bounds { gene, low, high });
            }
        }
        match coding {
            Coding::Binary { bits } if !(1..=Self::MOST_BITS).contains(&bits) => {
                Err(SpaceError::Bits { bits })
            }
            _ => Ok(Self { bounds, coding }),
        }
    }

    /// The bounds of each gene.
    pub fn bounds(&self) -> &[Bounds] {
        &self.bounds
    }

    /// How genes are written.
    pub fn coding(&self) -> Coding {
        self.coding
    }

    /// The genes of an agent that somebody made, as they are: they need not be
    /// values that binary genes can write.
    pub fn genes(&self, values: &[f64]) -> Result<Genes, SpaceError> {
        if values.len() != self.bounds.len() {
            return Err(SpaceError::Length { expected: self.bounds.len(), found: values.len() });
        }
        for (gene, (&value, &Bounds { low, high })) in values.iter().zip(&self.bounds).enumerate() {
            if !(low..=high).contains(&value) {
                return Err(SpaceError::Outside { gene, value, low, high });
            }
        }
        Ok(Genes(values.to_vec()))
    }

    /// Any agent, all as likely.
    pub(super) fn random(&self, random: &mut impl Rng) -> Genes {
        let values = self.bounds.iter().map(|bounds| bounds.at(random.random()));
        self.snap(values.collect())
    }

    /// The nearest agent to these numbers: inside the bounds, and one that can
    /// be written.
    pub(super) fn snap(&self, mut values: Vec<f64>) -> Genes {
        for (gene, value) in values.iter_mut().enumerate() {
            let Bounds { low, high } = self.bounds[gene];
            // Zero has two signs; agents that differ in nothing else are one.
            *value = value.clamp(low, high) + 0.0;
            if let Coding::Binary { bits } = self.coding {
                *value = self.decode(gene, self.encode(gene, *value, bits), bits);
            }
        }
        Genes(values)
    }

    /// The bits of a gene.
    #[expect(clippy::cast_sign_loss, reason = "genes are not below their lowest value")]
    pub(super) fn encode(&self, gene: usize, value: f64, bits: u32) -> u64 {
        (self.bounds[gene].part(value) * steps(bits)).round() as u64
    }

    /// The value that bits write.
    pub(super) fn decode(&self, gene: usize, code: u64, bits: u32) -> f64 {
        let bounds = self.bounds[gene];
        bounds.at(code as f64 / steps(bits)).min(bounds.high) + 0.0
    }

    /// How much agents differ: the standard deviation of a gene as a part of its
    /// range, on average over the genes that have one. 0 if all are alike, at
    /// most a half.
    pub(super) fn diversity<'a>(&self, agents: &(impl Iterator<Item = &'a Genes> + Clone)) -> f64 {
        let count = agents.clone().count() as f64;
        let deviation = |(gene, bounds): (usize, &Bounds)| {
            let parts = agents.clone().map(|agent| bounds.part(agent.0[gene]));
            let mean = parts.clone().sum::<f64>() / count;
            (parts.map(|part| (part - mean).powi(2)).sum::<f64>() / count).sqrt()
        };
        let free = self.bounds.iter().enumerate().filter(|(_, bounds)| bounds.width() > 0.0);
        let genes = free.clone().count().max(1) as f64;
        free.map(deviation).sum::<f64>() / genes
    }
}

/// How many steps lie between the lowest and the highest value.
fn steps(bits: u32) -> f64 {
    ((1_u64 << bits) - 1) as f64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::{Bounds, Coding, Genes, Space, SpaceError};

    fn space(low: f64, high: f64, coding: Coding) -> Space {
        Space::new(vec![Bounds { low, high }], coding).unwrap()
    }

    #[test]
    fn binary_genes_count_from_lowest_to_highest() {
        let space = space(-2.0, 1.0, Coding::Binary { bits: 2 });
        let values: Vec<_> = (0..4).map(|code| space.decode(0, code, 2)).collect();
        assert_eq!(values, [-2.0, -1.0, 0.0, 1.0]);
        assert_eq!(space.snap(vec![-0.6]).values(), [-1.0]);
        assert_eq!(space.snap(vec![7.0]).values(), [1.0]);
    }

    proptest! {
        #[test]
        fn a_written_gene_is_read_back(
            code in any::<u32>(), bits in 1_u32..=32, low in -1e3..1e3, width in 1e-3..1e3
        ) {
            let space = space(low, low + width, Coding::Binary { bits });
            let code = u64::from(code) & ((1 << bits) - 1);
            let value = space.decode(0, code, bits);
            prop_assert_eq!(space.encode(0, value, bits), code);
            prop_assert_eq!(space.snap(vec![value]), Genes(vec![value]));
        }
    }

    #[test]
    fn genes_that_cannot_be_are_refused() {
        let bounds = |low, high| Space::new(vec![Bounds { low, high }], Coding::Real);
        assert_eq!(Space::new(vec![], Coding::Real), Err(SpaceError::NoGenes));
        assert!(matches!(bounds(1.0, 0.0), Err(SpaceError::Bounds { gene: 0, .. })));
        assert!(matches!(bounds(f64::NAN, 0.0), Err(SpaceError::Bounds { .. })));
        let space = bounds(0.0, 1.0).unwrap();
        assert!(matches!(space.genes(&[]), Err(SpaceError::Length { expected: 1, found: 0 })));
        assert!(matches!(space.genes(&[f64::NAN]), Err(SpaceError::Outside { gene: 0, .. })));
        assert!(space.genes(&[1.0]).is_ok());
    }

    #[test]
    fn diversity_is_the_deviation_in_parts_of_the_range() {
        let space = space(0.0, 10.0, Coding::Real);
        let of = |values: &[f64]| {
            let agents: Vec<_> = values.iter().map(|&value| Genes(vec![value])).collect();
            space.diversity(&agents.iter())
        };
        assert!(of(&[3.0, 3.0]).abs() < 1e-12);
        assert!((of(&[2.0, 4.0]) - 0.1).abs() < 1e-12);
        assert!((of(&[0.0, 10.0]) - 0.5).abs() < 1e-12);
        // A gene that cannot change says nothing.
        let fixed = Bounds { low: 3.0, high: 3.0 };
        let space = Space::new(vec![fixed, Bounds { low: 0.0, high: 10.0 }], Coding::Real).unwrap();
        let agents = [Genes(vec![3.0, 2.0]), Genes(vec![3.0, 4.0])];
        assert!((space.diversity(&agents.iter()) - 0.1).abs() < 1e-12);
    }
}

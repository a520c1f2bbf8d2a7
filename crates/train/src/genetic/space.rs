//! The search space of a run.

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
    /// The width of the range.
    pub(super) fn width(self) -> f64 {
        self.high - self.low
    }

    /// The position of a value between lowest (0) and highest (1).
    pub(super) fn part(self, value: f64) -> f64 {
        if self.width() > 0.0 { (value - self.low) / self.width() } else { 0.0 }
    }

    /// The distance from zero of the bound that is further from it; 1 if both are zero.
    fn reach(self) -> f64 {
        let reach = self.low.abs().max(self.high.abs());
        if reach > 0.0 { reach } else { 1.0 }
    }

    /// The value at a fraction of the range. It may be outside.
    pub(super) fn at(self, part: f64) -> f64 {
        self.low + part * self.width()
    }
}

/// The coding of a gene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coding {
    /// A floating-point number.
    Real,
    /// An integer of this many bits: 0 is the lowest value, all bits set the highest,
    /// with equal steps between.
    Binary {
        /// The length of a gene, 1 to 32 bits.
        bits: u32,
    },
    /// A sign bit and a magnitude (report 004). All bits of the magnitude set are the
    /// bound that is further from zero. Zero has two codes.
    SignMagnitude {
        /// The length of a gene with its sign, 2 to 32 bits.
        bits: u32,
    },
}

impl Coding {
    /// The length of a gene that consists of bits.
    pub const fn bits(self) -> Option<u32> {
        match self {
            Self::Real => None,
            Self::Binary { bits } | Self::SignMagnitude { bits } => Some(bits),
        }
    }
}

/// The search space: the bounds of each gene and the coding.
///
/// Genes are stored as numbers under either coding. Binary-coded genes are always values
/// that their bits can represent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Space {
    bounds: Vec<Bounds>,
    coding: Coding,
}

impl Space {
    /// The maximum length of a binary gene.
    const MAX_BITS: u32 = 32;

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
        let shortest = if matches!(coding, Coding::SignMagnitude { .. }) { 2 } else { 1 };
        match coding.bits() {
            Some(bits) if !(shortest..=Self::MAX_BITS).contains(&bits) => {
                Err(SpaceError::Bits { shortest, bits })
            }
            _ => Ok(Self { bounds, coding }),
        }
    }

    /// The bounds of each gene.
    pub fn bounds(&self) -> &[Bounds] {
        &self.bounds
    }

    /// The coding of genes.
    pub fn coding(&self) -> Coding {
        self.coding
    }

    /// Checks the genes of a given agent. They need not be values that binary genes can
    /// represent.
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

    /// A uniformly random agent.
    pub(super) fn random(&self, random: &mut impl Rng) -> Genes {
        let values = self.bounds.iter().map(|bounds| bounds.at(random.random()));
        self.snap(values.collect())
    }

    /// The nearest valid agent: inside the bounds, and representable by the coding.
    pub(super) fn snap(&self, mut values: Vec<f64>) -> Genes {
        for (gene, value) in values.iter_mut().enumerate() {
            let Bounds { low, high } = self.bounds[gene];
            // Zero has two signs. Agents that differ only in the sign of a zero are
            // identical.
            *value = value.clamp(low, high) + 0.0;
            if let Some(bits) = self.coding.bits() {
                *value = self.decode(gene, self.encode(gene, *value, bits), bits);
            }
        }
        Genes(values)
    }

    /// The bits of a gene.
    #[expect(clippy::cast_sign_loss, reason = "genes are not below their lowest value")]
    pub(super) fn encode(&self, gene: usize, value: f64, bits: u32) -> u64 {
        if let Coding::SignMagnitude { .. } = self.coding {
            let part = value.abs() / self.bounds[gene].reach();
            let magnitude = (part * steps(bits - 1)).round() as u64;
            return magnitude | u64::from(value < 0.0) << (bits - 1);
        }
        (self.bounds[gene].part(value) * steps(bits)).round() as u64
    }

    /// The value of a code.
    pub(super) fn decode(&self, gene: usize, code: u64, bits: u32) -> f64 {
        let bounds = self.bounds[gene];
        if let Coding::SignMagnitude { .. } = self.coding {
            let sign = 1 << (bits - 1);
            let magnitude = bounds.reach() * (code & (sign - 1)) as f64 / steps(bits - 1);
            let value = if code & sign == 0 { magnitude } else { -magnitude };
            return value.clamp(bounds.low, bounds.high) + 0.0;
        }
        bounds.at(code as f64 / steps(bits)).min(bounds.high) + 0.0
    }

    /// The diversity of agents: the standard deviation of a gene as a fraction of its
    /// range, averaged over the genes that can change. 0 if all are alike, at most 0.5.
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

/// The number of steps between the lowest and the highest value.
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
    fn a_gene_of_sign_and_magnitude_counts_from_zero() {
        let space = space(-63.0, 63.0, Coding::SignMagnitude { bits: 7 });
        let values: Vec<_> = [0, 1, 63, 64, 65, 127].map(|code| space.decode(0, code, 7)).to_vec();
        assert_eq!(values, [0.0, 1.0, 63.0, 0.0, -1.0, -63.0]);
        assert_eq!([-5.0, 5.0, 0.0].map(|value| space.encode(0, value, 7)), [69, 5, 0]);
        assert_eq!(space.snap(vec![-17.4]).values(), [-17.0]);
        let one_sided = self::space(0.0, 10.0, Coding::SignMagnitude { bits: 7 });
        assert_eq!(one_sided.decode(0, 127, 7).to_bits(), 0.0_f64.to_bits());
        assert!(Space::new(vec![], Coding::SignMagnitude { bits: 1 }).is_err());
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
        // A gene that cannot change does not count.
        let fixed = Bounds { low: 3.0, high: 3.0 };
        let space = Space::new(vec![fixed, Bounds { low: 0.0, high: 10.0 }], Coding::Real).unwrap();
        let agents = [Genes(vec![3.0, 2.0]), Genes(vec![3.0, 4.0])];
        assert!((space.diversity(&agents.iter()) - 0.1).abs() < 1e-12);
    }
}

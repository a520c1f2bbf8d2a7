//! The genes of an agent.

use serde::{Deserialize, Serialize};

/// The numbers of an agent, in the order of its [`Space`](super::Space).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Genes(pub(super) Vec<f64>);

impl Genes {
    /// The numbers.
    pub fn values(&self) -> &[f64] {
        &self.0
    }

    /// The CRC-32 of the numbers.
    pub fn checksum(&self) -> u32 {
        let mut sum = crc32fast::Hasher::new();
        for value in &self.0 {
            sum.update(&value.to_le_bytes());
        }
        sum.finalize()
    }

    /// The bits of all numbers. Equal bits mean identical agents.
    pub(super) fn bits(&self) -> Vec<u64> {
        self.0.iter().map(|value| value.to_bits()).collect()
    }
}

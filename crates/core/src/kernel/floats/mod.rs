//! Sixteen 32-bit floats at a time, as the layers of a network need them.
//!
//! Hidden from the documentation: `outflank-net` is the only user, and the
//! module may change in any version.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use std::ops::{Add, Sub};

use super::sealed::Sealed;

/// The number of floats that are computed together.
pub const WIDTH: usize = 16;

/// Sixteen floats in registers. An operation acts on each of them alone.
pub trait Floats: Copy + Add<Output = Self> + Sub<Output = Self> {
    /// `self * factor + sum`. It is rounded once where the processor has an
    /// instruction for it, and twice elsewhere.
    #[must_use]
    fn multiply_add(self, factor: Self, sum: Self) -> Self;

    /// The floats with zero in place of negative ones.
    #[must_use]
    fn positive(self) -> Self;

    /// Writes the floats to memory.
    fn store(self, to: &mut [f32; WIDTH]);
}

/// The float instructions of a [`Kernel`](crate::Kernel).
pub trait FloatKernel: Sealed + Copy {
    /// Sixteen floats in registers.
    type Floats: Floats;

    /// How many [`FloatKernel::Floats`] fit into the registers beside the
    /// factors that are multiplied and added to them.
    const SUMS: usize;

    /// Sixteen times the same number.
    fn splat(self, number: f32) -> Self::Floats;

    /// Reads floats from memory. It is fastest at multiples of 64 bytes.
    fn load(self, from: &[f32; WIDTH]) -> Self::Floats;
}

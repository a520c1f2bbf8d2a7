//! Floats in one 512-bit register.

use std::arch::x86_64::{
    __m512, _mm512_add_ps, _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_max_ps, _mm512_set1_ps,
    _mm512_setzero_ps, _mm512_storeu_ps, _mm512_sub_ps,
};
use std::ops::{Add, Sub};

use super::super::avx512::Avx512;
use super::{FloatKernel, Floats, WIDTH};

/// A value is made by an [`Avx512`] only, so it proves the same features.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Register(__m512);

impl Add for Register {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: the values prove that the processor has the instruction.
        Self(unsafe { _mm512_add_ps(self.0, other.0) })
    }
}

impl Sub for Register {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm512_sub_ps(self.0, other.0) })
    }
}

impl Floats for Register {
    #[inline(always)]
    fn multiply_add(self, factor: Self, sum: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm512_fmadd_ps(self.0, factor.0, sum.0) })
    }

    #[inline(always)]
    fn positive(self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm512_max_ps(self.0, _mm512_setzero_ps()) })
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; WIDTH]) {
        // SAFETY: as above, and the array is as wide as the register.
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), self.0) }
    }
}

impl FloatKernel for Avx512 {
    type Floats = Register;

    const SUMS: usize = 24;

    #[inline(always)]
    fn splat(self, number: f32) -> Register {
        // SAFETY: `self` proves that the processor has the instruction.
        Register(unsafe { _mm512_set1_ps(number) })
    }

    #[inline(always)]
    fn load(self, from: &[f32; WIDTH]) -> Register {
        // SAFETY: as above, and the array is as wide as the register.
        Register(unsafe { _mm512_loadu_ps(from.as_ptr()) })
    }
}

//! Floats in two 256-bit registers.

use std::arch::x86_64::{
    __m256, _mm256_add_ps, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_max_ps, _mm256_set1_ps,
    _mm256_setzero_ps, _mm256_storeu_ps, _mm256_sub_ps,
};
use std::ops::{Add, Sub};

use super::super::avx2::Avx2;
use super::{FloatKernel, Floats, WIDTH};

/// A value is made by an [`Avx2`] only, so it proves the same features.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Pair(__m256, __m256);

impl Add for Pair {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: the values prove that the processor has the instructions.
        unsafe { Self(_mm256_add_ps(self.0, other.0), _mm256_add_ps(self.1, other.1)) }
    }
}

impl Sub for Pair {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { Self(_mm256_sub_ps(self.0, other.0), _mm256_sub_ps(self.1, other.1)) }
    }
}

impl Floats for Pair {
    #[inline(always)]
    fn multiply_add(self, factor: Self, sum: Self) -> Self {
        // SAFETY: as above.
        unsafe {
            let low = _mm256_fmadd_ps(self.0, factor.0, sum.0);
            Self(low, _mm256_fmadd_ps(self.1, factor.1, sum.1))
        }
    }

    #[inline(always)]
    fn positive(self) -> Self {
        // SAFETY: as above.
        unsafe {
            let zero = _mm256_setzero_ps();
            Self(_mm256_max_ps(self.0, zero), _mm256_max_ps(self.1, zero))
        }
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; WIDTH]) {
        let to = to.as_mut_ptr();
        // SAFETY: as above, and both halves are within the array.
        unsafe {
            _mm256_storeu_ps(to, self.0);
            _mm256_storeu_ps(to.add(WIDTH / 2), self.1);
        }
    }
}

impl FloatKernel for Avx2 {
    type Floats = Pair;

    const SUMS: usize = 6;

    #[inline(always)]
    fn splat(self, number: f32) -> Pair {
        // SAFETY: `self` proves that the processor has the instructions.
        let number = unsafe { _mm256_set1_ps(number) };
        Pair(number, number)
    }

    #[inline(always)]
    fn load(self, from: &[f32; WIDTH]) -> Pair {
        let from = from.as_ptr();
        // SAFETY: as above, and both halves are within the array.
        unsafe { Pair(_mm256_loadu_ps(from), _mm256_loadu_ps(from.add(WIDTH / 2))) }
    }
}

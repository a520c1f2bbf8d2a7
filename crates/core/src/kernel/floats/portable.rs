//! Floats as an array, which a compiler may put into registers.

use std::ops::{Add, Sub};

use super::super::portable::Portable;
use super::{FloatKernel, Floats, WIDTH};

#[derive(Clone, Copy)]
pub(in crate::kernel) struct Array([f32; WIDTH]);

impl Array {
    #[inline(always)]
    fn with(mut self, other: Self, operation: impl Fn(f32, f32) -> f32) -> Self {
        for (number, other) in self.0.iter_mut().zip(other.0) {
            *number = operation(*number, other);
        }
        self
    }
}

impl Add for Array {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.with(other, |a, b| a + b)
    }
}

impl Sub for Array {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.with(other, |a, b| a - b)
    }
}

impl Floats for Array {
    #[inline(always)]
    fn multiply_add(self, factor: Self, sum: Self) -> Self {
        self.with(factor, |a, b| a * b) + sum
    }

    #[inline(always)]
    fn positive(self) -> Self {
        self.with(self, |number, _| if number > 0.0 { number } else { 0.0 })
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; WIDTH]) {
        *to = self.0;
    }
}

impl FloatKernel for Portable {
    type Floats = Array;

    const SUMS: usize = 4;

    #[inline(always)]
    fn splat(self, number: f32) -> Array {
        Array([number; WIDTH])
    }

    #[inline(always)]
    fn load(self, from: &[f32; WIDTH]) -> Array {
        Array(*from)
    }
}

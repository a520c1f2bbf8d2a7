//! What becomes of the sums of a layer.

use outflank_core::Kernel;
use outflank_core::floats::Floats;

/// The function between the layers of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Activation {
    /// Negative numbers become zero.
    Rectifier,
    /// The logarithm of 1 + exp(x): it has a slope everywhere, so finite differences check the
    /// gradient exactly.
    #[cfg(test)]
    Softplus,
}

impl Activation {
    /// Applies the function to floats in registers.
    #[inline(always)]
    #[cfg_attr(not(test), expect(unused_variables, reason = "softplus loads what it computed"))]
    pub(crate) fn of_floats<K: Kernel>(self, kernel: K, floats: K::Floats) -> K::Floats {
        match self {
            Self::Rectifier => floats.positive(),
            #[cfg(test)]
            Self::Softplus => {
                let mut numbers = [0.0; outflank_core::floats::WIDTH];
                floats.store(&mut numbers);
                self.apply(&mut numbers);
                kernel.load(&numbers)
            }
        }
    }

    /// Applies the function to all numbers.
    pub(crate) fn apply(self, numbers: &mut [f32]) {
        for number in numbers {
            *number = match self {
                Self::Rectifier => number.max(0.0),
                #[cfg(test)]
                Self::Softplus => number.exp().ln_1p(),
            };
        }
    }

    /// Multiplies a gradient by the slopes of the function, which follow from its results.
    pub(crate) fn differentiate(self, gradient: &mut [f32], results: &[f32]) {
        for (number, result) in gradient.iter_mut().zip(results) {
            match self {
                Self::Rectifier if *result <= 0.0 => *number = 0.0,
                Self::Rectifier => {}
                #[cfg(test)]
                Self::Softplus => *number *= 1.0 - (-result).exp(),
            }
        }
    }
}

//! The normal distribution.

/// The number of standard deviations on either side that contain 95 %.
pub(crate) const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// The share of a normal distribution below `deviations` from its mean.
pub(crate) fn below(deviations: f64) -> f64 {
    if deviations.abs() > 8.0 {
        // Less than 1e-15 is left.
        return if deviations > 0.0 { 1.0 } else { 0.0 };
    }
    // The odd powers x + x^3/3 + x^5/(3*5) + ... times the density at x.
    let square = deviations * deviations;
    let (mut term, mut sum, mut factor) = (deviations, 0.0_f64, 1.0);
    while term.abs() > f64::EPSILON * sum.abs() / 8.0 {
        sum += term;
        factor += 2.0;
        term *= square / factor;
    }
    let density = (-square / 2.0).exp() / std::f64::consts::TAU.sqrt();
    0.5 + sum * density
}

#[cfg(test)]
mod tests {
    use super::{TWO_SIDED_95, below};

    #[test]
    fn shares_are_those_of_the_error_function() {
        for (deviations, share) in [
            (-9.0, 0.0),
            (-6.0, 9.865_876_450_377_012e-10),
            (-2.0, 0.022_750_131_948_179_22),
            (-0.5, 0.308_537_538_725_986_9),
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_542_9),
            (TWO_SIDED_95, 0.975),
            (3.5, 0.999_767_370_920_964_5),
            (9.0, 1.0),
        ] {
            assert!((below(deviations) - share).abs() < 1e-13, "{deviations}");
        }
    }
}

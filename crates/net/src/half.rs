//! Floats of 16 bits (IEEE 754 binary16), in which a network takes half the space.

/// The largest float of 16 bits.
const LARGEST: u16 = 0x7bff;

/// The nearest float of 16 bits. Numbers that are too large become the largest.
#[expect(clippy::cast_sign_loss, reason = "the sign is kept apart")]
pub(crate) fn to_half(number: f32) -> u16 {
    let bits = number.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let magnitude = bits & 0x7fff_ffff;
    sign | match magnitude {
        0x477f_f000.. => LARGEST,
        0x3880_0000.. => {
            // Ties go to the even neighbour.
            let rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
            ((rounded - 0x3800_0000) >> 13) as u16
        }
        // Below the smallest exponent the numbers are multiples of 2^-24.
        _ => (number.abs() * 16_777_216.0).round_ties_even() as u16,
    }
}

/// A float of 16 bits as one of 32.
pub(crate) fn from_half(half: u16) -> f32 {
    let (exponent, fraction) = (u32::from(half >> 10 & 0x1f), u32::from(half & 0x3ff));
    let magnitude = match exponent {
        0 => fraction as f32 / 16_777_216.0,
        31 => f32::NAN,
        _ => f32::from_bits((exponent + 112) << 23 | fraction << 13),
    };
    if half & 0x8000 == 0 { magnitude } else { -magnitude }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert, proptest};

    use super::{LARGEST, from_half, to_half};

    #[test]
    fn every_half_comes_back() {
        for half in (0..=LARGEST).chain(0x8000..=0x8000 | LARGEST) {
            assert_eq!(to_half(from_half(half)), half);
        }
        assert!(from_half(0x7c00).is_nan());
        assert_eq!((to_half(1.0), to_half(-2.0), to_half(1e9)), (0x3c00, 0xc000, LARGEST));
    }

    proptest! {
        #[test]
        fn the_nearest_half_is_taken(number in -70000.0_f32..70000.0, small in -1e-4_f32..1e-4) {
            for number in [number.clamp(-65504.0, 65504.0), small] {
                let half = to_half(number);
                let error = (from_half(half) - number).abs();
                for other in [half.saturating_sub(1), half.saturating_add(1)] {
                    let other = from_half(other);
                    prop_assert!(other.is_nan() || error <= (other - number).abs());
                }
            }
        }
    }
}

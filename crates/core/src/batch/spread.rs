//! Sets of squares as arrays of bytes.

/// Eight bytes for each eight bits: 1 where the bit is set, lowest bit first.
static BYTES: [[u8; 8]; 256] = bytes();

const fn bytes() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut at = 0;
        while at < 8 {
            table[bits][at] = (bits >> at & 1) as u8;
            at += 1;
        }
        bits += 1;
    }
    table
}

/// Writes a byte for each square from a1 to h8, 1 where it is in the set.
///
/// # Panics
/// If `out` is shorter than 64 bytes.
#[inline(always)]
pub(super) fn spread(set: u64, out: &mut [u8]) {
    let (rows, _) = out[..64].as_chunks_mut::<8>();
    for (row, bits) in rows.iter_mut().zip(set.to_le_bytes()) {
        *row = BYTES[usize::from(bits)];
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::spread;

    proptest! {
        #[test]
        fn bytes_are_squares_in_order(set in any::<u64>()) {
            let mut bytes = [7; 64];
            spread(set, &mut bytes);
            for (at, byte) in bytes.into_iter().enumerate() {
                prop_assert_eq!(u64::from(byte), set >> at & 1);
            }
        }
    }
}

//! Sums of numbers gathered from a table, as a pattern evaluation needs them.
//!
//! Hidden from the documentation: `outflank-eval` is the only user, and the
//! module may change in any version.

use super::sealed::Sealed;

/// The number of table entries in one sum.
pub const LANES: usize = 64;

/// How a [`Kernel`](crate::Kernel) adds up entries of a table.
pub trait Gather: Sealed {
    /// The sum of one table entry for each lane: the entry at the place of the
    /// lane plus the index of the lane.
    ///
    /// # Panics
    /// If the table is shorter than [`Places::span`].
    fn sum(self, table: &[i16], places: &Places, indices: &Indices) -> i32;
}

/// The place of each lane in a table. A lane reads the entry at its place plus
/// a signed 16-bit index.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Places {
    places: [u32; LANES],
    /// The minimum length of a table: no index leads out of it.
    span: usize,
}

impl Places {
    /// Lanes at these places, each at least [`Places::MARGIN`] from the
    /// beginning of the table.
    ///
    /// # Panics
    /// If a place is less than [`Places::MARGIN`], or 2^30 or more.
    pub const fn new(places: [u32; LANES]) -> Self {
        let mut last = 0;
        let mut lane = 0;
        while lane < LANES {
            assert!(places[lane] as usize >= Self::MARGIN, "indices may be negative");
            assert!(places[lane] < 1 << 30, "places are added as signed numbers");
            if places[lane] > last {
                last = places[lane];
            }
            lane += 1;
        }
        Self { places, span: last as usize + Self::MARGIN + 1 }
    }

    /// The maximum distance of an entry from its place, in either direction.
    pub const MARGIN: usize = 1 << 15;

    /// The minimum length of a table for these places.
    pub const fn span(&self) -> usize {
        self.span
    }

    /// The place of every lane.
    pub const fn lanes(&self) -> &[u32; LANES] {
        &self.places
    }

    /// # Panics
    /// If a table is too short.
    #[inline(always)]
    pub(super) fn check(&self, table: &[i16]) {
        assert!(table.len() >= self.span, "a table shorter than its places");
    }
}

/// A signed index for each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Indices(pub [i16; LANES]);

/// The sum in plain Rust.
#[inline(always)]
pub(super) fn sum(table: &[i16], places: &Places, indices: &Indices) -> i32 {
    places.check(table);
    let mut sum = 0;
    for (place, index) in places.places.iter().zip(indices.0) {
        let at = (*place as usize).wrapping_add_signed(index.into());
        sum += i32::from(table[at]);
    }
    sum
}

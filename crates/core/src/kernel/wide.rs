//! Sets of squares that stay in the registers in which flips are computed.

use super::sealed::Sealed;

/// The wide registers of a [`Kernel`](crate::Kernel), for a
/// [`WideBoard`](crate::WideBoard).
pub trait Wide: Sealed {
    /// A set of squares, the same in every lane of a register.
    type Set: Copy;
    /// A set of squares, each of them in at least one lane.
    type Parts: Copy;

    /// A set from its bits.
    fn widen(self, bits: u64) -> Self::Set;

    /// The bits of a set.
    fn narrow(self, set: Self::Set) -> u64;

    /// The squares that are in one of the sets only.
    fn xor(self, a: Self::Set, b: Self::Set) -> Self::Set;

    /// Discs of `opp` that turn when `own` plays on the empty square `index`.
    fn flip_parts(self, index: usize, own: Self::Set, opp: Self::Set) -> Self::Parts;

    /// Whether no lane has a square.
    fn turns_nothing(self, parts: Self::Parts) -> bool;

    /// The squares of all lanes.
    fn union(self, parts: Self::Parts) -> Self::Set;
}

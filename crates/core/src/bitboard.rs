//! A set of squares.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::Square;

/// A set of squares: bit `i` stands for the square with index `i`.
///
/// ```
/// use outflank_core::{Bitboard, Square};
///
/// let corners = Bitboard::CORNERS;
/// assert_eq!(corners.len(), 4);
/// assert!(corners.has(Square::H8));
/// assert_eq!(corners.iter().next(), Some(Square::A1));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard(u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(!0);
    /// a1, h1, a8 and h8.
    pub const CORNERS: Self = Self(0x8100_0000_0000_0081);
    /// The two outer rows and columns.
    pub const EDGES: Self = Self(0xff81_8181_8181_81ff);

    /// The set with these bits.
    pub const fn new(bits: u64) -> Self {
        Self(bits)
    }

    /// The set as bits.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether `square` is in the set.
    pub const fn has(self, square: Square) -> bool {
        self.0 & square.bitboard().0 != 0
    }

    /// The number of squares in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no squares.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every square of this set is in `other`.
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether no square is in both sets.
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// The square with the lowest index.
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrapping(self.0.trailing_zeros())) }
    }

    /// The squares in order of their index.
    pub const fn iter(self) -> Squares {
        Squares(self)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.bitboard())
    }
}

/// The squares of a [`Bitboard`] in order of their index.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

macro_rules! forward_operator {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident;)*) => {$(
        impl $operator for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self { Self($operator::$method(self.0, other.0)) }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) { $assign::$assign_method(&mut self.0, other.0); }
        }
    )*};
}

forward_operator! {
    BitAnd bitand BitAndAssign bitand_assign;
    BitOr bitor BitOrAssign bitor_assign;
    BitXor bitxor BitXorAssign bitxor_assign;
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iteration_rises_and_collects_back() {
        let set = Bitboard::new(0x8000_0010_0000_0801);
        let squares: Vec<_> = set.iter().collect();
        assert_eq!(squares, [Square::A1, Square::D2, Square::E5, Square::H8]);
        assert_eq!(set.iter().len(), 4);
        assert_eq!(squares.into_iter().collect::<Bitboard>(), set);
    }

    #[test]
    fn set_words_mean_what_they_say() {
        assert!(Bitboard::CORNERS.is_subset(Bitboard::EDGES));
        assert!(!Bitboard::EDGES.is_subset(Bitboard::CORNERS));
        assert!(Bitboard::EDGES.is_disjoint(Square::D4.bitboard()));
        assert_eq!(Bitboard::EDGES.len(), 28);
        assert_eq!(Bitboard::EMPTY.first(), None);
        assert_eq!(format!("{:?}", Bitboard::CORNERS), "{a1, h1, a8, h8}");
    }
}

//! A number for every square, the same for squares that symmetry makes alike.

use outflank_core::{Bitboard, Square};

/// A number for every square, the same for squares that symmetry makes alike:
/// every matrix of the reports is of this kind.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SquareMap(pub(crate) [f64; 10]);

impl SquareMap {
    /// The squares that stand for their classes: the eighth of the board above
    /// its diagonal, row by row.
    pub(crate) const NAMES: [&'static [&'static str]; 4] =
        [&["a1", "b1", "c1", "d1"], &["b2", "c2", "d2"], &["c3", "d3"], &["d4"]];

    /// The number of a square.
    pub(crate) const fn at(&self, square: Square) -> f64 {
        self.0[class_of(square.row(), square.column())]
    }

    /// The sum over one set of squares less the sum over another.
    #[inline(always)]
    pub(crate) fn difference(&self, own: Bitboard, opp: Bitboard) -> f64 {
        let mut sum = 0.0;
        for (number, class) in self.0.iter().zip(CLASSES) {
            let count = |set: Bitboard| (set & class).len().cast_signed();
            sum += number * f64::from(count(own) - count(opp));
        }
        sum
    }
}

/// The squares of each class.
const CLASSES: [Bitboard; 10] = {
    let mut classes = [0; 10];
    let mut index = 0;
    while index < 64 {
        classes[class_of(index / 8, index % 8)] |= 1 << index;
        index += 1;
    }
    let mut sets = [Bitboard::EMPTY; 10];
    let mut class = 0;
    while class < 10 {
        sets[class] = Bitboard::new(classes[class]);
        class += 1;
    }
    sets
};

const fn class_of(row: usize, column: usize) -> usize {
    let row = if row < 4 { row } else { 7 - row };
    let column = if column < 4 { column } else { 7 - column };
    let (first, second) = if row < column { (row, column) } else { (column, row) };
    // Rows of the triangle have 4, 3, 2 and 1 squares.
    first * (9 - first) / 2 + (second - first)
}

#[cfg(test)]
mod tests {
    use outflank_core::Symmetry;

    use super::*;

    fn worth(map: &SquareMap, square: Square) -> f64 {
        map.difference(square.bitboard(), Bitboard::EMPTY)
    }

    #[test]
    fn squares_have_the_number_of_the_square_that_stands_for_them() {
        let map = SquareMap([1.0, 8.0, 3.0, 7.0, 2.5, 2.0, 5.0, 6.0, 4.0, 9.0]);
        for (name, number) in SquareMap::NAMES.concat().into_iter().zip(map.0) {
            let square: Square = name.parse().unwrap();
            for symmetry in Symmetry::ALL {
                let square = symmetry.square(square);
                assert_eq!(worth(&map, square).to_bits(), number.to_bits());
                assert_eq!(map.at(square).to_bits(), number.to_bits());
            }
        }
        assert!(
            (map.difference(Bitboard::CORNERS, Square::D5.bitboard()) - (4.0 - 9.0)).abs() < 1e-9
        );
    }
}

//! The parts of a trained evaluation: what each instance of a shape adds.

use outflank_core::gather::Places;
use outflank_core::{Bitboard, Board, Square};

use super::layout::turned;
use super::shape::{SHAPES, Shape};
use super::{Patterns, phase};
use crate::UNIT;

/// What one instance of a shape adds to the value of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PatternRegion {
    /// The number of its shape.
    pub shape: usize,
    /// Its squares.
    pub squares: Bitboard,
    /// Its part of the value in discs, for the side to move.
    pub discs: f64,
}

/// The value of a board, taken apart.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternRegions {
    /// The constant for this number of empty squares, in discs.
    pub constant: f64,
    /// The instances of all shapes.
    pub regions: Vec<PatternRegion>,
}

impl PatternRegions {
    /// The value of the board in discs: the constant and all regions.
    pub fn value(&self) -> f64 {
        self.constant + self.regions.iter().map(|region| region.discs).sum::<f64>()
    }

    /// The value of every square: each region shares its part equally among its squares.
    /// Their sum is the value without the constant.
    pub fn by_square(&self) -> [f64; 64] {
        let mut values = [0.0; 64];
        for PatternRegion { squares, discs, .. } in &self.regions {
            for square in *squares {
                values[square.index()] += discs / f64::from(squares.len());
            }
        }
        values
    }
}

impl Patterns {
    /// Takes the value of a board apart.
    ///
    /// ```
    /// use outflank_core::{Board, Rule};
    /// use outflank_eval::Patterns;
    ///
    /// let parts = Patterns::built_in(Rule::Reversi).regions(Board::START);
    /// let squares: f64 = parts.by_square().iter().sum();
    /// assert!((parts.constant + squares - parts.value()).abs() < 1e-9);
    /// ```
    pub fn regions(&self, board: Board) -> PatternRegions {
        let empties = board.empties().len();
        let table = self.tables.phase(phase(empties));
        let discs = |weight: i16| f64::from(weight) / f64::from(UNIT);
        let mut regions: Vec<PatternRegion> = Vec::new();
        let mut start = Places::MARGIN;
        for (number, shape) in SHAPES.iter().enumerate() {
            let first = regions.len();
            let center = start + shape.ways() / 2;
            for symmetry in 0..8 {
                let (squares, filled) = fill(shape, symmetry, board);
                // Some symmetries lead to the same squares.
                if regions[first..].iter().all(|known| known.squares != squares) {
                    let place = center.wrapping_add_signed(filled);
                    let discs = discs(table[place]);
                    regions.push(PatternRegion { shape: number, squares, discs });
                }
            }
            start += shape.ways();
        }
        PatternRegions { constant: discs(self.bias[empties as usize]), regions }
    }
}

/// The squares of an instance, and the number of the way in which the board fills them.
fn fill(shape: &Shape, symmetry: usize, board: Board) -> (Bitboard, isize) {
    let squares = turned(shape, symmetry);
    let squares = squares[..shape.len].iter().map(|index| Square::ALL[usize::from(*index)]);
    let mut number = 0;
    let mut power = 1;
    for square in squares.clone() {
        number +=
            power * (isize::from(board.own().has(square)) - isize::from(board.opp().has(square)));
        power *= 3;
    }
    (squares.collect(), number)
}

#[cfg(test)]
mod tests {
    use outflank_core::{InstructionSet, Kernel, Rule, Task};

    use super::{Board, Patterns, UNIT};
    use crate::Evaluation;

    struct Evaluate<'a>(&'a Patterns, Board);

    impl Task for Evaluate<'_> {
        type Output = i32;

        #[inline(always)]
        fn run<K: Kernel>(self, kernel: K) -> i32 {
            self.0.evaluate(kernel, self.0.state(self.1), self.1)
        }
    }

    #[test]
    fn the_parts_make_up_the_value() {
        for rule in Rule::BOTH {
            let patterns = Patterns::built_in(rule);
            let mut board = Board::START;
            for ply in 0.. {
                let parts = patterns.regions(board);
                assert_eq!(parts.regions.len(), 64);
                let value = f64::from(InstructionSet::best().run(Evaluate(&patterns, board)));
                let limit = f64::from(64 * UNIT);
                let sum = (parts.value() * f64::from(UNIT)).clamp(-limit, limit);
                assert!((sum - value).abs() < 1e-6, "{sum}, {value} at ply {ply}");
                let moves = board.legal_moves();
                let square = moves.iter().nth(ply * 7 % moves.len().max(1) as usize);
                match square {
                    Some(square) => board = board.play(square).unwrap(),
                    None if board.is_over() => break,
                    None => board = board.pass(),
                }
            }
        }
    }
}

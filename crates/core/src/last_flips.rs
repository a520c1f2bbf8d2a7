//! The number of discs that the last move of a game turns.
//!
//! On a full line every square but one has a disc, so the discs of one side say
//! all about it. Each of the four lines through the last square is eight bits of
//! one side, and a table has the number of discs that turn.

use crate::{Board, Square};

impl Board {
    /// The number of discs that turn when the side to move plays on the only empty
    /// square. It is 0 if that is not a legal move.
    ///
    /// ```
    /// use outflank_core::{Bitboard, Board, Square};
    ///
    /// // The first row is X O O O O O O -, all other discs are X.
    /// let opp = 0b0111_1110;
    /// let own = !(opp | 1 << 7);
    /// let board = Board::new(Bitboard::new(own), Bitboard::new(opp)).unwrap();
    /// assert_eq!(board.last_flips(Square::H1), 6);
    /// ```
    #[inline(always)]
    pub fn last_flips(self, square: Square) -> u32 {
        debug_assert_eq!(self.empties().bits(), 1 << square.index());
        let own = self.own().bits();
        let (row, column) = (square.index() / 8, square.index() % 8);
        let [rising, falling] = DIAGONALS[square.index()];
        // A product moves the bits of a column, one for each row, side by side.
        let up = ((own >> column) & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        let along = (own >> (8 * row)) & 0xff;
        // A diagonal has at most one square in each column.
        let project = |line: u64| ((own & line).wrapping_mul(COLUMN_A) >> 56) as usize;
        let of = |place: usize, line: usize| u32::from(TURNED[place][line & 0xff]);
        of(column, along as usize)
            + of(row, up as usize)
            + of(column, project(rising))
            + of(column, project(falling))
    }
}

const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut at = 0;
    while at < 64 {
        let mut other = 0;
        while other < 64 {
            let (row, column) = (at / 8, at % 8);
            let (other_row, other_column) = (other / 8, other % 8);
            if row + other_column == other_row + column {
                diagonals[at][0] |= 1 << other;
            }
            if row + column == other_row + other_column {
                diagonals[at][1] |= 1 << other;
            }
            other += 1;
        }
        at += 1;
    }
    diagonals
};

/// For a place on a line and the discs of the side to move there: how many of the
/// other discs turn. Bits beyond the end of a short diagonal are 0 and turn nothing.
static TURNED: [[u8; 256]; 8] = {
    let mut turned = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut line = 0;
        while line < 256 {
            let mut count = 0;
            let mut at = place + 1;
            while at < 8 && line >> at & 1 == 0 {
                at += 1;
            }
            if at < 8 {
                count += at - place - 1;
            }
            at = place;
            while at > 0 && line >> (at - 1) & 1 == 0 {
                at -= 1;
            }
            if at > 0 {
                count += place - at;
            }
            turned[place][line] = count as u8;
            line += 1;
        }
        place += 1;
    }
    turned
};

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use crate::{Bitboard, Board, Square};

    proptest! {
        #[test]
        fn as_many_as_the_reference_turns(discs in any::<u64>(), index in 0_usize..64) {
            let square = Square::new(index).unwrap();
            let own = Bitboard::new(discs & !(1 << index));
            let opp = Bitboard::new(!discs & !(1 << index));
            let board = Board::new(own, opp).unwrap();
            prop_assert_eq!(board.last_flips(square), board.flips(square).len());
        }
    }
}

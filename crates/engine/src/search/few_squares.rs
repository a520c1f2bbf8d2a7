//! The last empty squares of a board, in one register.

use outflank_core::{Bitboard, Square};

/// Up to four squares, the first one to try in the lowest byte.
#[derive(Clone, Copy)]
pub(super) struct FewSquares(u32);

/// The bits of a square that are its quarter of the board.
const QUARTER: u32 = 0b100_100;

/// The bits of each byte that tell two quarters apart, as a mask of all bytes.
const LOW_BITS: u32 = 0x0909_0909;

/// For the quarters of four squares, by how many bits each square is shifted to be the first,
/// second, third and fourth to try: a square alone in its quarter first, because the side that
/// plays it moves last there.
static ORDER: [u32; 256] = {
    let mut orders = [0; 256];
    let mut code = 0;
    while code < 256 {
        let quarters = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        let mut placed = 0;
        let mut want = 1;
        while want <= 4 {
            let mut at = 0;
            while at < 4 {
                let mut alike = 0;
                let mut other = 0;
                while other < 4 {
                    alike += (quarters[other] == quarters[at]) as usize;
                    other += 1;
                }
                // Alone, then three together, then pairs and all four.
                let class = match alike {
                    1 => 1,
                    3 => 2,
                    2 => 3,
                    _ => 4,
                };
                if class == want {
                    orders[code] |= (at as u32 * 8) << (8 * placed);
                    placed += 1;
                }
                at += 1;
            }
            want += 1;
        }
        code += 1;
    }
    orders
};

impl FewSquares {
    /// The squares of a set of at most four; a1 fills the places of a smaller one.
    #[inline(always)]
    pub(super) fn of(set: Bitboard) -> Self {
        let mut squares = set.iter();
        let mut next = || squares.next().map_or(0, |square| square.index() as u32);
        Self(next() | next() << 8 | next() << 16 | next() << 24)
    }

    /// Four squares in the order in which they are tried.
    #[inline(always)]
    pub(super) fn in_order_of_four(self) -> Self {
        // The two bits of each quarter beside each other, then the four quarters.
        let low = (self.0 >> 2) & LOW_BITS;
        let pairs = (low | low >> 2) & 0x0303_0303;
        let code = pairs.wrapping_mul(1 << 24 | 1 << 18 | 1 << 12 | 1 << 6) >> 24;
        let order = ORDER[code as usize & 255];
        let byte = |place: u32| self.0.wrapping_shr(order >> (8 * place)) & 63;
        Self(byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24)
    }

    /// Three squares in the order in which they are tried.
    #[inline(always)]
    pub(super) fn in_order_of_three(self) -> ThreeSquares {
        let alike = |places: u32| (self.0 ^ self.0 >> (8 * places)) & QUARTER == 0;
        // Shifted so that the square alone in its quarter becomes the first.
        let shift = if alike(2) { 8 } else { 0 };
        let shift = if alike(1) { 16 } else { shift };
        let three = u64::from(self.0 & 0x00ff_ffff);
        ThreeSquares((three | three << 24 | three << 48) >> shift)
    }

    /// The first square.
    #[inline(always)]
    pub(super) fn first(self) -> Square {
        self.nth::<0>()
    }

    /// The square at this place, counted from 0.
    #[inline(always)]
    pub(super) fn nth<const PLACE: u32>(self) -> Square {
        Square::new((self.0 >> (8 * PLACE)) as usize & 63).unwrap_or(Square::A1)
    }

    /// The first of four squares becomes the last.
    #[inline(always)]
    pub(super) fn rotated(self) -> Self {
        Self(self.0.rotate_right(8))
    }

    /// All squares but the first.
    #[inline(always)]
    pub(super) fn rest(self) -> Self {
        Self(self.0 >> 8)
    }
}

/// Three squares, the first one to try in the lowest byte, and above them the same squares again,
/// so that a shift makes the next one the first.
#[derive(Clone, Copy)]
pub(super) struct ThreeSquares(u64);

impl ThreeSquares {
    /// The first square.
    #[inline(always)]
    pub(super) fn first(self) -> Square {
        self.nth::<0>()
    }

    /// The two squares after the first.
    #[inline(always)]
    pub(super) fn others(self) -> [Square; 2] {
        [self.nth::<1>(), self.nth::<2>()]
    }

    /// The next square becomes the first. This can be done twice.
    #[inline(always)]
    pub(super) fn rotated(self) -> Self {
        Self(self.0 >> 8)
    }

    #[inline(always)]
    fn nth<const PLACE: u32>(self) -> Square {
        Square::new((self.0 >> (8 * PLACE)) as usize & 63).unwrap_or(Square::A1)
    }
}

//! The squares seen from each square in each direction.

/// Steps between neighbouring squares in the four directions of rising index:
/// east, south, south-west, south-east. The other four are their opposites.
pub(super) const STEPS: [u32; 4] = [1, 8, 7, 9];

/// The eight rays of one square: four of rising index in the order of
/// [`STEPS`], then their opposites.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Rays {
    pub(super) rising: [u64; 4],
    pub(super) falling: [u64; 4],
}

/// The rays of each square, 4 KiB in all; one cache line for a square.
pub(super) static RAYS: [Rays; 64] = {
    let mut table = [Rays { rising: [0; 4], falling: [0; 4] }; 64];
    let mut index = 0;
    while index < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (down, right) = [(0, 1), (1, 0), (1, -1), (1, 1)][direction];
            table[index].rising[direction] = ray(index, down, right);
            table[index].falling[direction] = ray(index, -down, -right);
            direction += 1;
        }
        index += 1;
    }
    table
};

/// Squares from `index`, itself excluded, to the rim.
const fn ray(index: usize, down: isize, right: isize) -> u64 {
    let mut squares = 0;
    let mut row = (index / 8).cast_signed() + down;
    let mut column = (index % 8).cast_signed() + right;
    while row >= 0 && row < 8 && column >= 0 && column < 8 {
        squares |= 1 << (row * 8 + column);
        row += down;
        column += right;
    }
    squares
}

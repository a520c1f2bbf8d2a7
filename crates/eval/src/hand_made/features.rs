//! The features of a board.

use outflank_core::{Bitboard, Board, Kernel};

/// The number of features.
pub(crate) const FEATURES: usize = 21;

/// The classes of symmetric squares: corners, C squares, A squares, B squares,
/// X squares, and so on to the centre.
const CLASSES: [u64; 10] = [
    0x8100_0000_0000_0081,
    0x4281_0000_0000_8142,
    0x2400_8100_0081_0024,
    0x1800_0081_8100_0018,
    0x0042_0000_0000_4200,
    0x0024_4200_0042_2400,
    0x0018_0042_4200_1800,
    0x0000_2400_0024_0000,
    0x0000_1824_2418_0000,
    0x0000_0018_1800_0000,
];

/// 16 times the natural logarithm of one more than the index.
const LOGARITHM: [i32; 65] = [
    0, 11, 18, 22, 26, 29, 31, 33, 35, 37, 38, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 49, 50, 51,
    52, 52, 53, 53, 54, 54, 55, 55, 56, 56, 57, 57, 58, 58, 59, 59, 59, 60, 60, 61, 61, 61, 62, 62,
    62, 63, 63, 63, 64, 64, 64, 64, 65, 65, 65, 66, 66, 66, 66, 67, 67,
];

/// The features of a board: counts of the side to move minus those of the
/// opponent.
#[inline(always)]
pub(crate) fn of<K: Kernel>(kernel: K, board: Board) -> [i32; FEATURES] {
    let (own, opp) = (board.own(), board.opp());
    let difference = |a: Bitboard, b: Bitboard| a.len().cast_signed() - b.len().cast_signed();
    let by_logarithm =
        |a: Bitboard, b: Bitboard| LOGARITHM[a.len() as usize] - LOGARITHM[b.len() as usize];
    let mut features = [0; FEATURES];
    for (feature, class) in features.iter_mut().zip(CLASSES) {
        let class = Bitboard::new(class);
        *feature = difference(own & class, opp & class);
    }
    let empties = board.empties();
    let own_moves = board.legal_moves_on(kernel);
    let opp_moves = board.pass().legal_moves_on(kernel);
    let own_reach = around(opp) & empties;
    let opp_reach = around(own) & empties;
    let open = around(empties & Bitboard::CORNERS);
    let open_x = open & Bitboard::new(CLASSES[4]);
    let open_c = open & Bitboard::new(CLASSES[1]);
    let corners = Bitboard::CORNERS;
    let edges = Bitboard::EDGES;
    features[10] = difference(own & open_x, opp & open_x);
    features[11] = difference(own & open_c, opp & open_c);
    features[12] = difference(own_moves, opp_moves);
    features[13] = by_logarithm(own_moves, opp_moves);
    features[14] = difference(own_reach, opp_reach);
    features[15] = by_logarithm(own_reach, opp_reach);
    features[16] = difference(own_moves & corners, opp_moves & corners);
    features[17] = difference(own_moves & edges, opp_moves & edges);
    features[18] = difference(around(empties) & own, around(empties) & opp);
    features[19] = 1;
    features[20] = (empties.len() & 1).cast_signed();
    features
}

/// The squares of a set and their neighbours.
#[inline(always)]
fn around(set: Bitboard) -> Bitboard {
    let bits = set.bits();
    let rows = bits | bits << 8 | bits >> 8;
    let left = (rows & !0x8080_8080_8080_8080) << 1;
    let right = (rows & !0x0101_0101_0101_0101) >> 1;
    Bitboard::new(rows | left | right)
}

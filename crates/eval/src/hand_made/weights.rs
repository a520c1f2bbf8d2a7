//! The weights of the hand-made evaluation.

use super::features::FEATURES;

/// The numbers of empty squares with weights of their own.
pub(crate) const KNOTS: [i32; 6] = [4, 14, 24, 34, 44, 54];

/// Weights at each knot, in 128ths of a disc: a least-squares fit of positions
/// from self-play to the final scores of their games.
pub(crate) const REVERSI: [[i32; FEATURES]; 6] = [
    [
        378, 243, 54, 73, 154, 111, 88, 65, 112, 67, -79, -150, 255, 32, -122, -18, 267, -108,
        -195, -158, 336,
    ],
    [
        893, 368, 23, 50, 54, 18, 24, 21, 16, -20, -69, -384, -87, 69, -6, -37, 515, 123, -173,
        -231, 2,
    ],
    [
        960, 397, 61, 80, 4, -22, -19, 56, 7, 8, -273, -380, -108, 80, 69, -56, 537, 62, -160,
        -310, 83,
    ],
    [
        1147, 438, 102, 60, -188, -50, -39, 69, 18, 13, -313, -422, -37, 60, 38, -5, 489, -6, -123,
        -283, 65,
    ],
    [
        1480, 93, 127, 65, -360, -115, -81, 70, 40, 16, -556, -465, 7, 25, 17, 11, 87, -46, -96,
        -228, 57,
    ],
    [
        805, -444, 48, -94, -126, -172, -133, -63, 4, -32, -750, -95, -34, 32, 37, -5, 12, -25, -4,
        -98, -62,
    ],
];
/// The same for Reversed Reversi.
pub(crate) const REVERSED: [[i32; FEATURES]; 6] = [
    [
        -356, -134, -62, -70, -126, -91, -85, -23, -55, -27, 65, 133, 208, -7, 76, 0, -96, -55, 44,
        -2, -726,
    ],
    [
        -690, -107, -50, -66, -102, -71, -44, -17, -18, 3, 44, 128, 93, -10, 91, -38, -58, 31, -33,
        34, -593,
    ],
    [
        -647, -113, -26, -61, -34, -25, 16, -16, -8, 5, 6, 155, 2, 11, 57, -22, -37, 44, -75, 88,
        -583,
    ],
    [-573, -63, 4, -13, -21, -36, 5, 19, 5, 12, 5, 118, -36, 37, 27, -4, -14, 17, -86, 89, -536],
    [
        -606, -86, -41, -2, -23, -71, -66, -5, 4, -1, -57, 93, 3, 16, 33, -16, -23, -23, -42, 110,
        -513,
    ],
    [
        -589, -21, -47, -148, -321, -63, -143, -18, 9, -30, 286, -194, 6, 18, 4, 8, 105, -71, 3,
        152, -436,
    ],
];
/// The deviation of shallow searches from deep ones, by `outflank calibrate`: a
/// constant, and terms per ply of the deep search, per ply of the shallow search
/// and per empty square.
pub(crate) const REVERSI_DEVIATION: [f32; 4] = [5.618, 0.529, -0.718, -0.103];
/// The same for Reversed Reversi.
pub(crate) const REVERSED_DEVIATION: [f32; 4] = [2.215, 0.285, -0.242, -0.057];

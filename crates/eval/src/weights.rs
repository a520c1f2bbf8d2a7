//! The weights of the evaluation made by hand.

use crate::features::FEATURES;

/// The numbers of empty squares that have weights of their own.
pub(crate) const KNOTS: [i32; 6] = [4, 14, 24, 34, 44, 54];

pub(crate) const REVERSI: [[i32; FEATURES]; 6] =
    [[768, -128, 128, 0, 0, 0, 0, 0, 0, 0, -256, -128, 96, 0, 42, 0, 384, 0, 0, 0, 0]; 6];
pub(crate) const REVERSED: [[i32; FEATURES]; 6] =
    [[-768, 128, -128, 0, 0, 0, 0, 0, 0, 0, 256, 128, 96, 0, 42, 0, -384, 0, 0, 0, 0]; 6];
pub(crate) const REVERSI_DEVIATION: [f32; 3] = [3.0, 0.25, 0.0];
pub(crate) const REVERSED_DEVIATION: [f32; 3] = [3.0, 0.25, 0.0];

//! The accuracy of searches: deviations and win probabilities.

use serde::{Deserialize, Serialize};

/// The number of parts of a game, of ten empty squares each.
const PARTS: usize = 6;

/// The part of a board with this many empty squares.
#[inline(always)]
const fn part(empties: u32) -> usize {
    let part = empties as usize / 10;
    if part < PARTS { part } else { PARTS - 1 }
}

/// The standard deviation of shallow searches from deep ones, in discs. Each part
/// of ten empty squares has a constant, a term for each ply of the deep search
/// and one for each ply of the shallow search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trust(pub [[f32; 3]; PARTS]);

impl Trust {
    /// The index of the constants for this number of empty squares.
    pub const fn part(empties: u32) -> usize {
        part(empties)
    }

    /// The fitted deviation; the minimum is half a disc.
    #[inline(always)]
    pub fn deviation(&self, empties: u32, deep: u32, shallow: u32) -> f32 {
        let [constant, by_deep, by_shallow] = self.0[part(empties)];
        (constant + by_deep * deep as f32 + by_shallow * shallow as f32).max(0.5)
    }
}

impl Default for Trust {
    /// Large deviations, for weights without a calibration.
    fn default() -> Self {
        Self([[5.0, 0.3, -0.4]; PARTS])
    }
}

/// The lead in discs with which a side wins 73 of 100 games, for each part of
/// ten empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WinScale(pub [f32; PARTS]);

impl WinScale {
    /// The index of the scale for this number of empty squares.
    pub const fn part(empties: u32) -> usize {
        part(empties)
    }

    /// The probability of a win plus half that of a draw.
    pub fn probability(&self, empties: u32, score: f32) -> f32 {
        1.0 / (1.0 + (-score / self.0[part(empties)]).exp())
    }
}

impl Default for WinScale {
    fn default() -> Self {
        Self([4.0; PARTS])
    }
}

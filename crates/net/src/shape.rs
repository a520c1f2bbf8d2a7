//! The size of a network and the places of its parameters.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::convolution::SQUARES;
use crate::planes::PLANES;

/// The features of each square that the last layers see.
pub(crate) const FEATURES: usize = 16;
/// The hidden numbers from which the outcome and the score are computed.
pub(crate) const HIDDEN: usize = 64;
/// The columns of the layer that gives a number for each move, and the hidden numbers.
pub(crate) const JOINT: usize = 64 + HIDDEN;
/// Win, draw and loss.
pub(crate) const OUTCOMES: usize = 3;
/// The even scores from -64 to 64.
pub(crate) const SCORES: usize = 65;
/// The columns of the layer of outcomes and scores, filled up to whole panels.
pub(crate) const RESULTS: usize = 80;
/// The columns of the layer of ownership. Only the first is used.
pub(crate) const OWNERS: usize = 16;

/// The size of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NetworkShape {
    /// The number of residual blocks.
    pub blocks: usize,
    /// The number of channels, a multiple of 16.
    pub channels: usize,
}

impl NetworkShape {
    /// 4 blocks of 32 channels.
    pub const TINY: Self = Self { blocks: 4, channels: 32 };
    /// 6 blocks of 48 channels.
    pub const SMALL: Self = Self { blocks: 6, channels: 48 };
    /// 8 blocks of 64 channels.
    pub const MEDIUM: Self = Self { blocks: 8, channels: 64 };
    /// The sizes with a name.
    pub const PRESETS: [(&'static str, Self); 3] =
        [("tiny", Self::TINY), ("small", Self::SMALL), ("medium", Self::MEDIUM)];

    /// True if a network can have this size.
    pub const fn is_valid(self) -> bool {
        let Self { blocks, channels } = self;
        blocks >= 1
            && blocks <= 64
            && channels >= 16
            && channels <= 256
            && channels.is_multiple_of(16)
    }

    /// The number of parameters.
    pub fn parameters(self) -> usize {
        Places::of(self).end
    }
}

impl fmt::Display for NetworkShape {
    /// `4x32`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.blocks, self.channels))
    }
}

/// A text that names no size of a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{}' is not the size of a network: expected tiny, small, medium, or blocks and channels \
     such as 4x32, with channels in steps of 16", found.escape_debug()
)]
pub struct ParseNetworkShapeError {
    /// The text given.
    pub found: String,
}

impl FromStr for NetworkShape {
    type Err = ParseNetworkShapeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let preset = Self::PRESETS.into_iter().find(|(name, _)| *name == text);
        let parsed = || {
            let (blocks, channels) = text.split_once('x')?;
            let shape = Self { blocks: blocks.parse().ok()?, channels: channels.parse().ok()? };
            Some(shape).filter(|shape| shape.is_valid())
        };
        let shape = preset.map(|(_, shape)| shape).or_else(parsed);
        shape.ok_or_else(|| ParseNetworkShapeError { found: text.to_owned() })
    }
}

/// The weights and the bias of a layer, as places in the list of all parameters.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    pub(crate) weights: Range<usize>,
    pub(crate) bias: Range<usize>,
}

/// The places of all layers.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// The first convolution, then two for each block.
    pub(crate) convolutions: Vec<Layer>,
    pub(crate) features: Layer,
    pub(crate) joint: Layer,
    pub(crate) results: Layer,
    pub(crate) ownership: Layer,
    pub(crate) end: usize,
}

impl Places {
    pub(crate) fn of(shape: NetworkShape) -> Self {
        let NetworkShape { blocks, channels } = shape;
        let mut end = 0;
        let mut layer = |squares: usize, inputs: usize, outputs: usize| {
            let weights = end..end + squares * inputs * outputs;
            let bias = weights.end..weights.end + outputs;
            end = bias.end;
            Layer { inputs, outputs, weights, bias }
        };
        let mut convolutions = vec![layer(SQUARES, PLANES, channels)];
        convolutions.extend((0..2 * blocks).map(|_| layer(SQUARES, channels, channels)));
        let features = layer(1, channels, FEATURES);
        let joint = layer(1, 64 * FEATURES, JOINT);
        let results = layer(1, HIDDEN, RESULTS);
        let ownership = layer(1, channels, OWNERS);
        Self { convolutions, features, joint, results, ownership, end }
    }

    /// All layers, in the order of their parameters.
    #[cfg(test)]
    pub(crate) fn layers(&self) -> impl Iterator<Item = &Layer> {
        let rest = [&self.features, &self.joint, &self.results, &self.ownership];
        self.convolutions.iter().chain(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_read_as_it_is_written() {
        for (name, shape) in NetworkShape::PRESETS {
            assert_eq!(name.parse(), Ok(shape));
            assert_eq!(shape.to_string().parse(), Ok(shape));
        }
        for wrong in ["", "4", "4x", "0x32", "4x33", "4x999", "huge"] {
            assert!(wrong.parse::<NetworkShape>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn layers_follow_each_other_without_gaps() {
        let places = Places::of(NetworkShape::TINY);
        let mut end = 0;
        for layer in places.layers() {
            assert_eq!((layer.weights.start, layer.bias.start), (end, layer.weights.end));
            end = layer.bias.end;
        }
        assert_eq!(end, NetworkShape::TINY.parameters());
    }
}

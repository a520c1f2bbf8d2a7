//! The parameters of a network.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, Normal};

use crate::NetworkShape;
use crate::shape::Places;

/// A residual network: its size and all its parameters.
///
/// Boards go through a convolution and `blocks` residual blocks of two convolutions each. There is
/// no batch normalisation: the second convolution of a block begins with small weights, so that a
/// deep network begins as a shallow one.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: NetworkShape,
    parameters: Vec<f32>,
}

impl Network {
    /// A network with random weights. The same seed gives the same network.
    ///
    /// # Panics
    /// If the shape is not valid.
    pub fn random(shape: NetworkShape, seed: u64) -> Self {
        assert!(shape.is_valid(), "{shape} is the size of a network");
        let places = Places::of(shape);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut parameters = vec![0.0; places.end];
        let scaled = |count: usize, factor: f32| {
            Normal::new(0.0, (2.0 / count as f32).sqrt() * factor).expect("a finite deviation")
        };
        for (number, layer) in places.convolutions.iter().enumerate() {
            // The last of a block.
            let is_second = number > 0 && number % 2 == 0;
            let factor = if is_second { 0.5 / (shape.blocks as f32).sqrt() } else { 1.0 };
            let normal = scaled(9 * layer.inputs, factor);
            parameters[layer.weights.clone()].fill_with(|| normal.sample(&mut random));
        }
        for (layer, factor) in [
            (&places.features, 1.0),
            (&places.joint, 0.5),
            (&places.results, 0.1),
            (&places.ownership, 0.1),
        ] {
            let normal = scaled(layer.inputs, factor);
            parameters[layer.weights.clone()].fill_with(|| normal.sample(&mut random));
        }
        Self { shape, parameters }
    }

    /// A network with these parameters; `None` if the shape is not valid or needs another number
    /// of them.
    pub fn from_parameters(shape: NetworkShape, parameters: Vec<f32>) -> Option<Self> {
        let fits = shape.is_valid() && parameters.len() == shape.parameters();
        fits.then_some(Self { shape, parameters })
    }

    /// The size.
    pub const fn shape(&self) -> NetworkShape {
        self.shape
    }

    /// All parameters.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    pub(crate) fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }
}

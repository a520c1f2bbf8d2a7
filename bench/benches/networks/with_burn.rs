//! A network in burn, on its backend for processors.

use burn_tensor::activation::{relu, softmax};
use burn_tensor::module::{conv2d, linear};
use burn_tensor::ops::ConvOptions;
use burn_tensor::{Device, Tensor, TensorData};

use crate::Outputs;
use crate::boards::PLANES;
use crate::weights::{self, Weights};

/// A network with all its layers.
pub struct BurnNetwork {
    device: Device,
    first: Layer<4>,
    blocks: Vec<[Layer<4>; 2]>,
    features: Layer<4>,
    moves: Layer<2>,
    hidden: Layer<2>,
    outcome: Layer<2>,
    score: Layer<2>,
}

struct Layer<const D: usize> {
    weights: Tensor<D>,
    bias: Tensor<1>,
}

impl<const D: usize> Layer<D> {
    fn new(device: &Device, weights: &Weights, name: &str) -> Self {
        let [weights, bias] = weights.layer(name);
        Self { weights: tensor(device, weights), bias: tensor(device, bias) }
    }
}

fn tensor<const D: usize>(device: &Device, tensor: weights::Tensor) -> Tensor<D> {
    Tensor::from_data(TensorData::new(tensor.numbers, tensor.sizes), device)
}

impl Layer<4> {
    fn convolve(&self, input: Tensor<4>) -> Tensor<4> {
        let border = self.weights.dims()[2] / 2;
        let options = ConvOptions::new([1, 1], [border; 2], [1, 1], 1);
        conv2d(input, self.weights.clone(), Some(self.bias.clone()), options)
    }
}

impl Layer<2> {
    fn apply(&self, input: Tensor<2>) -> Tensor<2> {
        linear(input, self.weights.clone(), Some(self.bias.clone()))
    }
}

impl BurnNetwork {
    pub fn new(weights: &Weights) -> Self {
        let device = Device::flex();
        let dense = |name| Layer::new(&device, weights, name);
        let convolution = |name: &str| Layer::new(&device, weights, name);
        let names: Vec<_> = weights.convolutions().collect();
        let blocks = names[1..].chunks_exact(2);
        let blocks = blocks.map(|pair| [convolution(&pair[0]), convolution(&pair[1])]).collect();
        Self {
            first: convolution(&names[0]),
            blocks,
            features: convolution("features"),
            moves: dense("moves"),
            hidden: dense("raw_hidden"),
            outcome: dense("raw_outcome"),
            score: dense("raw_score"),
            device,
        }
    }

    pub fn predict(&self, planes: &[f32]) -> Outputs {
        let batch = planes.len() / (PLANES * 64);
        let planes = TensorData::new(planes.to_vec(), [batch, PLANES, 8, 8]);
        let mut tower = relu(self.first.convolve(Tensor::from_data(planes, &self.device)));
        for [first, second] in &self.blocks {
            let inner = relu(first.convolve(tower.clone()));
            tower = relu(second.convolve(inner) + tower);
        }
        let features = relu(self.features.convolve(tower));
        // By square, then by feature.
        let features = features.permute([0, 2, 3, 1]).flatten(1, 3);
        let hidden = relu(self.hidden.apply(features.clone()));
        Outputs {
            moves: numbers(self.moves.apply(features)),
            outcome: numbers(softmax(self.outcome.apply(hidden.clone()), 1)),
            score: numbers(softmax(self.score.apply(hidden), 1)),
        }
    }
}

fn numbers(tensor: Tensor<2>) -> Vec<f32> {
    tensor.into_data().as_slice().expect("floats").to_vec()
}

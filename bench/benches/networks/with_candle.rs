//! A network in candle.

use candle_core::{Device, Module, Result, Tensor};
use candle_nn::ops::softmax_last_dim;
use candle_nn::{Conv2d, Conv2dConfig, Linear};

use crate::Outputs;
use crate::boards::PLANES;
use crate::weights::{self, Weights};

/// A network with all its layers.
pub struct CandleNetwork {
    first: Conv2d,
    blocks: Vec<[Conv2d; 2]>,
    features: Conv2d,
    moves: Linear,
    hidden: Linear,
    outcome: Linear,
    score: Linear,
}

impl CandleNetwork {
    pub fn new(weights: &Weights) -> Self {
        let convolution = |name: &str| convolution(weights, name).expect("the sizes fit");
        let dense = |name| dense(weights, name).expect("the sizes fit");
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
        }
    }

    pub fn predict(&self, planes: &[f32]) -> Outputs {
        self.outputs(planes).expect("the sizes fit")
    }

    fn outputs(&self, planes: &[f32]) -> Result<Outputs> {
        let batch = planes.len() / (PLANES * 64);
        let planes = Tensor::from_slice(planes, (batch, PLANES, 8, 8), &Device::Cpu)?;
        let mut tower = self.first.forward(&planes)?.relu()?;
        for [first, second] in &self.blocks {
            let inner = first.forward(&tower)?.relu()?;
            tower = (second.forward(&inner)? + tower)?.relu()?;
        }
        let features = self.features.forward(&tower)?.relu()?;
        // By square, then by feature.
        let features = features.permute((0, 2, 3, 1))?.flatten_from(1)?;
        let hidden = self.hidden.forward(&features)?.relu()?;
        Ok(Outputs {
            moves: numbers(&self.moves.forward(&features)?)?,
            outcome: numbers(&softmax_last_dim(&self.outcome.forward(&hidden)?)?)?,
            score: numbers(&softmax_last_dim(&self.score.forward(&hidden)?)?)?,
        })
    }
}

fn tensor(tensor: weights::Tensor) -> Result<Tensor> {
    Tensor::from_vec(tensor.numbers, tensor.sizes, &Device::Cpu)
}

fn convolution(weights: &Weights, name: &str) -> Result<Conv2d> {
    let [weights, bias] = weights.layer(name);
    let config = Conv2dConfig { padding: weights.sizes[2] / 2, ..Conv2dConfig::default() };
    Ok(Conv2d::new(tensor(weights)?, Some(tensor(bias)?), config))
}

fn dense(weights: &Weights, name: &str) -> Result<Linear> {
    let [weights, bias] = weights.layer(name);
    // candle keeps the weights of each output together.
    Ok(Linear::new(tensor(weights)?.t()?.contiguous()?, Some(tensor(bias)?)))
}

fn numbers(tensor: &Tensor) -> Result<Vec<f32>> {
    tensor.flatten_all()?.to_vec1()
}

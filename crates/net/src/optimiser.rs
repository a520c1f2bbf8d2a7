//! The optimiser: Adam with decoupled weight decay, and the average of the weights.

use crate::Network;

/// The shares of the old mean and of the old mean square that each step keeps.
const KEPT: [f32; 2] = [0.9, 0.999];
/// The share of a weight that decays at a learning rate of one.
const DECAY: f32 = 0.02;
/// The share of the old average that each step keeps.
const AVERAGE: f32 = 0.998;

/// A network in training.
///
/// [`Trainee::average`] is the mean of the networks of the last few hundred steps. It plays
/// better than any single one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Trainee {
    network: Network,
    steps: u64,
    mean: Vec<f32>,
    square: Vec<f32>,
    average: Vec<f32>,
}

impl Trainee {
    /// Begins with a network.
    pub fn new(network: Network) -> Self {
        let average = network.parameters().to_vec();
        let zero = vec![0.0; average.len()];
        Self { network, steps: 0, mean: zero.clone(), square: zero, average }
    }

    /// The network after the last step.
    pub const fn network(&self) -> &Network {
        &self.network
    }

    /// The number of steps so far.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// The average network.
    pub fn average(&self) -> Network {
        let network = Network::from_parameters(self.network.shape(), self.average.clone());
        network.expect("the average has all parameters")
    }

    /// Changes the network by a step against the gradient.
    pub fn step(&mut self, gradient: &[f32], rate: f32) {
        self.steps += 1;
        let scale = shortening(gradient);
        let steps = self.steps.min(i32::MAX as u64) as i32;
        let rate = rate * warm_up(self.steps);
        let [mean_kept, square_kept] = KEPT;
        let mean_share = 1.0 - mean_kept.powi(steps);
        let square_share = 1.0 - square_kept.powi(steps);
        // At first the average follows quickly, because it began with random weights.
        let kept = AVERAGE.min(self.steps as f32 / (self.steps as f32 + 10.0));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        let weights = self.network.parameters_mut().iter_mut().zip(&mut self.average);
        for (((weight, average), (mean, square)), number) in weights.zip(moments).zip(gradient) {
            let number = number * scale;
            *mean = mean_kept * *mean + (1.0 - mean_kept) * number;
            *square = square_kept * *square + (1.0 - square_kept) * number * number;
            let change = (*mean / mean_share) / ((*square / square_share).sqrt() + 1e-8);
            *weight -= rate * (change + DECAY * *weight);
            *average = kept * *average + (1.0 - kept) * *weight;
        }
    }

    /// The whole state as bytes: a resumed training goes on with the same bits.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.steps.to_le_bytes().to_vec();
        for list in [self.network.parameters(), &self.mean, &self.square, &self.average] {
            bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the state of a network of this shape; `None` if the bytes are damaged or of another
    /// shape.
    pub fn from_bytes(shape: crate::NetworkShape, bytes: &[u8]) -> Option<Self> {
        let (content, checksum) = bytes.split_last_chunk::<4>()?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return None;
        }
        let (steps, lists) = content.split_first_chunk::<8>()?;
        let count = shape.parameters();
        if lists.len() != 16 * count {
            return None;
        }
        let mut lists = lists.chunks_exact(4 * count).map(|list| {
            let numbers = list.chunks_exact(4);
            numbers.map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
        });
        let mut next = || lists.next();
        let network = Network::from_parameters(shape, next()?)?;
        let (mean, square, average) = (next()?, next()?, next()?);
        Some(Self { network, steps: u64::from_le_bytes(*steps), mean, square, average })
    }
}

/// The factor that shortens a gradient to the largest length allowed.
fn shortening(gradient: &[f32]) -> f32 {
    const LONGEST: f32 = 2.0;
    let length = gradient.iter().map(|number| number * number).sum::<f32>().sqrt();
    if length > LONGEST { LONGEST / length } else { 1.0 }
}

/// The share of the learning rate at a step: it rises over the first hundred.
fn warm_up(step: u64) -> f32 {
    (step as f32 / 100.0).min(1.0)
}

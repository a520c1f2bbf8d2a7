//! The network as it is defined, in double precision and without any speed: the loops of a
//! convolution as they are written in books. Tests compare the fast layers and the gradient
//! with it.

use outflank_core::Square;

use crate::activation::Activation;
use crate::planes::{PLANES, PLANES_STRIDE, write_planes};
use crate::shape::{FEATURES, HIDDEN, JOINT, Layer, OUTCOMES, OWNERS, Places, RESULTS, SCORES};
use crate::{Example, NetworkShape};

/// The raw outputs for a board: a number for each move, then for outcomes and scores, then for
/// the owner of each square.
pub(crate) struct PlainOutputs {
    pub(crate) moves: Vec<f64>,
    pub(crate) results: Vec<f64>,
    pub(crate) ownership: Vec<f64>,
}

/// Computes the network for a board.
pub(crate) fn outputs(
    shape: NetworkShape,
    activation: Activation,
    parameters: &[f64],
    board: outflank_core::Board,
) -> PlainOutputs {
    let places = Places::of(shape);
    let mut planes = vec![0.0; 64 * PLANES_STRIDE];
    write_planes(board, &mut planes);
    let seen = planes.chunks_exact(PLANES_STRIDE).flat_map(|square| &square[..PLANES]);
    let planes: Vec<f64> = seen.copied().map(f64::from).collect();
    let activated = |numbers| activated(activation, numbers);
    let mut tensor = activated(convolve(&places.convolutions[0], parameters, &planes));
    for block in places.convolutions[1..].chunks_exact(2) {
        let inner = activated(convolve(&block[0], parameters, &tensor));
        let added = convolve(&block[1], parameters, &inner);
        tensor = activated(tensor.iter().zip(added).map(|(a, b)| a + b).collect());
    }
    let features = activated(dense(&places.features, parameters, &tensor));
    debug_assert_eq!(features.len(), 64 * FEATURES);
    let joint = dense(&places.joint, parameters, &features);
    debug_assert_eq!(joint.len(), JOINT);
    let hidden = activated(joint[64..].to_vec());
    debug_assert_eq!(hidden.len(), HIDDEN);
    let results = dense(&places.results, parameters, &hidden);
    let ownership = dense(&places.ownership, parameters, &tensor);
    PlainOutputs {
        moves: joint[..64].to_vec(),
        results: results[..RESULTS].to_vec(),
        ownership: ownership.chunks_exact(OWNERS).map(|row| row[0]).collect(),
    }
}

/// The mean loss of examples.
pub(crate) fn loss(
    shape: NetworkShape,
    activation: Activation,
    parameters: &[f64],
    examples: &[Example],
) -> f64 {
    let of = |example: &Example| {
        let PlainOutputs { moves, results, ownership } =
            outputs(shape, activation, parameters, example.board);
        let mut loss = 0.0;
        if let Some(targets) = &example.moves {
            let legal: Vec<_> = example.board.legal_moves().iter().map(Square::index).collect();
            let numbers: Vec<_> = legal.iter().map(|at| moves[*at]).collect();
            let targets: Vec<_> = legal.iter().map(|at| f64::from(targets[*at])).collect();
            loss += cross_entropy(&numbers, &targets);
        }
        loss += cross_entropy(&results[..OUTCOMES], &example.outcome.map(f64::from));
        let mut target = vec![0.0; SCORES];
        target[example.score_place()] = 1.0;
        loss += 0.1 * cross_entropy(&results[OUTCOMES..][..SCORES], &target);
        let (own, opponent) = (example.own_at_end.bits(), example.opponent_at_end.bits());
        for (square, number) in ownership.iter().enumerate() {
            let [own, opponent] = [own, opponent].map(|set| (set >> square & 1) as f64);
            let target = f64::midpoint(1.0 + own, -opponent);
            loss += 0.5 / 64.0 * ((1.0 + number.exp()).ln() - target * number);
        }
        loss
    };
    examples.iter().map(of).sum::<f64>() / examples.len() as f64
}

fn cross_entropy(numbers: &[f64], targets: &[f64]) -> f64 {
    let sum: f64 = numbers.iter().map(|number| number.exp()).sum();
    -numbers.iter().zip(targets).map(|(number, target)| target * (number - sum.ln())).sum::<f64>()
}

fn activated(activation: Activation, mut numbers: Vec<f64>) -> Vec<f64> {
    for number in &mut numbers {
        *number = match activation {
            Activation::Rectifier => number.max(0.0),
            Activation::Softplus => number.exp().ln_1p(),
        };
    }
    numbers
}

/// A row of outputs for each row of inputs.
fn dense(layer: &Layer, parameters: &[f64], from: &[f64]) -> Vec<f64> {
    let mut to = Vec::new();
    for row in from.chunks_exact(layer.inputs) {
        for output in 0..layer.outputs {
            let weight = |input| parameters[layer.weights.start + input * layer.outputs + output];
            let terms = row.iter().enumerate().map(|(input, number)| number * weight(input));
            to.push(parameters[layer.bias.start + output] + terms.sum::<f64>());
        }
    }
    to
}

fn convolve(layer: &Layer, parameters: &[f64], from: &[f64]) -> Vec<f64> {
    let &Layer { inputs, outputs, ref weights, ref bias } = layer;
    let mut to = Vec::new();
    for row in 0..8_usize {
        for column in 0..8_usize {
            let mut sums = parameters[bias.clone()].to_vec();
            for near_row in row.saturating_sub(1)..(row + 2).min(8) {
                for near_column in column.saturating_sub(1)..(column + 2).min(8) {
                    let square = (near_row + 1 - row) * 3 + near_column + 1 - column;
                    for input in 0..inputs {
                        let number = from[(near_row * 8 + near_column) * inputs + input];
                        let start = weights.start + (square * inputs + input) * outputs;
                        for (output, sum) in sums.iter_mut().enumerate() {
                            *sum += number * parameters[start + output];
                        }
                    }
                }
            }
            to.extend(sums);
        }
    }
    to
}

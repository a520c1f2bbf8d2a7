use outflank_core::{Bitboard, Board, InstructionSet, Rule, Square, Symmetry};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::activation::Activation;
use crate::gradient::gradient_with;
use crate::shape::Places;
use crate::{
    Example, Inference, Network, NetworkFile, NetworkFileError, NetworkProvenance, NetworkShape,
    NumberSize, Trainee, gradient, reference,
};

const SHAPE: NetworkShape = NetworkShape { blocks: 2, channels: 16 };

/// A board after some random moves.
fn any_board(random: &mut ChaCha8Rng) -> Board {
    let mut board = Board::START;
    for _ in 0..random.random_range(0..40) {
        let Some(square) = board.legal_moves().iter().choose(random) else { break };
        board = board.play(square).unwrap();
    }
    if board.legal_moves().is_empty() { Board::START } else { board }
}

fn any_example(random: &mut ChaCha8Rng, with_moves: bool) -> Example {
    let board = any_board(random);
    let mut moves = Box::new([0.0; 64]);
    let legal = board.legal_moves();
    for square in legal {
        moves[square.index()] = 1.0 / legal.len() as f32;
    }
    let own: u64 = random.random();
    Example {
        board,
        moves: with_moves.then_some(moves),
        outcome: [0.5, 0.2, 0.3],
        score: 2 * random.random_range(-32..=32),
        own_at_end: Bitboard::new(own & 0xffff_ffff_ffff_ff00),
        opponent_at_end: Bitboard::new(!own & 0xffff_ffff_ffff_ff00),
    }
}

/// A network whose layers all matter: a new one has small and zero parameters.
fn any_network(shape: NetworkShape, random: &mut ChaCha8Rng) -> Network {
    let mut network = Network::random(shape, 5);
    let places = Places::of(shape);
    for layer in places.layers() {
        let size = 1.0 / (layer.weights.len() as f32 / layer.outputs as f32).sqrt();
        for number in &mut network.parameters_mut()[layer.weights.start..layer.bias.end] {
            *number = random.random_range(-1.7 * size..1.7 * size);
        }
    }
    network
}

fn doubles(network: &Network) -> Vec<f64> {
    network.parameters().iter().copied().map(f64::from).collect()
}

#[test]
fn predictions_are_those_of_the_plain_network_on_every_instruction_set() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for channels in [32, 48, 64, 80] {
        let network = any_network(NetworkShape { blocks: 2, channels }, &mut random);
        let boards: Vec<_> = (0..9).map(|_| any_board(&mut random)).collect();
        let plain = |board: &Board| {
            reference::outputs(network.shape(), Activation::Rectifier, &doubles(&network), *board)
        };
        let plain: Vec<_> = boards.iter().map(plain).collect();
        for set in InstructionSet::supported() {
            for (prediction, plain) in
                Inference::on(set, &network).predict(&boards).iter().zip(&plain)
            {
                for (number, expected) in prediction.moves.iter().zip(&plain.moves) {
                    let error = (f64::from(*number) - expected).abs();
                    assert!(error < 2e-5, "{set} {channels} {number} {expected}");
                }
                let sum = plain.results[..3].iter().map(|number| number.exp()).sum::<f64>();
                for (number, expected) in prediction.outcome.iter().zip(&plain.results) {
                    assert!((f64::from(*number) - expected.exp() / sum).abs() < 1e-5, "{set}");
                }
            }
        }
    }
}

/// Both round a multiplication and an addition once, and add in the same order. So a run of
/// training goes on with the same numbers on another machine.
#[test]
fn instruction_sets_with_fused_multiplication_agree_to_the_bit() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let network = any_network(NetworkShape { blocks: 2, channels: 48 }, &mut random);
    let examples: Vec<_> = (0..11).map(|at| any_example(&mut random, at != 1)).collect();
    let boards: Vec<_> = examples.iter().map(|example| example.board).collect();
    let of = |set| {
        let gradient = gradient_with(&network, Activation::Rectifier, set, &examples);
        (Inference::on(set, &network).predict(&boards), gradient)
    };
    let fused = InstructionSet::supported();
    let fused = fused.into_iter().filter(|set| *set != InstructionSet::PORTABLE);
    let results: Vec<_> = fused.map(of).collect();
    assert!(results.windows(2).all(|two| two[0] == two[1]));
}

/// A smooth function between the layers, so that the slope exists everywhere.
#[test]
fn the_gradient_is_the_slope_of_the_plain_loss() {
    for set in InstructionSet::supported() {
        check_gradient(Activation::Softplus, set);
        check_gradient(Activation::Rectifier, set);
    }
}

fn check_gradient(activation: Activation, set: InstructionSet) {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let network = any_network(SHAPE, &mut random);
    let examples: Vec<_> = (0..3).map(|at| any_example(&mut random, at != 1)).collect();
    let (gradient, sums) = gradient_with(&network, activation, set, &examples);
    let parameters = doubles(&network);
    let loss = |parameters: &[f64]| reference::loss(SHAPE, activation, parameters, &examples);
    let mean = sums.total() / 3.0;
    assert!((mean - loss(&parameters)).abs() < 1e-4, "{mean} {}", loss(&parameters));
    // Along a random direction in the parameters of each layer.
    for layer in Places::of(SHAPE).layers() {
        for range in [layer.weights.clone(), layer.bias.clone()] {
            let direction: Vec<f64> =
                range.clone().map(|_| random.random_range(-1.0..1.0)).collect();
            let along = |step: f64| {
                let mut moved = parameters.clone();
                for (number, way) in moved[range.clone()].iter_mut().zip(&direction) {
                    *number += step * way;
                }
                loss(&moved)
            };
            let step = 1e-6;
            let slope = (along(step) - along(-step)) / (2.0 * step);
            let found: f64 = gradient[range.clone()]
                .iter()
                .zip(&direction)
                .map(|(number, way)| f64::from(*number) * way)
                .sum();
            assert!(
                (found - slope).abs() < 2e-6 + 2e-5 * slope.abs(),
                "{set} {activation:?} {range:?}: {found} {slope}"
            );
        }
    }
}

#[test]
fn a_batch_predicts_what_single_boards_do() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut inference = Inference::new(&any_network(NetworkShape::TINY, &mut random));
    let boards: Vec<_> = (0..37).map(|_| any_board(&mut random)).collect();
    let together = inference.predict(&boards);
    for (board, expected) in boards.iter().zip(together) {
        assert_eq!(inference.predict(&[*board]), [expected]);
    }
}

#[test]
fn training_learns_examples_by_heart() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let examples: Vec<_> = (0..8).map(|_| any_example(&mut random, true)).collect();
    let mut trainee = Trainee::new(Network::random(SHAPE, 1));
    let before = gradient(trainee.network(), &examples).1;
    for _ in 0..150 {
        let (gradient, _) = gradient(trainee.network(), &examples);
        trainee.step(&gradient, 3e-3);
    }
    let after = gradient(trainee.network(), &examples).1;
    assert!(after.score < before.score / 4.0, "{before:?} {after:?}");
    assert!(after.ownership < before.ownership / 2.0, "{before:?} {after:?}");
    let read = Trainee::from_bytes(SHAPE, &trainee.to_bytes()).unwrap();
    assert_eq!(read, trainee);
    let mut damaged = trainee.to_bytes();
    damaged[100] ^= 1;
    assert_eq!(Trainee::from_bytes(SHAPE, &damaged), None);
}

#[test]
#[expect(clippy::float_cmp, reason = "mirroring copies numbers")]
fn a_mirrored_example_says_the_same() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let example = any_example(&mut random, true);
    for symmetry in Symmetry::ALL {
        let mirrored = example.mirrored(symmetry);
        let moves = (example.moves.as_ref().unwrap(), mirrored.moves.as_ref().unwrap());
        for square in (0..64).filter_map(Square::new) {
            let image = symmetry.square(square);
            assert_eq!(moves.0[square.index()], moves.1[image.index()]);
            assert_eq!(example.own_at_end.has(square), mirrored.own_at_end.has(image));
        }
        assert_eq!(mirrored.mirrored(symmetry.inverse()), example);
    }
}

#[test]
fn a_file_is_read_as_it_was_written_or_refused() {
    let provenance = NetworkProvenance { generation: 3, games: 1000, steps: 77, seed: 9 };
    let network = Network::random(SHAPE, 2);
    let file = NetworkFile { rule: Rule::Reversed, provenance, network };
    let bytes = file.to_bytes();
    assert_eq!(NetworkFile::from_bytes(&bytes, Rule::Reversed).unwrap(), file);
    let half = file.to_bytes_of(NumberSize::Half);
    assert!(half.len() < bytes.len() / 2 + 200);
    let read = NetworkFile::from_bytes(&half, Rule::Reversed).unwrap();
    assert_eq!(read.to_bytes_of(NumberSize::Half), half);
    let of = |bytes: &[u8]| NetworkFile::from_bytes(bytes, Rule::Reversed).unwrap_err();
    assert!(matches!(of(&half[..half.len() - 1]), NetworkFileError::Length { .. }));
    assert!(matches!(
        NetworkFile::from_bytes(&bytes, Rule::Reversi),
        Err(NetworkFileError::Rule { found: Rule::Reversed, expected: Rule::Reversi })
    ));
    assert!(matches!(of(b"OUTFLANK"), NetworkFileError::Magic));
    assert!(matches!(of(&bytes[..bytes.len() - 1]), NetworkFileError::Length { .. }));
    let mut damaged = bytes.clone();
    damaged[200] ^= 4;
    assert!(matches!(of(&damaged), NetworkFileError::Checksum));
    let mut newer = bytes;
    newer[8] = 9;
    assert!(matches!(of(&newer), NetworkFileError::Version { found: 9 }));
    for length in 0..200 {
        of(&file.to_bytes()[..length]);
    }
}

use std::collections::HashSet;

use outflank_core::{Board, Move, Rule, Symmetry};
use outflank_engine::reference;
use outflank_net::{Inference, Network, NetworkFile, NetworkShape, NumberSize, Prediction};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::tree::Transpositions;
use crate::{
    RootChoice, Search, SearchStep, Solver, ZeroLimits, ZeroThinker, predict_averaged,
    shipped_network,
};

const SHAPE: NetworkShape = NetworkShape { blocks: 1, channels: 16 };

/// A board with a legal move and this many empty squares.
fn board_with(empties: u32, random: &mut ChaCha8Rng) -> Board {
    loop {
        let mut board = Board::START;
        while board.empties().len() > empties && !board.is_over() {
            board = match board.legal_moves().iter().choose(random) {
                Some(square) => board.play(square).unwrap(),
                None => board.pass(),
            };
        }
        if board.empties().len() == empties && !board.legal_moves().is_empty() {
            return board;
        }
    }
}

fn run(board: Board, simulations: u32, choice: RootChoice, rule: Rule, seed: u64) -> Search {
    let mut inference = Inference::new(&Network::random(SHAPE, 1));
    let mut solver = Solver::new(rule, 1);
    let mut search = Search::new(board, simulations, 8, choice, seed);
    while let SearchStep::Predict(board) = search.step(&mut solver) {
        search.supply(&inference.predict(&[board])[0]);
    }
    search
}

#[test]
fn a_search_makes_its_simulations_and_its_policy_sums_to_one() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for (number, choice) in [RootChoice::Visits, RootChoice::Halving(1.0), RootChoice::Halving(0.0)]
        .into_iter()
        .enumerate()
    {
        for simulations in [1, 2, 7, 16, 50, 100] {
            let board = board_with(random.random_range(9..55), &mut random);
            let mut search = run(board, simulations, choice, Rule::Reversi, number as u64);
            let moves = search.moves();
            assert_eq!(moves.iter().map(|searched| searched.visits).sum::<u32>(), simulations);
            for sum in [
                moves.iter().map(|searched| searched.prior).sum::<f32>(),
                moves.iter().map(|searched| searched.improved).sum::<f32>(),
            ] {
                assert!((sum - 1.0).abs() < 1e-4, "{sum}");
            }
            let legal = board.legal_moves();
            assert!(legal.has(search.best()));
            assert_eq!(moves.len(), legal.len() as usize);
        }
    }
}

#[test]
fn a_seed_gives_the_same_search_again() {
    let of = |seed| run(Board::START, 40, RootChoice::Halving(1.0), Rule::Reversed, seed).moves();
    assert_eq!(of(3), of(3));
    let differs = (4..12).any(|seed| of(seed) != of(3));
    assert!(differs, "noise comes from the seed");
}

#[test]
fn many_simulations_find_a_proven_win() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for rule in [Rule::Reversi, Rule::Reversed] {
        let mut wins = 0;
        while wins < 3 {
            let board = board_with(9, &mut random);
            let score = reference::solve(rule, board).discs();
            let is_win_after =
                |square| -reference::solve(rule, board.play(square).unwrap()).discs() > 0;
            if score <= 0 || board.legal_moves().iter().all(is_win_after) {
                continue;
            }
            wins += 1;
            for choice in [RootChoice::Visits, RootChoice::Halving(0.0)] {
                let square = run(board, 150, choice, rule, 1).best();
                assert!(is_win_after(square), "{board:?} {square} {choice:?}");
            }
        }
    }
}

#[test]
fn a_player_never_gives_a_solved_result_away() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    for rule in [Rule::Reversi, Rule::Reversed] {
        let limits = ZeroLimits { simulations: Some(8), time: None };
        let mut thinker = ZeroThinker::new(&Network::random(SHAPE, 2), rule, limits, 1);
        for _ in 0..5 {
            let board = board_with(8, &mut random);
            let choice = thinker.choose(board, None);
            let score = reference::solve(rule, board).discs();
            assert_eq!(choice.exact, Some(score));
            let Move::Place(square) = choice.played else { panic!("there is a move") };
            assert_eq!(-reference::solve(rule, board.play(square).unwrap()).discs(), score);
        }
    }
}

#[test]
fn averaged_predictions_are_symmetric() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut inference = Inference::new(&Network::random(SHAPE, 3));
    let board = board_with(30, &mut random);
    let plain = predict_averaged(&mut inference, board);
    for symmetry in Symmetry::ALL {
        let mirrored = predict_averaged(&mut inference, symmetry.board(board));
        assert!((plain.value() - mirrored.value()).abs() < 1e-5);
        for square in board.legal_moves() {
            let image = symmetry.square(square).index();
            assert!((plain.moves[square.index()] - mirrored.moves[image]).abs() < 1e-4);
        }
    }
}

#[test]
fn a_kept_tree_saves_simulations() {
    let limits = ZeroLimits { simulations: Some(100), time: None };
    let network = Network::random(SHAPE, 4);
    let mut thinker = ZeroThinker::new(&network, Rule::Reversi, limits, 1);
    let mut board = Board::START;
    for _ in 0..2 {
        let choice = thinker.choose(board, None);
        let total: u32 = choice.moves.iter().map(|searched| searched.visits).sum();
        assert_eq!(total, 100);
        let Move::Place(square) = choice.played else { panic!("there is a move") };
        board = board.play(square).unwrap();
    }
}

#[test]
fn boards_reached_by_several_orders_of_moves_are_one_node() {
    let tree = run(Board::START, 400, RootChoice::Visits, Rule::Reversi, 1).into_tree();
    let boards: HashSet<_> = tree.nodes.iter().map(|node| node.board).collect();
    assert_eq!(boards.len(), tree.nodes.len());
    let moves = tree.nodes.iter().flat_map(|node| &node.edges);
    let ways = moves.filter(|edge| edge.child.is_some()).count();
    assert!(ways > tree.nodes.len(), "{ways} ways to {} boards", tree.nodes.len());
    // The part of the graph below a move is whole, too.
    let below = tree.nodes[1].board;
    let kept = tree.below(below).unwrap();
    assert_eq!(kept.root().board, below);
    for edge in kept.nodes.iter().flat_map(|node| &node.edges) {
        assert!(edge.child.is_none_or(|child| child < kept.nodes.len()));
    }
}

/// The result of the first player of a game from `board`: 1, 0.5 or 0.
fn play(mut board: Board, rule: Rule, players: &mut [&mut ZeroThinker; 2]) -> f64 {
    let mut side = 0;
    while !board.is_over() {
        board = match players[side].choose(board, None).played {
            Move::Place(square) => board.play(square).unwrap(),
            Move::Pass => board.pass(),
        };
        side = 1 - side;
    }
    let score = board.final_score(rule).discs().signum();
    let first = if side == 0 { score } else { -score };
    f64::midpoint(1.0, f64::from(first))
}

#[test]
#[ignore = "a match that takes minutes"]
fn transpositions_in_a_match_at_equal_simulations() {
    const PAIRS: u32 = 120;
    for rule in Rule::BOTH {
        let network = shipped_network(rule).network;
        let limits = ZeroLimits { simulations: Some(100), time: None };
        let mut random = ChaCha8Rng::seed_from_u64(8);
        let mut scores = Vec::new();
        for _ in 0..PAIRS {
            let board = board_with(50, &mut random);
            let mut score = 0.0;
            for shared in [0, 1] {
                let [mut with, mut without] =
                    [0, 1].map(|_| ZeroThinker::new(&network, rule, limits, 1));
                without.transpositions = Transpositions::Separate;
                score += match shared {
                    0 => play(board, rule, &mut [&mut with, &mut without]),
                    _ => 1.0 - play(board, rule, &mut [&mut without, &mut with]),
                } / 2.0;
            }
            scores.push(score);
        }
        let mean = scores.iter().sum::<f64>() / f64::from(PAIRS);
        let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>();
        let error = 1.96 * variance.sqrt() / f64::from(PAIRS);
        println!("{rule}: {:.1} +- {:.1} % with transpositions", 100.0 * mean, 100.0 * error);
    }
}

#[test]
fn a_network_of_half_the_size_predicts_nearly_the_same() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    for rule in Rule::BOTH {
        let file = shipped_network(rule);
        let half = NetworkFile::from_bytes(&file.to_bytes_of(NumberSize::Half), rule).unwrap();
        let boards: Vec<_> =
            (0..40).map(|_| board_with(random.random_range(12..58), &mut random)).collect();
        let [full, half] =
            [&file, &half].map(|file| Inference::new(&file.network).predict(&boards));
        for ((full, half), board) in full.iter().zip(&half).zip(&boards) {
            for (one, other) in full.outcome.iter().zip(half.outcome) {
                assert!((one - other).abs() < 5e-3, "{one} {other}");
            }
            let shares = |prediction: &Prediction| {
                let numbers =
                    board.legal_moves().iter().map(|at| prediction.moves[at.index()].exp());
                let sum: f32 = numbers.clone().sum();
                numbers.map(|number| number / sum).collect::<Vec<_>>()
            };
            for (one, other) in shares(full).iter().zip(shares(half)) {
                assert!((one - other).abs() < 5e-3, "{one} {other}");
            }
        }
    }
}

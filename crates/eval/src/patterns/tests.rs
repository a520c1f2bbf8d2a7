use proptest::prelude::{any, prop_assert_eq, proptest};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use outflank_core::{InstructionSet, Symmetry, Task};

/// Weights in which no two are alike by rule, only by chance.
fn any_weights(rule: Rule, seed: u64) -> Weights {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut weights = Weights::blank(rule);
    for weight in weights.phases.iter_mut().flatten().chain(&mut weights.bias) {
        *weight = random.random_range(-300..=300);
    }
    weights.provenance.generation = 3;
    weights.provenance.errors = vec![1.5, 2.25];
    weights.trust.0[2] = [1.0, 0.5, -0.25];
    weights
}

struct Judge<'a>(&'a Patterns, PatternState, Board);

impl Task for Judge<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        self.0.evaluate(kernel, self.1, self.2)
    }
}

/// A random game: every board with the state carried along to it.
fn walk(patterns: &Patterns, seed: u64) -> Vec<(Board, PatternState)> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut board = Board::START;
    let mut state = patterns.state(board);
    let mut seen = vec![(board, state)];
    while !board.is_over() {
        if let Some(square) = board.legal_moves().iter().choose(&mut random) {
            let flips = board.flips(square);
            state = patterns.play(state, board, square, flips);
            board = board.play_flips(square, flips);
        } else {
            state = patterns.pass(state);
            board = board.pass();
        }
        seen.push((board, state));
    }
    seen
}

#[test]
fn a_state_carried_along_is_the_state_of_the_board() {
    let patterns = Patterns::new(&Weights::blank(Rule::Reversi));
    for seed in 0..50 {
        for (board, state) in walk(&patterns, seed) {
            assert_eq!(state, patterns.state(board));
        }
    }
}

#[test]
fn symmetric_boards_are_worth_the_same_on_every_kernel() {
    let weights = any_weights(Rule::Reversi, 1);
    let patterns = Patterns::new(&weights);
    for (board, state) in walk(&patterns, 7) {
        // The definition: the sum of what the packing names.
        let empties = board.empties().len();
        let packed = &weights.phases[phase(empties)];
        let parts = Packing::get().weights_of(board).map(|at| i32::from(packed[at as usize]));
        let sum = parts.iter().sum::<i32>() + i32::from(weights.bias[empties as usize]);
        let expected = sum.clamp(-64 * UNIT, 64 * UNIT);
        for set in InstructionSet::supported() {
            assert_eq!(set.run(Judge(&patterns, state, board)), expected, "{set}");
        }
        for symmetry in Symmetry::ALL {
            let turned = symmetry.board(board);
            let judge = Judge(&patterns, patterns.state(turned), turned);
            assert_eq!(InstructionSet::best().run(judge), expected, "{symmetry:?}");
        }
    }
}

#[test]
fn every_square_is_seen_in_many_shapes_and_none_differs_from_its_mirror() {
    let seen = |square: usize| PLACED[square].0.iter().filter(|power| **power != 0).count();
    for square in Square::ALL {
        assert!(seen(square.index()) >= 5, "{square}");
        for symmetry in Symmetry::ALL {
            assert_eq!(seen(square.index()), seen(symmetry.square(square).index()));
        }
    }
}

#[test]
fn weights_survive_being_written() {
    let mut weights = any_weights(Rule::Reversed, 2);
    // Random numbers without structure take minutes to pack.
    for (at, weight) in weights.phases.iter_mut().flatten().enumerate() {
        *weight *= i16::from(at % 512 == 0);
    }
    let bytes = weights.to_bytes();
    for bytes in [&bytes, &weights.to_bytes_quickly()] {
        assert!(Weights::from_bytes(bytes, Rule::Reversed).is_ok_and(|read| read == weights));
    }
    let judge = Patterns::from_bytes(&bytes, Rule::Reversed).unwrap_or_else(|e| panic!("{e}"));
    let expected = Patterns::new(&weights);
    assert!((0..PHASES).all(|at| judge.tables.phase(at) == expected.tables.phase(at)));
}

#[test]
fn other_files_are_refused_with_the_reason() {
    let bytes = Weights::blank(Rule::Reversed).to_bytes();
    let refusal = |bytes: &[u8], rule| match Weights::from_bytes(bytes, rule) {
        Ok(_) => panic!("such weights are taken"),
        Err(error) => error.to_string(),
    };
    let wrong_rule = refusal(&bytes, Rule::Reversi);
    assert_eq!(wrong_rule, "the weights are for reversed, expected weights for reversi");
    let cut = &bytes[..bytes.len() - 1];
    assert!(refusal(cut, Rule::Reversed).contains("not complete"));
    let longer = [&bytes[..], &[0]].concat();
    assert!(refusal(&longer, Rule::Reversed).contains("not complete"));
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert_eq!(refusal(&newer, Rule::Reversed), "the weights are of version 9, expected 2 or 3");
    assert_eq!(refusal(b"XOXO", Rule::Reversed), "this is no weights file of Outflank");
}

proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(300))]

    #[test]
    fn a_changed_or_cut_file_is_refused(at in any::<proptest::sample::Index>(), to in any::<u8>()) {
        static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| Weights::blank(Rule::Reversi).to_bytes());
        let mut bytes = BYTES.clone();
        let at = at.index(bytes.len());
        prop_assert_eq!(Weights::from_bytes(&bytes[..at], Rule::Reversi).is_err(), true);
        if std::mem::replace(&mut bytes[at], to) != to {
            prop_assert_eq!(Weights::from_bytes(&bytes, Rule::Reversi).is_err(), true);
        }
    }
}

#[test]
fn a_phase_of_the_built_in_weights_is_unpacked_when_it_is_needed() {
    for rule in Rule::BOTH {
        let weights = Weights::built_in(rule);
        let file = WeightsFile::built_in(Weights::built_in_bytes(rule), rule);
        let tables = Tables::of_built_in(file.unwrap_or_else(|error| panic!("{error}")));
        assert_eq!(tables.unpacked(), 0);
        let expected = Tables::new(&weights);
        for (at, unpacked) in [(12, 1), (12, 1), (14, 2), (15, 4)] {
            assert!(tables.phase(at) == expected.phase(at), "phase {at} of {rule}");
            assert_eq!(tables.unpacked(), unpacked, "after phase {at}");
        }
        tables.unpack_all();
        assert!((0..PHASES).all(|at| tables.phase(at) == expected.phase(at)), "{rule}");
    }
}

/// Version 2 had one frame for all phases.
#[test]
fn a_file_of_version_2_is_read() {
    let mut weights = any_weights(Rule::Reversi, 4);
    for (at, weight) in weights.phases.iter_mut().flatten().enumerate() {
        *weight *= i16::from(at % 512 == 0);
    }
    let bytes = older::bytes(&weights);
    assert!(Weights::from_bytes(&bytes, Rule::Reversi).is_ok_and(|read| read == weights));
    let mut damaged = bytes.clone();
    damaged[100] ^= 1;
    assert!(Weights::from_bytes(&damaged, Rule::Reversi).is_err());
}

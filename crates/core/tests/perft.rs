//! Perft from the start and from the positions of `data/perft.txt`.

use std::path::Path;

use outflank_core::{Board, InstructionSet, Position, divide, perft, perft_on};

/// Sequences from the start, depth 1 to 11, as published for the game.
const FROM_THE_START: [u64; 11] =
    [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800];

#[test]
fn sequences_from_the_start_are_the_published_numbers() {
    for (depth, expected) in (1..).zip(FROM_THE_START) {
        assert_eq!(perft(Board::START, depth), expected, "depth {depth}");
    }
}

#[test]
fn every_instruction_set_gives_the_numbers_of_the_reference() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/perft.txt");
    let table = std::fs::read_to_string(file).unwrap();
    let mut positions = 0;
    for line in table.lines().filter(|line| !line.starts_with('%')) {
        let mut fields = line.split(';').map(str::trim).filter(|field| !field.is_empty());
        let position: Position = fields.next().unwrap().parse().unwrap();
        for field in fields {
            let (depth, expected) = field.strip_prefix('D').unwrap().split_once(' ').unwrap();
            for set in InstructionSet::supported() {
                let found = perft_on(set, position.board(), depth.parse().unwrap());
                assert_eq!(found, expected.parse().unwrap(), "{set}: {position} depth {depth}");
            }
        }
        positions += 1;
    }
    assert_eq!(positions, 21, "the start and 20 other positions");
}

#[test]
fn a_divided_count_adds_up() {
    let whole: u64 = divide(Board::START, 6).into_iter().map(|(_, leaves)| leaves).sum();
    assert_eq!(whole, perft(Board::START, 6));
    assert_eq!(divide(Board::START, 0), []);
}

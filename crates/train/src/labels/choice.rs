//! The positions to label, chosen from games.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use outflank_core::Board;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::Dataset;
use crate::folder::FolderError;

/// The numbers of empty squares of the positions. Nobody evaluates fuller boards, and emptier
/// ones are too few.
const EMPTIES: RangeInclusive<u32> = 6..=54;
/// The number of different numbers of empty squares.
const GROUPS: usize = 49;

/// The boards of games in random order, for each number of empty squares. No two are symmetric.
pub(super) struct Choice {
    groups: [Vec<Board>; GROUPS],
}

impl Choice {
    /// Shuffles the boards of `games`.
    pub(super) fn new(games: &[Dataset], seed: u64) -> Self {
        let boards = games.iter().flat_map(|games| &games.samples);
        let boards: BTreeSet<_> = boards.map(|sample| sample.board.canonical().0).collect();
        let mut groups = [const { Vec::new() }; GROUPS];
        for board in boards {
            let empties = board.empties().len();
            if EMPTIES.contains(&empties) && !board.legal_moves().is_empty() {
                groups[(empties - EMPTIES.start()) as usize].push(board);
            }
        }
        for (number, group) in groups.iter_mut().enumerate() {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(number as u64);
            group.shuffle(&mut random);
        }
        Self { groups }
    }

    /// A checksum of all boards in their order.
    pub(super) fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for board in self.groups.iter().flatten() {
            hasher.update(&board.own().bits().to_le_bytes());
            hasher.update(&board.opp().bits().to_le_bytes());
        }
        hasher.finalize()
    }

    /// The first boards. The numbers of empty squares take turns, so that every part of the list
    /// is spread over the game.
    pub(super) fn boards(&self, count: usize) -> Result<Vec<Board>, FolderError> {
        let board = |number: usize| {
            let (group, place) = (number % GROUPS, number / GROUPS);
            self.groups[group].get(place).copied().ok_or(FolderError::TooFewPositions {
                empties: EMPTIES.start() + group as u32,
                found: self.groups[group].len(),
                wanted: count.div_ceil(GROUPS),
            })
        };
        (0..count).map(board).collect()
    }
}

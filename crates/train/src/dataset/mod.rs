//! Positions to learn from, and the file that holds them.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `OUTFDATA` |
//! | 2 | version, 2 |
//! | 2 | the game: 0 Reversi, 1 Reversed |
//! | 19 each | own discs, opponent's discs (64 bits), search score or -128, later scores, final score (8 bits) |
//! | 4 | CRC-32 of all before |
//!
//! Numbers are little-endian, boards as square a1 = bit 0.

mod sample;

use outflank_core::Rule;
use zerocopy::{FromBytes, IntoBytes};

use sample::Row;
pub use sample::Sample;

const MAGIC: &[u8; 8] = b"OUTFDATA";
const VERSION: u16 = 2;
const HEADER: usize = 12;

/// Positions to learn from, under one set of rules.
///
/// ```
/// use outflank_core::{Board, Rule};
/// use outflank_train::{Dataset, Sample};
///
/// let sample = Sample { board: Board::START, search: None, later: 2, result: -4 };
/// let dataset = Dataset { rule: Rule::Reversed, samples: vec![sample] };
/// assert_eq!(Dataset::from_bytes(&dataset.to_bytes()), Ok(dataset));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dataset {
    /// The game.
    pub rule: Rule,
    /// The positions.
    pub samples: Vec<Sample>,
}

/// The reason why bytes are not a dataset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DatasetError {
    /// The bytes are not a dataset.
    #[error("this is not a dataset of Outflank")]
    Magic,
    /// A dataset of another version.
    #[error("the dataset is of version {found}, expected {VERSION}")]
    Version {
        /// The version of the file.
        found: u16,
    },
    /// The data is changed or incomplete.
    #[error("the dataset is damaged or incomplete: its checksum is wrong")]
    Checksum,
    /// An impossible position.
    #[error("position {number} of the dataset is impossible")]
    Sample {
        /// Its number, from 1.
        number: usize,
    },
}

impl Dataset {
    /// The file of these positions.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + self.samples.len() * size_of::<Row>() + 4);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.rule as u16).to_le_bytes());
        for sample in &self.samples {
            bytes.extend(Row::from(*sample).as_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the file of a dataset.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DatasetError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(DatasetError::Magic)?;
        let (version, rest) = rest.split_first_chunk().ok_or(DatasetError::Checksum)?;
        let found = u16::from_le_bytes(*version);
        if found != VERSION {
            return Err(DatasetError::Version { found });
        }
        let (rule, rest) = rest.split_first_chunk().ok_or(DatasetError::Checksum)?;
        let (rows, checksum) = rest.split_last_chunk().ok_or(DatasetError::Checksum)?;
        if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(*checksum) {
            return Err(DatasetError::Checksum);
        }
        let rule = usize::from(u16::from_le_bytes(*rule));
        let rule = *Rule::BOTH.get(rule).ok_or(DatasetError::Checksum)?;
        let rows = <[Row]>::ref_from_bytes(rows).map_err(|_| DatasetError::Checksum)?;
        let sample = |(number, row): (usize, &Row)| {
            row.sample().ok_or(DatasetError::Sample { number: number + 1 })
        };
        let samples = rows.iter().enumerate().map(sample).collect::<Result<_, _>>()?;
        Ok(Self { rule, samples })
    }

    /// Merges symmetric positions, in the order of boards. A position that occurs more
    /// than once gets the mean of its scores.
    pub fn merge(&mut self) {
        for sample in &mut self.samples {
            sample.board = sample.board.canonical().0;
        }
        self.samples.sort_unstable();
        let groups = self.samples.chunk_by(|a, b| a.board == b.board);
        self.samples = groups.map(mean).collect();
    }
}

impl Dataset {
    /// Removes the positions of another, merged dataset. Learnt positions must not be
    /// used for measuring.
    pub(crate) fn remove(&mut self, learnt: &Self) {
        let known = &learnt.samples;
        let is_known = |sample: &Sample| {
            known.binary_search_by_key(&sample.board, |known| known.board).is_ok()
        };
        self.samples.retain(|sample| !is_known(sample));
    }

    /// A checksum that identifies these positions.
    pub(crate) fn checksum(&self) -> u32 {
        crc32fast::hash(&self.to_bytes())
    }
}

/// The mean of samples of one board.
fn mean(group: &[Sample]) -> Sample {
    let mean_of = |scores: &mut dyn Iterator<Item = i8>| {
        let (sum, count) =
            scores.fold((0, 0), |(sum, count), score| (sum + i32::from(score), count + 1));
        (count > 0).then(|| (f64::from(sum) / f64::from(count)).round() as i8)
    };
    let search = mean_of(&mut group.iter().filter_map(|sample| sample.search));
    let mean_of_all = |score: fn(&Sample) -> i8| {
        mean_of(&mut group.iter().map(score)).expect("a group has a sample")
    };
    let later = mean_of_all(|sample| sample.later);
    let result = mean_of_all(|sample| sample.result);
    Sample { board: group[0].board, search, later, result }
}

#[cfg(test)]
mod tests {
    use outflank_core::{Board, Symmetry};

    use super::*;

    fn dataset() -> Dataset {
        let mut board = Board::START;
        let mut samples = Vec::new();
        while let Some(square) = board.legal_moves().first() {
            let played = samples.len() as i8;
            let search = (played > 3).then_some(played - 9);
            samples.push(Sample { board, search, later: played - 5, result: 2 - played });
            board = board.play(square).expect("a legal move");
        }
        Dataset { rule: Rule::Reversed, samples }
    }

    #[test]
    fn a_dataset_survives_being_written() {
        let dataset = dataset();
        assert!(dataset.samples.len() > 9);
        assert_eq!(Dataset::from_bytes(&dataset.to_bytes()), Ok(dataset));
    }

    #[test]
    fn a_changed_or_cut_dataset_is_refused() {
        let bytes = dataset().to_bytes();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            assert!(Dataset::from_bytes(&changed).is_err());
            assert!(Dataset::from_bytes(&bytes[..at]).is_err());
        }
    }

    #[test]
    fn symmetric_positions_become_one_with_the_mean_of_their_scores() {
        let mut dataset = dataset();
        let board = dataset.samples[6].board;
        let count = dataset.samples.len();
        let result = dataset.samples[6].result;
        for symmetry in Symmetry::ALL {
            let board = symmetry.board(board);
            dataset.samples.push(Sample { board, search: None, later: 10, result: result + 9 });
        }
        dataset.merge();
        assert_eq!(dataset.samples.len(), count);
        let merged = dataset.samples.iter().find(|sample| sample.board == board.canonical().0);
        assert_eq!(merged.map(|sample| sample.result), Some(result + 8));
        assert_eq!(merged.and_then(|sample| sample.search), Some(6 - 9));
        assert_eq!(merged.map(|sample| sample.later), Some(9));
    }
}

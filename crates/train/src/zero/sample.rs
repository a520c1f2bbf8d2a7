//! The positions of self-play, and the file of a shard.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `OUTFZERO` |
//! | 2 | version, 1 |
//! | 1 | the game: 0 Reversi, 1 Reversed Reversi |
//! | 4 | number of positions |
//! | | the positions |
//! | 4 | CRC-32 of everything before |
//!
//! A position has the discs of the side to move and of the opponent (8 bytes each), those at the
//! end of the game (8 bytes each), the final score (1 byte), the value of the search in 32767ths
//! (2 bytes), whether the score is exact (1 byte), the number of moves (1 byte), and for each move
//! its square (1 byte) and probability in 65535ths (2 bytes). Numbers are little-endian.

use outflank_core::{Bitboard, Board, Rule, Square};
use outflank_net::Example;

const MAGIC: &[u8; 8] = b"OUTFZERO";
const VERSION: u16 = 1;

/// The share of the value of the search in the target of a position that is not exact.
const SEARCH_SHARE: f32 = 0.3;

/// A position of a game of self-play, seen by the side to move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ZeroSample {
    pub(crate) board: Board,
    /// The probability of each move after the search, in 65535ths; empty if unknown.
    pub(crate) moves: Vec<(Square, u16)>,
    /// The final score.
    pub(crate) score: i8,
    /// The value of the search, in 32767ths.
    pub(crate) value: i16,
    /// Whether the score is that of best play.
    pub(crate) is_exact: bool,
    pub(crate) own_at_end: Bitboard,
    pub(crate) opponent_at_end: Bitboard,
}

impl ZeroSample {
    /// What a network learns from it.
    pub(crate) fn example(&self) -> Example {
        let moves = (!self.moves.is_empty()).then(|| {
            let mut moves = Box::new([0.0; 64]);
            let total: f32 = self.moves.iter().map(|(_, share)| f32::from(*share)).sum();
            for (square, share) in &self.moves {
                moves[square.index()] = f32::from(*share) / total;
            }
            moves
        });
        let mut outcome = match self.score.signum() {
            1 => [1.0, 0.0, 0.0],
            0 => [0.0, 1.0, 0.0],
            _ => [0.0, 0.0, 1.0],
        };
        if !self.is_exact {
            let value = f32::from(self.value) / 32767.0;
            let searched = [0.5 + 0.5 * value, 0.0, 0.5 - 0.5 * value];
            for (share, searched) in outcome.iter_mut().zip(searched) {
                *share += SEARCH_SHARE * (searched - *share);
            }
        }
        Example {
            board: self.board,
            moves,
            outcome,
            score: self.score.into(),
            own_at_end: self.own_at_end,
            opponent_at_end: self.opponent_at_end,
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let sets = [self.board.own(), self.board.opp(), self.own_at_end, self.opponent_at_end];
        for set in sets {
            bytes.extend(set.bits().to_le_bytes());
        }
        bytes.extend(self.score.to_le_bytes());
        bytes.extend(self.value.to_le_bytes());
        bytes.push(self.is_exact.into());
        bytes.push(self.moves.len() as u8);
        for (square, share) in &self.moves {
            bytes.push(square.index() as u8);
            bytes.extend(share.to_le_bytes());
        }
    }

    /// Takes a position from the beginning of `bytes`; `None` if they are none.
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let mut set = || Some(Bitboard::new(u64::from_le_bytes(take(bytes)?)));
        let (own, opp, own_at_end, opponent_at_end) = (set()?, set()?, set()?, set()?);
        let score = i8::from_le_bytes(take(bytes)?);
        let value = i16::from_le_bytes(take(bytes)?);
        let [is_exact, count] = take(bytes)?;
        let mut moves = Vec::with_capacity(count.into());
        for _ in 0..count {
            let [square] = take(bytes)?;
            moves.push((Square::new(square.into())?, u16::from_le_bytes(take(bytes)?)));
        }
        let is_even = (-64..=64).contains(&score) && score % 2 == 0;
        let board = Board::new(own, opp).filter(|_| is_even && is_exact <= 1)?;
        let is_exact = is_exact == 1;
        Some(Self { board, moves, score, value, is_exact, own_at_end, opponent_at_end })
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(*first)
}

/// The file of a shard.
pub(crate) fn shard_bytes(rule: Rule, samples: &[ZeroSample]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.push(rule as u8);
    bytes.extend((samples.len() as u32).to_le_bytes());
    for sample in samples {
        sample.write(&mut bytes);
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Reads the file of a shard; `None` if it is damaged or of the other game.
pub(crate) fn read_shard(rule: Rule, bytes: &[u8]) -> Option<Vec<ZeroSample>> {
    let (content, checksum) = bytes.split_last_chunk::<4>()?;
    if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let mut rest = content.strip_prefix(MAGIC)?;
    let version = u16::from_le_bytes(take(&mut rest)?);
    let [game] = take(&mut rest)?;
    if version != VERSION || game != rule as u8 {
        return None;
    }
    let count = u32::from_le_bytes(take(&mut rest)?);
    let samples: Option<Vec<_>> = (0..count).map(|_| ZeroSample::read(&mut rest)).collect();
    samples.filter(|_| rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> ZeroSample {
        ZeroSample {
            board: Board::START,
            moves: Board::START.legal_moves().iter().map(|square| (square, 16384)).collect(),
            score: -6,
            value: 32767,
            is_exact: false,
            own_at_end: Bitboard::new(0xff),
            opponent_at_end: Bitboard::new(0xff00),
        }
    }

    #[test]
    fn a_shard_is_read_as_it_was_written_or_refused() {
        let samples = vec![sample(), ZeroSample { moves: Vec::new(), is_exact: true, ..sample() }];
        let bytes = shard_bytes(Rule::Reversed, &samples);
        assert_eq!(read_shard(Rule::Reversed, &bytes), Some(samples));
        assert_eq!(read_shard(Rule::Reversi, &bytes), None);
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(read_shard(Rule::Reversed, &damaged), None);
            assert_eq!(read_shard(Rule::Reversed, &bytes[..at]), None);
        }
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "an exact result is not computed")]
    fn the_target_mixes_the_result_and_the_search() {
        let example = sample().example();
        assert!((example.outcome[0] - 0.3).abs() < 1e-5, "{:?}", example.outcome);
        assert!((example.outcome[2] - 0.7).abs() < 1e-5, "{:?}", example.outcome);
        assert!((example.moves.unwrap().iter().sum::<f32>() - 1.0).abs() < 1e-5);
        let exact = ZeroSample { is_exact: true, ..sample() }.example();
        assert_eq!(exact.outcome, [0.0, 0.0, 1.0]);
    }
}

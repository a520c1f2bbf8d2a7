//! The file of a book.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `OUTFBOOK` |
//! | 2 | version, 1 |
//! | 4 | length of the header |
//! | | header: JSON with rules, number of positions and provenance |
//! | 4 | length of the positions |
//! | | a zstd frame with the positions |
//! | 4 | CRC-32 of everything before |
//!
//! Numbers are little-endian. The positions are in the order of their canonical boards, and
//! stored by columns of bytes: the first byte of all positions, then the second, and so on. A
//! position has 8 bytes for the discs of the side to move, 8 for those of the opponent, and one
//! each for the score, the value, the depth, the selectivity and the best move (64 for none; 128
//! is added if the position is expanded).

use outflank_core::{Bitboard, Board, Rule, Square};
use serde::{Deserialize, Serialize};

use crate::{Book, BookEntry, BookError, BookNode};

const MAGIC: &[u8; 8] = b"OUTFBOOK";
pub(crate) const VERSION: u16 = 1;

/// The level of zstd.
const COMPRESSION: i32 = 19;

/// The bytes of a position.
const ROW: usize = 21;

/// No file has more positions. It limits the memory that a changed header can ask for.
const MAX_POSITIONS: usize = 10_000_000;

const NO_MOVE: u8 = 64;
const EXPANDED: u8 = 128;

/// How a book was made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BookProvenance {
    /// The checksum of the weights of the engine; 0 for no weights.
    pub weights: u32,
    /// The least depth of the search of a position, in plies.
    pub depth: u32,
    /// Moves up to this many discs worse than the best were added.
    pub margin: u32,
}

#[derive(Serialize, Deserialize)]
struct Header {
    rules: Rule,
    positions: usize,
    provenance: BookProvenance,
}

impl Book {
    /// The file of this book.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (rules, positions) = (self.rule(), self.len());
        let header = Header { rules, positions, provenance: self.provenance().clone() };
        let header = serde_json::to_vec(&header).expect("a header is plain data");
        let rows: Vec<_> = self.iter().map(|(board, node)| row(board, node)).collect();
        let columns: Vec<u8> =
            (0..ROW).flat_map(|column| rows.iter().map(move |row| row[column])).collect();
        let frame = zstd::bulk::compress(&columns, COMPRESSION).expect("memory for compression");
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        for part in [header, frame] {
            bytes.extend((part.len() as u32).to_le_bytes());
            bytes.extend(part);
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the file of a book for `rule`.
    pub fn from_bytes(bytes: &[u8], rule: Rule) -> Result<Self, BookError> {
        let book = Self::read(bytes)?;
        if book.rule() == rule {
            Ok(book)
        } else {
            Err(BookError::Rule { found: book.rule(), expected: rule })
        }
    }

    /// Reads the file of a book of either game.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let (header, frame) = parts(bytes)?;
        let Header { rules, positions, provenance } =
            serde_json::from_slice(header).map_err(content)?;
        if positions > MAX_POSITIONS {
            return Err(content("it claims too many positions"));
        }
        let columns = zstd::bulk::decompress(frame, positions * ROW).map_err(content)?;
        if columns.len() != positions * ROW {
            return Err(content("it has fewer positions than its header says"));
        }
        let (mut boards, mut nodes) = (Vec::new(), Vec::new());
        for at in 0..positions {
            let bytes = std::array::from_fn(|column| columns[column * positions + at]);
            let wrong = || content(format!("position {at} is not one"));
            let (board, node) = position(&bytes).ok_or_else(wrong)?;
            if boards.last().is_some_and(|before| *before >= board) {
                return Err(content(format!("position {at} is out of order")));
            }
            boards.push(board);
            nodes.push(node);
        }
        Ok(Self::of_nodes(rules, provenance, boards, nodes))
    }
}

fn row(board: Board, node: BookNode) -> [u8; ROW] {
    let BookNode { entry, value } = node;
    let mut row = [0; ROW];
    row[..8].copy_from_slice(&board.own().bits().to_le_bytes());
    row[8..16].copy_from_slice(&board.opp().bits().to_le_bytes());
    let best = entry.best.map_or(NO_MOVE, |best| best.index() as u8);
    let best = best | if entry.is_expanded { EXPANDED } else { 0 };
    let (score, value) = (entry.score.cast_unsigned(), value.cast_unsigned());
    row[16..].copy_from_slice(&[score, value, entry.depth, entry.selectivity, best]);
    row
}

/// The position of a row; `None` if it is none.
fn position(row: &[u8; ROW]) -> Option<(Board, BookNode)> {
    let (own, rest) = row.split_first_chunk()?;
    let (opp, rest) = rest.split_first_chunk()?;
    let [own, opp] = [*own, *opp].map(|bits| Bitboard::new(u64::from_le_bytes(bits)));
    let board = Board::new(own, opp)?;
    let &[score, value, depth, selectivity, best] = rest else { return None };
    let is_expanded = best & EXPANDED != 0;
    let best = match best & !EXPANDED {
        NO_MOVE => None,
        square => Some(Square::new(square.into())?),
    };
    let (score, value) = (score.cast_signed(), value.cast_signed());
    let entry = BookEntry { score, depth, selectivity, best, is_expanded };
    let is_plausible = entry.is_plausible() && (-64..=64).contains(&value);
    is_plausible.then_some((board, BookNode { entry, value }))
}

/// The header and the positions of a file with a valid checksum.
fn parts(bytes: &[u8]) -> Result<(&[u8], &[u8]), BookError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(BookError::Magic)?;
    let short = |expected| BookError::Length { found: bytes.len(), expected };
    let (version, rest) = rest.split_first_chunk().ok_or_else(|| short(14))?;
    let version = u16::from_le_bytes(*version);
    if version != VERSION {
        return Err(BookError::Version { found: version });
    }
    let (header, rest) = sized(rest).map_err(|part| short(10 + part))?;
    let (frame, rest) = sized(rest).map_err(|part| short(14 + header.len() + part))?;
    let expected = 14 + header.len() + 4 + frame.len() + 4;
    let checksum: [u8; 4] = rest.try_into().map_err(|_| short(expected))?;
    if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(checksum) {
        return Err(BookError::Checksum);
    }
    Ok((header, frame))
}

/// Splits off bytes that begin with their length. The error is the number of bytes required.
fn sized(bytes: &[u8]) -> Result<(&[u8], &[u8]), usize> {
    let (length, rest) = bytes.split_first_chunk().ok_or(4_usize)?;
    let length = u32::from_le_bytes(*length) as usize;
    rest.split_at_checked(length).ok_or(4 + length)
}

fn content(error: impl std::fmt::Display) -> BookError {
    BookError::Content(error.to_string())
}

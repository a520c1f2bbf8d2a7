//! The 68 bytes of one game.

use outflank_core::{Move, Position, Rule, Score, Square};

use crate::{GameResult, Note, ReadErrorKind, Record};

/// One game as a `.wtb` file has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The tournament's number in the `.trn` file.
    pub tournament: u16,
    /// Black's number in the `.jou` file.
    pub black: u16,
    /// White's number in the `.jou` file.
    pub white: u16,
    /// Black's discs at the end. Empty squares count for the winner.
    pub black_discs: u8,
    /// Black's discs with perfect play from some point on.
    pub theoretical: u8,
    /// Squares as ten times the row plus the column, from 1; 0 ends the game.
    pub moves: [u8; 60],
}

impl Row {
    /// The length in bytes.
    pub const SIZE: usize = 68;
    /// The offset of the moves.
    pub(super) const MOVES_AT: u64 = 8;

    /// Reads the 68 bytes.
    pub fn from_bytes(bytes: &[u8; Self::SIZE]) -> Self {
        let [t0, t1, b0, b1, w0, w1, black_discs, theoretical, moves @ ..] = *bytes;
        Self {
            tournament: u16::from_le_bytes([t0, t1]),
            black: u16::from_le_bytes([b0, b1]),
            white: u16::from_le_bytes([w0, w1]),
            black_discs,
            theoretical,
            moves,
        }
    }

    /// The 68 bytes.
    pub fn to_bytes(&self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[0..2].copy_from_slice(&self.tournament.to_le_bytes());
        bytes[2..4].copy_from_slice(&self.black.to_le_bytes());
        bytes[4..6].copy_from_slice(&self.white.to_le_bytes());
        bytes[6] = self.black_discs;
        bytes[7] = self.theoretical;
        bytes[8..].copy_from_slice(&self.moves);
        bytes
    }

    /// The moves and the result, or the offset of the invalid byte.
    pub(super) fn record(&self) -> Result<Record, (u64, ReadErrorKind)> {
        let mut record = Record::new(Rule::Reversi, Position::START);
        for (at, code) in (Self::MOVES_AT..).zip(self.moves).take_while(|(_, code)| *code != 0) {
            let square = square(code).ok_or_else(|| {
                let expected = "a square, 11 to 88";
                (at, ReadErrorKind::Value { field: "a move", expected, found: code.to_string() })
            })?;
            let number = record.game().moves().len() + 1;
            record
                .play_passing(square, Note::default())
                .map_err(|illegal| (at, ReadErrorKind::Illegal { number, illegal }))?;
        }
        if self.black_discs > 64 {
            let found = self.black_discs.to_string();
            let expected = "at most 64 discs";
            return Err((6, ReadErrorKind::Value { field: "black's result", expected, found }));
        }
        let margin = 2 * i32::from(self.black_discs) - Score::MAX.discs();
        let ending = record.ending_by_the_board();
        record.outcome = Some(GameResult::of_black(margin.into(), ending));
        Ok(record)
    }

    /// The moves of a game as bytes, passes left out.
    pub(super) fn codes(moves: &[Move]) -> [u8; 60] {
        let mut codes = [0; 60];
        let squares = moves.iter().filter_map(|played| played.square());
        for (code, square) in codes.iter_mut().zip(squares) {
            *code = (10 * (square.row() + 1) + square.column() + 1) as u8;
        }
        codes
    }
}

fn square(code: u8) -> Option<Square> {
    Square::at(usize::from(code / 10).checked_sub(1)?, usize::from(code % 10).checked_sub(1)?)
}

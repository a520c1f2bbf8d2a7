//! The 16 bytes at the beginning of every WTHOR file.

use crate::{Place, ReadError, ReadErrorKind};

/// The first 16 bytes of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// When the file was made: century, year, month and day.
    pub created: [u8; 4],
    /// The number of games; 0 in a file of names.
    pub games: u32,
    /// The number of names; 0 in a file of games.
    pub names: u16,
    /// The year of the games.
    pub year: u16,
    /// The side of the board; 0 means 8.
    pub size: u8,
    /// 1 for a file of solitaires.
    pub solitaire: u8,
    /// The number of empty squares from which the theoretical scores were
    /// solved.
    pub depth: u8,
    /// Always 0 in the files there are.
    pub reserved: u8,
}

impl Header {
    /// The length in bytes.
    pub const SIZE: usize = 16;

    /// Reads the 16 bytes.
    pub fn from_bytes(bytes: [u8; Self::SIZE]) -> Self {
        let [c, y, m, d, g0, g1, g2, g3, n0, n1, y0, y1, size, solitaire, depth, reserved] = bytes;
        Self {
            created: [c, y, m, d],
            games: u32::from_le_bytes([g0, g1, g2, g3]),
            names: u16::from_le_bytes([n0, n1]),
            year: u16::from_le_bytes([y0, y1]),
            size,
            solitaire,
            depth,
            reserved,
        }
    }

    /// The 16 bytes.
    pub fn to_bytes(self) -> [u8; Self::SIZE] {
        let [c, y, m, d] = self.created;
        let [g0, g1, g2, g3] = self.games.to_le_bytes();
        let [n0, n1] = self.names.to_le_bytes();
        let [y0, y1] = self.year.to_le_bytes();
        let Self { size, solitaire, depth, reserved, .. } = self;
        [c, y, m, d, g0, g1, g2, g3, n0, n1, y0, y1, size, solitaire, depth, reserved]
    }

    /// Refuses what is not a file of 8x8 games.
    pub(super) fn check_games(self) -> Result<(), ReadError> {
        let refuse = |offset, field, expected, found| {
            let kind = ReadErrorKind::Header { field, expected, found };
            Err(ReadError { place: Place::Byte { offset }, kind })
        };
        match self {
            Self { size, .. } if size != 0 && size != 8 => {
                refuse(12, "board size", "0 or 8", size.into())
            }
            Self { solitaire, .. } if solitaire != 0 => {
                refuse(13, "solitaire flag", "0, a file of games", solitaire.into())
            }
            _ => Ok(()),
        }
    }
}

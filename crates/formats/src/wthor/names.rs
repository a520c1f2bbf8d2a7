//! The names of players and tournaments, in files of their own.

use std::io::{self, Read, Write};

use super::Header;
use crate::{Format, Place, ReadError, ReadErrorKind, WriteError};

/// One of the two kinds of name files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// `.jou`, 20 bytes a name.
    Player,
    /// `.trn`, 26 bytes a name.
    Tournament,
}

impl NameKind {
    /// The extension of its files.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Player => "jou",
            Self::Tournament => "trn",
        }
    }

    /// The bytes of one name, the closing zero included.
    pub const fn size(self) -> usize {
        match self {
            Self::Player => 20,
            Self::Tournament => 26,
        }
    }
}

/// The names that the numbers in a `.wtb` file stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// From the `.jou` file.
    pub players: Vec<String>,
    /// From the `.trn` file.
    pub tournaments: Vec<String>,
}

/// The name of an unknown player.
const UNKNOWN: &str = "???";

impl Names {
    /// The player with this number, if known.
    pub fn player(&self, number: u16) -> Option<&str> {
        known(&self.players, number)
    }

    /// The tournament with this number, if known.
    pub fn tournament(&self, number: u16) -> Option<&str> {
        known(&self.tournaments, number)
    }
}

fn known(names: &[String], number: u16) -> Option<&str> {
    let name = names.get(usize::from(number))?.as_str();
    (!name.is_empty() && !name.trim_matches('?').is_empty()).then_some(name)
}

/// Reads a `.jou` or `.trn` file.
pub fn read_names(mut reader: impl Read, kind: NameKind) -> Result<Vec<String>, ReadError> {
    let mut header = [0; Header::SIZE];
    fill(&mut reader, &mut header, 0, "the header")?;
    let count = Header::from_bytes(header).names;
    let mut names = Vec::new();
    let mut bytes = [0; 26];
    for number in 0..usize::from(count) {
        let offset = (Header::SIZE + number * kind.size()) as u64;
        let bytes = &mut bytes[..kind.size()];
        fill(&mut reader, bytes, offset, "a name")?;
        let name = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
        names.push(name.iter().map(|byte| char::from(*byte)).collect());
    }
    Ok(names)
}

/// Writes a `.jou` or `.trn` file.
pub fn write_names(
    out: &mut dyn Write,
    kind: NameKind,
    names: &[String],
) -> Result<(), WriteError> {
    let count = u16::try_from(names.len()).map_err(|_| WriteError::Unfit {
        format: Format::Wthor,
        what: format!("{} names: 65535 is the most", names.len()),
    })?;
    out.write_all(&Header { names: count, ..Header::default() }.to_bytes())?;
    for name in names {
        let mut bytes = name_bytes(name, kind)?;
        bytes.resize(kind.size(), 0);
        out.write_all(&bytes)?;
    }
    Ok(())
}

/// A name in Latin-1, if it fits.
pub(super) fn name_bytes(name: &str, kind: NameKind) -> Result<Vec<u8>, WriteError> {
    let bytes: Option<Vec<u8>> = name
        .chars()
        .map(|letter| u8::try_from(u32::from(letter)).ok().filter(|byte| *byte != 0))
        .collect();
    let most = kind.size() - 1;
    bytes.filter(|bytes| bytes.len() <= most).ok_or_else(|| WriteError::Unfit {
        format: Format::Wthor,
        what: format!("the name '{name}': names are at most {most} Latin-1 characters"),
    })
}

/// Numbers names in order of appearance. The unknown name is number 0.
pub(super) struct Numbered {
    names: Vec<String>,
    numbers: std::collections::HashMap<String, u16>,
}

impl Numbered {
    pub(super) fn new() -> Self {
        Self { names: vec![UNKNOWN.to_owned()], numbers: [(UNKNOWN.to_owned(), 0)].into() }
    }

    /// The number of a name; `None` if there are too many.
    pub(super) fn number(&mut self, name: Option<&str>) -> Option<u16> {
        let name = name.unwrap_or(UNKNOWN);
        if let Some(number) = self.numbers.get(name) {
            return Some(*number);
        }
        let number = u16::try_from(self.names.len()).ok().filter(|number| *number < u16::MAX)?;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        Some(number)
    }

    pub(super) fn into_names(self) -> Vec<String> {
        self.names
    }
}

/// Reads `bytes` at `offset` of the file.
pub(super) fn fill(
    reader: &mut impl Read,
    bytes: &mut [u8],
    offset: u64,
    inside: &'static str,
) -> Result<(), ReadError> {
    reader.read_exact(bytes).map_err(|error| {
        let kind = if error.kind() == io::ErrorKind::UnexpectedEof {
            ReadErrorKind::Truncated { inside }
        } else {
            ReadErrorKind::Io(error)
        };
        ReadError { place: Place::Byte { offset }, kind }
    })
}

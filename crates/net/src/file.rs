//! The file of a network.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `OUTFLNET` |
//! | 2 | version: 1, or 2 with 16-bit floats |
//! | 4 | length of the header |
//! | | header: JSON with rules, blocks, channels and provenance |
//! | | the parameters as 32-bit or 16-bit floats, layer by layer, weights before bias |
//! | 4 | CRC-32 of everything before |
//!
//! Numbers are little-endian. The weights of a convolution are ordered by row and column of the
//! 3x3 squares, then by input channel, then by output channel.

use outflank_core::Rule;
use serde::{Deserialize, Serialize};

use crate::half::{from_half, to_half};
use crate::{Network, NetworkShape};

const MAGIC: &[u8; 8] = b"OUTFLNET";

/// The size of the numbers in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberSize {
    /// 32 bits, as in training.
    Single,
    /// 16 bits: half the size, with predictions that differ by a thousandth or so.
    Half,
}

impl NumberSize {
    const fn version(self) -> u16 {
        match self {
            Self::Single => 1,
            Self::Half => 2,
        }
    }

    const fn bytes(self) -> usize {
        match self {
            Self::Single => 4,
            Self::Half => 2,
        }
    }
}

/// A network with the game it plays and how it was made.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkFile {
    /// The game.
    pub rule: Rule,
    /// How it was made.
    pub provenance: NetworkProvenance,
    /// The network.
    pub network: Network,
}

/// How a network was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkProvenance {
    /// The generation of its run.
    pub generation: u32,
    /// The games that were played before it.
    pub games: u64,
    /// The steps of its training.
    pub steps: u64,
    /// The seed of its run.
    pub seed: u64,
}

/// The reason why bytes are not a usable network.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkFileError {
    /// The bytes are not the file of a network.
    #[error("this is no network of Outflank")]
    Magic,
    /// The file is of another version.
    #[error("the network is of version {found}, expected 1 or 2")]
    Version {
        /// The version of the file.
        found: u16,
    },
    /// The file is cut short, or has extra bytes at the end.
    #[error(
        "the file of the network is {found} bytes long, expected {expected}: it is not complete"
    )]
    Length {
        /// The length of the file.
        found: usize,
        /// The length by the header.
        expected: usize,
    },
    /// The content was changed.
    #[error("the file of the network is damaged: its checksum does not fit")]
    Checksum,
    /// The checksum is right, but the content is invalid.
    #[error("the file of the network cannot be read: {0}")]
    Content(String),
    /// The network is for the other game.
    #[error("the network is for {found}, expected one for {expected}")]
    Rule {
        /// The game of the file.
        found: Rule,
        /// The game expected.
        expected: Rule,
    },
}

#[derive(Serialize, Deserialize)]
struct Header {
    rules: Rule,
    #[serde(flatten)]
    shape: NetworkShape,
    provenance: NetworkProvenance,
}

impl NetworkFile {
    /// The bytes of the file, with 32-bit numbers.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes_of(NumberSize::Single)
    }

    /// The bytes of the file.
    pub fn to_bytes_of(&self, size: NumberSize) -> Vec<u8> {
        let (shape, provenance) = (self.network.shape(), self.provenance.clone());
        let header = serde_json::to_vec(&Header { rules: self.rule, shape, provenance });
        let header = header.expect("a header is plain data");
        let mut bytes = MAGIC.to_vec();
        bytes.extend(size.version().to_le_bytes());
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        let numbers = self.network.parameters().iter();
        match size {
            NumberSize::Single => bytes.extend(numbers.flat_map(|number| number.to_le_bytes())),
            NumberSize::Half => {
                bytes.extend(numbers.flat_map(|number| to_half(*number).to_le_bytes()));
            }
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a network for `rule`.
    pub fn from_bytes(bytes: &[u8], rule: Rule) -> Result<Self, NetworkFileError> {
        let file = Self::of_any_rule(bytes)?;
        if file.rule != rule {
            return Err(NetworkFileError::Rule { found: file.rule, expected: rule });
        }
        Ok(file)
    }

    /// Reads a network of either game.
    pub fn of_any_rule(bytes: &[u8]) -> Result<Self, NetworkFileError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkFileError::Magic)?;
        let short = |expected| NetworkFileError::Length { found: bytes.len(), expected };
        let (version, rest) = rest.split_first_chunk().ok_or_else(|| short(14))?;
        let version = u16::from_le_bytes(*version);
        let sizes = [NumberSize::Single, NumberSize::Half];
        let Some(size) = sizes.into_iter().find(|size| size.version() == version) else {
            return Err(NetworkFileError::Version { found: version });
        };
        let (length, rest) = rest.split_first_chunk().ok_or_else(|| short(14))?;
        let length = u32::from_le_bytes(*length) as usize;
        let (header, rest) = rest.split_at_checked(length).ok_or_else(|| short(14 + length))?;
        let header: Header = serde_json::from_slice(header)
            .map_err(|error| NetworkFileError::Content(error.to_string()))?;
        if !header.shape.is_valid() {
            let error = format!("{} is not the size of a network", header.shape);
            return Err(NetworkFileError::Content(error));
        }
        let expected = size.bytes() * header.shape.parameters();
        if rest.len() != expected + 4 {
            return Err(short(14 + length + expected + 4));
        }
        let (parameters, checksum) = rest.split_at(expected);
        if crc32fast::hash(&bytes[..bytes.len() - 4]).to_le_bytes() != checksum {
            return Err(NetworkFileError::Checksum);
        }
        let numbers: Vec<f32> = match size {
            NumberSize::Single => {
                parameters.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect()
            }
            NumberSize::Half => {
                let halves = parameters.as_chunks().0.iter();
                halves.map(|two| from_half(u16::from_le_bytes(*two))).collect()
            }
        };
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(NetworkFileError::Content("a parameter is no number".to_owned()));
        }
        let network = Network::from_parameters(header.shape, numbers)
            .expect("the number of parameters was checked");
        Ok(Self { rule: header.rules, provenance: header.provenance, network })
    }
}

//! The weights file.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `OUTFLANK` |
//! | 2 | version, 2 |
//! | 4 | length of the header |
//! | | header: JSON with rules, shapes, phases, provenance and constants |
//! | 4 | length of the weights |
//! | | weights, as zstd packs them |
//! | 4 | CRC-32 of all before |
//!
//! Numbers are little-endian. The weights are 16-bit: the bias of 0 to 64 empty
//! squares, then the packed weights phase by phase, each as the difference from
//! the phase before. Of the bias and of each phase the low bytes come first, then
//! the high bytes.

use std::io::Read;

use outflank_core::Rule;
use serde::{Deserialize, Serialize};

use super::shape::SHAPES;
use super::weights::{Provenance, Weights};
use super::{PHASES, Packing, Trust, WinScale};

const MAGIC: &[u8; 8] = b"OUTFLANK";
const VERSION: u16 = 2;

/// zstd's levels beyond this take more memory than they save.
const COMPRESSION: i32 = 19;

/// Why bytes are no weights that can be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// Something else.
    #[error("this is no weights file of Outflank")]
    Magic,
    /// Made by another version.
    #[error("the weights are of version {found}, expected {VERSION}")]
    Version {
        /// The version of the file.
        found: u16,
    },
    /// The end is missing, or there is something behind it.
    #[error("the weights file is {found} bytes long, expected {expected}: it is not complete")]
    Length {
        /// How long the file is.
        found: usize,
        /// How long it says it is.
        expected: usize,
    },
    /// Something inside was changed.
    #[error("the weights file is damaged: its checksum does not fit")]
    Checksum,
    /// The checksum fits, but not what it is about.
    #[error("the weights file cannot be read: {0}")]
    Content(String),
    /// Made for the other game.
    #[error("the weights are for {found}, expected weights for {expected}")]
    Rule {
        /// The game of the file.
        found: Rule,
        /// The game wanted.
        expected: Rule,
    },
    /// Made for other shapes.
    #[error("the weights are for other shapes than this version cuts boards into")]
    Shapes,
}

#[derive(Serialize, Deserialize)]
struct Header {
    rules: String,
    shapes: Vec<String>,
    phases: usize,
    provenance: Provenance,
    trust: Trust,
    win_scale: WinScale,
}

impl Weights {
    /// The file of these weights.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header {
            rules: self.rule.name().to_owned(),
            shapes: shapes(),
            phases: PHASES,
            provenance: self.provenance.clone(),
            trust: self.trust,
            win_scale: self.win_scale,
        };
        let header = serde_json::to_vec(&header).expect("a header is plain data");
        let planes = planes(&self.bias, &self.phases);
        let weights = zstd::bulk::compress(&planes, COMPRESSION).expect("memory for compression");

        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        bytes.extend((weights.len() as u32).to_le_bytes());
        bytes.extend(weights);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the file of weights for `rule`.
    pub fn from_bytes(bytes: &[u8], rule: Rule) -> Result<Self, WeightsError> {
        let (mut weights, phases) = WeightsFile::open(bytes, rule)?.into_parts();
        weights.phases = phases.collect::<Result<_, _>>()?;
        Ok(weights)
    }

    /// A number that tells these weights from others.
    pub fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(self.rule.name().as_bytes());
        for weight in self.bias.iter().chain(self.phases.iter().flatten()) {
            hasher.update(&weight.to_le_bytes());
        }
        hasher.finalize()
    }
}

/// A file taken apart, its checksum found right.
struct Parts<'a> {
    header: &'a [u8],
    weights: &'a [u8],
}

impl<'a> Parts<'a> {
    fn of(bytes: &'a [u8]) -> Result<Self, WeightsError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Magic)?;
        let short = |expected| WeightsError::Length { found: bytes.len(), expected };
        let (version, rest) = rest.split_first_chunk().ok_or_else(|| short(14))?;
        let found = u16::from_le_bytes(*version);
        if found != VERSION {
            return Err(WeightsError::Version { found });
        }
        let (header, rest) = sized(rest).map_err(|part| short(10 + part))?;
        let (weights, rest) = sized(rest).map_err(|part| short(14 + header.len() + part))?;
        let expected = 14 + header.len() + 4 + weights.len() + 4;
        let checksum: [u8; 4] = rest.try_into().map_err(|_| short(expected))?;
        if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(checksum) {
            return Err(WeightsError::Checksum);
        }
        Ok(Self { header, weights })
    }
}

/// Bytes that begin with their number, and what follows them; or how many there
/// should be.
fn sized(bytes: &[u8]) -> Result<(&[u8], &[u8]), usize> {
    let (length, rest) = bytes.split_first_chunk().ok_or(4_usize)?;
    let length = u32::from_le_bytes(*length) as usize;
    rest.split_at_checked(length).ok_or(4 + length)
}

fn shapes() -> Vec<String> {
    SHAPES.iter().map(|shape| shape.text.to_owned()).collect()
}

/// A file of weights whose beginning has been read.
pub(super) struct WeightsFile<'a> {
    weights: Weights,
    phases: Phases<'a>,
}

impl<'a> WeightsFile<'a> {
    /// Reads all but the phases.
    pub(super) fn open(bytes: &'a [u8], rule: Rule) -> Result<Self, WeightsError> {
        let parts = Parts::of(bytes)?;
        let header: Header = serde_json::from_slice(parts.header).map_err(content)?;
        let found = header.rules.parse().map_err(content)?;
        if header.shapes != shapes() || header.phases != PHASES {
            return Err(WeightsError::Shapes);
        }
        if found != rule {
            return Err(WeightsError::Rule { found, expected: rule });
        }
        let mut packed = zstd::Decoder::with_buffer(parts.weights).map_err(content)?;
        let mut bias = [0; 65];
        let mut planes = [0; 2 * 65];
        packed.read_exact(&mut planes).map_err(content)?;
        for (bias, number) in bias.iter_mut().zip(numbers(&planes)) {
            *bias = number;
        }
        let Header { provenance, trust, win_scale, .. } = header;
        let weights = Weights { rule, provenance, trust, win_scale, bias, phases: Vec::new() };
        Ok(Self {
            weights,
            phases: Phases { packed, planes: Vec::new(), before: None, left: PHASES },
        })
    }

    /// Weights without their phases, and the phases one by one.
    pub(super) fn into_parts(self) -> (Weights, Phases<'a>) {
        (self.weights, self.phases)
    }
}

/// The phases of a weights file, each unpacked when it is asked for.
pub(super) struct Phases<'a> {
    packed: zstd::Decoder<'static, &'a [u8]>,
    /// The bytes of a phase, kept for the next.
    planes: Vec<u8>,
    before: Option<Vec<i16>>,
    left: usize,
}

impl Phases<'_> {
    fn read(&mut self) -> Result<Vec<i16>, WeightsError> {
        self.planes.resize(2 * Packing::get().len(), 0);
        self.packed.read_exact(&mut self.planes).map_err(content)?;
        let numbers = numbers(&self.planes);
        let phase: Vec<_> = match &self.before {
            None => numbers.collect(),
            Some(before) => {
                numbers.zip(before).map(|(now, then)| now.wrapping_add(*then)).collect()
            }
        };
        if self.left == 0 && self.packed.read(&mut [0]).map_err(content)? > 0 {
            return Err(content("there are more weights than the shapes need"));
        }
        self.before = Some(phase.clone());
        Ok(phase)
    }
}

impl Iterator for Phases<'_> {
    type Item = Result<Vec<i16>, WeightsError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        Some(self.read())
    }
}

fn content(error: impl std::fmt::Display) -> WeightsError {
    WeightsError::Content(error.to_string())
}

/// The bytes of the bias, then of each phase less the one before.
fn planes(bias: &[i16; 65], phases: &[Vec<i16>]) -> Vec<u8> {
    let mut planes = Vec::new();
    let mut write = |numbers: &[i16]| {
        planes.extend(numbers.iter().map(|number| number.to_le_bytes()[0]));
        planes.extend(numbers.iter().map(|number| number.to_le_bytes()[1]));
    };
    write(bias);
    let nothing = vec![0; Packing::get().len()];
    let mut before = &nothing;
    for phase in phases {
        let differences = phase.iter().zip(before).map(|(now, then)| now.wrapping_sub(*then));
        write(&differences.collect::<Vec<_>>());
        before = phase;
    }
    planes
}

/// Numbers of which the low bytes come first, then the high bytes.
fn numbers(planes: &[u8]) -> impl Iterator<Item = i16> {
    let (low, high) = planes.split_at(planes.len() / 2);
    low.iter().zip(high).map(|(low, high)| i16::from_le_bytes([*low, *high]))
}

//! The weights file.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `OUTFLANK` |
//! | 2 | version, 3 |
//! | 4 | length of the header |
//! | | header: JSON with rules, shapes, phases, provenance, constants, bias and the length of each frame |
//! | 4 | length of all frames |
//! | | a zstd frame for each phase |
//! | 4 | CRC-32 of everything before |
//!
//! Numbers are little-endian. A phase is packed by itself, so that a program unpacks only the
//! phases it needs. The phases of a part of the game resemble each other: the middle phase of five
//! is stored as it is, the others as differences from it. The 16-bit numbers are in zigzag order
//! (0, -1, 1, -2), which makes the high bytes of small numbers zero; all low bytes come first,
//! then all high bytes.

use outflank_core::Rule;
use serde::{Deserialize, Serialize};

use super::older;
use super::shape::SHAPES;
use super::weights::{Provenance, Weights};
use super::{PHASES, Packing, Trust, WinScale};

const MAGIC: &[u8; 8] = b"OUTFLANK";
const VERSION: u16 = 3;

/// Higher levels of zstd take more than twice the time and save 0.3 %.
const COMPRESSION: i32 = 17;
/// The level for files that are sent once.
const QUICK_COMPRESSION: i32 = 1;

/// The number of phases in a part of the game.
const PART: usize = 5;

/// The reason why bytes are not usable weights.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The bytes are not a weights file.
    #[error("this is no weights file of Outflank")]
    Magic,
    /// The file is of another version.
    #[error("the weights are of version {found}, expected {} or {VERSION}", older::VERSION)]
    Version {
        /// The version of the file.
        found: u16,
    },
    /// The file is cut short, or has extra bytes at the end.
    #[error("the weights file is {found} bytes long, expected {expected}: it is not complete")]
    Length {
        /// The length of the file.
        found: usize,
        /// The length by the header.
        expected: usize,
    },
    /// The content was changed.
    #[error("the weights file is damaged: its checksum does not fit")]
    Checksum,
    /// The checksum is right, but the content is invalid.
    #[error("the weights file cannot be read: {0}")]
    Content(String),
    /// The weights are for the other game.
    #[error("the weights are for {found}, expected weights for {expected}")]
    Rule {
        /// The game of the file.
        found: Rule,
        /// The game expected.
        expected: Rule,
    },
    /// The weights are for other shapes.
    #[error("the weights are for other shapes than this version cuts boards into")]
    Shapes,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Header {
    rules: Rule,
    shapes: Vec<String>,
    phases: usize,
    provenance: Provenance,
    trust: Trust,
    win_scale: WinScale,
    /// Version 2 has the bias among the weights.
    #[serde(default)]
    bias: Vec<i16>,
    /// The length of each frame. Version 2 has one frame.
    #[serde(default)]
    frames: Vec<usize>,
}

impl Header {
    pub(super) fn of(weights: &Weights, bias: Vec<i16>, frames: Vec<usize>) -> Self {
        let &Weights { rule: rules, ref provenance, trust, win_scale, .. } = weights;
        let (shapes, provenance) = (shapes(), provenance.clone());
        Self { rules, shapes, phases: PHASES, provenance, trust, win_scale, bias, frames }
    }

    /// Reads a header that fits this program and `rule`.
    pub(super) fn read(json: &[u8], rule: Rule) -> Result<Self, WeightsError> {
        let header: Self = serde_json::from_slice(json).map_err(content)?;
        if header.shapes != shapes() || header.phases != PHASES {
            return Err(WeightsError::Shapes);
        }
        if header.rules != rule {
            return Err(WeightsError::Rule { found: header.rules, expected: rule });
        }
        Ok(header)
    }

    /// The weights of this header with the bias, and without phases.
    pub(super) fn weights(&self, bias: [i16; 65]) -> Weights {
        let Self { rules: rule, ref provenance, trust, win_scale, .. } = *self;
        let (provenance, phases) = (provenance.clone(), Vec::new());
        Weights { rule, provenance, trust, win_scale, bias, phases }
    }
}

impl Weights {
    /// The file of these weights.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.packed(COMPRESSION)
    }

    /// A larger file of these weights that takes milliseconds instead of seconds, for other
    /// machines.
    pub fn to_bytes_quickly(&self) -> Vec<u8> {
        self.packed(QUICK_COMPRESSION)
    }

    fn packed(&self, compression: i32) -> Vec<u8> {
        let frames: Vec<_> = (0..PHASES).map(|phase| self.frame(phase, compression)).collect();
        let lengths = frames.iter().map(Vec::len).collect();
        assemble(VERSION, &Header::of(self, self.bias.to_vec(), lengths), &frames)
    }

    /// The packed differences of a phase.
    fn frame(&self, phase: usize, compression: i32) -> Vec<u8> {
        let numbers = &self.phases[phase];
        let planes = match base(phase) {
            None => planes(numbers.iter().copied()),
            Some(base) => {
                let pairs = numbers.iter().zip(&self.phases[base]);
                planes(pairs.map(|(number, base)| number.wrapping_sub(*base)))
            }
        };
        zstd::bulk::compress(&planes, compression).expect("memory for compression")
    }

    /// Reads the file of weights for `rule`.
    pub fn from_bytes(bytes: &[u8], rule: Rule) -> Result<Self, WeightsError> {
        let parts = Parts::of(bytes)?;
        if parts.version == older::VERSION {
            return older::read(&parts, rule);
        }
        let file = WeightsFile::open(&parts, rule)?;
        let mut weights = file.weights.clone();
        for phase in 0..PHASES {
            weights.phases.push(file.differences(phase)?.numbers());
        }
        for phase in 0..PHASES {
            if let Some(base) = base(phase) {
                let base = weights.phases[base].clone();
                for (weight, base) in weights.phases[phase].iter_mut().zip(base) {
                    *weight = weight.wrapping_add(base);
                }
            }
        }
        Ok(weights)
    }

    /// A checksum that identifies these weights.
    pub fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(self.rule.name().as_bytes());
        for weight in self.bias.iter().chain(self.phases.iter().flatten()) {
            hasher.update(&weight.to_le_bytes());
        }
        hasher.finalize()
    }
}

/// The bytes of a file.
pub(super) fn assemble(version: u16, header: &Header, frames: &[Vec<u8>]) -> Vec<u8> {
    let header = serde_json::to_vec(header).expect("a header is plain data");
    let length: usize = frames.iter().map(Vec::len).sum();
    let mut bytes = Vec::new();
    bytes.extend(MAGIC);
    bytes.extend(version.to_le_bytes());
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header);
    bytes.extend((length as u32).to_le_bytes());
    bytes.extend(frames.iter().flatten());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The phase from which the differences of `phase` are stored; `None` if it is stored as it is.
pub(super) const fn base(phase: usize) -> Option<usize> {
    let base = phase / PART * PART + PART / 2;
    if base == phase { None } else { Some(base) }
}

/// The parts of a file.
pub(super) struct Parts<'a> {
    pub(super) version: u16,
    pub(super) header: &'a [u8],
    pub(super) weights: &'a [u8],
}

impl<'a> Parts<'a> {
    /// The parts of a file with a valid checksum.
    pub(super) fn of(bytes: &'a [u8]) -> Result<Self, WeightsError> {
        let (parts, checksum) = Self::split(bytes)?;
        if crc32fast::hash(&bytes[..bytes.len() - 4]) != checksum {
            return Err(WeightsError::Checksum);
        }
        Ok(parts)
    }

    /// The parts of a file and its checksum.
    fn split(bytes: &'a [u8]) -> Result<(Self, u32), WeightsError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Magic)?;
        let short = |expected| WeightsError::Length { found: bytes.len(), expected };
        let (version, rest) = rest.split_first_chunk().ok_or_else(|| short(14))?;
        let version = u16::from_le_bytes(*version);
        if version != VERSION && version != older::VERSION {
            return Err(WeightsError::Version { found: version });
        }
        let (header, rest) = sized(rest).map_err(|part| short(10 + part))?;
        let (weights, rest) = sized(rest).map_err(|part| short(14 + header.len() + part))?;
        let expected = 14 + header.len() + 4 + weights.len() + 4;
        let checksum: [u8; 4] = rest.try_into().map_err(|_| short(expected))?;
        Ok((Self { version, header, weights }, u32::from_le_bytes(checksum)))
    }
}

/// Splits off bytes that begin with their length. The error is the number of
/// bytes required.
fn sized(bytes: &[u8]) -> Result<(&[u8], &[u8]), usize> {
    let (length, rest) = bytes.split_first_chunk().ok_or(4_usize)?;
    let length = u32::from_le_bytes(*length) as usize;
    rest.split_at_checked(length).ok_or(4 + length)
}

fn shapes() -> Vec<String> {
    SHAPES.iter().map(|shape| shape.text.to_owned()).collect()
}

/// A weights file of this version, with its phases still packed.
pub(super) struct WeightsFile<'a> {
    /// The weights without their phases.
    pub(super) weights: Weights,
    frames: Vec<&'a [u8]>,
}

impl<'a> WeightsFile<'a> {
    /// Reads everything except the phases.
    pub(super) fn open(parts: &Parts<'a>, rule: Rule) -> Result<Self, WeightsError> {
        let header = Header::read(parts.header, rule)?;
        let bias = header.bias[..].try_into();
        let bias = bias.map_err(|_| content("there are not 65 constants for the empty squares"))?;
        let mut frames = Vec::with_capacity(PHASES);
        let mut rest = parts.weights;
        for length in &header.frames {
            let frame = rest.split_at_checked(*length);
            let frame = frame.ok_or_else(|| content("a phase is longer than the file"))?;
            frames.push(frame.0);
            rest = frame.1;
        }
        if frames.len() != PHASES || !rest.is_empty() {
            return Err(content("there are more or fewer weights than the phases need"));
        }
        Ok(Self { weights: header.weights(bias), frames })
    }

    /// Opens the file in the binary, whose checksum a test has checked.
    pub(super) fn built_in(bytes: &'a [u8], rule: Rule) -> Result<Self, WeightsError> {
        Self::open(&Parts::split(bytes)?.0, rule)
    }

    /// The packed weights of a phase, as differences from its [`base`] if it has one.
    pub(super) fn differences(&self, phase: usize) -> Result<Differences, WeightsError> {
        let length = 2 * Packing::get().len();
        let planes = zstd::bulk::decompress(self.frames[phase], length).map_err(content)?;
        if planes.len() != length {
            return Err(content("a phase has fewer weights than its shapes need"));
        }
        Ok(Differences(planes))
    }
}

/// The numbers of a phase: all low bytes, then all high bytes.
pub(super) struct Differences(Vec<u8>);

impl Differences {
    #[inline(always)]
    pub(super) fn get(&self, at: usize) -> i16 {
        let (low, high) = self.0.split_at(self.0.len() / 2);
        from_zigzag(u16::from_le_bytes([low[at], high[at]]))
    }

    fn numbers(&self) -> Vec<i16> {
        (0..self.0.len() / 2).map(|at| self.get(at)).collect()
    }
}

pub(super) fn content(error: impl std::fmt::Display) -> WeightsError {
    WeightsError::Content(error.to_string())
}

/// The bytes of a phase: all low bytes, then all high bytes.
fn planes(numbers: impl Iterator<Item = i16>) -> Vec<u8> {
    let (mut low, high): (Vec<_>, Vec<_>) =
        numbers.map(|number| zigzag(number).to_le_bytes().into()).unzip();
    low.extend(high);
    low
}

const fn zigzag(number: i16) -> u16 {
    ((number << 1) ^ (number >> 15)).cast_unsigned()
}

const fn from_zigzag(code: u16) -> i16 {
    (code >> 1).cast_signed() ^ -((code & 1).cast_signed())
}

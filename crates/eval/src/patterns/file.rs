//! The weights file.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `OUTFLANK` |
//! | 2 | version, 1 |
//! | 4 | length of the header |
//! | | header: JSON with rules, shapes, phases, provenance and constants |
//! | 4 | length of the weights |
//! | | weights: zstd of their low bytes, then their high bytes |
//! | 4 | CRC-32 of all before |
//!
//! Numbers are little-endian. The weights are 16-bit: the bias of 0 to 64 empty
//! squares, then the packed weights phase by phase, each as the difference from
//! the phase before.

use outflank_core::Rule;
use serde::{Deserialize, Serialize};

use super::layout::PHASE_SIZE;
use super::shape::SHAPES;
use super::weights::{Provenance, Weights};
use super::{PHASES, Packing, Trust, WinScale};

const MAGIC: &[u8; 8] = b"OUTFLANK";
const VERSION: u16 = 1;

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
        let numbers = differences(&self.bias, &self.phases);
        let low = numbers.iter().map(|number| number.to_le_bytes()[0]);
        let high = numbers.iter().map(|number| number.to_le_bytes()[1]);
        let planes: Vec<u8> = low.chain(high).collect();
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
        let weights = Self::of_either_rule(bytes)?;
        if weights.rule != rule {
            return Err(WeightsError::Rule { found: weights.rule, expected: rule });
        }
        Ok(weights)
    }

    /// Reads the file of weights for whichever game it says.
    fn of_either_rule(bytes: &[u8]) -> Result<Self, WeightsError> {
        let parts = Parts::of(bytes)?;
        let content = |error: &dyn std::fmt::Display| WeightsError::Content(error.to_string());
        let header: Header =
            serde_json::from_slice(parts.header).map_err(|error| content(&error))?;
        let rule = header.rules.parse().map_err(|error| content(&error))?;
        if header.shapes != shapes() || header.phases != PHASES {
            return Err(WeightsError::Shapes);
        }
        // What both need is made meanwhile: a program should start at once.
        let most = 2 * (65 + PHASES * PHASE_SIZE);
        let (planes, packing) = std::thread::scope(|scope| {
            let packing = scope.spawn(Packing::get);
            let planes = zstd::bulk::decompress(parts.weights, most);
            (planes, packing.join().expect("packing does not panic"))
        });
        let count = 65 + PHASES * packing.len();
        let planes = planes
            .ok()
            .filter(|planes| planes.len() == count * 2)
            .ok_or_else(|| content(&"the weights are not as many as the shapes need"))?;
        let (bias, phases) = sums(&planes);
        Ok(Self {
            rule,
            provenance: header.provenance,
            trust: header.trust,
            win_scale: header.win_scale,
            bias,
            phases,
        })
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

/// The bias, then each phase less the one before.
fn differences(bias: &[i16; 65], phases: &[Vec<i16>]) -> Vec<i16> {
    let mut numbers = bias.to_vec();
    let nothing = vec![0; Packing::get().len()];
    let mut before = &nothing;
    for phase in phases {
        numbers.extend(phase.iter().zip(before).map(|(now, then)| now.wrapping_sub(*then)));
        before = phase;
    }
    numbers
}

/// What [`differences`] were made of, from their low bytes and high bytes.
fn sums(planes: &[u8]) -> ([i16; 65], Vec<Vec<i16>>) {
    let (low, high) = planes.split_at(planes.len() / 2);
    let number = |at: usize| i16::from_le_bytes([low[at], high[at]]);
    let bias = std::array::from_fn(number);
    let width = Packing::get().len();
    let mut phases: Vec<Vec<i16>> = Vec::with_capacity(PHASES);
    for phase in 0..PHASES {
        let start = 65 + phase * width;
        let planes = low[start..start + width].iter().zip(&high[start..start + width]);
        let numbers = planes.map(|(low, high)| i16::from_le_bytes([*low, *high]));
        phases.push(match phases.last() {
            None => numbers.collect(),
            Some(before) => {
                numbers.zip(before).map(|(now, then)| now.wrapping_add(*then)).collect()
            }
        });
    }
    (bias, phases)
}

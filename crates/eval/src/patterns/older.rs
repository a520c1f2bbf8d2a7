//! Weights files of version 2: all phases in one zstd frame.
//!
//! The frame holds 16-bit numbers: the bias of 0 to 64 empty squares, then the packed weights phase
//! by phase, each as the difference from the phase before. Of the bias and of each phase the low
//! bytes come first, then the high bytes.

use std::io::Read;

use outflank_core::Rule;

use super::file::{Header, Parts, WeightsError, content};
use super::{PHASES, Packing, Weights};

pub(super) const VERSION: u16 = 2;

/// Reads a file of version 2.
pub(super) fn read(parts: &Parts<'_>, rule: Rule) -> Result<Weights, WeightsError> {
    let header = Header::read(parts.header, rule)?;
    let mut packed = zstd::Decoder::with_buffer(parts.weights).map_err(content)?;
    let mut read = |length: usize| -> Result<Vec<i16>, WeightsError> {
        let mut planes = vec![0; 2 * length];
        packed.read_exact(&mut planes).map_err(content)?;
        let (low, high) = planes.split_at(length);
        Ok(low.iter().zip(high).map(|(low, high)| i16::from_le_bytes([*low, *high])).collect())
    };
    let mut bias = [0; 65];
    bias.copy_from_slice(&read(65)?);
    let mut weights = header.weights(bias);
    for phase in 0..PHASES {
        let mut numbers = read(Packing::get().len())?;
        if let Some(before) = phase.checked_sub(1) {
            for (number, before) in numbers.iter_mut().zip(&weights.phases[before]) {
                *number = number.wrapping_add(*before);
            }
        }
        weights.phases.push(numbers);
    }
    if packed.read(&mut [0]).map_err(content)? > 0 {
        return Err(content("there are more weights than the shapes need"));
    }
    Ok(weights)
}

/// The file of weights as version 2 wrote it.
#[cfg(test)]
pub(super) fn bytes(weights: &Weights) -> Vec<u8> {
    let mut planes: Vec<u8> = Vec::new();
    let mut write = |numbers: Vec<i16>| {
        planes.extend(numbers.iter().map(|number| number.to_le_bytes()[0]));
        planes.extend(numbers.iter().map(|number| number.to_le_bytes()[1]));
    };
    write(weights.bias.to_vec());
    let nothing = vec![0; Packing::get().len()];
    for (phase, before) in
        weights.phases.iter().zip(std::iter::once(&nothing).chain(&weights.phases))
    {
        write(phase.iter().zip(before).map(|(now, then)| now.wrapping_sub(*then)).collect());
    }
    let packed = zstd::bulk::compress(&planes, 1).expect("memory for compression");
    super::file::assemble(VERSION, &Header::of(weights, Vec::new(), Vec::new()), &[packed])
}

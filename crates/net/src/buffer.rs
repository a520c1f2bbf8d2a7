//! Numbers at the beginning of a cache line.

use std::ops::{Deref, DerefMut};

/// The floats of a cache line.
const LINE: usize = 16;

/// A list of numbers that begins with a cache line. A wide register is then filled from one line,
/// which takes half the time that it takes from two.
#[derive(Debug, Default)]
pub(crate) struct Buffer {
    numbers: Vec<f32>,
    start: usize,
    length: usize,
}

impl Buffer {
    /// Gives it this length. What it held before is lost; what it holds then has no meaning.
    pub(crate) fn resize(&mut self, length: usize) {
        if self.numbers.len() < length + LINE {
            self.numbers = vec![0.0; length + LINE];
            let bytes = LINE * size_of::<f32>();
            self.start = self.numbers.as_ptr().align_offset(bytes).min(LINE);
        }
        self.length = length;
    }

    /// Makes it a copy of other numbers.
    pub(crate) fn copy(&mut self, numbers: &[f32]) {
        self.resize(numbers.len());
        self.copy_from_slice(numbers);
    }
}

impl Clone for Buffer {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.copy(self);
        clone
    }
}

impl Deref for Buffer {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        &self.numbers[self.start..][..self.length]
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.numbers[self.start..][..self.length]
    }
}

//! The items of a batch, cut into units.

use std::iter::Fuse;
use std::ops::Range;

/// Ranges of items without a gap, drawn when they are needed.
pub struct UnitRanges<'a> {
    items: Fuse<Box<dyn Iterator<Item = u64> + Send + 'a>>,
    /// An item that was drawn and belongs to the next unit.
    next: Option<u64>,
    size: u64,
}

impl<'a> UnitRanges<'a> {
    /// Cuts ascending items into ranges that end at multiples of `size`.
    pub fn new(items: Box<dyn Iterator<Item = u64> + Send + 'a>, size: u64) -> Self {
        Self { items: items.fuse(), next: None, size }
    }
}

impl Iterator for UnitRanges<'_> {
    type Item = Range<u64>;

    fn next(&mut self) -> Option<Range<u64>> {
        let first = self.next.take().or_else(|| self.items.next())?;
        let mut end = first + 1;
        while !end.is_multiple_of(self.size) {
            match self.items.next() {
                Some(item) if item == end => end += 1,
                other => {
                    self.next = other;
                    break;
                }
            }
        }
        Some(first..end)
    }
}

#[cfg(test)]
mod tests {
    use super::UnitRanges;

    #[test]
    fn ranges_end_at_gaps_and_at_multiples_of_the_size() {
        let ranges = UnitRanges::new(Box::new([1, 2, 3, 4, 5, 9, 10, 20].into_iter()), 4);
        assert_eq!(ranges.collect::<Vec<_>>(), [1..4, 4..6, 9..11, 20..21]);
    }
}

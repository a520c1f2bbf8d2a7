//! The items of a batch, cut into units.

use std::iter::Fuse;
use std::ops::Range;

/// Near the end of a batch, all who perform units have this many before them.
const UNITS_AT_END: u64 = 2;

/// Ranges of items without a gap, drawn when they are needed.
pub struct UnitRanges<'a> {
    items: Fuse<Box<dyn Iterator<Item = u64> + Send + 'a>>,
    /// An item that was drawn and belongs to the next unit.
    next: Option<u64>,
    size: u64,
    /// The least size, and the number of those who perform units.
    end: Option<(u64, u64)>,
}

impl<'a> UnitRanges<'a> {
    /// Cuts ascending items into ranges that end at multiples of `size`.
    pub fn new(items: Box<dyn Iterator<Item = u64> + Send + 'a>, size: u64) -> Self {
        Self { items: items.fuse(), next: None, size, end: None }
    }

    /// Halves the size towards the end, but not below `least`, so that all who perform units end
    /// at about the same time. This needs items whose number is known, and a size that is `least`
    /// times a power of two.
    #[must_use]
    pub fn with_smaller_ends(self, least: u64, performers: u64) -> Self {
        Self { end: Some((least, performers)), ..self }
    }

    /// The size of the next unit.
    fn next_size(&self) -> u64 {
        let (Some((least, performers)), (_, Some(rest))) = (self.end, self.items.size_hint())
        else {
            return self.size;
        };
        let share = rest as u64 / (UNITS_AT_END * performers.max(1));
        let mut size = self.size;
        while size > share && size / 2 >= least {
            size /= 2;
        }
        size
    }
}

impl Iterator for UnitRanges<'_> {
    type Item = Range<u64>;

    fn next(&mut self) -> Option<Range<u64>> {
        let first = self.next.take().or_else(|| self.items.next())?;
        let size = self.next_size();
        let mut end = first + 1;
        while !end.is_multiple_of(size) {
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

    #[test]
    fn ranges_become_smaller_towards_the_end() {
        let ranges = UnitRanges::new(Box::new(0..40), 8).with_smaller_ends(2, 2);
        let sizes: Vec<_> = ranges.map(|range| range.end - range.start).collect();
        assert_eq!(sizes, [8, 4, 4, 4, 4, 2, 2, 2, 2, 2, 2, 2, 2]);
    }
}

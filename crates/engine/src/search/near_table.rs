//! Small tables of one thread for boards near the end of one of the games.
//!
//! There are too many of them for the shared table, and a read from main memory
//! costs as much as some dozen nodes. Boards that repeat do so soon, so a table
//! that fits into the cache of a core finds most of them.

use outflank_core::{Square, prefetch};

/// 1 MiB of entries.
pub(super) const MANY: usize = 1 << 16;
/// 256 KiB of entries.
pub(super) const FEW: usize = 1 << 14;

/// Bounds of the exact score of a board.
#[derive(Clone, Copy, Default)]
pub(super) struct NearEntry {
    key: u64,
    lower: i8,
    upper: i8,
    best: u8,
}

impl NearEntry {
    /// The bound that decides a search with a window from `alpha` to `alpha + 1`, if one does.
    #[inline(always)]
    pub(super) fn cut(self, alpha: i32) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower > alpha { Some(lower) } else { Some(upper).filter(|upper| *upper <= alpha) }
    }

    /// The move that was best.
    #[inline(always)]
    pub(super) fn best(self) -> Option<Square> {
        Square::new(usize::from(self.best))
    }
}

/// The tables of a thread: one for boards of some more empty squares, one for boards of a
/// few. Each board has one place, and the latest board keeps it.
pub(crate) struct NearTable {
    pub(super) many: Entries<MANY>,
    pub(super) few: Entries<FEW>,
}

/// A table of so many entries.
pub(super) struct Entries<const COUNT: usize>(Box<[NearEntry]>);

impl NearTable {
    pub(crate) fn new() -> Self {
        Self { many: Entries::new(), few: Entries::new() }
    }

    /// Forgets all boards.
    pub(crate) fn clear(&mut self) {
        self.many.0.fill(NearEntry::default());
        self.few.0.fill(NearEntry::default());
    }
}

impl<const COUNT: usize> Entries<COUNT> {
    fn new() -> Self {
        Self(vec![NearEntry::default(); COUNT].into_boxed_slice())
    }

    #[inline(always)]
    fn place(key: u64) -> usize {
        key as usize % COUNT
    }

    /// Loads the place of a board into the cache ahead of its use.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.0[Self::place(key)]);
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<NearEntry> {
        Some(self.0[Self::place(key)]).filter(|entry| entry.key == key)
    }

    #[inline(always)]
    pub(super) fn put(&mut self, key: u64, lower: i32, upper: i32, best: Option<Square>) {
        let best = best.map_or(64, |square| square.index() as u8);
        let entry = NearEntry { key, lower: lower as i8, upper: upper as i8, best };
        self.0[Self::place(key)] = entry;
    }
}

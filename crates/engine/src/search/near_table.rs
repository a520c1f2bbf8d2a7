//! A small table of one thread for boards near the end of one of the games.
//!
//! There are far too many of them for the shared table, and a look into main
//! memory costs as much as some dozen nodes. Those that come back come back
//! soon: a table that fits into the processor's own cache finds most of them.

use outflank_core::{Board, Square};

/// 1 MiB of entries.
const ENTRIES: usize = 1 << 16;

/// What is known of the exact score of a board.
#[derive(Clone, Copy, Default)]
pub(super) struct NearEntry {
    key: u64,
    pub(super) lower: i8,
    pub(super) upper: i8,
    best: u8,
}

impl NearEntry {
    /// The move that was best.
    #[inline(always)]
    pub(super) fn best(self) -> Option<Square> {
        Square::new(usize::from(self.best))
    }
}

/// The table: each board has one place, and the latest board keeps it.
pub(crate) struct NearTable(Box<[NearEntry]>);

impl NearTable {
    pub(crate) fn new() -> Self {
        Self(vec![NearEntry::default(); ENTRIES].into_boxed_slice())
    }

    /// Forgets all boards.
    pub(crate) fn clear(&mut self) {
        self.0.fill(NearEntry::default());
    }

    #[inline(always)]
    fn place(key: u64) -> usize {
        key as usize % ENTRIES
    }

    #[inline(always)]
    pub(super) fn get(&self, board: Board) -> Option<NearEntry> {
        let key = board.hash();
        Some(self.0[Self::place(key)]).filter(|entry| entry.key == key)
    }

    #[inline(always)]
    pub(super) fn put(&mut self, board: Board, lower: i32, upper: i32, best: Option<Square>) {
        let key = board.hash();
        let best = best.map_or(64, |square| square.index() as u8);
        let entry = NearEntry { key, lower: lower as i8, upper: upper as i8, best };
        self.0[Self::place(key)] = entry;
    }
}

//! Small tables of one thread for boards near the end of one of the games.
//!
//! There are too many of them for the shared table, and a read from main memory
//! costs as much as some dozen nodes. Boards that repeat do so soon, so a table
//! that fits into the cache of a core finds most of them.

use outflank_core::{Board, Square, prefetch};

/// 1 MiB of entries.
pub(super) const MANY: usize = 1 << 17;
/// 128 KiB of entries.
pub(super) const FEW: usize = 1 << 14;

/// The bits of an entry that are not of the key: best move, score, kind of bound.
const DATA_BITS: u32 = 15;
const DATA: u64 = (1 << DATA_BITS) - 1;

/// The key of a board in these tables. Each board is looked up and forgotten soon, so half of
/// the work of [`Board::key`] mixes it well enough.
#[inline(always)]
pub(super) fn near_key(board: Board) -> u64 {
    let own = board.own().bits() ^ 0x243f_6a88_85a3_08d3;
    let opp = board.opp().bits() ^ 0x1319_8a2e_0370_7345;
    let product = u128::from(own) * u128::from(opp);
    product as u64 ^ (product >> 64) as u64
}

/// A bound of the exact score of a board, in one word: twice as many boards fit into the
/// cache as with a word for the key alone.
///
/// The upper bits are those of the key; the lower bits of the key choose the place.
#[derive(Clone, Copy, Default)]
pub(super) struct NearEntry(u64);

impl NearEntry {
    #[inline(always)]
    fn new(key: u64, score: i32, is_lower: bool, best: Option<Square>) -> Self {
        // Scores of finished games are even.
        debug_assert!(score % 2 == 0 && score.abs() <= 64);
        let best = best.map_or(64, |square| square.index() as u64);
        let score = u64::from(((score + 64) >> 1).cast_unsigned());
        Self(key & !DATA | u64::from(is_lower) << 14 | score << 7 | best)
    }

    /// The bound, if it decides a search with a window from `alpha` to `alpha + 1`.
    #[inline(always)]
    pub(super) fn cut(self, alpha: i32) -> Option<i32> {
        let is_lower = self.0 & 1 << 14 != 0;
        let score = (self.0 >> 7 & 127) as i32 * 2 - 64;
        (is_lower == (score > alpha)).then_some(score)
    }

    /// The move that was best.
    #[inline(always)]
    pub(super) fn best(self) -> Option<Square> {
        Square::new((self.0 & 127) as usize)
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
        Some(self.0[Self::place(key)]).filter(|entry| (entry.0 ^ key) <= DATA)
    }

    /// Stores the result of a search with a window from `alpha` to `alpha + 1`.
    #[inline(always)]
    pub(super) fn put(&mut self, key: u64, alpha: i32, score: i32, best: Option<Square>) {
        self.0[Self::place(key)] = NearEntry::new(key, score, score > alpha, best);
    }
}

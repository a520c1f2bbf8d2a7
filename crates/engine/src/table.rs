//! The transposition table: the bounds of boards searched before, shared by all
//! threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use outflank_core::{Board, Rule, Square, prefetch};
use zerocopy::FromZeros;

use crate::Selectivity;

/// The depth and selectivity of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Draft {
    pub(crate) depth: u32,
    pub(crate) selectivity: Selectivity,
}

impl Draft {
    /// True if a result of this draft is sufficient for `other`.
    #[inline(always)]
    pub(crate) fn covers(self, other: Self) -> bool {
        self.depth >= other.depth && self.selectivity >= other.selectivity
    }

    fn worth(self) -> u32 {
        self.depth * 8 + self.selectivity as u32
    }
}

/// The stored bounds of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) draft: Draft,
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    /// The moves that were best, the latest first.
    pub(crate) moves: [Option<Square>; 2],
}

/// The words of a bucket: four entries that share a cache line.
///
/// An entry is two words, the key of the board and the data. The key is stored
/// xor the data. If two threads write an entry at the same time, the mixed words
/// match no key.
const WORDS: usize = 8;
/// The bytes of a cache line.
const LINE: usize = 64;

/// The smallest part of the table that a search uses.
const MIN_BUCKETS: usize = (4 << 20) / LINE;

/// The table.
pub(crate) struct Table {
    /// Single words, not aligned buckets: for zeroed memory with a large alignment
    /// the allocator would write all of it at once.
    words: Vec<AtomicU64>,
    /// The first word at the start of a cache line.
    first: usize,
    buckets: usize,
    /// The buckets in use, from the first one on. A small search is faster in a small part of
    /// the table: less of it has to be taken from the system, and more of it stays in the caches.
    used: usize,
    generation: u8,
    /// Part of every key: entries made with another salt are never found.
    salt: u64,
    forgotten: u64,
    /// The buckets whose memory was taken by [`Self::occupy`].
    occupied: usize,
}

/// The place of a board: its bucket, and the key that identifies it.
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    start: usize,
    key: u64,
}

const NO_MOVE: u64 = 64;

impl Table {
    /// A table of this many MiB. Memory is taken as it is used.
    pub(crate) fn new(mib: usize) -> Self {
        let buckets = (mib.max(1) << 20) / LINE;
        let words = AtomicU64::new_vec_zeroed(buckets * WORDS + WORDS)
            .expect("a table that fits into memory");
        let first = words.as_ptr().align_offset(LINE).min(WORDS);
        Self { words, first, buckets, used: 0, generation: 0, salt: 0, forgotten: 0, occupied: 0 }
    }

    /// Makes ready for the next search, which needs about `bytes`: entries of earlier ones give
    /// way to its own, and those of the other game are not seen.
    ///
    /// The first search takes as much of the table as it needs. A later one that needs more takes
    /// all of it, because entries are not found in another part: they are lost at most once.
    pub(crate) fn begin(&mut self, rule: Rule, bytes: usize) {
        let needed = (bytes / LINE).max(MIN_BUCKETS).next_power_of_two().min(self.buckets);
        if needed > self.used {
            self.used = if self.used == 0 { needed } else { self.buckets };
        }
        self.generation = self.generation.wrapping_add(1);
        self.salt = (self.forgotten * 2 + rule as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// Takes the memory of the buckets in use now, for a search that will use it.
    ///
    /// A page that is read before it is written costs two faults, and the
    /// second one interrupts all other threads. `is_over` is asked every
    /// fraction of a millisecond.
    pub(crate) fn occupy(&mut self, is_over: impl Fn() -> bool) {
        const PAGE: usize = 4096 / size_of::<u64>();
        while self.occupied < self.used {
            let end = self.used.min(self.occupied + 64 * PAGE / WORDS);
            for page in self.words[self.occupied * WORDS..end * WORDS].chunks(PAGE) {
                // This write changes nothing, but the compiler cannot remove it.
                let _ = page[0].compare_exchange(0, 0, Ordering::Relaxed, Ordering::Relaxed);
            }
            self.occupied = end;
            if is_over() {
                return;
            }
        }
    }

    /// Forgets everything. The memory stays as it is: with another salt nothing
    /// in it is found any more.
    pub(crate) fn forget(&mut self) {
        self.forgotten += 1;
        self.used = 0;
    }

    /// The place of a board, with a prefetch of its bucket.
    #[inline(always)]
    pub(crate) fn slot(&self, board: Board) -> Slot {
        let start = self.start(board);
        prefetch(self.bucket(start));
        Slot { start, key: board.key() ^ self.salt }
    }

    #[inline(always)]
    fn bucket(&self, start: usize) -> &[AtomicU64; WORDS] {
        self.words[start..].first_chunk().expect("every bucket is whole")
    }

    /// The first word of the bucket of a board.
    #[inline(always)]
    fn start(&self, board: Board) -> usize {
        // Another hash than the key: two boards are mistaken for each other
        // only if both agree.
        let own = board.own().bits().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let opp = board.opp().bits().wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mixed = (own ^ opp.rotate_left(32)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let number = ((u128::from(mixed) * self.used as u128) >> 64) as usize;
        self.first + number * WORDS
    }

    /// Prefetches the bucket of a board.
    #[inline(always)]
    pub(crate) fn prefetch(&self, board: Board) {
        prefetch(self.bucket(self.start(board)));
    }

    /// The stored bounds of a board.
    #[inline(always)]
    pub(crate) fn get(&self, slot: Slot) -> Option<Entry> {
        for [check, data] in self.bucket(slot.start).as_chunks::<2>().0 {
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == slot.key {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Stores the result of a search: the value lies within the bounds.
    #[inline(always)]
    pub(crate) fn put(
        &self,
        slot: Slot,
        draft: Draft,
        lower: i32,
        upper: i32,
        best: Option<Square>,
    ) {
        let generation = self.generation;
        let bucket = self.bucket(slot.start).as_chunks::<2>().0;
        let mut victim = 0;
        let mut least = u32::MAX;
        for (at, [check, data]) in bucket.iter().enumerate() {
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == slot.key {
                let merged =
                    merge(unpack(data), draft, lower, upper, best, is_of(data, generation));
                if let Some(entry) = merged {
                    write(&bucket[at], slot.key, pack(entry, generation));
                }
                return;
            }
            let age = u32::from(generation.wrapping_sub((data >> 40) as u8));
            let worth = u32::from(data as u8) * 8 + (data >> 48) as u32 + 1024 * (255 - age);
            if worth < least {
                (victim, least) = (at, worth);
            }
        }
        let entry = Entry { draft, lower, upper, moves: [best, None] };
        write(&bucket[victim], slot.key, pack(entry, generation));
    }
}

fn is_of(data: u64, generation: u8) -> bool {
    (data >> 40) as u8 == generation
}

/// An old entry merged with a new result for the same board; `None` if the old one is
/// better.
#[inline(always)]
fn merge(
    old: Entry,
    draft: Draft,
    lower: i32,
    upper: i32,
    best: Option<Square>,
    is_recent: bool,
) -> Option<Entry> {
    let moves = match best {
        Some(_) if best != old.moves[0] => [best, old.moves[0]],
        _ => old.moves,
    };
    if old.draft == draft {
        let (tight_lower, tight_upper) = (old.lower.max(lower), old.upper.min(upper));
        // A selective search may contradict itself: the latest result counts.
        let (lower, upper) =
            if tight_lower <= tight_upper { (tight_lower, tight_upper) } else { (lower, upper) };
        return Some(Entry { draft, lower, upper, moves });
    }
    let is_better = draft.worth() >= old.draft.worth() || !is_recent;
    is_better.then_some(Entry { draft, lower, upper, moves })
}

#[inline(always)]
fn write(entry: &[AtomicU64; 2], key: u64, data: u64) {
    entry[0].store(key ^ data, Ordering::Relaxed);
    entry[1].store(data, Ordering::Relaxed);
}

#[inline(always)]
fn pack(entry: Entry, generation: u8) -> u64 {
    let byte = |number: i32| u64::from((number as i8).cast_unsigned());
    let square = |square: Option<Square>| square.map_or(NO_MOVE, |square| square.index() as u64);
    u64::from(entry.draft.depth as u8)
        | byte(entry.lower) << 8
        | byte(entry.upper) << 16
        | square(entry.moves[0]) << 24
        | square(entry.moves[1]) << 32
        | u64::from(generation) << 40
        | (entry.draft.selectivity as u64) << 48
}

#[inline(always)]
fn unpack(data: u64) -> Entry {
    let byte = |shift: u32| i32::from((data >> shift) as u8).cast_unsigned();
    let signed = |shift: u32| i32::from((data >> shift) as i8);
    let selectivity = Selectivity::ALL[((data >> 48) as usize & 7).min(5)];
    Entry {
        draft: Draft { depth: byte(0), selectivity },
        lower: signed(8),
        upper: signed(16),
        moves: [Square::new(byte(24) as usize), Square::new(byte(32) as usize)],
    }
}

#[cfg(test)]
mod tests;

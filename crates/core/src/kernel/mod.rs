//! Legal moves and flips on each instruction set, and the choice among them.
//!
//! A function that uses wide registers can only be inlined into a caller that
//! is compiled for them too. So hot code is a [`Task`], generic over the
//! [`Kernel`]; [`InstructionSet::run`] enters it through a function that has
//! the right `target_feature`s, and everything inlined below that function is
//! compiled with them: `popcnt`, `tzcnt` and the kernels alike. A recursive
//! task calls itself by [`Kernel::run`], which enters the same way.
//!
//! This is the only module with `unsafe` code. A value of a kernel type is the
//! proof that the processor has its features: it is made only here, after
//! asking the processor.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod gather;
mod portable;
mod rays;
#[cfg(test)]
mod tests;

use std::fmt;
#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicU8, Ordering};

pub use gather::{Indices, LANES, Places};

/// Move generation on one instruction set.
///
/// Implementations exist for portable code, AVX2 and AVX-512; none can be
/// added outside this crate.
pub trait Kernel: Copy + sealed::Sealed {
    /// Squares where `own` may play against `opp`.
    fn legal_moves(self, own: u64, opp: u64) -> u64;

    /// Discs of `opp` that turn when `own` plays on the empty square `index`.
    fn flips(self, index: usize, own: u64, opp: u64) -> u64;

    /// The square of `set` that has `n` squares of it below: a set of its own,
    /// empty if there are no more than `n`.
    fn nth(self, set: u64, n: u32) -> u64;

    /// The sum of the numbers of a table at these places, each moved by its
    /// index.
    ///
    /// # Panics
    /// If the table is shorter than [`Places::span`].
    fn sum(self, table: &[i16], places: &Places, indices: &Indices) -> i32;

    /// Runs a task compiled for this instruction set: how a recursive task
    /// calls itself.
    fn run<T: Task>(self, task: T) -> T::Output;
}

mod sealed {
    pub trait Sealed {}
}

/// A computation compiled once for each instruction set.
pub trait Task {
    /// What the computation gives.
    type Output;

    /// The computation. Implementations carry `#[inline(always)]`, otherwise
    /// they are compiled for the oldest processor and lose all speed.
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// Asks the processor to bring what is behind `place` near, for a look at it
/// soon. Nothing else happens; where a processor has no such wish, nothing does.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing, and every x86-64 processor has it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// An instruction set that this processor has.
///
/// ```
/// use outflank_core::InstructionSet;
///
/// assert!(InstructionSet::supported().contains(&InstructionSet::PORTABLE));
/// println!("moves are made with {}", InstructionSet::best());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstructionSet(Level);

/// Invariant: a level inside an [`InstructionSet`] is one the processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
enum Level {
    Portable = 1,
    #[cfg(target_arch = "x86_64")]
    Avx2 = 2,
    #[cfg(target_arch = "x86_64")]
    Avx512 = 3,
}

impl InstructionSet {
    /// Plain Rust, right on every processor.
    pub const PORTABLE: Self = Self(Level::Portable);

    /// The fastest one this processor has.
    #[inline]
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            match BEST.load(Ordering::Relaxed) {
                3 => Self(Level::Avx512),
                2 => Self(Level::Avx2),
                1 => Self::PORTABLE,
                _ => Self::detect(),
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        Self::PORTABLE
    }

    /// All that this processor has, slowest first.
    pub fn supported() -> Vec<Self> {
        let all = [
            Level::Portable,
            #[cfg(target_arch = "x86_64")]
            Level::Avx2,
            #[cfg(target_arch = "x86_64")]
            Level::Avx512,
        ];
        all.into_iter().filter(|level| *level <= Self::best().0).map(Self).collect()
    }

    /// `portable`, `avx2` or `avx512`.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Level::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => "avx512",
        }
    }

    /// Runs a task compiled for this instruction set.
    #[inline]
    pub fn run<T: Task>(self, task: T) -> T::Output {
        match self.0 {
            Level::Portable => task.run(portable::Portable),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the invariant of `Level` says that the processor has it.
            Level::Avx2 => unsafe { avx2::Avx2::assume() }.run(task),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Level::Avx512 => unsafe { avx512::Avx512::assume() }.run(task),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[cold]
    fn detect() -> Self {
        let best = if avx512::is_supported() {
            Level::Avx512
        } else if avx2::is_supported() {
            Level::Avx2
        } else {
            Level::Portable
        };
        BEST.store(best as u8, Ordering::Relaxed);
        Self(best)
    }
}

/// The best [`Level`] as a number, 0 until it has been looked up. A race at
/// the first look-up stores the same number twice.
#[cfg(target_arch = "x86_64")]
static BEST: AtomicU8 = AtomicU8::new(0);

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

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
//! those features were detected.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[doc(hidden)]
pub mod floats;
#[doc(hidden)]
pub mod gather;
mod portable;
mod rays;
#[cfg(test)]
mod tests;
#[doc(hidden)]
pub(crate) mod wide;

use std::fmt;
#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicU8, Ordering};

/// Move generation on one instruction set.
///
/// Implementations exist for portable code, AVX2 and AVX-512; none can be
/// added outside this crate.
pub trait Kernel: Copy + gather::Gather + floats::FloatKernel + wide::Wide {
    /// Squares where `own` may play against `opp`.
    fn legal_moves(self, own: u64, opp: u64) -> u64;

    /// Discs of `opp` that turn when `own` plays on the empty square `index`.
    fn flips(self, index: usize, own: u64, opp: u64) -> u64;

    /// The `n`th lowest square of `set`, counted from 0, as a set of one
    /// square; empty if `set` has at most `n` squares.
    fn nth(self, set: u64, n: u32) -> u64;

    /// Runs a task compiled for this instruction set. A recursive task calls
    /// itself this way.
    fn run<T: Task>(self, task: T) -> T::Output;
}

mod sealed {
    pub trait Sealed {}
}

/// A computation compiled once for each instruction set.
///
/// ```
/// use outflank_core::{Board, InstructionSet, Kernel, Task};
///
/// /// Counts the replies to every move.
/// struct Replies(Board);
///
/// impl Task for Replies {
///     type Output = u32;
///
///     #[inline(always)]
///     fn run<K: Kernel>(self, kernel: K) -> u32 {
///         let Self(board) = self;
///         let next = |square| board.play_flips(square, board.flips_on(kernel, square));
///         board.legal_moves_on(kernel).iter().map(|s| next(s).legal_moves_on(kernel).len()).sum()
///     }
/// }
///
/// assert_eq!(InstructionSet::best().run(Replies(Board::START)), 12);
/// ```
pub trait Task {
    /// The result of the computation.
    type Output;

    /// Runs the computation. Implementations carry `#[inline(always)]`:
    /// without it they are compiled for the oldest processor and are slow.
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// Loads the memory behind `place` into the cache ahead of its use. No-op on
/// targets other than x86-64.
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

/// An instruction set that this processor supports.
///
/// ```
/// use outflank_core::InstructionSet;
///
/// assert!(InstructionSet::supported().contains(&InstructionSet::PORTABLE));
/// println!("moves are made with {}", InstructionSet::best());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstructionSet(Level);

/// Invariant: the processor supports the level inside an [`InstructionSet`].
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
    /// Plain Rust, for every processor.
    pub const PORTABLE: Self = Self(Level::Portable);

    /// The fastest instruction set of this processor.
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

    /// All instruction sets of this processor, slowest first.
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
            // SAFETY: the processor supports it, by the invariant of `Level`.
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

/// The best [`Level`] as a number; 0 before it has been detected. A race of
/// two threads stores the same number twice.
#[cfg(target_arch = "x86_64")]
static BEST: AtomicU8 = AtomicU8::new(0);

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

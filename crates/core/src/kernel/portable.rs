//! Legal moves and flips in plain Rust. The other kernels use the same algorithms.

use super::gather::{self, Gather, Indices, Places};
use super::rays::{RAYS, STEPS};
use super::wide::Wide;
use super::{Kernel, Task, sealed};

/// Discs that can turn along each of [`STEPS`]: a disc on the rim across the
/// direction never has a neighbour on both sides.
pub(super) const TURNABLE: [u64; 4] =
    [0x7e7e_7e7e_7e7e_7e7e, 0x00ff_ffff_ffff_ff00, 0x007e_7e7e_7e7e_7e00, 0x007e_7e7e_7e7e_7e00];

#[derive(Clone, Copy)]
pub(super) struct Portable;

impl sealed::Sealed for Portable {}

impl Gather for Portable {
    #[inline(always)]
    fn sum(self, table: &[i16], places: &Places, indices: &Indices) -> i32 {
        gather::sum(table, places, indices)
    }
}

/// Without wide registers a set is its bits.
impl Wide for Portable {
    type Set = u64;
    type Parts = u64;

    #[inline(always)]
    fn widen(self, bits: u64) -> u64 {
        bits
    }

    #[inline(always)]
    fn narrow(self, set: u64) -> u64 {
        set
    }

    #[inline(always)]
    fn xor(self, a: u64, b: u64) -> u64 {
        a ^ b
    }

    #[inline(always)]
    fn flip_parts(self, index: usize, own: u64, opp: u64) -> u64 {
        self.flips(index, own, opp)
    }

    #[inline(always)]
    fn turns_nothing(self, parts: u64) -> bool {
        parts == 0
    }

    #[inline(always)]
    fn union(self, parts: u64) -> u64 {
        parts
    }
}

impl Kernel for Portable {
    #[inline(always)]
    fn legal_moves(self, own: u64, opp: u64) -> u64 {
        let mut moves = 0;
        for (step, turnable) in STEPS.into_iter().zip(TURNABLE) {
            moves |= ends_of_runs(own, opp & turnable, step);
        }
        moves & !(own | opp)
    }

    #[inline(always)]
    fn flips(self, index: usize, own: u64, opp: u64) -> u64 {
        let rays = &RAYS[index];
        let mut flips = 0;
        for ray in rays.rising {
            // The nearest square that is not the opponent's ends the run; if
            // it is ours, all below it on the ray turns.
            let others = ray & !opp;
            let end = others & others.wrapping_neg() & own;
            flips |= ray & end.saturating_sub(1);
        }
        for ray in rays.falling {
            let others = ray & !opp;
            // With no other square the shift is by 64 and the end is empty.
            let end = (1_u64 << 63).checked_shr(others.leading_zeros()).unwrap_or(0) & own;
            flips |= ray & (end << 1).wrapping_neg();
        }
        flips
    }

    #[inline(always)]
    fn nth(self, mut set: u64, n: u32) -> u64 {
        for _ in 0..n {
            set &= set.wrapping_sub(1);
        }
        set & set.wrapping_neg()
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// Squares just behind the runs of `turnable` discs that begin beside `own`,
/// in one direction and its opposite.
///
/// A run has at most six discs: it grows by one disc, once more, then twice by
/// two at a time.
#[inline(always)]
fn ends_of_runs(own: u64, turnable: u64, step: u32) -> u64 {
    let mut up = turnable & (own << step);
    let mut down = turnable & (own >> step);
    up |= turnable & (up << step);
    down |= turnable & (down >> step);
    let pairs_up = turnable & (turnable << step);
    let pairs_down = pairs_up >> step;
    let double = step * 2;
    up |= pairs_up & (up << double);
    down |= pairs_down & (down >> double);
    up |= pairs_up & (up << double);
    down |= pairs_down & (down >> double);
    (up << step) | (down >> step)
}

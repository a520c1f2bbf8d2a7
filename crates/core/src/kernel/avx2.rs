//! Legal moves and flips with four directions in one 256-bit register.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set1_epi64x,
    _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi32, _mm256_sllv_epi64,
    _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_testz_si256, _mm256_xor_si256, _pdep_u64,
};
use std::hint::black_box;

use super::gather::{Gather, Indices, Places};
use super::portable::TURNABLE;
use super::rays::{RAYS, STEPS};
use super::wide::Wide;
use super::{Kernel, Task, sealed};

/// Proof that the processor has AVX2 and the bit instructions of its time.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

/// Whether the processor has what [`enter`] enables.
pub(super) fn is_supported() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

impl Avx2 {
    /// # Safety
    /// [`is_supported`] must have said yes.
    #[inline(always)]
    pub(super) unsafe fn assume() -> Self {
        Self(())
    }
}

impl sealed::Sealed for Avx2 {}

impl Gather for Avx2 {
    #[inline(always)]
    fn sum(self, table: &[i16], places: &Places, indices: &Indices) -> i32 {
        places.check(table);
        // SAFETY: `self` proves that the processor has the features, and the
        // length of the table was checked.
        unsafe { sum(table, places, indices) }
    }
}

impl Wide for Avx2 {
    type Set = __m256i;
    type Parts = __m256i;

    #[inline(always)]
    fn widen(self, bits: u64) -> __m256i {
        // SAFETY: `self` proves that the processor has AVX2.
        unsafe { set_of(bits) }
    }

    #[inline(always)]
    fn narrow(self, set: __m256i) -> u64 {
        // SAFETY: as above.
        unsafe { bits_of(set) }
    }

    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_xor_si256(a, b) }
    }

    #[inline(always)]
    fn flip_parts(self, index: usize, own: __m256i, opp: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { flip_parts(index, own, opp) }
    }

    #[inline(always)]
    fn turns_nothing(self, parts: __m256i) -> bool {
        // SAFETY: as above.
        unsafe { _mm256_testz_si256(parts, parts) != 0 }
    }

    #[inline(always)]
    fn union(self, parts: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { union(parts) }
    }
}

impl Kernel for Avx2 {
    #[inline(always)]
    fn legal_moves(self, own: u64, opp: u64) -> u64 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { legal_moves(own, opp) }
    }

    #[inline(always)]
    fn flips(self, index: usize, own: u64, opp: u64) -> u64 {
        // SAFETY: as above.
        unsafe { flips(index, own, opp) }
    }

    #[inline(always)]
    fn nth(self, set: u64, n: u32) -> u64 {
        // SAFETY: as above.
        unsafe { nth(set, n) }
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        // SAFETY: as above.
        unsafe { enter(self, task) }
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
fn enter<T: Task>(kernel: Avx2, task: T) -> T::Output {
    task.run(kernel)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn lanes(values: [u64; 4]) -> __m256i {
    let [a, b, c, d] = values.map(u64::cast_signed);
    _mm256_setr_epi64x(a, b, c, d)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn or_of_lanes(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))).cast_unsigned()
}

/// The same squares in every lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn set_of(bits: u64) -> __m256i {
    _mm256_set1_epi64x(bits.cast_signed())
}

/// The squares of a set that is the same in every lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn bits_of(set: __m256i) -> u64 {
    _mm_cvtsi128_si64(_mm256_castsi256_si128(set)).cast_unsigned()
}

/// The squares of all lanes, in every lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn union(lanes: __m256i) -> __m256i {
    let pairs = _mm256_or_si256(lanes, _mm256_permute4x64_epi64::<0b01_00_11_10>(lanes));
    _mm256_or_si256(pairs, _mm256_shuffle_epi32::<0b01_00_11_10>(pairs))
}

/// The portable algorithm with one lane for each of [`STEPS`].
#[inline]
#[target_feature(enable = "avx2")]
fn legal_moves(own: u64, opp: u64) -> u64 {
    let step = lanes(STEPS.map(u64::from));
    let double = _mm256_add_epi64(step, step);
    let own_lanes = _mm256_set1_epi64x(own.cast_signed());
    let turnable = _mm256_and_si256(_mm256_set1_epi64x(opp.cast_signed()), lanes(TURNABLE));

    let mut up = _mm256_and_si256(turnable, _mm256_sllv_epi64(own_lanes, step));
    let mut down = _mm256_and_si256(turnable, _mm256_srlv_epi64(own_lanes, step));
    up = _mm256_or_si256(up, _mm256_and_si256(turnable, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(turnable, _mm256_srlv_epi64(down, step)));
    let pairs_up = _mm256_and_si256(turnable, _mm256_sllv_epi64(turnable, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, double)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, double)));
    }
    let ends = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    or_of_lanes(ends) & !(own | opp)
}

#[inline]
#[target_feature(enable = "avx2")]
fn flips(index: usize, own: u64, opp: u64) -> u64 {
    or_of_lanes(flip_parts(index, set_of(own), set_of(opp)))
}

/// The discs that turn, each in the lane of its direction and the opposite one.
#[inline]
#[target_feature(enable = "avx2")]
fn flip_parts(index: usize, own_lanes: __m256i, opp_lanes: __m256i) -> __m256i {
    let rays = &RAYS[index];
    let zero = _mm256_setzero_si256();

    // Rising: the lowest square that is not the opponent's ends the run.
    let ray = lanes(rays.rising);
    let others = _mm256_andnot_si256(opp_lanes, ray);
    let lowest = _mm256_and_si256(others, _mm256_sub_epi64(zero, others));
    let end = _mm256_and_si256(lowest, own_lanes);
    // Below the end: end - 1, or 0 where there is no end.
    let none = _mm256_cmpeq_epi64(end, zero);
    let below = _mm256_sub_epi64(
        end,
        _mm256_sub_epi64(_mm256_set1_epi64x(1), _mm256_sub_epi64(zero, none)),
    );
    let rising = _mm256_and_si256(ray, below);

    // Falling: spread the other squares away from here along the ray; what is
    // still free is the run, and the square it stops at is the end.
    let ray = lanes(rays.falling);
    let step = lanes(STEPS.map(u64::from));
    let others = _mm256_andnot_si256(opp_lanes, ray);
    let mut shadow = _mm256_srlv_epi64(others, step);
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, step));
    let double = _mm256_add_epi64(step, step);
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, double));
    let quadruple = _mm256_add_epi64(double, double);
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, quadruple));
    let end = _mm256_and_si256(_mm256_andnot_si256(shadow, others), own_lanes);
    // Above the end: -2 * end, which is 0 where there is no end.
    let above = _mm256_sub_epi64(zero, _mm256_add_epi64(end, end));
    let falling = _mm256_and_si256(ray, above);

    _mm256_or_si256(rising, falling)
}

/// Deposits a number with only bit `n` set into the bits of `set`, which leaves
/// the `n`th of them.
#[inline]
#[target_feature(enable = "bmi2")]
pub(super) fn nth(set: u64, n: u32) -> u64 {
    _pdep_u64(1_u64.checked_shl(n).unwrap_or(0), set)
}

/// One load after another, without a gather instruction: on Zen 3 and Zen 5 a gather
/// takes longer than its loads.
///
/// # Safety
/// The table must be at least [`Places::span`] long.
#[inline(always)]
pub(super) unsafe fn sum(table: &[i16], places: &Places, indices: &Indices) -> i32 {
    // Unsigned indices need no sign extension before they become addresses.
    let mut raised = *indices;
    for index in &mut raised.0 {
        *index ^= i16::MIN;
    }
    // Each index is read from memory. The compiler would rather take it out of a vector
    // register, which takes two instructions more.
    let raised = black_box(&raised);
    let entry = |lane: usize| {
        let lowest = places.lanes()[lane] as usize - Places::MARGIN;
        let at = lowest + usize::from(raised.0[lane].cast_unsigned());
        // SAFETY: `at` is at most `MARGIN` from the place of the lane, and the length of
        // the table was checked for that.
        i32::from(unsafe { *table.get_unchecked(at) })
    };
    // Four chains of additions, written out because the compiler does not unroll the loop.
    macro_rules! sum_of_lanes {
        ($($lane:literal)*) => { 0 $(+ entry($lane))* };
    }
    let a: i32 = sum_of_lanes!(0 4 8 12 16 20 24 28 32 36 40 44 48 52 56 60);
    let b: i32 = sum_of_lanes!(1 5 9 13 17 21 25 29 33 37 41 45 49 53 57 61);
    let c: i32 = sum_of_lanes!(2 6 10 14 18 22 26 30 34 38 42 46 50 54 58 62);
    let d: i32 = sum_of_lanes!(3 7 11 15 19 23 27 31 35 39 43 47 51 55 59 63);
    (a + b) + (c + d)
}

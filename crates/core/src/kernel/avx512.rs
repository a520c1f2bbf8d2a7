//! Legal moves with eight directions in one 512-bit register, flips with four
//! in each of two 256-bit registers.

use std::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_lzcnt_epi64,
    _mm256_maskz_add_epi64, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_ternarylogic_epi64, _mm256_test_epi64_mask,
    _mm256_testz_si256, _mm256_xor_si256, _mm512_and_si512, _mm512_castsi512_si256,
    _mm512_extracti64x4_epi64, _mm512_rolv_epi64, _mm512_set1_epi64, _mm512_setr_epi64,
    _mm512_ternarylogic_epi64,
};

use super::avx2::{self, lanes, nth, or_of_lanes};
use super::gather::{Gather, Indices, Places};
use super::portable::TURNABLE;
use super::rays::RAYS;
use super::wide::Wide;
use super::{Kernel, Task, sealed};

/// Proof that the processor has the AVX-512 of Skylake servers and later, and
/// all that AVX2 implies.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

/// Whether the processor has what [`enter`] enables.
pub(super) fn is_supported() -> bool {
    avx2::is_supported()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
}

impl Avx512 {
    /// # Safety
    /// [`is_supported`] must have said yes.
    #[inline(always)]
    pub(super) unsafe fn assume() -> Self {
        Self(())
    }
}

impl sealed::Sealed for Avx512 {}

impl Gather for Avx512 {
    #[inline(always)]
    fn sum(self, table: &[i16], places: &Places, indices: &Indices) -> i32 {
        places.check(table);
        // SAFETY: `self` proves that the processor has the features, and the
        // length of the table was checked.
        unsafe { avx2::sum(table, places, indices) }
    }
}

impl Wide for Avx512 {
    type Set = __m256i;
    type Parts = __m256i;

    #[inline(always)]
    fn widen(self, bits: u64) -> __m256i {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { avx2::set_of(bits) }
    }

    #[inline(always)]
    fn narrow(self, set: __m256i) -> u64 {
        // SAFETY: as above.
        unsafe { avx2::bits_of(set) }
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
        unsafe { avx2::union(parts) }
    }
}

impl Kernel for Avx512 {
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
        // SAFETY: as above, and all that AVX2 implies.
        unsafe { nth(set, n) }
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        // SAFETY: as above.
        unsafe { enter(self, task) }
    }
}

#[inline]
#[target_feature(
    enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl"
)]
fn enter<T: Task>(kernel: Avx512, task: T) -> T::Output {
    task.run(kernel)
}

/// Truth tables of `vpternlog`: bit `4a + 2b + c` is the result for a, b, c.
const A_OR_B_AND_C: i32 = 0b1111_1000;

#[inline]
#[target_feature(enable = "avx512f")]
fn eight(rising: [u64; 4], falling: [u64; 4]) -> __m512i {
    let [r0, r1, r2, r3] = rising.map(u64::cast_signed);
    let [f0, f1, f2, f3] = falling.map(u64::cast_signed);
    _mm512_setr_epi64(r0, r1, r2, r3, f0, f1, f2, f3)
}

/// The portable algorithm with one lane for each of the eight directions.
///
/// Rotations serve as shifts both ways: what wraps around the board lands on
/// the rim, where [`TURNABLE`] has no disc.
#[inline]
#[target_feature(enable = "avx512f")]
fn legal_moves(own: u64, opp: u64) -> u64 {
    let step = eight([1, 8, 7, 9], [63, 56, 57, 55]);
    let double = eight([2, 16, 14, 18], [62, 48, 50, 46]);
    let turnable =
        _mm512_and_si512(_mm512_set1_epi64(opp.cast_signed()), eight(TURNABLE, TURNABLE));

    let mut runs =
        _mm512_and_si512(turnable, _mm512_rolv_epi64(_mm512_set1_epi64(own.cast_signed()), step));
    let pairs = _mm512_and_si512(turnable, _mm512_rolv_epi64(turnable, step));
    runs = _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(runs, turnable, _mm512_rolv_epi64(runs, step));
    runs = _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(runs, pairs, _mm512_rolv_epi64(runs, double));
    runs = _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(runs, pairs, _mm512_rolv_epi64(runs, double));
    let ends = _mm512_rolv_epi64(runs, step);
    let half = _mm256_or_si256(_mm512_castsi512_si256(ends), _mm512_extracti64x4_epi64::<1>(ends));
    or_of_lanes(half) & !(own | opp)
}

#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
fn flips(index: usize, own: u64, opp: u64) -> u64 {
    or_of_lanes(flip_parts(index, avx2::set_of(own), avx2::set_of(opp)))
}

/// The discs that turn, each in the lane of its direction and the opposite one.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
fn flip_parts(index: usize, own_lanes: __m256i, opp_lanes: __m256i) -> __m256i {
    let rays = &RAYS[index];
    let zero = _mm256_setzero_si256();

    // Rising: the lowest square that is not the opponent's ends the run; if
    // it is ours, all below it on the ray turns.
    let ray = lanes(rays.rising);
    let others = _mm256_andnot_si256(opp_lanes, ray);
    let end = _mm256_and_si256(_mm256_and_si256(others, _mm256_sub_epi64(zero, others)), own_lanes);
    let found = _mm256_test_epi64_mask(end, end);
    let below = _mm256_maskz_add_epi64(found, end, _mm256_set1_epi64x(-1));
    let rising = _mm256_and_si256(ray, below);

    // Falling: the highest such square, by counting leading zeros. A lane
    // without one shifts by 64, which leaves 0.
    let ray = lanes(rays.falling);
    let others = _mm256_andnot_si256(opp_lanes, ray);
    let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(others));
    let end = _mm256_and_si256(highest, own_lanes);
    let above = _mm256_sub_epi64(zero, _mm256_add_epi64(end, end));

    _mm256_ternarylogic_epi64::<A_OR_B_AND_C>(rising, ray, above)
}

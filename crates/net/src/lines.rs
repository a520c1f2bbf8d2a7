//! The small matrices of the algorithm of Winograd, F(4x4, 3x3), and their adjoints, as they act
//! on a line of numbers.

use outflank_core::Kernel;
use outflank_core::floats::Floats;

/// A line of a transformed tile.
type Six<K> = [<K as outflank_core::floats::FloatKernel>::Floats; 6];
/// A line of squares.
type Four<K> = [<K as outflank_core::floats::FloatKernel>::Floats; 4];

/// `factor * a + b`
#[inline(always)]
pub(crate) fn scaled<K: Kernel>(kernel: K, factor: f32, a: K::Floats, b: K::Floats) -> K::Floats {
    kernel.splat(factor).multiply_add(a, b)
}

/// Multiplies by the transposed matrix B of the algorithm.
#[inline(always)]
#[expect(clippy::many_single_char_names, reason = "numbers of a line have no names")]
pub(crate) fn input_line<K: Kernel>(kernel: K, [a, b, c, d, e, f]: Six<K>) -> Six<K> {
    let (even, odd) = (scaled(kernel, -4.0, c, e), scaled(kernel, -4.0, b, d));
    let (near, far) = (e - c, d - b);
    [
        scaled(kernel, 4.0, a, scaled(kernel, -5.0, c, e)),
        even + odd,
        even - odd,
        scaled(kernel, 2.0, far, near),
        scaled(kernel, -2.0, far, near),
        scaled(kernel, 4.0, b, scaled(kernel, -5.0, d, f)),
    ]
}

/// The adjoint of [`input_line`].
#[inline(always)]
#[expect(clippy::many_single_char_names, reason = "numbers of a line have no names")]
pub(crate) fn input_line_adjoint<K: Kernel>(kernel: K, [a, b, c, d, e, f]: Six<K>) -> Six<K> {
    let zero = kernel.splat(0.0);
    let (sum, difference) = (b + c, c - b);
    let (far_sum, far_difference) = (d + e, e - d);
    let far_twice = far_difference + far_difference;
    [
        scaled(kernel, 4.0, a, zero),
        scaled(kernel, 4.0, difference + f, far_twice),
        scaled(kernel, -5.0, a, scaled(kernel, -4.0, sum, zero - far_sum)),
        scaled(kernel, -5.0, f, zero - far_twice - difference),
        a + sum + far_sum,
        f,
    ]
}

/// Multiplies by the transposed matrix A of the algorithm.
#[inline(always)]
#[expect(clippy::many_single_char_names, reason = "numbers of a line have no names")]
pub(crate) fn output_line<K: Kernel>(kernel: K, [a, b, c, d, e, f]: Six<K>) -> Four<K> {
    let (sum, difference) = (b + c, b - c);
    let (far_sum, far_difference) = (d + e, d - e);
    [
        a + sum + far_sum,
        scaled(kernel, 2.0, far_difference, difference),
        scaled(kernel, 4.0, far_sum, sum),
        scaled(kernel, 8.0, far_difference, difference + f),
    ]
}

/// The adjoint of [`output_line`].
#[inline(always)]
pub(crate) fn output_line_adjoint<K: Kernel>(kernel: K, [a, b, c, d]: Four<K>) -> Six<K> {
    let (even, odd) = (a + c, b + d);
    let far_even = scaled(kernel, 4.0, c, a);
    let far_odd = scaled(kernel, 8.0, d, b + b);
    [a, even + odd, even - odd, far_even + far_odd, far_even - far_odd, d]
}

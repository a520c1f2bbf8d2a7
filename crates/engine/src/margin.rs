//! The error to expect of a score.

use outflank_eval::Evaluation;

/// The number of plies by which the search to compare with is deeper.
const DEEPER: u32 = 8;
/// The number of standard deviations that hold 95 of 100 cases.
const DEVIATIONS: f32 = 1.96;
/// Final scores differ by two discs or not at all.
const MIN: u8 = 2;
/// No two scores differ by more.
const MAX: u8 = 128;

/// The margin of a search of `depth` plies that is not exact, in discs: a search eight plies
/// deeper lies within it in 95 of 100 cases.
pub(crate) fn margin<E: Evaluation>(evaluation: &E, empties: u32, depth: u32) -> u32 {
    let depth = depth.min(empties);
    let deep = (depth + DEEPER).min(empties);
    let deviation = evaluation.deviation(empties, deep, depth);
    let holds = |discs: &u8| f32::from(*discs) >= deviation * DEVIATIONS;
    (MIN..=MAX).find(holds).unwrap_or(MAX).into()
}

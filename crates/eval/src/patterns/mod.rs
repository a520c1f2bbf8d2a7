//! The trained evaluation: a weight for every way to fill every shape.

mod file;
mod layout;
mod packing;
mod shape;
mod trust;
mod weights;

use std::sync::{Arc, LazyLock};

use outflank_core::{Bitboard, Board, Indices, Kernel, LANES, Places, Rule, Square};

use crate::{Evaluation, UNIT};
use layout::{PHASE_SIZE, PLACED, PLACES, TURNED};

pub use file::WeightsError;
pub use packing::Packing;
pub use trust::{Trust, WinScale};
pub use weights::{Provenance, Weights};

/// How many phases a game has, of two plies each, with weights of their own.
pub const PHASES: usize = 30;

/// The phase of a board with this many empty squares.
#[inline(always)]
pub const fn phase(empties: u32) -> usize {
    let played = 60_u32.saturating_sub(empties) as usize / 2;
    if played < PHASES { played } else { PHASES - 1 }
}

/// The trained evaluation of one of the games. Clones share the weights.
#[derive(Clone)]
pub struct Patterns {
    /// The weights of all phases, with a margin before and behind that no
    /// index leaves.
    table: Arc<[i16]>,
    /// What the number of empty squares is worth by itself.
    bias: [i16; 65],
    trust: Trust,
    win_scale: WinScale,
}

impl Patterns {
    /// An evaluation with these weights.
    pub fn new(weights: &Weights) -> Self {
        let margin = Places::MARGIN;
        // Made where it stays: a copy would be 47 MB more at a time when memory
        // is at its height.
        let length = margin * 2 + PHASE_SIZE * PHASES + 1;
        let mut table: Arc<[i16]> = std::iter::repeat_n(0, length).collect();
        let numbers = Arc::get_mut(&mut table).expect("nobody else has it yet");
        let packing = Packing::get().places();
        let unpack = |(phase, packed): (&mut [i16], &Vec<i16>)| {
            for (weight, place) in phase.iter_mut().zip(packing) {
                *weight = packed[*place as usize];
            }
        };
        // Millions of numbers: all cores, so that a program starts at once.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let each = PHASES.div_ceil(cores);
        let tables = numbers[margin..].chunks_mut(PHASE_SIZE * each);
        std::thread::scope(|scope| {
            for (table, packed) in tables.zip(weights.phases.chunks(each)) {
                scope.spawn(move || table.chunks_mut(PHASE_SIZE).zip(packed).for_each(unpack));
            }
        });
        Self { table, bias: weights.bias, trust: weights.trust, win_scale: weights.win_scale }
    }

    /// The evaluation that Outflank comes with.
    pub fn built_in(rule: Rule) -> Self {
        static BUILT_IN: [LazyLock<Patterns>; 2] =
            [LazyLock::new(|| unpacked(Rule::Reversi)), LazyLock::new(|| unpacked(Rule::Reversed))];
        BUILT_IN[rule as usize].clone()
    }

    /// How sure a win is when the side to move has this score in discs: 0 to 1.
    pub fn win_probability(&self, empties: u32, score: f32) -> f32 {
        self.win_scale.probability(empties, score)
    }
}

fn unpacked(rule: Rule) -> Patterns {
    Patterns::new(&Weights::built_in(rule))
}

/// The number of each instance of a shape on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternState(Indices);

impl PatternState {
    /// The state of a board.
    pub fn of(board: Board) -> Self {
        let mut indices = [0; LANES];
        for (side, sign) in [(board.own(), 1), (board.opp(), -1)] {
            for square in side {
                for (index, power) in indices.iter_mut().zip(PLACED[square.index()].0) {
                    *index += sign * power;
                }
            }
        }
        Self(Indices(indices))
    }
}

impl Evaluation for Patterns {
    type State = PatternState;

    fn state(&self, board: Board) -> PatternState {
        PatternState::of(board)
    }

    #[inline(always)]
    fn play(&self, state: PatternState, _: Board, square: Square, flips: Bitboard) -> PatternState {
        let mut indices = state.0.0;
        for (index, power) in indices.iter_mut().zip(&PLACED[square.index()].0) {
            *index = index.wrapping_add(*power);
        }
        for turned in flips {
            for (index, power) in indices.iter_mut().zip(&TURNED[turned.index()].0) {
                *index = index.wrapping_add(*power);
            }
        }
        PatternState(Indices(indices.map(i16::wrapping_neg)))
    }

    #[inline(always)]
    fn pass(&self, state: PatternState) -> PatternState {
        PatternState(Indices(state.0.0.map(i16::wrapping_neg)))
    }

    #[inline(always)]
    fn evaluate<K: Kernel>(&self, kernel: K, state: PatternState, board: Board) -> i32 {
        let empties = board.empties().len();
        let table = &self.table[phase(empties) * PHASE_SIZE..];
        let sum = kernel.sum(table, &PLACES, &state.0) + i32::from(self.bias[empties as usize]);
        sum.clamp(-64 * UNIT, 64 * UNIT)
    }

    #[inline(always)]
    fn deviation(&self, empties: u32, deep: u32, shallow: u32) -> f32 {
        self.trust.deviation(empties, deep, shallow)
    }
}

#[cfg(test)]
mod tests;

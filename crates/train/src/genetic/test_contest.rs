//! A contest for tests: an agent is a number, and the higher number wins.

use std::sync::Mutex;

use super::{Contest, ContestResult, Genes, Opening};

/// Wins by the difference of the two numbers, and notes the games.
pub(super) struct HigherWins {
    /// The margin of a difference of 1.
    unit: i32,
    /// The bonus of the first move on the margin.
    first_move: i32,
    pub(super) played: Mutex<Vec<(i64, i64, Opening)>>,
}

impl HigherWins {
    pub(super) fn new(unit: i32, first_move: i32) -> Self {
        Self { unit, first_move, played: Mutex::default() }
    }
}

impl Contest for HigherWins {
    type Player = f64;

    fn description(&self) -> String {
        "the higher number wins".into()
    }

    fn player(&self, genes: &[f64]) -> f64 {
        genes[0]
    }

    fn play(&self, first: &mut f64, second: &mut f64, opening: Opening) -> ContestResult {
        self.played.lock().unwrap().push((*first as i64, *second as i64, opening));
        ContestResult { margin: self.unit * (*first - *second) as i32 + self.first_move }
    }
}

/// Agents of one gene each.
pub(super) fn agents(values: &[f64]) -> Vec<Genes> {
    values.iter().map(|&value| Genes(vec![value])).collect()
}

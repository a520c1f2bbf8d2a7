//! Many searches whose predictions come from Python.

use std::sync::{Mutex, PoisonError};

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use outflank_core::{Board, Move};
use outflank_net::Prediction;
use outflank_zero::{RootChoice, Search, SearchStep, Solver};
use pyo3::prelude::*;

use super::boards;
use crate::error::value_error;
use crate::rule::RuleArg;

/// A move that is never searched would have the logarithm of zero.
const LEAST: f32 = 1e-9;

/// Searches of many boards at once. Each asks for the prediction of one board at a time, so
/// that all of them are predicted together.
#[pyclass(module = "outflank._outflank")]
pub(crate) struct Trees {
    searches: Vec<Search>,
    /// The searches that wait for a prediction.
    waiting: Vec<usize>,
    solver: Mutex<Solver>,
}

/// An array of Python.
type Array<'py, T> = Bound<'py, PyArray1<T>>;

#[pymethods]
impl Trees {
    /// Begins a search for each board, with a seed each.
    #[new]
    fn new(
        own: PyReadonlyArray1<'_, u64>,
        opp: PyReadonlyArray1<'_, u64>,
        seeds: PyReadonlyArray1<'_, u64>,
        rules: RuleArg,
        simulations: u32,
        exact: u32,
        noise: Option<f32>,
    ) -> PyResult<Self> {
        let choice = noise.map_or(RootChoice::Visits, RootChoice::Halving);
        let boards = boards(&own, &opp)?;
        if let Some(number) = boards.iter().position(|board| board.legal_moves().is_empty()) {
            return Err(value_error(format!("board {number} has no legal move to search")));
        }
        let each = boards.into_iter().zip(seeds.as_slice()?);
        let search =
            |(board, seed): (Board, &u64)| Search::new(board, simulations, exact, choice, *seed);
        let searches = each.map(search).collect();
        Ok(Self { searches, waiting: Vec::new(), solver: Mutex::new(Solver::new(rules.0, 1)) })
    }

    /// The boards to predict next; none if all searches have their simulations.
    fn ask<'py>(&mut self, py: Python<'py>) -> PyResult<(Array<'py, u64>, Array<'py, u64>)> {
        if !self.waiting.is_empty() {
            return Err(value_error("the predictions of the last boards are missing"));
        }
        let (mut own, mut opp) = (Vec::new(), Vec::new());
        py.detach(|| {
            let solver = self.solver.get_mut().unwrap_or_else(PoisonError::into_inner);
            for (number, search) in self.searches.iter_mut().enumerate() {
                if let SearchStep::Predict(board) = search.step(solver) {
                    self.waiting.push(number);
                    own.push(board.own().bits());
                    opp.push(board.opp().bits());
                }
            }
        });
        Ok((own.into_pyarray(py), opp.into_pyarray(py)))
    }

    /// Supplies the predictions: 64 probabilities and a value from -1 to 1 for each board.
    fn answer(
        &mut self,
        policies: PyReadonlyArray1<'_, f32>,
        values: PyReadonlyArray1<'_, f32>,
    ) -> PyResult<()> {
        let (policies, values) = (policies.as_slice()?.chunks_exact(64), values.as_slice()?);
        if policies.len() != self.waiting.len() || values.len() != self.waiting.len() {
            let message = format!("there are {} boards to predict", self.waiting.len());
            return Err(value_error(message));
        }
        for (number, (policy, value)) in self.waiting.drain(..).zip(policies.zip(values)) {
            let moves = std::array::from_fn(|square| policy[square].max(LEAST).ln());
            let win = f32::midpoint(1.0, *value).clamp(0.0, 1.0);
            let prediction = Prediction { moves, outcome: [win, 0.0, 1.0 - win], score: 0.0 };
            self.searches[number].supply(&prediction);
        }
        Ok(())
    }

    /// The visits and the improved probabilities of all squares, the values, and the squares
    /// to play.
    fn results<'py>(
        &mut self,
        py: Python<'py>,
    ) -> (Array<'py, u32>, Array<'py, f32>, Array<'py, f32>, Array<'py, u8>) {
        let count = self.searches.len();
        let (mut visits, mut improved) = (vec![0; 64 * count], vec![0.0; 64 * count]);
        let (mut values, mut best) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (number, search) in self.searches.iter_mut().enumerate() {
            for one in search.moves() {
                let place = 64 * number + one.square.index();
                visits[place] = one.visits;
                improved[place] = one.improved;
            }
            values.push(search.value());
            best.push(Move::Place(search.best()).action());
        }
        let visits = visits.into_pyarray(py);
        (visits, improved.into_pyarray(py), values.into_pyarray(py), best.into_pyarray(py))
    }
}

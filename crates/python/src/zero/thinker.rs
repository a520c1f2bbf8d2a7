//! A player that searches with a network.

use std::sync::{Mutex, PoisonError};

use outflank_zero::{ZeroChoice, ZeroLimits, ZeroThinker};
use pyo3::prelude::*;

use super::Net;
use crate::board::BoardArg;
use crate::input::{Number, seconds, whole};
use crate::names::name_of;

/// A searched move: its name, visits, the probabilities before and after the search, and
/// its value.
type Searched = (Py<PyAny>, u32, f32, f32, Option<f32>);

/// A move, its value, the exact score of a solved board, and the searched moves.
type Chosen = (Py<PyAny>, f32, Option<i32>, Vec<Searched>);

/// Searches with a network; use it through `outflank.zero.Player`.
#[pyclass(frozen, module = "outflank._outflank")]
pub(crate) struct Thinker {
    thinker: Mutex<ZeroThinker>,
    rule: outflank_core::Rule,
}

#[pymethods]
impl Thinker {
    #[new]
    fn new(
        network: PyRef<'_, Net>,
        simulations: Option<Number<'_>>,
        time: Option<f64>,
        threads: Number<'_>,
    ) -> PyResult<Self> {
        let simulations = simulations.map(|number| whole("simulations", &number, 1..=u32::MAX));
        let time = time.map(|time| seconds("the time", time));
        let limits = ZeroLimits { simulations: simulations.transpose()?, time: time.transpose()? };
        let threads = whole("threads", &threads, 1..=1024)?;
        let file = &network.file;
        let thinker = ZeroThinker::new(&file.network, file.rule, limits, threads);
        Ok(Self { thinker: Mutex::new(thinker), rule: file.rule })
    }

    /// The move, its value, the exact score if the board was solved, and the searched moves.
    fn choose(&self, py: Python<'_>, board: BoardArg, time: Option<f64>) -> PyResult<Chosen> {
        let board = board.under(self.rule)?.board();
        let time = time.map(|time| seconds("the time", time)).transpose()?;
        let ZeroChoice { played, value, exact, moves } = py.detach(|| {
            let mut thinker = self.thinker.lock().unwrap_or_else(PoisonError::into_inner);
            thinker.choose(board, time)
        });
        let name = |played| name_of(py, played).clone_ref(py).into_any();
        let moves = moves.iter().map(|one| {
            let square = outflank_core::Move::Place(one.square);
            (name(square), one.visits, one.prior, one.improved, one.value)
        });
        Ok((name(played), value, exact, moves.collect()))
    }
}

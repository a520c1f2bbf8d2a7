//! A legal move and its value, as Python sees it.

use outflank_core::Move;
use outflank_engine::Bound as ScoreBound;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::error::value_error;
use crate::input::{MoveArg, Number, whole};
use crate::names::{name_of, names_of};

/// A legal move and its value.
///
/// `score` is in discs, from the side to move. `bound` is "exact", "lower" or
/// "upper". `depth` is in plies. `pv` starts with the move.
#[pyclass(frozen, eq, hash, module = "outflank", from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Candidate {
    pub(crate) played: Move,
    pub(crate) score: i32,
    pub(crate) bound: ScoreBound,
    pub(crate) depth: u32,
    pub(crate) pv: Vec<Move>,
}

impl Candidate {
    /// A candidate of `analysis`.
    pub(crate) fn of(
        analysis: &outflank_engine::Analysis,
        found: &outflank_engine::Candidate,
    ) -> Self {
        let (score, bound) = analysis.shown_candidate(found);
        let &outflank_engine::Candidate { played, depth, ref pv, .. } = found;
        Self { played, score, bound, depth, pv: pv.clone() }
    }
}

#[pymethods]
impl Candidate {
    #[new]
    #[pyo3(signature = (r#move, score, bound="exact", depth=None, pv=None))]
    fn new(
        r#move: MoveArg,
        score: i32,
        bound: &str,
        depth: Option<Number<'_>>,
        pv: Option<Vec<MoveArg>>,
    ) -> PyResult<Self> {
        let played = r#move.0;
        let pv = pv.map_or_else(|| vec![played], |pv| pv.into_iter().map(|next| next.0).collect());
        let bounds = [ScoreBound::Exact, ScoreBound::Lower, ScoreBound::Upper];
        let bound = bounds.into_iter().find(|known| known.name() == bound).ok_or_else(|| {
            value_error(format!("the bound is '{bound}', expected exact, lower or upper"))
        })?;
        let depth = depth.map_or(Ok(0), |depth| whole("the depth", &depth, 0..=u32::MAX))?;
        Ok(Self { played, score, bound, depth, pv })
    }

    /// The name of the move.
    #[getter]
    fn r#move<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        name_of(py, self.played).bind(py).clone()
    }

    /// The value of the board with this move, in discs, for the side to move.
    #[getter]
    fn score(&self) -> i32 {
        self.score
    }

    /// Whether the score is the value ("exact"), a lower bound of it ("lower") or
    /// an upper bound ("upper").
    #[getter]
    fn bound(&self) -> &'static str {
        self.bound.name()
    }

    /// The depth of the search in plies, the move itself included.
    #[getter]
    fn depth(&self) -> u32 {
        self.depth
    }

    /// Best play of both sides that starts with this move, as names.
    #[getter]
    fn pv<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        names_of(py, &self.pv)
    }

    fn __repr__(&self) -> String {
        let Self { played, score, bound, depth, .. } = self;
        format!("Candidate(move='{played}', score={score}, bound='{bound}', depth={depth})")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, found) = (slf.py(), slf.get());
        let arguments = (found.r#move(py), found.score, found.bound(), found.depth, found.pv(py)?);
        (slf.as_any().get_type(), arguments).into_pyobject(py)
    }
}

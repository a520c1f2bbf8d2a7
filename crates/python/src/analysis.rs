//! The result of a search, as Python sees it.

use std::time::Duration;

use outflank_core::{Move, Position, Rule as CoreRule};
use outflank_engine::Selectivity;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::board::Board;
use crate::candidate::Candidate;
use crate::error::value_error;
use crate::input::{MoveArg, Number, seconds, whole};
use crate::names::{name_of, names_of};
use crate::rule::{Rule, RuleArg};

/// The result of a search, finished or in progress.
///
/// An `Engine` makes them. The constructor is for tests and for copies.
#[pyclass(frozen, eq, hash, module = "outflank")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Analysis {
    rule: CoreRule,
    position: Position,
    best: Option<Move>,
    score: i32,
    exact: bool,
    depth: u32,
    selectivity: Selectivity,
    nodes: u64,
    time: Duration,
    pv: Vec<Move>,
    candidates: Vec<Candidate>,
}

impl Analysis {
    /// The result of a search of `position`.
    pub(crate) fn new(found: outflank_engine::Analysis, position: Position) -> Self {
        let candidates = found.candidates.iter().rev();
        let candidates = candidates.map(|candidate| Candidate::of(&found, candidate)).collect();
        Self {
            rule: found.rule,
            position,
            best: found.best,
            score: found.shown_score(),
            exact: found.exact,
            depth: found.depth,
            selectivity: found.selectivity,
            nodes: found.nodes,
            time: found.time,
            pv: found.pv,
            candidates,
        }
    }

    /// An analysis of each of the best moves, the best first.
    pub(crate) fn lines(self, lines: usize) -> Vec<Self> {
        let best = self.candidates.iter().rev().take(lines);
        best.map(|candidate| {
            let pv = candidate.pv.clone();
            let (best, score) = (Some(candidate.played), candidate.score);
            Self { best, score, depth: candidate.depth, pv, ..self.clone() }
        })
        .collect()
    }
}

#[pymethods]
impl Analysis {
    #[new]
    #[pyo3(
        signature = (
            board, rules=RuleArg::REVERSI, best=None, score=0, exact=false, depth=None,
            selectivity=None, nodes=None, time=0.0, pv=Vec::new(), candidates=Vec::new()
        ),
        text_signature = "(board, rules='reversi', best=None, score=0, exact=False, depth=None, \
                          selectivity=None, nodes=None, time=0.0, pv=[], candidates=[])"
    )]
    #[expect(clippy::too_many_arguments, reason = "the fields of the class")]
    fn from_fields(
        board: &Board,
        rules: RuleArg,
        best: Option<MoveArg>,
        score: i32,
        exact: bool,
        depth: Option<Number<'_>>,
        selectivity: Option<Number<'_>>,
        nodes: Option<Number<'_>>,
        time: f64,
        pv: Vec<MoveArg>,
        candidates: Vec<Candidate>,
    ) -> PyResult<Self> {
        let percent = selectivity.map_or(Ok(100), |given| whole("selectivity", &given, 0..=100))?;
        let known = Selectivity::ALL.into_iter().find(|known| known.percent() == percent);
        let selectivity = known.ok_or_else(|| {
            let expected = Selectivity::ALL.map(|known| known.percent().to_string()).join(", ");
            value_error(format!("selectivity is {percent}, expected one of {expected}"))
        })?;
        Ok(Self {
            rule: rules.0,
            position: board.0,
            best: best.map(|best| best.0),
            score,
            exact,
            depth: depth.map_or(Ok(0), |depth| whole("the depth", &depth, 0..=u32::MAX))?,
            selectivity,
            nodes: nodes.map_or(Ok(0), |nodes| whole("nodes", &nodes, 0..=u64::MAX))?,
            time: seconds("the time", time)?,
            pv: pv.into_iter().map(|played| played.0).collect(),
            candidates,
        })
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> Rule {
        self.rule.into()
    }

    /// The board that was searched.
    #[getter]
    fn board(&self) -> Board {
        Board(self.position)
    }

    /// The name of the best move; None if the game is over.
    #[getter]
    fn best<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyString>> {
        self.best.map(|played| name_of(py, played).bind(py).clone())
    }

    /// The value of the board in discs, for the side to move.
    #[getter]
    fn score(&self) -> i32 {
        self.score
    }

    /// Whether the score is proven to the end of the game.
    #[getter]
    fn exact(&self) -> bool {
        self.exact
    }

    /// The depth in plies; the number of empty squares if the search reached the
    /// end of the game.
    #[getter]
    fn depth(&self) -> u32 {
        self.depth
    }

    /// The confidence in the moves that were left out, in percent; 100 if none
    /// was left out.
    #[getter]
    fn selectivity(&self) -> u32 {
        self.selectivity.percent()
    }

    /// The number of positions searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The time used, in seconds.
    #[getter]
    fn time(&self) -> f64 {
        self.time.as_secs_f64()
    }

    /// The number of positions searched per second.
    #[getter]
    fn nps(&self) -> f64 {
        let time = self.time();
        if time > 0.0 { self.nodes() as f64 / time } else { 0.0 }
    }

    /// Best play of both sides as names, passes included.
    #[getter]
    fn pv<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        names_of(py, &self.pv)
    }

    /// All legal moves with their values, the best one last.
    #[getter]
    fn candidates(&self) -> Vec<Candidate> {
        self.candidates.clone()
    }

    fn __repr__(&self) -> String {
        let Self { best, score, exact, depth, nodes, .. } = self;
        let best = best.map_or_else(|| "None".to_owned(), |played: Move| format!("'{played}'"));
        let exact = if *exact { "True" } else { "False" };
        format!("Analysis(best={best}, score={score}, exact={exact}, depth={depth}, nodes={nodes})")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, found) = (slf.py(), slf.get());
        let arguments = (
            found.board(),
            found.rules(),
            found.best(py),
            found.score,
            found.exact,
            found.depth,
            found.selectivity(),
            found.nodes,
            found.time(),
            found.pv(py)?,
            found.candidates(),
        );
        (slf.as_any().get_type(), arguments).into_pyobject(py)
    }
}

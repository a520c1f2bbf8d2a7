//! What a search has found, as Python sees it.

use outflank_core::{Color, Move, Position};
use outflank_engine::Analysis as Found;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::board::Board;
use crate::names::{name_of, names_of};
use crate::rule::Rule;

/// What is known of one move.
#[pyclass(frozen, module = "outflank")]
pub(crate) struct Candidate(outflank_engine::Candidate);

#[pymethods]
impl Candidate {
    /// The name of the move.
    #[getter]
    fn r#move<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        name_of(py, self.0.played).bind(py).clone()
    }

    /// What the board is worth with it, in discs, from the side to move.
    #[getter]
    fn score(&self) -> i32 {
        self.0.score
    }

    /// Whether it is worth that ("exact"), at least that ("lower") or at most
    /// that ("upper").
    #[getter]
    fn bound(&self) -> &'static str {
        self.0.bound.name()
    }

    /// How many plies deep it was searched.
    #[getter]
    fn depth(&self) -> u32 {
        self.0.depth
    }

    fn __repr__(&self) -> String {
        let outflank_engine::Candidate { played, score, bound, depth } = self.0;
        format!("Candidate(move='{played}', score={score}, bound='{bound}', depth={depth})")
    }
}

/// What a search has found.
#[pyclass(frozen, module = "outflank")]
pub(crate) struct Analysis {
    found: Found,
    to_move: Color,
}

impl Analysis {
    pub(crate) fn new(found: Found, to_move: Color) -> Self {
        Self { found, to_move }
    }

    /// The analysis of each of the best moves, the best first.
    pub(crate) fn lines(found: &Found, to_move: Color, lines: usize) -> Vec<Self> {
        let best = found.candidates.iter().rev().take(lines);
        best.enumerate()
            .map(|(place, candidate)| {
                let pv = if place == 0 { found.pv.clone() } else { vec![candidate.played] };
                let (best, score) = (Some(candidate.played), candidate.score);
                let line = Found { best, score, depth: candidate.depth, pv, ..found.clone() };
                Self::new(line, to_move)
            })
            .collect()
    }
}

#[pymethods]
impl Analysis {
    /// Which game is played.
    #[getter]
    fn rules(&self) -> Rule {
        self.found.rule.into()
    }

    /// The board that was searched.
    #[getter]
    fn board(&self) -> Board {
        Board(Position::from_board(self.found.board, self.to_move))
    }

    /// The name of the best move; None if the game is over.
    #[getter]
    fn best<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyString>> {
        self.found.best.map(|played| name_of(py, played).bind(py).clone())
    }

    /// What the board is worth, in discs, from the side to move.
    #[getter]
    fn score(&self) -> i32 {
        self.found.score
    }

    /// Whether the score is proven to the end of the game.
    #[getter]
    fn exact(&self) -> bool {
        self.found.exact
    }

    /// How many plies deep; all empty squares when the end was reached.
    #[getter]
    fn depth(&self) -> u32 {
        self.found.depth
    }

    /// How sure the search is of what it left out, in percent.
    #[getter]
    fn selectivity(&self) -> u32 {
        self.found.selectivity.percent()
    }

    /// How many positions were looked at.
    #[getter]
    fn nodes(&self) -> u64 {
        self.found.nodes
    }

    /// How long it took, in seconds.
    #[getter]
    fn time(&self) -> f64 {
        self.found.time.as_secs_f64()
    }

    /// How many positions were looked at each second.
    #[getter]
    fn nps(&self) -> f64 {
        let time = self.time();
        if time > 0.0 { self.nodes() as f64 / time } else { 0.0 }
    }

    /// Best play of both sides, as names, passes among it.
    #[getter]
    fn pv<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        names_of(py, &self.found.pv)
    }

    /// What is known of each move, the best one last.
    #[getter]
    fn candidates(&self) -> Vec<Candidate> {
        self.found.candidates.iter().copied().map(Candidate).collect()
    }

    fn __repr__(&self) -> String {
        let Found { best, score, exact, depth, nodes, .. } = &self.found;
        let best = best.map_or_else(|| "None".to_owned(), |played: Move| format!("'{played}'"));
        let exact = if *exact { "True" } else { "False" };
        format!("Analysis(best={best}, score={score}, exact={exact}, depth={depth}, nodes={nodes})")
    }
}

//! Games and problems of files, as Python sees them.

use outflank_core::{Color, Position};
use outflank_formats::{Ending, Player};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::board::Board;
use crate::game::Game;
use crate::input::number_of;
use crate::names::{name_of, names_of};
use crate::rule::Rule;

/// A game with all that a file says about it.
#[pyclass(frozen, eq, module = "outflank.formats")]
#[derive(Clone, PartialEq)]
pub(crate) struct Record(pub(crate) outflank_formats::Record);

#[pymethods]
impl Record {
    #[new]
    #[pyo3(signature = (game, *, black=None, white=None, event=None, date=None, comment=None))]
    fn new(
        game: PyRef<'_, Game>,
        black: Option<String>,
        white: Option<String>,
        event: Option<String>,
        date: Option<String>,
        comment: Option<String>,
    ) -> Self {
        let mut record = outflank_formats::Record::of_game(game.rule, game.game.clone());
        record.black = Player { name: black, ..Player::default() };
        record.white = Player { name: white, ..Player::default() };
        (record.event, record.date, record.comment) = (event, date, comment);
        Self(record)
    }

    /// The game itself, to go on with: a copy.
    #[getter]
    fn game(&self) -> Game {
        Game { game: self.0.game().clone(), rule: self.0.rule }
    }

    /// Where the game stands.
    #[getter]
    fn board(&self) -> Board {
        Board(self.0.game().position())
    }

    /// The names of all moves, passes among them.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        names_of(py, self.0.game().moves())
    }

    /// What the mover thought of each move, in discs, where it is known.
    #[getter]
    fn scores(&self) -> Vec<Option<f64>> {
        self.0.notes().iter().map(|note| note.score).collect()
    }

    /// How many seconds each move took, where it is known.
    #[getter]
    fn times(&self) -> Vec<Option<f64>> {
        self.0.notes().iter().map(|note| note.seconds()).collect()
    }

    /// Which game was played.
    #[getter]
    fn rules(&self) -> Rule {
        self.0.rule.into()
    }

    /// Who played black.
    #[getter]
    fn black(&self) -> Option<&str> {
        self.0.black.name.as_deref()
    }

    /// Who played white.
    #[getter]
    fn white(&self) -> Option<&str> {
        self.0.white.name.as_deref()
    }

    /// The ratings of black and white before the game.
    #[getter]
    fn ratings(&self) -> (Option<f64>, Option<f64>) {
        (self.0.black.rating, self.0.white.rating)
    }

    /// The tournament or the server.
    #[getter]
    fn event(&self) -> Option<&str> {
        self.0.event.as_deref()
    }

    /// When, as the file writes it.
    #[getter]
    fn date(&self) -> Option<&str> {
        self.0.date.as_deref()
    }

    /// The clock, as the file writes it.
    #[getter]
    fn clock(&self) -> Option<&str> {
        self.0.clock.as_deref()
    }

    /// Discs black gave in advance.
    #[getter]
    fn komi(&self) -> Option<f64> {
        self.0.komi
    }

    /// A remark on the whole game.
    #[getter]
    fn comment(&self) -> Option<&str> {
        self.0.comment.as_deref()
    }

    /// The seed of every random choice in it.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.0.seed
    }

    /// Who won: -1 black, 1 white, 0 nobody; None while it goes on.
    #[getter]
    fn winner(&self) -> Option<i8> {
        self.0.outcome.map(|outcome| outcome.winner.map_or(0, number_of))
    }

    /// The margin in discs as the file states it.
    #[getter]
    fn margin(&self) -> Option<f64> {
        self.0.outcome.and_then(|outcome| outcome.margin)
    }

    /// How it ended, such as "finished" or "resigned"; None while it goes on.
    #[getter]
    fn ending(&self) -> Option<&'static str> {
        self.0.outcome.map(|outcome| outcome.ending).map(Ending::name)
    }

    fn __len__(&self) -> usize {
        self.0.game().moves().len()
    }

    fn __repr__(&self) -> String {
        let name = |color| self.0.player(color).name.as_deref().unwrap_or("?").to_owned();
        let (black, white) = (name(Color::Black), name(Color::White));
        format!("<Record of {}: {black} - {white}, {} moves>", self.0.rule, self.__len__())
    }

    fn _repr_svg_(&self) -> String {
        let game = self.0.game();
        crate::svg::draw(game.position(), game.moves().last().copied())
    }
}

/// A position, with the scores of some of its moves where they are known.
#[pyclass(frozen, eq, module = "outflank.formats")]
#[derive(Clone, PartialEq)]
pub(crate) struct Problem(pub(crate) outflank_formats::Problem);

impl Problem {
    fn position(&self) -> Position {
        self.0.position
    }
}

#[pymethods]
impl Problem {
    /// The position.
    #[getter]
    fn board(&self) -> Board {
        Board(self.position())
    }

    /// Which game it is of.
    #[getter]
    fn rules(&self) -> Rule {
        self.0.rule.into()
    }

    /// Known scores of moves by their names, for the side to move.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let moves = PyDict::new(py);
        for (played, score) in &self.0.moves {
            moves.set_item(name_of(py, *played), score.discs())?;
        }
        Ok(moves)
    }

    /// The score of the position, if known.
    #[getter]
    fn score(&self) -> Option<i32> {
        self.0.best_score().map(outflank_core::Score::discs)
    }

    fn __repr__(&self) -> String {
        format!("<Problem of {}: {}>", self.0.rule, self.position())
    }

    fn _repr_svg_(&self) -> String {
        crate::svg::draw(self.position(), None)
    }
}

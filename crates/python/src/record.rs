//! Records and problems of files, as Python sees them.

use outflank_core::{Color, Position, Score};
use outflank_formats::{Ending, Player, json};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::board::Board;
use crate::error::value_error;
use crate::game::Game;
use crate::input::{MoveArg, number_of};
use crate::names::{name_of, names_of};
use crate::rule::{Rule, RuleArg};
use crate::svg::{self, Drawing};

/// A recorded game: the moves, the players and the other facts of a file.
#[pyclass(frozen, eq, module = "outflank.formats")]
#[derive(Clone, PartialEq)]
pub(crate) struct Record(pub(crate) outflank_formats::Record);

#[pymethods]
impl Record {
    #[new]
    #[pyo3(signature = (
        game, *, black=None, white=None, event=None, date=None, comment=None, theoretical=None
    ))]
    fn new(
        game: PyRef<'_, Game>,
        black: Option<String>,
        white: Option<String>,
        event: Option<String>,
        date: Option<String>,
        comment: Option<String>,
        theoretical: Option<i32>,
    ) -> PyResult<Self> {
        let mut record = outflank_formats::Record::of_game(game.rule, game.game.clone());
        record.black = Player { name: black, ..Player::default() };
        record.white = Player { name: white, ..Player::default() };
        (record.event, record.date, record.comment) = (event, date, comment);
        let theoretical = theoretical.map(|score| score_of("the theoretical score", score));
        record.set_theoretical_score(theoretical.transpose()?);
        Ok(Self(record))
    }

    /// A copy of the game.
    #[getter]
    fn game(&self) -> Game {
        Game { game: self.0.game().clone(), rule: self.0.rule }
    }

    /// The last board.
    #[getter]
    fn board(&self) -> Board {
        Board(self.0.game().position())
    }

    /// The names of all moves, passes included.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        names_of(py, self.0.game().moves())
    }

    /// The score of each move in the view of its player, in discs; None if unknown.
    #[getter]
    fn scores(&self) -> Vec<Option<f64>> {
        self.0.notes().iter().map(|note| note.score).collect()
    }

    /// The time of each move in seconds; None if unknown.
    #[getter]
    fn times(&self) -> Vec<Option<f64>> {
        self.0.notes().iter().map(|note| note.seconds()).collect()
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> Rule {
        self.0.rule.into()
    }

    /// The name of the black player.
    #[getter]
    fn black(&self) -> Option<&str> {
        self.0.black.name.as_deref()
    }

    /// The name of the white player.
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

    /// The date, as the file writes it.
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

    /// A comment on the whole game.
    #[getter]
    fn comment(&self) -> Option<&str> {
        self.0.comment.as_deref()
    }

    /// The seed of its random choices.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.0.seed
    }

    /// The winner: -1 black, 1 white, 0 for a draw; None if the game is not finished.
    #[getter]
    fn winner(&self) -> Option<i8> {
        self.0.outcome.map(|outcome| outcome.winner.map_or(0, number_of))
    }

    /// The margin in discs as the file states it.
    #[getter]
    fn margin(&self) -> Option<f64> {
        self.0.outcome.and_then(|outcome| outcome.margin)
    }

    /// Black's score under perfect play, in discs, as a WTHOR file states it.
    #[getter]
    fn theoretical(&self) -> Option<i32> {
        self.0.theoretical_score().map(Score::discs)
    }

    /// The ending, such as "finished" or "resigned"; None if the game is not finished.
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
        svg::draw(game.position(), &Drawing::of(game.moves().last().copied()))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let mut text = Vec::new();
        json::write(&mut text, &slf.get().0).map_err(value_error)?;
        let restore = slf.py().import("outflank._outflank")?.getattr("record_from_json")?;
        (restore, (String::from_utf8_lossy(&text),)).into_pyobject(slf.py())
    }
}

/// A record from its JSON form, which holds every field.
#[pyfunction]
pub(crate) fn record_from_json(text: &str) -> PyResult<Record> {
    let mut records = json::read(text.as_bytes());
    let record = records.next().ok_or_else(|| value_error("there is no record in the text"))?;
    record.map(Record).map_err(value_error)
}

/// A position, with the known scores of its moves.
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
    #[new]
    #[pyo3(
        signature = (board, rules=RuleArg::REVERSI, moves=None, score=None),
        text_signature = "(board, rules='reversi', moves=None, score=None)"
    )]
    fn new(
        board: &Board,
        rules: RuleArg,
        moves: Option<&Bound<'_, PyDict>>,
        score: Option<i32>,
    ) -> PyResult<Self> {
        let mut problem = outflank_formats::Problem::new(rules.0, board.0);
        for (played, score) in moves.into_iter().flatten() {
            let played: MoveArg = played.extract()?;
            let what = format!("the score of {}", played.0);
            problem.moves.push((played.0, score_of(&what, score.extract()?)?));
        }
        problem.score = score.map(|score| score_of("the score", score)).transpose()?;
        Ok(Self(problem))
    }

    /// The position.
    #[getter]
    fn board(&self) -> Board {
        Board(self.position())
    }

    /// The rule set.
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
        self.0.best_score().map(Score::discs)
    }

    fn __repr__(&self) -> String {
        format!("<Problem of {}: {}>", self.0.rule, self.position())
    }

    fn _repr_svg_(&self) -> String {
        svg::draw(self.position(), &Drawing::default())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, problem) = (slf.py(), slf.get());
        let score = problem.0.score.map(Score::discs);
        let arguments = (problem.board(), problem.rules(), problem.moves(py)?, score);
        (slf.as_any().get_type(), arguments).into_pyobject(py)
    }
}

/// The final score of this many discs.
fn score_of(what: &str, discs: i32) -> PyResult<Score> {
    Score::new(discs).ok_or_else(|| {
        value_error(format!("{what} is {discs}, expected an even number from -64 to 64"))
    })
}

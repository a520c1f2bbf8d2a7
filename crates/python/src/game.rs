//! A game, as Python sees it.

use numpy::PyArray2;
use outflank_core::{Color, Game as CoreGame, Position};
use outflank_formats::{Format, Item, ReadOptions, Record, transcript};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::board::Board;
use crate::error::value_error;
use crate::input::{MoveArg, Number, number_of};
use crate::names::{legal_names, legal_numbers, name_of, names_of};
use crate::random::DrawnMove;
use crate::rule::{Rule, RuleArg};
use crate::svg::{self, Arrow, Drawing};
use crate::{array, random};

/// A game: its start and every move and pass.
///
/// `Game()` is a new game of Reversi. `start` is another board to start from, and
/// `moves` are moves to play.
#[pyclass(eq, module = "outflank")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Game {
    pub(crate) game: CoreGame,
    pub(crate) rule: outflank_core::Rule,
}

impl Game {
    /// The current board.
    pub(crate) fn position(&self) -> Position {
        self.game.position()
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(
        signature = (start=None, rules=RuleArg::REVERSI, moves=Vec::new()),
        text_signature = "(start=None, rules='reversi', moves=[])"
    )]
    fn new(start: Option<PyRef<'_, Board>>, rules: RuleArg, moves: Vec<MoveArg>) -> PyResult<Self> {
        let start = start.map_or(Position::START, |board| board.0);
        let mut game = Self { game: CoreGame::from_position(start), rule: rules.0 };
        for (number, played) in (1..).zip(moves) {
            let wrong = |error| value_error(format!("move {number}: {error}"));
            game.game.play(played.0).map_err(wrong)?;
        }
        Ok(game)
    }

    /// Reads a sequence of squares such as "f5d6c3"; passes are optional.
    #[staticmethod]
    #[pyo3(
        signature = (text, rules=RuleArg::REVERSI),
        text_signature = "(text, rules='reversi')"
    )]
    fn from_str(text: &str, rules: RuleArg) -> PyResult<Self> {
        let options = ReadOptions { rule: rules.0, ..ReadOptions::default() };
        let mut items = outflank_formats::read(Format::Transcript, text.as_bytes(), options);
        let Some(first) = items.next() else { return Self::new(None, rules, Vec::new()) };
        let record = Item::into_record(first.map_err(value_error)?);
        if items.next().is_some() {
            return Err(value_error("there is more than one game in the text"));
        }
        Ok(Self { game: record.game().clone(), rule: rules.0 })
    }

    /// Makes a move or a pass; a `ValueError` if it is illegal.
    fn push(&mut self, r#move: MoveArg) -> PyResult<()> {
        self.game.play(r#move.0).map_err(value_error)
    }

    /// Takes the last move back and returns its name; an `IndexError` at the start.
    fn pop<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let undone = self.game.undo();
        let undone = undone.ok_or_else(|| PyIndexError::new_err("no move to take back"))?;
        Ok(name_of(py, undone).bind(py).clone())
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> Rule {
        self.rule.into()
    }

    /// The board at the start.
    #[getter]
    fn start(&self) -> Board {
        Board(self.game.start())
    }

    /// The current board.
    #[getter]
    fn board(&self) -> Board {
        Board(self.position())
    }

    /// The names of all moves so far, passes included.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        names_of(py, self.game.moves())
    }

    /// Every board from the start to the current one.
    fn boards(&self) -> Vec<Board> {
        let before = self.game.plies().map(|(position, _)| Board(position));
        before.chain([Board(self.position())]).collect()
    }

    /// The side to move: -1 for black, 1 for white.
    #[getter]
    fn turn(&self) -> i8 {
        number_of(self.position().to_move())
    }

    /// The names of the legal moves: only "pass" if the side to move has to pass, and
    /// an empty list if the game is over.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        legal_names(py, self.position().board())
    }

    /// The numbers of the legal moves: only 64 if the side to move has to pass, and an
    /// empty list if the game is over.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        legal_numbers(py, self.position().board())
    }

    /// The squares the side to move may play, as an 8x8 array of bool.
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        array::mask(py, self.position().board().legal_moves())
    }

    /// The squares the side to move may play, as a set of 64 bits, a1 the lowest.
    fn legal_bits(&self) -> u64 {
        self.position().board().legal_moves().bits()
    }

    /// The name of a random legal move; None if the game is over. A seed repeats the
    /// choice.
    #[pyo3(signature = (seed=None))]
    fn random_move<'py>(&self, py: Python<'py>, seed: Option<Number<'py>>) -> DrawnMove<'py> {
        random::move_name(py, self.position().board(), seed)
    }

    /// Whether neither side can move.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// Whether the side to move can only pass.
    #[getter]
    fn must_pass(&self) -> bool {
        self.game.must_pass()
    }

    /// The final score for black in discs; None if the game is not over.
    fn result(&self) -> Option<i32> {
        self.game.result(self.rule, Color::Black).map(outflank_core::Score::discs)
    }

    /// The winner: -1 black, 1 white, 0 for a draw; None if the game is not over.
    fn winner(&self) -> Option<i32> {
        self.result().map(|score| -score.signum())
    }

    /// The moves as a sequence of squares, without passes.
    fn transcript(&self) -> PyResult<String> {
        let mut text = Vec::new();
        let record = Record::of_game(self.rule, self.game.clone());
        transcript::write(&mut text, &record).map_err(value_error)?;
        let text = String::from_utf8(text).map_err(value_error)?;
        Ok(text.trim_end().to_owned())
    }

    /// An independent game with the same moves.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __len__(&self) -> usize {
        self.game.moves().len()
    }

    fn __str__(&self) -> String {
        format!("{:#}", self.position())
    }

    fn __repr__(&self) -> String {
        let moves: Vec<_> = self.game.moves().iter().map(|played| format!("'{played}'")).collect();
        let start = match self.game.start() {
            Position::START => "None".to_owned(),
            start => format!("Board('{start}')"),
        };
        format!("Game({start}, '{}', [{}])", self.rule, moves.join(", "))
    }

    fn _repr_svg_(&self) -> String {
        svg::draw(self.position(), &Drawing::of(self.game.moves().last().copied()))
    }

    /// The picture of the board as an SVG text, the last move marked.
    ///
    /// `size` is in pixels. An arrow is (from, to), (from, to, color) or a text
    /// such as "d3c5".
    #[pyo3(
        signature = (size=None, arrows=Vec::new()),
        text_signature = "($self, size=None, arrows=[])"
    )]
    fn svg(&self, size: Option<Number<'_>>, arrows: Vec<Arrow>) -> PyResult<String> {
        let last = self.game.moves().last().copied();
        Ok(svg::draw(self.position(), &Drawing::with(last, size, arrows)?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, game) = (slf.py(), slf.borrow());
        let arguments = (game.start(), game.rules(), game.moves(py)?);
        (slf.as_any().get_type(), arguments).into_pyobject(py)
    }
}

//! A position, as Python sees it.

use numpy::PyArray2;
use outflank_core::{Bitboard, Color, Game as CoreGame, Move, Position, Square};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::error::value_error;
use crate::input::{MoveArg, Number, TurnArg, number_of, whole};
use crate::names::{legal_names, legal_numbers, name_of};
use crate::rule::RuleArg;
use crate::{array, input, random, svg};

/// A position: the discs and the side to move.
///
/// A board never changes; playing makes a new one. `Board()` is the start of
/// every game, `Board(text)` reads 64 letters from a1 to h8 (X black, O white,
/// - empty) and the side to move.
#[pyclass(frozen, eq, hash, module = "outflank")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Board(pub(crate) Position);

#[expect(clippy::wrong_self_convention, reason = "methods of Python's objects borrow them")]
#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (text=None))]
    fn new(text: Option<&str>) -> PyResult<Self> {
        text.map_or(Ok(Self(Position::START)), Self::from_str)
    }

    /// Reads 64 letters from a1 to h8 and the side to move.
    #[staticmethod]
    fn from_str(text: &str) -> PyResult<Self> {
        text.parse().map(Self).map_err(value_error)
    }

    /// Reads an 8x8 array of integers: -1 black, 0 empty, 1 white.
    #[staticmethod]
    fn from_array(array: &Bound<'_, PyAny>, turn: TurnArg) -> PyResult<Self> {
        array::read(array, turn.0).map(Self)
    }

    /// The board with these discs, given as sets of 64 bits, a1 the lowest.
    #[staticmethod]
    fn from_bits(black: Number<'_>, white: Number<'_>, turn: TurnArg) -> PyResult<Self> {
        let black = Bitboard::new(whole("black", &black, 0..=u64::MAX)?);
        let white = Bitboard::new(whole("white", &white, 0..=u64::MAX)?);
        let position = Position::new(black, white, turn.0);
        position.map(Self).map_err(value_error)
    }

    /// The board as an 8x8 array of integers: -1 black, 0 empty, 1 white.
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        array::write(py, self.0)
    }

    /// Whose turn it is: -1 for black, 1 for white.
    #[getter]
    fn turn(&self) -> i8 {
        number_of(self.0.to_move())
    }

    /// The black discs as a set of 64 bits, a1 the lowest.
    #[getter]
    fn black(&self) -> u64 {
        self.0.discs(Color::Black).bits()
    }

    /// The white discs as a set of 64 bits, a1 the lowest.
    #[getter]
    fn white(&self) -> u64 {
        self.0.discs(Color::White).bits()
    }

    /// How many squares are empty.
    #[getter]
    fn empties(&self) -> u32 {
        self.0.board().empties().len()
    }

    /// How many discs black and white have.
    fn count(&self) -> (u32, u32) {
        (self.0.discs(Color::Black).len(), self.0.discs(Color::White).len())
    }

    /// What the side to move may do, as names: only "pass" if it must, nothing
    /// if the game is over.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        legal_names(py, self.0.board())
    }

    /// What the side to move may do, as numbers: only 64 if it must pass,
    /// nothing if the game is over.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        legal_numbers(py, self.0.board())
    }

    /// The squares the side to move may play, as an 8x8 array of truths.
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        array::mask(py, self.0.board().legal_moves())
    }

    /// The squares the side to move may play, as a set of 64 bits, a1 the lowest.
    fn legal_bits(&self) -> u64 {
        self.0.board().legal_moves().bits()
    }

    /// Whether a move may be made now.
    fn is_legal(&self, r#move: MoveArg) -> bool {
        match r#move.0 {
            Move::Place(square) => self.0.board().legal_moves().has(square),
            Move::Pass => self.must_pass(),
        }
    }

    /// The discs a move would turn, as a set of 64 bits; 0 if it is illegal.
    fn flips(&self, r#move: MoveArg) -> u64 {
        let flips = |square: Square| self.0.board().flips(square).bits();
        r#move.0.square().map_or(0, flips)
    }

    /// The board after a move or a pass; a `ValueError` if it is illegal.
    fn play(&self, r#move: MoveArg) -> PyResult<Self> {
        if let Some(next) = r#move.0.square().and_then(|square| self.0.play(square)) {
            return Ok(Self(next));
        }
        let mut game = CoreGame::from_position(self.0);
        game.play(r#move.0).map_err(value_error)?;
        Ok(Self(game.position()))
    }

    /// The name of a random legal move; None if the game is over. The same seed
    /// chooses the same move.
    #[pyo3(signature = (seed=None))]
    fn random_move<'py>(
        &self,
        py: Python<'py>,
        seed: Option<Number<'py>>,
    ) -> PyResult<Option<Bound<'py, PyString>>> {
        let seed = seed.as_ref().map(input::seed).transpose()?;
        let drawn = random::drawn_move(self.0.board(), seed);
        Ok(drawn.map(|drawn| name_of(py, drawn).bind(py).clone()))
    }

    /// Whether neither side can move.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.board().is_over()
    }

    /// Whether the side to move can only pass.
    #[getter]
    fn must_pass(&self) -> bool {
        self.0.board().legal_moves().is_empty() && !self.is_over()
    }

    /// What the board is worth to the side to move, in discs, if the game ends
    /// here: the empty squares count for the winner.
    #[pyo3(signature = (rules=RuleArg::REVERSI))]
    fn score(&self, rules: RuleArg) -> i32 {
        self.0.board().final_score(rules.0).discs()
    }

    /// Who has won: -1 black, 1 white, 0 nobody; None while the game goes on.
    #[pyo3(signature = (rules=RuleArg::REVERSI))]
    fn winner(&self, rules: RuleArg) -> Option<i32> {
        // White's number is positive, and so is a score that is good for it.
        self.is_over().then(|| self.0.final_score(rules.0, Color::White).discs().signum())
    }

    /// The end of a game of random moves from here. The same seed plays the
    /// same game.
    #[pyo3(signature = (seed=None))]
    fn playout(&self, seed: Option<Number<'_>>) -> PyResult<Self> {
        let seed = seed.as_ref().map(input::seed).transpose()?;
        Ok(Self(random::playout(self.0, seed)))
    }

    /// The same board: it never changes.
    fn copy(&self) -> Self {
        *self
    }

    fn __copy__(&self) -> Self {
        *self
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        *self
    }

    /// The disc on a square: -1 black, 0 none, 1 white.
    fn __getitem__(&self, square: MoveArg) -> PyResult<i8> {
        // This error is also where going through all squares ends.
        let square = square.0.square().ok_or_else(|| PyIndexError::new_err("a pass is no square"));
        let square = square?;
        Ok(self.0.color_at(square).map_or(0, number_of))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __format__(&self, form: &str) -> PyResult<String> {
        match form {
            "" => Ok(self.0.to_string()),
            "grid" => Ok(format!("{:#}", self.0)),
            _ => Err(value_error(format!("'{form}' is not a form of a board: expected grid"))),
        }
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.0)
    }

    fn _repr_svg_(&self) -> String {
        svg::draw(self.0, None)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Bound<'py, PyString>,)) {
        let text = PyString::new(slf.py(), &slf.get().0.to_string());
        (slf.as_any().get_type().into_any(), (text,))
    }
}

/// A board as an argument: a board, or a game for the board it stands at.
pub(crate) struct BoardArg(pub(crate) Position);

impl FromPyObject<'_, '_> for BoardArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(board) = object.cast::<Board>() {
            return Ok(Self(board.get().0));
        }
        if let Ok(game) = object.cast::<crate::game::Game>() {
            return Ok(Self(game.try_borrow()?.position()));
        }
        let kind = object.get_type().name()?;
        Err(PyTypeError::new_err(format!("expected a Board or a Game, found {kind}")))
    }
}
